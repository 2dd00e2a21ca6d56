/**
 * Keeps the site in the browser, so that it works without a network. It fetches every file of one version before it
 * serves any: a page never gets files of two versions. A newer version waits until no page shows the older one, or
 * until the reader asks for it. Python is large and is kept once it has been used. The build bundles this file by
 * itself and writes the list of the site's files into it (app/build/offline.ts).
 */
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { pythonCacheName, TAKE_OVER } from "./names.ts";

/** The part of a service worker's global scope that this file uses. */
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "message" | "activate",
    listener: (event: { readonly data?: unknown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
}

declare const __SITE_FILES__: readonly { readonly url: string; readonly revision: string | null }[];

const scope = globalThis as unknown as ServiceWorkerScope;
const home = scope.registration.scope;
const python = pythonCacheName(__PYODIDE_VERSION__, home);

/** Deletes the Python of older versions of this site; other sites of the same host keep theirs. */
async function forgetOldPython(): Promise<void> {
  const beginning = python.slice(0, python.indexOf(" "));
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(`${beginning} `) && name.endsWith(` ${home}`) && name !== python,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

precacheAndRoute([...__SITE_FILES__]);
cleanupOutdatedCaches();
clientsClaim(); // the page of a first visit need not be loaded again
registerRoute(({ url }) => url.href.startsWith(new URL("pyodide/", home).href), new CacheFirst({ cacheName: python }));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOldPython()));
scope.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) void scope.skipWaiting();
});
