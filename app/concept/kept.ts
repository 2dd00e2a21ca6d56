/** The reader’s sittings in this browser. A text that cannot be read is set aside and counts for nothing. */
import { setAside } from "../record/set-aside.ts";
import { fileText, readFile } from "./sitting.ts";
import type { Sittings } from "./sitting.ts";

const KEY = "roundtrip-concept";

interface KeptSittings {
  readonly sittings: Sittings | null;
  /** Why a kept text is not used; null where nothing is wrong. */
  readonly problem: string | null;
}

export function readKept(): KeptSittings {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return { sittings: null, problem: null };
    const read = readFile(text);
    if (typeof read !== "string") return { sittings: read, problem: null };
    const key = setAside(KEY, text);
    const where = key === null ? "" : ` It is set aside in this browser’s storage as ${key}.`;
    return { sittings: null, problem: `What this browser kept of the test is not used: ${read}${where}` };
  } catch {
    return { sittings: null, problem: null }; // a browser that keeps nothing
  }
}

/** Keeps it, or forgets it with null. False where this browser keeps nothing. */
export function keep(sittings: Sittings | null): boolean {
  try {
    if (sittings === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, fileText(sittings));
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab of this browser keeps other answers; undone by what it returns. */
export function onOtherTab(tell: (kept: KeptSittings) => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) tell(readKept());
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
