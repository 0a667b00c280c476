// Choosing a move by its cards. This module compares cards with the moves that it was given, and
// knows no rules. A move has groups of cards; most have one group, and some have several.

/** Return whether every card of some is in others, each as often. */
function isWithin(some, others) {
  const left = [...others];
  return some.every((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

const isSame = (some, others) => some.length === others.length && isWithin(some, others);

/** Return the groups of a move without the finished ones; null if one of those is not there. */
function groupsLeft(move, finished) {
  const left = [...move.groups];
  for (const group of finished) {
    const place = left.findIndex((each) => isSame(each, group));
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/** The cards that a person has chosen so far. */
export class Choosing {
  /** @param {object[]} moves the moves with cards. */
  constructor(moves) {
    this.moves = moves.filter((move) => move.groups.length);
    this.finished = [];
    this.chosen = [];
    this.at = Infinity; // the place of the unfinished group among the others
  }

  /** Return the number of cards that the largest legal move has. */
  get wanted() {
    const most = Math.max(0, ...this.moves.map((move) => move.groups.flat().length));
    const least = Math.min(...this.moves.map((move) => move.groups.flat().length));
    return most === least ? most : 0;
  }

  /** Return elements of chosen cards in groups, in the order in which they were chosen. */
  inGroups(picked) {
    const left = [...picked];
    const groups = this.finished.map((group) => left.splice(0, group.length));
    groups.splice(this.at, 0, left);
    return groups;
  }

  /** Return the moves that still agree with the chosen cards. */
  get candidates() {
    return this.moves.filter((move) => {
      const left = groupsLeft(move, this.finished);
      if (!left) return false;
      return this.chosen.length ? left.some((group) => isWithin(this.chosen, group)) : true;
    });
  }

  /** Return the moves that the chosen cards already complete. */
  get complete() {
    return this.candidates.filter((move) => {
      const left = groupsLeft(move, this.finished);
      return left.length === 1 && isSame(left[0], this.chosen);
    });
  }

  /** Return whether a card can be added to the chosen ones. */
  canAdd(card) {
    const chosen = [...this.chosen, card];
    return this.moves.some((move) =>
      groupsLeft(move, this.finished)?.some((group) => isWithin(chosen, group)));
  }

  /** Return the only move of a single card that a card stands for; null if there is a choice. */
  single(card) {
    if (this.chosen.length || this.finished.length) return null;
    const having = this.moves.filter((move) => move.groups.flat().includes(card));
    const only = having.length === 1 && having[0];
    return only && only.groups.flat().length === 1 ? only : null;
  }

  add(card) {
    this.chosen.push(card);
    // A group is finished when it is a whole one and no longer one begins with it.
    const left = this.candidates.map((move) => groupsLeft(move, this.finished));
    const isWhole = left.length > 0 && left.every((groups) => groups.length > 1 &&
      groups.filter((group) => isWithin(this.chosen, group))
        .every((group) => isSame(group, this.chosen)));
    if (isWhole) {
      this.finished.push(this.chosen);
      this.chosen = [];
      this.at = Infinity;
    }
  }

  /** Put a card back; the rest of its group is then the unfinished one, in place of another. */
  remove(card) {
    const place = this.chosen.indexOf(card);
    if (place >= 0) {
      this.chosen.splice(place, 1);
      return;
    }
    const group = this.finished.find((each) => each.includes(card));
    if (this.complete.length) this.finished.push(this.chosen); // the last group is whole, too
    this.at = this.finished.indexOf(group);
    this.finished.splice(this.at, 1);
    group.splice(group.indexOf(card), 1);
    this.chosen = group;
  }

  /** The chosen cards: finished groups first. */
  get texts() {
    return [...this.finished.flat(), ...this.chosen];
  }

  get isEmpty() {
    return !this.chosen.length && !this.finished.length;
  }
}
