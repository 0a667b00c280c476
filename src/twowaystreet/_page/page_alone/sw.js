// The service worker: it keeps the files of the page and of Pyodide, so that playing needs no
// connection. The command that writes the page puts VERSION, PAGE and PYODIDE before this text.

/* global VERSION, PAGE, PYODIDE */

const HERE = new URL(".", location.href);
const FAMILY = `twowaystreet files ${HERE.pathname} `;
const CACHE = FAMILY + VERSION;
const INDEX = new URL("index.html", HERE).href;
const NEEDED = PAGE.map((name) => new URL(name, HERE).href);
const PYTHON = PYODIDE.map((name) => new URL(name, HERE).href);
const KNOWN = new Set([...NEEDED, ...PYTHON]);

/** Keep a file, unless the browser has it already. */
const keep = (cache, address) => cache.add(new Request(address, { cache: "no-cache", mode: "cors" }));

/** Keep all files. Without those of Pyodide the page still works with a connection. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(NEEDED.map((address) => keep(cache, address)));
  await Promise.all(PYTHON.map((address) => keep(cache, address).catch(() => {})));
  await skipWaiting();
}

/** Remove the files of earlier versions, and answer for pages that are open. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(FAMILY) && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

/** Return the address under which a request is kept; null for all others. */
function keptAs({ method, url }) {
  const address = new URL(url);
  address.hash = "";
  if (method !== "GET") return null;
  if (KNOWN.has(address.href)) return address.href;
  address.search = "";
  return [HERE.href, INDEX].includes(address.href) ? INDEX : null;
}

async function answer(request, address) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const address = keptAs(event.request);
  if (address) event.respondWith(answer(event.request, address));
});
