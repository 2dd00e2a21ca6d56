/**
 * Keeps the site in the browser, so that it works without a network. It fetches every file of one version before it
 * serves any: a page never gets files of two versions. A newer version waits until no page shows the older one, or
 * until the reader asks for it. Python is large and is kept once it has been used; so is each language. The build
 * bundles this file by itself and writes the lists of the site's files into it (app/build/offline.ts).
 */
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { KEEP_LANGUAGE, languageCacheName, LANGUAGES_FOLDER, pythonCacheName, TAKE_OVER } from "./names.ts";

/** The part of a service worker's global scope that this file uses. */
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "message" | "install" | "activate",
    listener: (event: { readonly data?: unknown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
}

declare const __SITE_FILES__: readonly { readonly url: string; readonly revision: string | null }[];
/** By the code of a language. */
declare const __LANGUAGE_FILES__: Readonly<Record<string, readonly string[]>>;

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

const filesOf = (code: string): readonly string[] =>
  (__LANGUAGE_FILES__[code] ?? []).map((name) => new URL(name, home).href);

/** Fetches what is missing of a language. */
async function keepLanguage(code: string): Promise<void> {
  const files = filesOf(code);
  if (files.length === 0) return; // English, or a language that only tries the page
  const cache = await caches.open(languageCacheName(code, home));
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(files.filter((url) => !kept.has(url)));
}

/** Does something for each language that this browser keeps. */
async function forKeptLanguages(act: (code: string) => Promise<void>): Promise<void> {
  const names = new Set(await caches.keys());
  const codes = Object.keys(__LANGUAGE_FILES__).filter((code) => names.has(languageCacheName(code, home)));
  await Promise.all(codes.map(act));
}

/** Deletes a language's files of older versions. */
async function forgetOldFiles(code: string): Promise<void> {
  const files = new Set(filesOf(code));
  const cache = await caches.open(languageCacheName(code, home));
  const old = (await cache.keys()).filter(({ url }) => !files.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

precacheAndRoute([...__SITE_FILES__]);
cleanupOutdatedCaches();
clientsClaim(); // the page of a first visit need not be loaded again
registerRoute(({ url }) => url.href.startsWith(new URL("pyodide/", home).href), new CacheFirst({ cacheName: python }));
for (const code of Object.keys(__LANGUAGE_FILES__)) {
  const folder = new URL(`${LANGUAGES_FOLDER}${code}/`, home).href;
  const cacheName = languageCacheName(code, home);
  registerRoute(({ url }) => url.href.startsWith(folder), new CacheFirst({ cacheName }));
}
scope.addEventListener("install", (event) => event.waitUntil(forKeptLanguages(keepLanguage)));
scope.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOldPython(), forKeptLanguages(forgetOldFiles)])),
);
scope.addEventListener("message", (event) => {
  const { data } = event;
  if (data === TAKE_OVER) void scope.skipWaiting();
  // Without a network the rest of the language comes at a later visit.
  if (typeof data === "string" && data.startsWith(KEEP_LANGUAGE))
    event.waitUntil(keepLanguage(data.slice(KEEP_LANGUAGE.length)).catch(() => undefined));
});
