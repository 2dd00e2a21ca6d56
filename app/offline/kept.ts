/**
 * The site in this browser's storage, so that it works without a network: whether the files are here, whether a newer
 * version waits, their size, and the reader's wish to keep none.
 */
import { create } from "zustand";
import { PYTHON_FILES } from "../workers/python-names.ts";
import { KEEP_LANGUAGE, pythonCacheName, TAKE_OVER, WORKER_FILE } from "./names.ts";

export type Keeping =
  | { readonly state: "coming" } // the files are on their way
  | { readonly state: "kept" }
  | { readonly state: "unwanted" } // the reader freed the storage
  | { readonly state: "impossible"; readonly why: string };

interface Kept {
  readonly keeping: Keeping;
  /** A newer version: one that waits to take over, or one that another tab has loaded; null where there is none. */
  readonly newer: "waits" | "here" | null;
}

export const kept = create<Kept>(() => ({ keeping: { state: "coming" }, newer: null }));

const WISH = "roundtrip-offline"; // "no" where the reader freed the storage
const home = new URL("./", document.baseURI).href;
const python = pythonCacheName(__PYODIDE_VERSION__, home);
const impossible = (why: string) => kept.setState({ keeping: { state: "impossible", why } });

function wish(value: "no" | null): void {
  try {
    if (value === null) localStorage.removeItem(WISH);
    else localStorage.setItem(WISH, value);
  } catch {
    // A browser that keeps nothing does not keep the site either.
  }
}

function unwanted(): boolean {
  try {
    return localStorage.getItem(WISH) === "no";
  } catch {
    return false;
  }
}

/** Whether the kept files are of the version that this page is of. */
async function keptIsThisPage(): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[type=module]")];
  const found = await Promise.all(scripts.map(({ src }) => caches.match(src)));
  return found.every((response) => response !== undefined);
}

const CHECK_MS = 60 * 60_000; // between two looks for a newer version
let checkedAt = 0;

/** Asks the server for a newer version, seldom. Without a network there is none. */
function check(registration: ServiceWorkerRegistration): void {
  if (Date.now() - checkedAt < CHECK_MS) return;
  checkedAt = Date.now();
  registration.update().catch(() => undefined);
}

function follow(registration: ServiceWorkerRegistration): void {
  const sayWaiting = (): void => {
    if (registration.waiting !== null && registration.active !== null) kept.setState({ newer: "waits" });
  };
  const followComing = (): void => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed") sayWaiting();
      if (coming.state === "activated") void sayKept();
      if (coming.state === "redundant" && registration.active === null) {
        impossible("A file could not be fetched or stored. Load the page again.");
      }
    });
  };
  registration.addEventListener("updatefound", followComing);
  followComing();
  sayWaiting();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") check(registration);
  });
  window.addEventListener("online", () => check(registration));
  window.addEventListener("hashchange", () => check(registration));
}

async function sayKept(): Promise<void> {
  kept.setState({ keeping: { state: "kept" } });
  if (!(await keptIsThisPage())) kept.setState({ newer: "here" });
}

let started: Promise<void> | null = null;

async function start(): Promise<void> {
  if ("roundtripPackage" in globalThis)
    return impossible("This lesson comes in a package, which keeps its files itself.");
  if (unwanted()) return kept.setState({ keeping: { state: "unwanted" } });
  if (!("serviceWorker" in navigator)) return impossible("This browser keeps no sites, or the address is not secure.");
  const { serviceWorker } = navigator;
  const had = serviceWorker.controller !== null;
  if (had) serviceWorker.addEventListener("controllerchange", () => kept.setState({ newer: "here" }));
  try {
    const registration = await serviceWorker.register(new URL(WORKER_FILE, home), { updateViaCache: "none" });
    checkedAt = Date.now();
    follow(registration);
    if (registration.active !== null) await sayKept();
    const { lang } = document.documentElement;
    void serviceWorker.ready.then(({ active }) => active?.postMessage(`${KEEP_LANGUAGE}${lang}`));
  } catch (error) {
    if (had) return kept.setState({ keeping: { state: "kept" } }); // no network: what is kept serves
    impossible(error instanceof Error ? error.message : String(error));
  }
}

/** Begins to keep the site, once, unless the reader does not want it. Never rejects. */
export function keepSite(): Promise<void> {
  started ??= start();
  return started;
}

/** The newer version takes over and the page loads it. */
export async function loadNewer(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(home);
  const waiting = registration?.waiting ?? null;
  if (waiting === null) return window.location.reload();
  // Whichever the page hears of first: that the worker is active, or that it serves the page.
  waiting.addEventListener("statechange", () => {
    if (waiting.state === "activated") window.location.reload();
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
  waiting.postMessage(TAKE_OVER);
}

/** The caches of this site: that of its files, and that of Python. */
const siteCaches = async (): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => name.endsWith(home) && !name.startsWith("roundtrip-python "));

/** Deletes the kept files, and keeps none until the reader asks. Python stays if it was kept. */
export async function freeSite(): Promise<void> {
  wish("no");
  const registration = await navigator.serviceWorker.getRegistration(home);
  await registration?.unregister();
  await Promise.all((await siteCaches()).map((name) => caches.delete(name)));
  kept.setState({ keeping: { state: "unwanted" }, newer: null });
}

/** Keeps the site again. */
export async function keepSiteAgain(): Promise<void> {
  wish(null);
  kept.setState({ keeping: { state: "coming" } });
  started = start();
  await started;
}

export const freePython = async (): Promise<void> => {
  await caches.delete(python);
};

/** Fetches and keeps all of Python. Rejects where a file does not come or does not fit; none is kept then. */
export async function keepPython(): Promise<void> {
  const cache = await caches.open(python);
  await cache.addAll(PYTHON_FILES.map((name) => new URL(`pyodide/${name}`, home).href));
}

/** Bytes that kept responses take, as they are stored: unpacked. */
async function bytesIn(names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    const cache = await caches.open(name);
    for (const response of await cache.matchAll()) bytes += (await response.blob()).size;
  }
  return bytes;
}

export interface KeptBytes {
  readonly site: number;
  readonly python: number;
}

/** The bytes of the kept files; null where this browser keeps none. */
export async function keptBytes(): Promise<KeptBytes | null> {
  if (!("caches" in globalThis)) return null;
  const hasPython = await caches.has(python); // to open a cache makes one
  return { site: await bytesIn(await siteCaches()), python: hasPython ? await bytesIn([python]) : 0 };
}
