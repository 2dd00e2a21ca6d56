/** The bench looks published numbers up as it draws, so the paper of what it shows has to be here first. */
import { use } from "react";
import { loadPaper } from "../../engine/papers/load.ts";
import { hereOrFetched } from "../controls/fetched-once.ts";
import { isHere } from "../../engine/papers/lookup.ts";

/** Suspends until the paper is here. */
export function usePaperHere(id: string): void {
  use(hereOrFetched(isHere(id), `paper ${id}`, () => loadPaper(id)));
}
