// Playing without a connection: a service worker keeps the files of the page.

/**
 * Keep the files for the next visit, and take over a new version of the page.
 *
 * @param {() => boolean} isIdle tells whether the page may be loaded again.
 */
export function keepOffline(isIdle) {
  const workers = navigator.serviceWorker;
  if (!workers) return; // browsers offer it with HTTPS, and on this computer
  const hadOne = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => {
    if (hadOne && isIdle()) location.reload();
  });
  workers.register(new URL("sw.js", import.meta.url)).catch(() => {}); // then it works online alone
}
