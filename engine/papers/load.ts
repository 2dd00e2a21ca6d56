/**
 * For the page: a paper's data and its prose, each in files of its own that are fetched when somebody first asks for
 * them and taken in as they come. A fetch that failed is made again when asked for again.
 */
import { takeInClaims } from "./claims.ts";
import { takeInErrata } from "./errata.ts";
import { takeIn } from "./lookup.ts";
import type { Claim, Erratum, Paper } from "./types.ts";

interface Json {
  readonly default: readonly unknown[];
}

interface Files {
  readonly paper: () => Promise<Paper>;
  readonly claims: () => Promise<Json>;
  readonly errata: () => Promise<Json>;
}

const FILES: Readonly<Record<string, Files>> = {
  firefly: {
    paper: async () => (await import("./firefly/index.ts")).firefly,
    claims: () => import("./firefly/claims.json", { with: { type: "json" } }),
    errata: () => import("./firefly/errata.json", { with: { type: "json" } }),
  },
  flexrpc: {
    paper: async () => (await import("./flexrpc/index.ts")).flexrpc,
    claims: () => import("./flexrpc/claims.json", { with: { type: "json" } }),
    errata: () => import("./flexrpc/errata.json", { with: { type: "json" } }),
  },
  multirpc: {
    paper: async () => (await import("./multirpc/index.ts")).multirpc,
    claims: () => import("./multirpc/claims.json", { with: { type: "json" } }),
    errata: () => import("./multirpc/errata.json", { with: { type: "json" } }),
  },
};

/** The same promise for the same id, until it is rejected. */
function once<Value>(make: (files: Files, id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const made = new Map<string, Promise<Value>>();
  return (id) => {
    const files = Object.hasOwn(FILES, id) ? FILES[id] : undefined;
    if (files === undefined) {
      return Promise.reject(new RangeError(`papers: no files of "${id}"; there are ${Object.keys(FILES).join(", ")}.`));
    }
    const promise = made.get(id) ?? make(files, id);
    made.set(id, promise);
    promise.catch(() => made.delete(id));
    return promise;
  };
}

export const loadPaper = once(async ({ paper }) => {
  const loaded = await paper();
  takeIn([loaded]);
  return loaded;
});

// The JSON is held to its types by shape.test.ts.
export const loadClaims = once(async ({ claims }, id) =>
  takeInClaims(id, (await claims()).default as readonly Claim[]),
);
export const loadErrata = once(async ({ errata }, id) =>
  takeInErrata(id, (await errata()).default as readonly Erratum[]),
);
