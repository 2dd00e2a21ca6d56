/** Bench links as they come to be damaged, and what a reader must be told of each: for tests here and in a browser. */
import fc from "fast-check";
import { chartNamed } from "../../engine/experiments/charts.ts";
import { experiments } from "../../engine/experiments/index.ts";
import { readValue } from "../../engine/experiments/parameters.ts";
import type { Description } from "../../engine/experiments/types.ts";
import { parseFault, quote } from "../../engine/faults/index.ts";
import { lastItem } from "../../engine/kernel/reads.ts";
import { MOST_PINS } from "./pin-list.ts";
import { readSeed } from "./link.ts";
import { experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** Faults of packets that an experiment can send, which stand together, and the crash of a machine. */
export function faultsFor({ packetKinds: [asked = "call", answer = asked] }: Description): string[] {
  const ofAsked = [`drop ${asked}#2`, `duplicate ${asked}#3`];
  return [...ofAsked, `drop ${answer}#1`, `delay ${answer}#4 by 5ms`, "crash server at 2ms"];
}

const PARAMETERS = [...new Set(experiments.flatMap(({ params }) => Object.keys(params)))];
export const KEYS = [...PARAMETERS, "seed", "fault", "hash", "v", "pin", "twin", "chart"];
const ODD_KEYS = ["__proto__", "constructor", "toString", "colour", "Threads", "thread s", ""];
const ODD_VALUES = [
  ...["NaN", "Infinity", "-Infinity", "undefined", "null", "1e999", "-0", "0x10", "", " ", "%", "%E0%A4%A", "+1", "1."],
  ...["drop call#1", "drop call#0", "crash caller at 1ms", "restart caller at 2ms", "delay call#1 by 1e400ms"],
  ...["0123456789abcdef", "0123456789ABCDEF", "0.1.0", "shared", "fixed", "firefly/null?threads=9&as=x"],
  "a".repeat(300),
];

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...KEYS) },
  fc.constantFrom(...ODD_KEYS),
  fc.string({ unit: "binary" }),
);
const value = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  fc.integer({ min: -2, max: 12 }).map(String),
  fc.double().map(String),
  fc.string({ unit: "binary" }),
);
/** Written as a browser would, or typed by somebody who does not. */
const queries = fc
  .tuple(fc.array(fc.tuple(key, value), { maxLength: 8 }), fc.boolean())
  .map(([given, encode]) =>
    encode ? new URLSearchParams(given).toString() : given.map(([name, text]) => `${name}=${text}`).join("&"),
  );
const paths = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...experiments.map(({ id }) => `/bench/${id}`)) },
  fc.constantFrom("/bench", "/bench/", "/bench/firefly", "/bench/firefly/null/", "/bench/cedar/none", "/", "//"),
  fc.string().map((text) => `/bench/${text}`),
);

/** "/bench/firefly/null?threads=0&colour=red": what stands after "#". */
export const damagedLinks: fc.Arbitrary<string> = fc.tuple(paths, queries).map(([path, query]) => `${path}?${query}`);

function canRead(fault: string): boolean {
  try {
    parseFault(fault);
    return true;
  } catch {
    return false;
  }
}

/** What the problems of a link must speak of: each key, or each fault, that it says wrong. */
export function mustSay(setup: Setup, query: URLSearchParams): readonly string[] {
  const { params } = experimentOf(setup);
  return [...new Set(query.keys())].flatMap((name) => {
    const texts = query.getAll(name);
    const text = lastItem(texts, "text");
    if (name === "fault") return texts.filter((one) => !canRead(one)).map(quote);
    if (name === "pin") return texts.length > MOST_PINS ? ["pins"] : [];
    const repeated = texts.length > 1 ? [quote(name)] : [];
    if (name === "seed") return readSeed(text) === null ? [...repeated, `seed = ${quote(text)}`] : repeated;
    if (name === "hash") return /^[0-9a-f]{16}$/.test(text) ? repeated : [...repeated, `hash = ${quote(text)}`];
    if (name === "twin") return query.has("pin") ? repeated : [...repeated, `twin = ${quote(text)}`];
    if (name === "chart")
      return chartNamed(experimentOf(setup), text) === undefined ? [...repeated, `chart = ${quote(text)}`] : repeated;
    if (name === "v") return query.has("hash") && text === "0.1.0" ? repeated : [...repeated, "v = "];
    if (name === "step") return query.has("lesson") ? repeated : [...repeated, `step = ${quote(text)}`];
    if (name === "embed") return text === "1" ? repeated : [...repeated, `embed = ${quote(text)}`];
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined) return [...repeated, `there is no parameter ${quote(name)}`];
    return readValue(param, text) === null ? [...repeated, `${name} = ${quote(text)}`] : repeated;
  });
}
