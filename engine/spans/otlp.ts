/**
 * OTLP JSON: requests of `resourceSpans`, alone, in a list or line by line; Grafana Tempo's `batches` with ids in
 * base64; the older name `instrumentationLibrarySpans`.
 */
import { bytesIn, fieldOf, has, listField, objectField, textField, textOf } from "./fields.ts";
import type { Json, JsonObject } from "./json.ts";
import { nanosOf } from "./number.ts";
import type { Span, SpanKind } from "./span.ts";

const RESOURCES = ["resourceSpans", "batches"] as const;

export const isOtlp = (object: JsonObject): boolean => RESOURCES.some((name) => has(object, name));

const KINDS: readonly SpanKind[] = ["unknown", "internal", "server", "client", "producer", "consumer"];

function kindOf(value: Json | undefined): SpanKind {
  const text = textOf(value);
  const name = text.toLowerCase().replace(/^span_kind_/, "");
  return KINDS.find((kind) => kind === name) ?? KINDS[/^\d$/.test(text) ? Number(text) : 0] ?? "unknown";
}

const isHex = (text: string, digits: number): boolean => text.length === digits && /^[0-9a-f]*$/i.test(text);

/** An id in small letters; one in base64 as its bytes' digits. @param bytes 16 of a trace, 8 of a span */
function idOf(text: string, bytes: number): string {
  if (isHex(text, 2 * bytes) || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return text.toLowerCase();
  const digits = text.replace(/=+$/, "");
  if (digits.length !== Math.ceil((bytes * 4) / 3)) return text.toLowerCase();
  const bits = [...digits].map((digit) => digit64(digit).toString(2).padStart(6, "0")).join("");
  return bits.slice(0, bytes * 8).replaceAll(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16));
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const digit64 = (digit: string): number => DIGITS.indexOf(digit === "-" ? "+" : digit === "_" ? "/" : digit);

/** The value of an attribute: { "stringValue": "front" }. */
function attributeValue(attribute: JsonObject): Json | undefined {
  const value = objectField(attribute, "value");
  return value === null ? fieldOf(attribute, "value") : [...value.fields.values()][0];
}

function attributesOf(object: JsonObject | null): (readonly [string, Json | undefined])[] {
  if (object === null) return [];
  return listField(object, "attributes").map((one) => [textField(one, "key"), attributeValue(one)] as const);
}

/** A time that is missing or 0 is unknown. */
function timeOf(value: Json | undefined): bigint | null {
  const nanos = nanosOf(value, 0);
  return nanos === undefined || nanos === 0n ? null : nanos;
}

function spanOf(object: JsonObject, service: string): Span {
  const trace = idOf(textField(object, "traceId"), 16);
  const id = idOf(textField(object, "spanId"), 8);
  const parent = idOf(textField(object, "parentSpanId"), 8);
  const status = objectField(object, "status");
  const code = status === null ? "" : textField(status, "code");
  return {
    trace,
    traceKey: trace,
    id,
    key: id,
    parentKey: parent === "" || /^0+$/.test(parent) ? null : parent,
    name: textField(object, "name"),
    service,
    kind: kindOf(fieldOf(object, "kind")),
    start: timeOf(fieldOf(object, "startTimeUnixNano")),
    end: timeOf(fieldOf(object, "endTimeUnixNano")),
    isError: code === "2" || code.toUpperCase() === "STATUS_CODE_ERROR" || code.toUpperCase() === "ERROR",
    bytes: bytesIn(attributesOf(object)),
  };
}

/** The spans of one request; objects that are cut are left out. */
export function otlpSpans(request: JsonObject): Span[] {
  return RESOURCES.flatMap((name) => listField(request, name)).flatMap((resource) => {
    const named = attributesOf(objectField(resource, "resource")).find(([key]) => key === "service.name");
    const service = textOf(named?.[1]);
    const scopes = [...listField(resource, "scopeSpans"), ...listField(resource, "instrumentationLibrarySpans")];
    return scopes
      .flatMap((scope) => listField(scope, "spans"))
      .filter(({ isWhole }) => isWhole)
      .map((span) => spanOf(span, service));
  });
}
