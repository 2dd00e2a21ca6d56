/** Jaeger JSON: the answer of its query service, one trace of it, or a bare list of spans. */
import { bytesIn, fieldOf, has, listField, objectField, textField, textOf } from "./fields.ts";
import { JsonObject } from "./json.ts";
import { nanosOf } from "./number.ts";
import type { Span, SpanKind } from "./span.ts";

export const isJaegerSpan = (object: JsonObject): boolean => object.fields.has("spanID");
export const isJaegerTrace = (object: JsonObject): boolean =>
  object.fields.has("spans") && (object.fields.has("traceID") || object.fields.has("processes"));

/** Ids are compared without their leading zeros and without regard to small or capital letters. */
const keyOf = (id: string): string => id.toLowerCase().replace(/^0+(?=.)/, "");

const KINDS: ReadonlySet<string> = new Set<SpanKind>(["internal", "server", "client", "producer", "consumer"]);
const isKind = (text: string): text is SpanKind => KINDS.has(text);

/** The parent within the same trace: the first CHILD_OF, else the first FOLLOWS_FROM. */
function parentOf(span: JsonObject, traceKey: string): string | null {
  const near = listField(span, "references").filter((one) => keyOf(textField(one, "traceID")) === traceKey);
  const typed = (type: string): JsonObject | undefined => near.find((one) => textField(one, "refType") === type);
  const found = typed("CHILD_OF") ?? typed("FOLLOWS_FROM");
  const id = found === undefined ? textField(span, "parentSpanID") : textField(found, "spanID");
  const key = keyOf(id);
  return key === "" || key === "0" ? null : key;
}

function spanOf(span: JsonObject, traceOfAll: string, processes: JsonObject | null): Span {
  const trace = has(span, "traceID") ? textField(span, "traceID") : traceOfAll;
  const id = textField(span, "spanID");
  const process = objectField(span, "process") ?? processOf(processes, textField(span, "processID"));
  const tags = listField(span, "tags").map((tag) => [textField(tag, "key"), fieldOf(tag, "value")] as const);
  const kind = textOf(tags.find(([key]) => key === "span.kind")?.[1]);
  const start = nanosOf(fieldOf(span, "startTime"), 3) ?? null;
  const duration = nanosOf(fieldOf(span, "duration"), 3);
  return {
    trace,
    traceKey: keyOf(trace),
    id,
    key: keyOf(id),
    parentKey: parentOf(span, keyOf(trace)),
    name: textField(span, "operationName"),
    service: process === null ? "" : textField(process, "serviceName"),
    kind: isKind(kind) ? kind : "unknown",
    start,
    end: start === null || duration === undefined ? null : start + duration,
    isError: tags.some(([key, value]) => key === "error" && (value === true || value === "true")),
    bytes: bytesIn(tags),
  };
}

function processOf(processes: JsonObject | null, name: string): JsonObject | null {
  const process = processes?.fields.get(name);
  return process instanceof JsonObject ? process : null;
}

/** The spans of one trace; objects that are cut are left out. */
export function jaegerSpans(trace: JsonObject): Span[] {
  const spans = listField(trace, "spans").filter(({ isWhole }) => isWhole);
  return spans.map((span) => spanOf(span, textField(trace, "traceID"), objectField(trace, "processes")));
}

export const jaegerSpan = (span: JsonObject): Span => spanOf(span, "", null);
