/** What listens to the whole page; fetched when the page is at rest. */
import { takeDrops } from "../controls/take-drops.ts";
import { handTo, readerOf } from "../setup/handed-file.ts";
import { currentPlace } from "../setup/location.ts";
import { presentationOf } from "../setup/presentation.ts";
import { listenForTerms } from "../words/term-notes.ts";

/**
 * A file that no place takes goes to the captures or to the traces. Captures also get a file that neither reads: they
 * say what can be opened. In a frame the page stays where it is.
 */
async function open(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (file === undefined || presentationOf(currentPlace()).embed) return;
  handTo((await readerOf(file).catch(() => null)) ?? "capture", files);
}

export function listen(): void {
  listenForTerms();
  takeDrops(window, (files) => void open(files));
}
