/** A page looks published numbers up as it draws, so the paper of what it shows has to be here first. */
import { use } from "react";
import { loadPaperOf } from "../../engine/papers/load.ts";
import { hereOrFetched } from "../controls/fetched-once.ts";
import { isHere } from "../../engine/papers/here.ts";

/** Suspends until the paper is here; not at all where an experiment has none. */
export function usePaperHere(id: string | null): void {
  use(hereOrFetched(id === null || isHere(id), `paper ${id}`, () => loadPaperOf({ paper: id })));
}
