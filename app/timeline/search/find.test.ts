import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { speakAs } from "../../language/text.ts";
import { callOf } from "../../trace/calls.ts";
import { eventsOf } from "../../trace/events.ts";
import type { TimedRef } from "../../trace/events.ts";
import { exampleRun } from "../../trace/two-machines.ts";
import { whatOf, whereOf } from "../../trace/row-names.ts";
import { findRows, neighbourIn, readQuery } from "./find.ts";

const { trace } = exampleRun({ calls: 12, mishap: "lost" });
const everything = eventsOf(trace, 1, { from: 0, to: trace.elapsed }, true);

function find(text: string): readonly TimedRef[] {
  const query = readQuery(text);
  return query === null ? [] : findRows(trace, query);
}
const whats = (text: string): ReadonlySet<string> => new Set(find(text).map(({ ref }) => whatOf(trace, ref)));

describe("search", () => {
  it("finds packets by what became of them", () => {
    expect([...whats("lost")]).toEqual(["Result packet, lost"]);
    expect(whats("lo"), "by the beginning of a word").toContain("Result packet, lost");
    expect(whats("ost"), "not by its end").toEqual(new Set());
    expect([...whats("sent again")]).toEqual(["Call packet, sent again", "Result packet, sent again"]);
    expect(find("packet ethernet")).toHaveLength(trace.packets.count);
  });

  it("finds steps, changes of state, resources and threads by their names, words in any order", () => {
    expect([...whats("trap nub")]).toEqual(["Handle trap to Nub"]);
    expect([...whats("Retransmission timer")]).toEqual(["Retransmission timer"]);
    const said = find("cpu 0 server").map(({ ref }) => `${whereOf(trace, ref)}: ${whatOf(trace, ref)}`);
    expect(said).toContain("server CPU 0: Wake up RPC thread");
    for (const one of said) expect(one).toMatch(/^server .*CPU 0/);
    expect(find("server cpu 0")).toEqual(find("cpu 0 server"));
    expect(find("caller thread 1").every(({ ref }) => refTable(ref) === "span")).toBe(true);
    expect(find("qbus").length).toBeGreaterThan(20);
  });

  it("finds rows by what the page says of them in its language, and by English words, too", () => {
    const OWN: Readonly<Record<string, string>> = {
      "Call packet": "调用分组",
      "Result packet, lost": "Ergebnispaket, verloren",
    };
    const text = (english: string): string => OWN[english] ?? english;
    speakAs({ locale: "zh-CN", text, props: (_, props) => props, texts: () => Promise.resolve() });
    try {
      expect([...whats("调用")]).toEqual(["Call packet"]);
      expect([...whats("VERLOR ergebnis")]).toEqual(["Result packet, lost"]);
      expect([...whats("lost")]).toEqual(["Result packet, lost"]);
    } finally {
      speakAs(null);
    }
  });

  it("takes # for the number of a call", () => {
    expect(find("#3").length).toBeGreaterThan(30);
    for (const { ref } of find("#3")) expect(callOf(trace, ref)).toBe(3);
    expect(find("call#3").map(({ ref }) => whatOf(trace, ref))).toContain("Call packet");
    expect(find("#99")).toEqual([]);
  });

  it("looks for nothing where there is no word, and finds nothing where no row has them all", () => {
    for (const text of ["", "  ", "-", "#", "()"]) expect(readQuery(text)).toBeNull();
    expect(find("lost qbus")).toEqual([]);
    expect(find("xyzzy")).toEqual([]);
  });

  it("finds what looking at every row finds, in order of time, whatever the words", () => {
    const word = fc.constantFrom(
      "call",
      "res",
      "cpu",
      "0",
      "wake",
      "lost",
      "server",
      "thr",
      "again",
      "#2",
      "#1",
      "udp",
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), (words) => {
        const rows = find(words.join(" "));
        for (const [i, { at }] of rows.entries()) expect(at).toBeGreaterThanOrEqual(rows[i - 1]?.at ?? 0);
        const one = words.map((single) => new Set(find(single).map(({ ref }) => ref)));
        const calls = words.filter((single) => single.startsWith("#"));
        if (new Set(calls).size > 1) return; // the last number counts
        const all = everything.filter(({ ref }) => one.every((refs) => refs.has(ref)));
        expect(rows.map(({ ref }) => ref)).toEqual(all.map(({ ref }) => ref));
      }),
    );
  });

  it("covers far more than a page of the list", () => {
    expect(find("caller").length).toBeGreaterThan(200);
    expect(new Set(find("#1").map(({ ref }) => refRow(ref))).size).toBeGreaterThan(20);
  });
});

describe("going from one to the next", () => {
  const found = find("packet ethernet");

  it("goes from the selected one, both ways, and round the ends", () => {
    expect(neighbourIn(found, found[3]?.ref ?? -1, 0, 1)).toBe(4);
    expect(neighbourIn(found, found[3]?.ref ?? -1, 0, -1)).toBe(2);
    expect(neighbourIn(found, found.at(-1)?.ref ?? -1, 0, 1)).toBe(0);
    expect(neighbourIn(found, found[0]?.ref ?? -1, 0, -1)).toBe(found.length - 1);
  });

  it("goes from the playhead where none of them is selected", () => {
    const at = (found[5]?.at ?? 0) + 10;
    expect(neighbourIn(found, -1, at, 1)).toBe(6);
    expect(neighbourIn(found, -1, at, -1)).toBe(5);
    expect(neighbourIn(found, -1, 1e15, 1)).toBe(0);
    expect(neighbourIn(found, -1, -5, -1)).toBe(found.length - 1);
    expect(neighbourIn([], -1, 0, 1)).toBe(-1);
  });
});
