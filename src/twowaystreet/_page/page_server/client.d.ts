// The types of client.js, with those of all messages and views from twowaystreet.d.ts beside it.

import type { Facts, FromServer, Refused, Said, ToServer } from "./twowaystreet.js";
export type * from "./twowaystreet.js";

export const PROTOCOL: "twowaystreet.v1";
export const ENDED: Readonly<{ unknown: 4401; version: 4406; replaced: 4409 }>;

export interface State {
  state: "open" | "lost" | "ended";
  code?: number;
  reason?: string;
}

export interface Options {
  token: string;
  onFacts?: (facts: Facts) => void;
  onRefused?: (refused: Refused) => void;
  onSaid?: (said: Said) => void;
  onState?: (state: State) => void;
  onMessage?: (message: FromServer) => void;
  look?: ToServer | null;
  seen?: () => number;
  WebSocket?: unknown;
}

export interface TableClient {
  play(move: string): boolean;
  undo(): boolean;
  decline(): boolean;
  rematch(): boolean;
  say(phrase: string): boolean;
  send(message: ToServer): boolean;
  again(): void;
  close(): void;
}

export function connect(address: string | URL, options: Options): TableClient;
