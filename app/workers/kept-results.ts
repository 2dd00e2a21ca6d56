/**
 * Results of sweeps' runs, kept in this browser, so that a chart opened again makes no run anew. They belong to one
 * version of the engine; another version deletes them. Where the browser keeps nothing, every run is made.
 */
import type { SweepResult } from "../../engine/experiments/sweep-result.ts";
import { resultsName, unwanted } from "./storage.ts";

/** What a sweep may ask for before it makes a run. */
export interface KeptResults {
  /** Those that are kept, by key. Never rejects. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  keep(key: string, result: SweepResult): void;
}

/** A thousand results take about a megabyte. Above this many, all are deleted, and keeping begins anew. */
const MOST = 20_000;
/** A storage that takes longer to answer counts as empty: a chart must not wait for it. */
const PATIENCE_MS = 300;
const TABLE = "results";
/** Behind every key that begins with the version. */
const END = "\uffff";

/** Resolves when the request is done. */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the storage of this browser failed"));
  });

async function opened(version: string): Promise<IDBDatabase> {
  const request = indexedDB.open(resultsName(new URL("./", document.baseURI).href), 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  const database = await done(request);
  database.onversionchange = () => database.close(); // the reader frees the storage
  const table = database.transaction(TABLE, "readwrite").objectStore(TABLE);
  table.delete(IDBKeyRange.upperBound(`${version} `));
  table.delete(IDBKeyRange.lowerBound(`${version} ${END}`));
  if ((await done(table.count())) > MOST) table.clear();
  return database;
}

class InBrowser implements KeptResults {
  readonly #version: string;
  #database: Promise<IDBDatabase> | null = null;

  constructor(version: string) {
    this.#version = version;
  }

  async find(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const late = new Promise<ReadonlyMap<string, unknown>>((resolve) => setTimeout(resolve, PATIENCE_MS, new Map()));
    return Promise.race([this.#lookUp(keys).catch(() => new Map<string, unknown>()), late]);
  }

  async #lookUp(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    if (unwanted()) return new Map();
    const database = await (this.#database ??= opened(this.#version));
    const table = database.transaction(TABLE).objectStore(TABLE);
    const found = await Promise.all(
      keys.map(async (key) => [key, (await done(table.get(`${this.#version} ${key}`))) as unknown] as const),
    );
    return new Map(found.filter(([, result]) => result !== undefined));
  }

  keep(key: string, result: SweepResult): void {
    void this.#database
      ?.then((database) => {
        if (unwanted()) return;
        const writes = database.transaction(TABLE, "readwrite", { durability: "relaxed" });
        writes.objectStore(TABLE).put(result, `${this.#version} ${key}`);
      })
      .catch(() => undefined); // a full or closed storage keeps nothing, and stops no run
  }
}

const NOTHING: KeptResults = { find: () => Promise.resolve(new Map()), keep: () => undefined };

/** Those of this version of the page's engine. While its sources may change, none are kept. */
export const keptResults = (version = __ROUNDTRIP_ENGINE__): KeptResults =>
  version === "" || !("indexedDB" in globalThis) ? NOTHING : new InBrowser(version);
