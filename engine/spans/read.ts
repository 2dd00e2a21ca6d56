/** Reads a file of spans in any of the formats, and says what it is where it is none. */
import { quoteUpTo } from "../faults/quote.ts";
import { chromeSpans, isChromeEvent } from "./chrome.ts";
import { has, objectsIn } from "./fields.ts";
import { isJaegerSpan, isJaegerTrace, jaegerSpan, jaegerSpans } from "./jaeger.ts";
import { JsonNumber, JsonObject, readJson } from "./json.ts";
import type { Damage, Json } from "./json.ts";
import { isOtlp, otlpSpans } from "./otlp.ts";
import { SpanFileError } from "./span.ts";
import type { Format, Span, SpanFile } from "./span.ts";
import { isZipkinSpan, zipkinSpans } from "./zipkin.ts";

/** Fields of all formats that nothing here reads, and that may be most of a file. */
const UNREAD: ReadonlySet<string> = new Set(["events", "links", "logs", "annotations", "stackFrames", "samples"]);

interface Found {
  readonly format: Format;
  readonly spans: readonly Span[];
  readonly notes?: readonly string[];
}

/** The spans of a text. Throws SpanFileError where it holds none. */
export function readSpans(given: string): SpanFile {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const refused = notJson(text);
  if (refused !== null) throw new SpanFileError(refused);
  const ofLines: Span[] = [];
  const { values, damages, strange } = readJson(text, UNREAD, (value) => {
    for (const request of unwrapped([value]).filter(isOtlp)) takeSpans(request, ofLines);
  });
  const found = spansIn(values, ofLines);
  const notes = damages.slice(0, MOST_NOTED).map((damage) => `${placed(text, damage)}.`);
  if (damages.length > MOST_NOTED) notes.push(`${damages.length - MOST_NOTED} more places are damaged.`);
  if (strange !== null) notes.push(`${placed(text, strange)}; what it stands for is unknown.`);
  if (found === null || found.spans.length === 0) throw new SpanFileError(emptyText(text, values, damages, found));
  const isCutList = found.format === "chrome" && damages.length === 1 && damages[0]?.at === text.length;
  const seen = isCutList ? ["The list of events is not closed, which this format allows."] : notes;
  const { format, spans, notes: own = [] } = found;
  return { format, spans, notes: [...seen, ...own] };
}

const MOST_NOTED = 5;

/** A text that is no JSON at all; null where it may be. */
function notJson(text: string): string | null {
  const start = text.trimStart();
  if (start === "") return text === "" ? "the file is empty." : "the file has nothing but white space.";
  if (start.startsWith("<")) {
    const title = /<title>([^<]{1,80})/i.exec(start)?.[1];
    const isHtml = /^<(?:!doctype html|html|head|body)/i.test(start);
    const what = isHtml ? `a page of HTML${title === undefined ? "" : ` (${title.trim()})`}` : "XML or HTML";
    return `this is ${what}, not a trace.`;
  }
  if (!/^(?:[[{]|"|-?\d|true|false|null)/.test(start)) {
    return `this is no JSON: it begins with ${quoteUpTo(SHOWN, start.replace(/[\r\n].*/s, ""))}.`;
  }
  return null;
}

const SHOWN = 40; // characters of a foreign file

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3; // half of a pair: 2 of 4
  }
  return bytes;
}

const placed = (text: string, { at, what }: Damage): string =>
  `byte ${bytesOf(text.slice(0, at))} of ${bytesOf(text)}: ${what}`;

const KNOWN =
  "want a trace in OTLP JSON (resourceSpans), Jaeger JSON (data), Zipkin v2 (a list of spans) or Chrome’s format " +
  "(traceEvents)";

const FOREIGN: readonly (readonly [field: string, what: string])[] = [
  ["resourceMetrics", "OTLP metrics"],
  ["resourceLogs", "OTLP logs"],
  ["resourceProfiles", "OTLP profiles"],
  ["traces", "an answer to a search, which lists traces without their spans"],
  ["errors", "an answer with errors"],
];

function emptyText(text: string, values: readonly Json[], damages: readonly Damage[], found: Found | null): string {
  const [damage] = damages;
  if (damage !== undefined) return `${placed(text, damage)}; no whole span stands before it.`;
  const objects = values.flatMap((value) => (value instanceof JsonObject ? [value] : []));
  const foreign = FOREIGN.find(([field]) => objects.some((object) => has(object, field)));
  if (foreign !== undefined) return `this is ${foreign[1]}: there are no spans in it.`;
  if (found !== null) return `this is a trace in ${NAMES[found.format]} without any span.`;
  return `there are no spans in this JSON: it ${shapeText(values)}; ${KNOWN}.`;
}

export const NAMES: Readonly<Record<Format, string>> = {
  otlp: "OTLP JSON",
  jaeger: "Jaeger JSON",
  zipkin: "Zipkin v2",
  chrome: "Chrome’s trace format",
};

function shapeText(values: readonly Json[]): string {
  const [value] = values;
  if (value instanceof JsonObject) {
    const names = [...value.fields.keys()].slice(0, 3).map((name) => quoteUpTo(SHOWN, name));
    return names.length === 0 ? "is an empty object" : `is an object with ${names.join(", ")}`;
  }
  if (Array.isArray(value)) return value.length === 0 ? "is an empty list" : `is a list of ${value.length}`;
  return value instanceof JsonNumber ? "is a number" : "is a single value";
}

/** Answers of query interfaces wrap a trace: { "result": … }, { "trace": … }; a list may hold lists. */
function unwrapped(values: readonly Json[]): readonly JsonObject[] {
  const open = values.toReversed();
  const objects: JsonObject[] = [];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) open.push((value as readonly Json[])[i] ?? null);
    } else if (value instanceof JsonObject) {
      const inner = WRAPPERS.map((name) => value.fields.get(name)).find((one) => one !== undefined);
      const isWrapper = inner instanceof JsonObject || (Array.isArray(inner) && inner.length > 0);
      if (isWrapper && !isKnown(value)) open.push(inner);
      else objects.push(value);
    }
  }
  return objects;
}

const WRAPPERS = ["data", "result", "trace"] as const;

const isKnown = (object: JsonObject): boolean =>
  [isOtlp, isJaegerSpan, isJaegerTrace, isZipkinSpan, isChromeEvent].some((is) => is(object));

/** A request’s spans, out of it: of a file of many lines no more than one line is in memory as it was written. */
function takeSpans(request: JsonObject, into: Span[]): void {
  for (const span of otlpSpans(request)) into.push(span);
  request.fields.clear();
  request.fields.set("resourceSpans", []);
}

function spansIn(values: readonly Json[], ofLines: readonly Span[]): Found | null {
  const objects = unwrapped(values);
  const events = objects.filter((object) => has(object, "traceEvents"));
  if (events.length > 0) return foundChrome(events.flatMap((object) => objectsIn(object.fields.get("traceEvents"))));
  const kinds: readonly (readonly [Found["format"], (object: JsonObject) => boolean])[] = [
    ["otlp", isOtlp],
    ["jaeger", (object) => isJaegerTrace(object) || isJaegerSpan(object)],
    ["zipkin", isZipkinSpan],
    ["chrome", isChromeEvent],
  ];
  const [format, is] = kinds.find(([, isOf]) => objects.some(isOf)) ?? [null, () => false];
  if (format === null) return null;
  if (format === "chrome") return foundChrome(objects);
  const own = objects.filter(is);
  const left = objects.length - own.length;
  const notes = left === 0 ? [] : [`${left} objects of another kind are left out.`];
  if (format === "otlp") return { format, notes, spans: ofLines };
  if (format === "zipkin") return { format, notes, spans: zipkinSpans(own) };
  const spans = own.flatMap((one) => (isJaegerTrace(one) ? jaegerSpans(one) : one.isWhole ? [jaegerSpan(one)] : []));
  return { format, notes, spans };
}

function foundChrome(objects: readonly JsonObject[]): Found {
  const { spans, lonelyEnds, flows, joined } = chromeSpans(objects);
  const ends = lonelyEnds === 0 ? [] : [`${lonelyEnds} events E end nothing that began.`];
  const found = `${joined} span${joined === 1 ? "" : "s"}, inside the span that the flow comes from, found a parent by`;
  const flowing = flows === 0 ? [] : [`${flows} events of flows join threads: ${found} them.`];
  return { format: "chrome", spans, notes: [...ends, ...flowing] };
}
