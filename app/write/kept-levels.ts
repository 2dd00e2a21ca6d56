/** The reader’s rules of each level, kept in this browser: the present ones, those before, and what they reached. */
import { setAside } from "../record/set-aside.ts";

const KEY = "roundtrip-write";

/** What Undo goes back to. */
export type Earlier = { readonly rules: string } | { readonly code: string };

export interface KeptLevel {
  /** Cells that differ from the rule book; null where the reader has changed nothing yet. */
  readonly rules: string | null;
  /** Null where the reader has written none yet: it is the table’s then. */
  readonly code: string | null;
  readonly form: "table" | "code";
  /** The latest last. */
  readonly before: readonly Earlier[];
  readonly solved: boolean;
  readonly tried: boolean;
}

export const NOTHING_KEPT: KeptLevel = {
  rules: null,
  code: null,
  form: "table",
  before: [],
  solved: false,
  tried: false,
};

export type KeptLevels = Readonly<Record<string, KeptLevel>>;

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function isEarlier(value: unknown): value is Earlier {
  if (typeof value !== "object" || value === null) return false;
  return ("rules" in value && typeof value.rules === "string") || ("code" in value && typeof value.code === "string");
}

function levelFrom(value: unknown): KeptLevel {
  if (typeof value !== "object" || value === null) return NOTHING_KEPT;
  const { rules, code, form, before, solved, tried }: Partial<Record<keyof KeptLevel, unknown>> = value;
  return {
    rules: text(rules),
    code: text(code),
    form: form === "code" ? "code" : "table",
    before: Array.isArray(before) ? before.filter(isEarlier) : [],
    solved: solved === true,
    tried: tried === true,
  };
}

/** What a text says, which this browser has kept. One that makes no sense is set aside and counts for nothing. */
export function keptFrom(kept: string | null): KeptLevels {
  if (kept === null) return {};
  try {
    const read = JSON.parse(kept) as unknown;
    if (typeof read === "object" && read !== null && !Array.isArray(read)) {
      return Object.fromEntries(Object.entries(read).map(([level, value]) => [level, levelFrom(value)]));
    }
  } catch {
    // it is no JSON
  }
  setAside(KEY, kept);
  return {};
}

export function readKept(): KeptLevels {
  try {
    return keptFrom(localStorage.getItem(KEY));
  } catch {
    return {}; // a browser that keeps nothing: the rules last as long as the page
  }
}

/** Keeps one level; what another tab has kept of others stays. Returns whether it could be done. */
export function keepLevel(level: number, kept: KeptLevel): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readKept(), [level]: kept }));
    return true;
  } catch {
    return false;
  }
}
