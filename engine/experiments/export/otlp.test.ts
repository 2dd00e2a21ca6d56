import { describe, expect, it } from "vitest";
import { findExperiment } from "../index.ts";
import { defaultsOf } from "../settings.ts";
import { toOtlp } from "./otlp.ts";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano?: string;
  readonly attributes?: readonly { readonly value: { readonly intValue: string } }[];
  readonly status?: { readonly code: number };
}

interface File {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

/** The spans of a run of Sun RPC with these faults, in their order. */
function spansOf(...faults: readonly string[]): readonly Span[] {
  const experiment = findExperiment("sun-rpc/call");
  if (experiment === undefined) throw new Error("there is no sun-rpc/call.");
  const run = experiment.run({ ...defaultsOf(experiment), iterations: 1 }, 1, faults, { keep: "all" });
  const { resourceSpans } = JSON.parse(toOtlp(run)) as File;
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.toSorted((a, b) => (a.spanId < b.spanId ? -1 : 1));
}

describe("a run as OTLP", () => {
  it("has a span of the call, of each request at its sender, and of each at its server, inside each other", () => {
    const spans = spansOf();
    const calls = new Set(spans.map(({ traceId }) => traceId));
    expect(calls.size).toBeGreaterThanOrEqual(1);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    for (const span of spans) {
      const parent = byId.get(span.parentSpanId ?? "");
      if (parent === undefined) expect(span.name).toBe("call");
      else {
        expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano));
        expect(BigInt(span.endTimeUnixNano ?? 0)).toBeLessThanOrEqual(BigInt(parent.endTimeUnixNano ?? 0));
      }
    }
    expect(spans.filter(({ name }) => name === "serve").length).toBeGreaterThanOrEqual(1);
    expect(Number(spans.at(-1)?.attributes?.[0]?.value.intValue)).toBeGreaterThan(0);
  });

  it("leaves the span of a request open, and marks it, where its reply was lost", () => {
    const before = spansOf().length;
    const spans = spansOf("drop reply#1");
    const open = spans.filter(({ endTimeUnixNano }) => endTimeUnixNano === undefined);
    expect(spans.length).toBeGreaterThan(before);
    expect(open.map(({ status }) => status?.code)).toEqual([2]);
  });
});
