/**
 * For the page: fetches a paper's data and its prose, each in a file of its own, when they are first needed, and adds
 * them to the look-ups. A fetch that failed is made again the next time.
 */
import { takeInClaims } from "./claims.ts";
import { takeInCorrections } from "./corrections.ts";
import { takeInErrata } from "./errata.ts";
import { FILES } from "./files.ts";
import { takeIn } from "./lookup.ts";
import type { Claim, Correction, Erratum, PaperFiles } from "./types.ts";

/** The same promise for the same id, until it is rejected. */
function once<Value>(make: (files: PaperFiles, id: string) => Promise<Value>): (id: string) => Promise<Value> {
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
  const loaded = (await paper()).paper;
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
export const loadCorrections = once(async ({ corrections }, id) =>
  takeInCorrections(id, (await corrections()).default as readonly Correction[]),
);
