/** For the page: fetches a paper's data when it is first needed, and adds it to the look-ups. */
import { PAPERS } from "./files.ts";
import { takeIn } from "./here.ts";
import { once } from "./once.ts";

export const loadPaper = once("papers", PAPERS, async (files) => {
  const loaded = (await files()).paper;
  takeIn([loaded]);
  return loaded;
});

/** Fetches the paper of an experiment; nothing where it has none. */
export async function loadPaperOf({ paper }: { readonly paper: string | null }): Promise<void> {
  if (paper !== null) await loadPaper(paper);
}
