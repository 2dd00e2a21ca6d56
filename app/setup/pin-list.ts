/**
 * Runs that are kept to compare with: at most four, under names of the reader's choice. How a link carries them is in
 * pins.ts, which a page that has no link to read or write does not fetch.
 */
import type { Description, Run } from "../../engine/experiments/types.ts";
import { experimentOf, setupKey } from "./setup.ts";
import type { Setup } from "./setup.ts";

export interface Pin {
  readonly name: string; // unlike any other pin's
  readonly setup: Setup;
  /** Null where it came from a link and has not run yet. */
  readonly run: Run | null;
}

export interface Pins {
  readonly list: readonly Pin[];
  /** Name of the pin that is compared with; null where none is. */
  readonly chosen: string | null;
}

export const NO_PINS: Pins = { list: [], chosen: null };
export const MOST_PINS = 4;
const NAME_MOST = 40;

type PinAction =
  | { readonly do: "pin"; readonly name: string; readonly setup: Setup; readonly run: Run | null }
  | { readonly do: "choose"; readonly name: string | null }
  | { readonly do: "remove"; readonly name: string }
  /** A run for every pin of this setup: a run that was asked for came back. */
  | { readonly do: "ran"; readonly setup: Setup; readonly run: Run };

/** Pinning a setup that is pinned already renames it; a fifth pin takes the place of the oldest that is not chosen. */
export function pinned(pins: Pins, action: PinAction): Pins {
  switch (action.do) {
    case "pin":
      return addPin(pins, action);
    case "choose":
      return { ...pins, chosen: pins.list.some(({ name }) => name === action.name) ? action.name : null };
    case "remove": {
      const list = pins.list.filter(({ name }) => name !== action.name);
      return { list, chosen: pins.chosen === action.name ? null : pins.chosen };
    }
    case "ran": {
      const key = setupKey(action.setup);
      const { run } = action;
      return { ...pins, list: pins.list.map((pin) => (setupKey(pin.setup) === key ? { ...pin, run } : pin)) };
    }
  }
}

function addPin({ list, chosen }: Pins, { name, setup, run }: Pin): Pins {
  const key = setupKey(setup);
  const others = list.filter((pin) => setupKey(pin.setup) !== key);
  const full = others.length >= MOST_PINS;
  const leaves = full ? others.find((pin) => pin.name !== chosen) : undefined;
  const kept = others.filter((pin) => pin !== leaves);
  const pin: Pin = { name: freeName(name, kept), setup, run };
  return { list: [...kept, pin], chosen: pin.name };
}

/** At most forty characters. A list of settings ends with a whole one, another name with a whole word. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= NAME_MOST) return name;
  const cut = characters.slice(0, NAME_MOST).join("");
  return cut.replace(cut.includes(", ") ? /, [^,]*$/ : / [^ ]*$/, "");
}

/** "Null()", then "Null() 2": spaces tidied, never empty. */
function freeName(wish: string, others: readonly Pin[]): string {
  const base = shortened(wish.replace(/\s+/g, " ").trim()) || "Pinned run";
  const taken = new Set(others.map(({ name }) => name));
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base} ${n}`;
  return name;
}

/**
 * Whether two runs answer the same questions: their experiments have the same measures. Calls of Null() and of
 * MaxResult(b) do; a call of Null() and a search for peers that have left do not.
 */
export function isComparable(a: Pick<Setup, "experiment">, b: Pick<Setup, "experiment">): boolean {
  return a.experiment === b.experiment || measuresKey(experimentOf(a)) === measuresKey(experimentOf(b));
}

const measuresKey = ({ measures }: Description): string =>
  JSON.stringify(Object.entries(measures).map(([name, { unit }]) => [name, unit]));

/** The pin that is compared with; null where none is. */
export const chosenPin = ({ list, chosen }: Pins): Pin | null => list.find(({ name }) => name === chosen) ?? null;
