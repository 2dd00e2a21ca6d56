/** Files of tables, graphs and buffers: they show what the page shows at the moment. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { xmlProblem } from "../export/well-formed.ts";
import { bufferAt, buffersOf } from "./buffers.ts";
import { allShown, itemsOf, keptWith, STATE_KINDS } from "./items.ts";
import type { StateItem } from "./items.ts";
import type { StateKind } from "./props.ts";
import { clockOf } from "./protocol-table.ts";
import { stateSvg } from "./state-svg.ts";
import { tableCsv } from "./table-csv.ts";
import { tableAt } from "./tables.ts";

const MS = 1e6;
const cedar = runOf("cedar/call", { set: { calls: 1, load: 0 } });
const scale = runOf("multirpc/call", { set: { servers: 35, trials: 1, placement: "campus" } });
const olympus = runOf("sun-rpc/olympus", { set: { graph: "diamond", nodes: 9, servers: 2 } });
const frame = { head: "Call", settings: "1 call, seed 1" };
const look = { call: 1, least: 560, most: 1000, theme: "light", frame } as const;

const items = (run: Run, kind: StateKind): readonly StateItem[] => itemsOf({ run, site: run.site }, kind);
function item(run: Run, kind: StateKind, key: string): StateItem {
  const found = items(run, kind).find((one) => one.key === key);
  if (found === undefined) throw new Error(`The run has no ${key}.`);
  return found;
}
const wordsIn = (svg: string): readonly string[] =>
  [...svg.matchAll(/<tspan[^>]*>([^<]+)<\/tspan>/g)].map(([, text = ""]) => text);
const fileOf = (run: Run, kind: StateKind, key: string, ms: number): string =>
  stateSvg(run, kind, item(run, kind, key), { ...look, time: ms * MS });

describe("the file of a table", () => {
  it("has a cell for each of the page’s, the moment, and how often the procedure ran", () => {
    const table = tableAt(cedar, "Cedar callee", { call: 1, time: MS });
    const words = wordsIn(fileOf(cedar, "calls", "Cedar callee", 1));
    for (const text of table?.rows.flatMap(({ cells }) => cells) ?? []) if (text !== "") expect(words).toContain(text);
    for (const { head } of table?.columns ?? []) expect(words).toContain(head);
    expect(words).toContain(`Call. The server’s table of calls, at ${clockOf(cedar.trace, 1)(MS)}`);
    expect(words).toContain("The procedure of call 1 ran");
    const early = wordsIn(fileOf(cedar, "calls", "Cedar callee", 0));
    expect(early).toContain("The table is empty: no call has come.");
  });

  it("strikes through what a crash took, and lights up what was written just now", () => {
    const down = runOf("cedar/call", { set: { calls: 1, load: 0 }, faults: ["crash server at 600us"] });
    expect(fileOf(down, "calls", "Cedar callee", 1).match(/<polyline[^>]*#b4122f/g)?.length).toBeGreaterThan(2);
    const lit = fileOf(cedar, "calls", "Cedar callee", 0.45);
    const faint = fileOf(cedar, "calls", "Cedar callee", 0.6);
    const rows = (svg: string): number => svg.match(/<rect[^>]*height="26"[^>]*#ffd31a/g)?.length ?? 0;
    expect([rows(lit), rows(faint)]).toEqual([1, 0]);
  });

  it("is a table of values, too, with the setup of its run and all of its rows", () => {
    const moment = { call: 1, time: 30 * MS };
    const many = runOf("multirpc/callback-break", { set: { workstations: 220 } });
    const [destinations] = items(many, "calls");
    if (destinations === undefined) throw new Error("The run has no table.");
    const lines = tableCsv(many, destinations, moment).split("\n");
    expect(lines.filter((line) => line.startsWith("row,"))).toHaveLength(220);
    expect(tableAt(many, destinations.key, moment)?.rows.length).toBeLessThan(220);
    expect(lines[0]).toMatch(/^record,name,value,.*,writtenNs,lost$/);
    expect(lines).toContainEqual(expect.stringMatching(/^run,parameter workstations,220,/));
    expect(lines).toContainEqual(expect.stringMatching(/^run,moment in ns,30000000,/));
    const wide = lines[0]?.split(",").length;
    for (const line of lines.filter((one) => one !== ""))
      expect(line.replaceAll(/"[^"]*"/g, "").split(",").length, line).toBe(wide);
  });
});

describe("the file of a graph", () => {
  it("has the states of a protocol with a token on each that is held", () => {
    const words = wordsIn(fileOf(cedar, "graph", "Cedar callee", 1));
    expect(words).toEqual(expect.arrayContaining(["executing", "retaining", "1"]));
    const before = fileOf(cedar, "graph", "Cedar callee", 0);
    expect(before).not.toContain("<circle");
    expect(before).toContain("Nothing yet.");
  });

  it("has Olympus’s nodes, and its tokens at the moment", () => {
    const end = olympus.trace.calls.end[2] ?? 0;
    const svg = fileOf(olympus, "graph", "tokens", end / MS + 0.001);
    for (let node = 1; node <= 9; node++) expect(wordsIn(svg)).toContain(`n${node}`);
    expect(svg.match(/<circle/g)?.length).toBeGreaterThan(9);
    expect(svg).toContain("Graph of 9 nodes");
  });
});

describe("the file of a buffer", () => {
  it("has as many full places as packets lie there, and what it has lost", () => {
    const [of] = buffersOf(scale.trace);
    const first = of?.losses[0];
    if (of === undefined || first === undefined) throw new Error("The run loses nothing at a socket.");
    const { held, lost } = bufferAt(scale.trace, of, first.at);
    const svg = fileOf(scale, "buffer", of.key, first.at / MS);
    expect(svg.match(/<rect[^>]*height="33"[^>]*fill="#16181b"/g)).toHaveLength(held.length);
    expect(wordsIn(svg)).toContain(String(lost));
    expect(wordsIn(svg)).toContain(`${held.length} of ${String(of.places)} places taken`);
  });
});

it("is well-formed for everything of these runs, light and dark, and none where the run has no such thing", () => {
  for (const run of [cedar, scale, olympus]) {
    for (const kind of STATE_KINDS) {
      for (const one of items(run, kind)) {
        for (const theme of ["light", "dark"] as const) {
          const svg = stateSvg(run, kind, one, { ...look, theme, time: 5 * MS });
          expect([xmlProblem(svg), /NaN|Infinity/.test(svg)], one.title).toEqual([null, false]);
        }
      }
    }
  }
  const none = { key: "Sun RPC server", title: "None" };
  for (const kind of STATE_KINDS) expect(stateSvg(cedar, kind, none, { ...look, time: 0 })).toBe("");
});

describe("what is shown of a kind", () => {
  const all = items(cedar, "calls");
  it("is the last one chosen of those that the run has, and both of two tables", () => {
    expect(allShown("graph", all, []).map(({ key }) => key)).toEqual(["Cedar callee"]);
    const kept = keptWith(keptWith(["gone"], "Cedar callee"), "Cedar caller");
    expect(kept).toEqual(["Cedar caller", "Cedar callee", "gone"]);
    expect(allShown("graph", all, kept).map(({ key }) => key)).toEqual(["Cedar caller"]);
    expect(allShown("calls", all, kept).map(({ key }) => key)).toEqual(["Cedar caller", "Cedar callee"]);
    expect(allShown("calls", [], kept)).toEqual([]);
  });
});
