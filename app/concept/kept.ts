/** The reader’s sittings in this browser. A text that cannot be read is set aside and counts for nothing. */
import { setAside } from "../record/set-aside.ts";
import { keepText, keptText } from "../workers/storage.ts";
import { fileText, readFile } from "./sitting.ts";
import type { Sittings } from "./sitting.ts";

const KEY = "roundtrip-concept";

interface KeptSittings {
  readonly sittings: Sittings | null;
  /** Why a kept text is not used; null where nothing is wrong. */
  readonly problem: string | null;
}

export function readKept(): KeptSittings {
  const text = keptText(KEY);
  if (text === null) return { sittings: null, problem: null };
  const read = readFile(text);
  if (typeof read !== "string") return { sittings: read, problem: null };
  const key = setAside(KEY, text);
  const where = key === null ? "" : ` It is set aside in this browser’s storage as ${key}.`;
  return { sittings: null, problem: `What this browser kept of the test is not used: ${read}${where}` };
}

/** Keeps it, or forgets it with null. False where this browser keeps nothing. */
export const keep = (sittings: Sittings | null): boolean =>
  keepText(KEY, sittings === null ? null : fileText(sittings));

/** Calls back when another tab of this browser keeps other answers; undone by what it returns. */
export function onOtherTab(tell: (kept: KeptSittings) => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) tell(readKept());
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
