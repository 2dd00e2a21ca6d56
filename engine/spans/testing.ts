/** Spans and files for tests. */
import type { Span } from "./span.ts";

interface Brief {
  readonly id: string;
  readonly parent?: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly service?: string;
  readonly kind?: Span["kind"];
  readonly bytes?: number;
}

export const spanOf = ({ id, parent, start, end, service = "s", kind = "server", bytes }: Brief): Span => ({
  ...{ trace: "t", traceKey: "t", id, key: id, parentKey: parent ?? null, name: id, service, kind },
  start: start === null ? null : BigInt(start),
  end: end === null ? null : BigInt(end),
  isError: false,
  bytes: bytes ?? null,
});

/** R 0–100; A 10–40, B 30–80, C 85–95 of R; B1 40–60, B2 60–75 of B. */
export const EXAMPLE: readonly Span[] = [
  spanOf({ id: "R", start: 0, end: 100 }),
  spanOf({ id: "A", parent: "R", start: 10, end: 40 }),
  spanOf({ id: "B", parent: "R", start: 30, end: 80 }),
  spanOf({ id: "B1", parent: "B", start: 40, end: 60 }),
  spanOf({ id: "B2", parent: "B", start: 60, end: 75 }),
  spanOf({ id: "C", parent: "R", start: 85, end: 95 }),
];

const T = "5b8efff798038103d269b633813fc60c";

/** The same call in each format: 5 ms at "front", of which 3 ms at "shop", with an error there. */
export const FILES = {
  otlp: `{"resourceSpans":[
{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"front"}}]},"scopeSpans":[{"spans":[
{"traceId":"${T}","spanId":"00000000000000A1","name":"page","kind":2,
"startTimeUnixNano":"1790640865532228085","endTimeUnixNano":"1790640865537228085"}]}]},
{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"spans":[
{"traceId":"${T}","spanId":"00000000000000b2","parentSpanId":"00000000000000a1","name":"get","kind":"SPAN_KIND_CLIENT",
"startTimeUnixNano":1790640865533228085,"endTimeUnixNano":1790640865536228085,"status":{"code":2}}]}]}]}`,
  jaeger: `{"data":[{"traceID":"00a1","spans":[
{"traceID":"a1","spanID":"00a1","operationName":"page","startTime":1000,"duration":5000,"processID":"p1","tags":[]},
{"traceID":"00a1","spanID":"b2","operationName":"get","startTime":2000,"duration":3000,"processID":"p2",
"references":[{"refType":"CHILD_OF","traceID":"a1","spanID":"a1"}],
"tags":[{"key":"error","type":"bool","value":true}]}],
"processes":{"p1":{"serviceName":"front"},"p2":{"serviceName":"shop"}}}]}`,
  zipkin: `[{"traceId":"a1","id":"a1","kind":"CLIENT","name":"page","timestamp":1000,"duration":5000,
"localEndpoint":{"serviceName":"front"}},
{"traceId":"a1","id":"a1","kind":"SERVER","name":"page","timestamp":2000,"duration":3000,"shared":true,
"localEndpoint":{"serviceName":"shop"},"tags":{"error":""}}]`,
  chrome: `[{"ph":"M","name":"process_name","pid":1,"args":{"name":"front"}},
{"ph":"B","name":"page","pid":1,"tid":1,"ts":1000.5},
{"ph":"X","name":"get","pid":1,"tid":1,"ts":2000.25,"dur":3000},
{"ph":"E","name":"page","pid":1,"tid":1,"ts":6000.5}]`,
} as const;
