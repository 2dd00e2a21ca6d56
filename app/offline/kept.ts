/**
 * The site in this browser's storage, so that it works without a network: whether the files are here, whether a newer
 * version waits, and the reader's wish to keep none.
 */
import { create } from "zustand";
import { setUnwanted, unwanted } from "../workers/storage.ts";
import { KEEP_LANGUAGE, TAKE_OVER, WORKER_FILE } from "./names.ts";

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

const home = new URL("./", document.baseURI).href;
const impossible = (why: string) => kept.setState({ keeping: { state: "impossible", why } });

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

/** Keeps the site again. */
export async function keepSiteAgain(): Promise<void> {
  setUnwanted(false);
  kept.setState({ keeping: { state: "coming" } });
  started = start();
  await started;
}
