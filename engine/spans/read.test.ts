/** Files of all formats: what they hold, and what is said of those that are damaged or none. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costsOf } from "./costs.ts";
import { pathOf } from "./path.ts";
import { readSpans } from "./read.ts";
import { saidOf } from "./said.ts";
import { FORMATS, SpanFileError } from "./span.ts";
import { FILES, spanOf } from "./testing.ts";
import { tracesOf } from "./tree.ts";

describe("a file of spans", () => {
  it.each(FORMATS)("in the format %s gives the same call", (format) => {
    const { format: found, spans, notes } = readSpans(FILES[format]);
    expect({ found, notes }).toEqual({ found: format, notes: [] });
    const [trace, ...others] = tracesOf(spans);
    expect(others).toEqual([]);
    const [root] = trace?.roots ?? [];
    const parts = root === undefined ? null : pathOf(root);
    expect(parts?.map(({ from, to }) => Number(to - from))).toEqual(
      format === "chrome" ? [1_000_250, 3_000_000, 999_750] : [1_000_000, 3_000_000, 1_000_000],
    );
    expect(spans.filter(({ isError }) => isError).length).toBe(format === "chrome" ? 0 : 1);
  });

  it("shows a character that turns a line round by its code", () => {
    const [, span] = readSpans(FILES.otlp.replaceAll('"shop"', '"sh\\u202eop"')).spans;
    expect(span?.service).toBe("sh\\u202eop");
  });

  it("keeps every digit of a bare number", () => {
    const [, span] = readSpans(FILES.otlp).spans;
    expect(span).toMatchObject({ start: 1790640865533228085n, kind: "client", isError: true, service: "shop" });
  });

  it("joins threads by the flows of Chrome’s format, where one span holds the whole of the other", () => {
    const span = (tid: number, name: string, ts: number, dur: number) => ({ ph: "X", pid: 1, tid, name, ts, dur });
    const flow = (ph: string, tid: number, id: number, ts: number) => ({
      ph,
      pid: 1,
      tid,
      id,
      name: "wake",
      cat: "ipc",
      ts,
    });
    const events = [
      ...[span(1, "page", 0, 100), span(1, "ask", 10, 50), span(2, "answer", 20, 30), span(2, "read", 25, 5)],
      ...[flow("s", 1, 7, 12), flow("f", 2, 7, 15)], // to the next span: the answer
      ...[span(3, "log", 50, 40), flow("s", 1, 8, 15), { ...flow("f", 3, 8, 60), bp: "e" }], // it outlasts who asked
    ];
    const { spans, notes } = readSpans(JSON.stringify(events));
    expect(spans.map(({ name, parentKey }) => [name, spans.find(({ key }) => key === parentKey)?.name])).toEqual([
      ...[
        ["page", undefined],
        ["ask", "page"],
        ["answer", "ask"],
        ["read", "answer"],
        ["log", undefined],
      ],
    ]);
    expect(notes).toEqual([
      "4 events of flows join threads: 1 span, inside the span that the flow comes from, found a parent by them.",
    ]);
  });

  it("may be lines, and a damaged line does not end it", () => {
    const line = FILES.otlp.replaceAll("\n", "");
    const { spans, notes } = readSpans(`${line}\n${line.slice(0, 300)}\n${line.replaceAll("813fc60c", "813fc60d")}\n`);
    expect(spans.length).toBe(4);
    expect(notes.length).toBe(1);
    expect(notes[0]).toMatch(/^byte \d+ of \d+: /);
  });

  it("may be cut: whole spans stand, and the place is said", () => {
    const { spans, notes } = readSpans(FILES.zipkin.slice(0, -20));
    expect(spans.map(({ id }) => id)).toEqual(["a1"]);
    expect(notes).toEqual([expect.stringMatching(/^byte 277 of 277: the JSON ends in the middle of a text\.$/)]);
    const chrome = readSpans(FILES.chrome.slice(0, -1));
    expect(chrome).toMatchObject({ notes: ["The list of events is not closed, which this format allows."] });
  });

  it("calls a process by its number where no event of Chrome names it", () => {
    const { spans } = readSpans(FILES.chrome.replace("process_name", "process_labels"));
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(["pid 1"]));
    const nameless = readSpans('[{"ph":"X","name":"get","tid":1,"ts":1,"dur":2}]');
    expect(nameless.spans.map(({ service }) => service)).toEqual([""]);
  });

  it.each([
    ["", "the file is empty."],
    [" \n", "the file has nothing but white space."],
    ["<!doctype html><title>502 Bad Gateway</title>", "this is a page of HTML (502 Bad Gateway), not a trace."],
    ["PK\u0003\u0004", 'this is no JSON: it begins with "PK\\u0003\\u0004".'],
    ['{"resourceLogs": []}', "this is OTLP logs: there are no spans in it."],
    [
      '{"data": null, "errors": [{"msg": "trace not found"}]}',
      "this is an answer with errors: there are no spans in it.",
    ],
    ["[]", "there are no spans in this JSON: it is an empty list; want a trace in"],
    ['{"resourceSpans": []}', "this is a trace in OTLP JSON without any span."],
    ['[{"traceId": "1", "id": "2"', "byte 27 of 27: the JSON ends where a comma or } should follow; no whole span"],
    ["[".repeat(100_000), "more than 10000 brackets stand inside each other"],
  ])("is refused where it holds none: %s", (text, sentence) => {
    expect(() => readSpans(text)).toThrow(SpanFileError);
    expect(() => readSpans(text)).toThrow(sentence);
  });

  it("has ids that are words of JavaScript, and finds no parent in a prototype", () => {
    const text = `[{"traceId":"1","id":"__proto__","parentId":"constructor","timestamp":1,"duration":1,
      "localEndpoint":{"serviceName":"__proto__"},"tags":{"__proto__":"x"}}]`;
    const [trace] = tracesOf(readSpans(text).spans);
    expect(trace?.orphans.map(({ id }) => id)).toEqual(["__proto__"]);
    expect(trace === undefined ? [] : saidOf(trace)).toEqual([
      "The parent is missing: __proto__ asks for constructor.",
    ]);
  });

  it("never ends in another error, and never hangs, whatever is changed in it", () => {
    const files = Object.values(FILES);
    fc.assert(
      fc.property(fc.gen(), (g) => {
        let text: string = files[g(fc.integer, { min: 0, max: files.length - 1 })] ?? "";
        for (let i = g(fc.integer, { min: 1, max: 4 }); i > 0; i--) text = mutated(g, text);
        try {
          for (const trace of tracesOf(readSpans(text).spans)) {
            for (const root of [...trace.roots, ...trace.orphans]) pathOf(root);
            saidOf(trace);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SpanFileError);
          expect((error as Error).message).toMatch(/^[^\n]+\.$/);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "NaN",
  "-1",
  "1e999",
  "null",
  '{"ph":"B"}',
  "\\u12",
  "\u0000",
  "é",
  "#",
];

function mutated(g: fc.GeneratorValue, text: string): string {
  const at = g(fc.integer, { min: 0, max: text.length });
  const length = g(fc.integer, { min: 0, max: 20 });
  switch (g(fc.integer, { min: 0, max: 3 })) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(Math.max(0, at - length));
    default:
      return text.slice(0, at) + (PIECES[g(fc.integer, { min: 0, max: PIECES.length - 1 })] ?? "") + text.slice(at + 1);
  }
}

it("a fixed cost and one by the byte are found again from spans that have both", () => {
  const spans = [10, 200, 3000, 500].map((bytes, i) =>
    spanOf({ id: String(i), start: 7, end: 7 + 900 + 3 * bytes, bytes }),
  );
  const costs = costsOf(spans.map((span) => ({ ...span, name: "get" })));
  expect(costs).toEqual([{ service: "s", name: "get", spans: 4, fixedNs: 900, nsPerByte: 3, explained: 1 }]);
});
