/**
 * Pinned runs in a link: each is carried as `pin=` (its setup as in the link of a bench, and its name), and as `twin=`
 * which of them is compared with, from 1.
 */
import { quote } from "../../engine/faults/index.ts";
import { entryOf } from "../../engine/kernel/reads.ts";
import { lastOf, placeAt, withKeys } from "./link-table.ts";
import { readLink } from "./link.ts";
import type { PagePlace } from "./location.ts";
import { writeLink } from "./write-link.ts";
import { MOST_PINS, NO_PINS, pinned } from "./pin-list.ts";
import type { Pin, Pins } from "./pin-list.ts";
import { setupKey } from "./setup.ts";

const NAME_KEY = "as";
/** Keys that only the link of a bench carries. */
const NOT_IN_A_PIN = ["pin", "twin", "v", "hash", "view"];

/** One pin as text: "firefly/null?threads=4&as=four+threads". */
function writePin({ name, setup }: Pick<Pin, "name" | "setup">): string {
  const { path, query } = writeLink(setup);
  const own = new URLSearchParams(query);
  own.set(NAME_KEY, name);
  return `${path.replace(/^\/bench\//, "")}?${own.toString()}`;
}

/** The place of a bench with pinned runs in its link. */
export function withPins(place: PagePlace, { list, chosen }: Pins): PagePlace {
  const at = list.findIndex(({ name }) => name === chosen);
  return withKeys<"bench">(place, { pin: list.map(writePin), twin: at < 0 ? null : String(at + 1) });
}

interface ReadPins {
  readonly pins: Pins;
  readonly problems: readonly string[];
}

const pathOf = (text: string): string => placeAt("bench", [splitOnce(text, "?")[0]]).path;

/** The places of the bench whose runs a link pins. */
export const pinnedPaths = (query: URLSearchParams): readonly string[] =>
  query.getAll("pin").slice(0, MOST_PINS).map(pathOf);

/**
 * Whatever a link says, what comes of it can run; each thing that could not be used has its notice. Throws only where
 * an experiment of `pinnedPaths` was not loaded.
 */
export function readPins(query: URLSearchParams): ReadPins {
  const problems: string[] = [];
  const texts = query.getAll("pin");
  if (texts.length > MOST_PINS) problems.push(`The link pins ${texts.length} runs; the first ${MOST_PINS} are kept.`);
  let pins = NO_PINS;
  const keys: string[] = [];
  for (const text of texts.slice(0, MOST_PINS)) {
    const [path, own] = splitOnce(text, "?");
    const inner = new URLSearchParams(own);
    const name = inner.get(NAME_KEY) ?? path;
    inner.delete(NAME_KEY);
    const { setup, problems: found } = readLink({ path: pathOf(text), query: inner.toString() });
    const all = [...(path === "" ? [`it names no experiment; this is ${setup.experiment}.`] : []), ...found];
    const lost = NOT_IN_A_PIN.filter((key) => inner.has(key)).map((key) => `${key} is not used in a pin.`);
    problems.push(...[...all, ...lost].map((problem) => `Pinned run ${quote(name)}: ${problem}`));
    pins = pinned(pins, { do: "pin", name, setup, run: null });
    keys.push(setupKey(setup));
  }
  // Of two pins of one setup the second renames the first.
  const names = new Map(pins.list.map((pin) => [setupKey(pin.setup), pin.name]));
  const places = keys.map((key) => entryOf(names, key, "pin"));
  return { pins: { ...pins, chosen: readChosen(query, places, problems) }, problems };
}

function readChosen(query: URLSearchParams, names: readonly string[], problems: string[]): string | null {
  const text = lastOf(query, "twin");
  if (text === null) return null;
  const name = /^[1-9]$/.test(text) ? names[Number(text) - 1] : undefined;
  if (name !== undefined) return name;
  const allowed = names.length === 0 ? "there is no pinned run" : `1 to ${names.length}`;
  problems.push(`twin = ${quote(text)} is not allowed: ${allowed}. The page compares no run.`);
  return null;
}

function splitOnce(text: string, at: string): readonly [before: string, after: string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + 1)];
}
