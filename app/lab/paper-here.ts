/** A page looks published numbers up as it draws, so the paper of what it shows has to be here first. */
import { use } from "react";
import { loadPaper } from "../../engine/papers/load.ts";
import { hereOrFetched } from "../controls/fetched-once.ts";
import { isHere } from "../../engine/papers/here.ts";

/** Suspends until these papers are here; not at all where there are none. */
export function usePapersHere(ids: readonly string[]): void {
  use(hereOrFetched(ids.every(isHere), `papers ${ids.join()}`, () => Promise.all(ids.map(loadPaper))));
}

/** The same for the paper of an experiment, or for none. */
export const usePaperHere = (id: string | null): void => usePapersHere(id === null ? [] : [id]);
