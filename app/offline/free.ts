/** Frees this browser's storage of the site, and says how much it takes. */
import { PYTHON_FILES } from "../workers/python-names.ts";
import { resultsName, setUnwanted } from "../workers/storage.ts";
import { kept } from "./kept.ts";
import { pythonCacheName } from "./names.ts";

const home = new URL("./", document.baseURI).href;
const python = pythonCacheName(__PYODIDE_VERSION__, home);

/** The caches of this site: that of its files, and that of Python. */
const siteCaches = async (): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => name.endsWith(home) && !name.startsWith("roundtrip-python "));

/** Deletes the kept files and results, and keeps none until the reader asks. Python stays if it was kept. */
export async function freeSite(): Promise<void> {
  setUnwanted(true);
  const registration = await navigator.serviceWorker.getRegistration(home);
  await registration?.unregister();
  await Promise.all((await siteCaches()).map((name) => caches.delete(name)));
  globalThis.indexedDB?.deleteDatabase(resultsName(home));
  kept.setState({ keeping: { state: "unwanted" }, newer: null });
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
