import { describe, expect, it } from "vitest";
import { codeAt, entryOf, fateOf, groupsIn, itemAt, lastItem, namedIn, numberAt, ownerOf } from "./reads.ts";
import { present, timeAt } from "./reads.ts";
import { TraceRecorder } from "./trace.ts";
import { NO_REF } from "./trace-data.ts";

function traceOfOneSpan() {
  const recorder = new TraceRecorder("all");
  const track = recorder.track({ name: "CPU 0", machine: "caller", kind: "processor" });
  const step = recorder.step({ name: "work", layer: "rpc", source: { kind: "assumed", text: "a test’s" } });
  recorder.span(track, step, -1, 0, 5, NO_REF, 0);
  recorder.span(track, step, recorder.owner("caller thread 1"), 5, 9, NO_REF, 0);
  return recorder.finish(9);
}

it("what may be absent is left out: items without a value, and what a pattern does not find", () => {
  expect(present([0, 1, 2, 3], (n) => [0, null, undefined, ""][n])).toEqual([0, ""]);
  const [, minutes, seconds = "0"] = groupsIn(/^(\d+)min(?: (\d+)s)?$/, "5min");
  expect([minutes, seconds, ...groupsIn(/^\d+$/, "five")]).toEqual(["5", "0"]);
});

describe("a read of what must be there", () => {
  it("gives the value", () => {
    const trace = traceOfOneSpan();
    expect([timeAt(trace.spans.end, 1), numberAt(trace.spans.track, 0)]).toEqual([9, 0]);
    expect([ownerOf(trace, 0), ownerOf(trace, 1)]).toEqual(["", "caller thread 1"]);
    expect(itemAt(["a", "b"], 1, "letter")).toBe("b");
    expect(lastItem(["a", "b"], "letter")).toBe("b");
    expect(entryOf(new Map([["a", 1]]), "a", "letter")).toBe(1);
    expect(namedIn({ a: 0 }, "a", "letter")).toBe(0);
  });

  it("throws with a sentence for a row, an item or an entry that is missing", () => {
    const trace = traceOfOneSpan();
    expect(() => timeAt(trace.spans.end, 2)).toThrow("trace: there is no row 2 among 2.");
    expect(() => numberAt(trace.spans.track, -1)).toThrow("trace: there is no row -1 among 2.");
    expect(() => fateOf(trace, 0)).toThrow("trace: there is no row 0 among 0.");
    expect(() => codeAt(trace.packets.fate, 0)).toThrow("trace: there is no row 0 among 0.");
    expect(() => lastItem([], "letter")).toThrow("There is no letter -1 among 0.");
    expect(() => namedIn({ a: 0, c: 1 }, "b", "letter")).toThrow("There is no letter b, only a, c.");
    expect(() => itemAt(["a", "b"], 2, "letter")).toThrow("There is no letter 2 among 2.");
    expect(() => entryOf(new Map([["a", 1]]), "b", "letter")).toThrow("There is no letter b among 1.");
  });
});
