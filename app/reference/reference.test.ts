import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { STATE_MACHINES } from "../../engine/protocols/state-machines.ts";
import { layDown } from "../state/diagram-down.ts";
import { layOut } from "../state/diagram.ts";
import { faultForms, readsBack, refusals } from "./fault-lines.ts";
import { GLOSSARY } from "../words/glossary.ts";
import { badLink, exampleFrame, exampleLink, hiddenParts, linkKeys, placeKeys } from "./link-keys.ts";
import { readRules } from "./rules.ts";
import { readLink } from "../setup/link.ts";
import { presentationProblems, unusedIn } from "../setup/address-problems.ts";
import { readPlace } from "../setup/location.ts";
import { presentationOf } from "../setup/presentation.ts";

const MACHINES = Object.values(STATE_MACHINES).flat();

const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("rules read from a source file", () => {
  it.each([
    ["engine/protocols/cedar/caller.ts", 10],
    ["engine/protocols/cedar/callee.ts", 12],
    ["engine/hardware/ethernet.ts", 5],
    ["engine/faults/parse-script.ts", 5],
  ])("of %s are all there, in order, each a sentence", (path, count) => {
    const rules = readRules(source(path));
    expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    for (const { text } of rules) expect(text).toMatch(/^[A-Z].*[.)]$/);
  });

  it("end where the list ends", () => {
    expect(readRules("/**\n * Rules\n * 1. One\n *    more.\n * 2. Two.\n *\n *    not this\n */")).toEqual([
      { number: 1, text: "One more." },
      { number: 2, text: "Two." },
    ]);
    expect(readRules("const x = 1;")).toEqual([]);
  });
});

describe("rules that transitions name", () => {
  it.each(MACHINES)("exist: $protocol", (machine) => {
    const known = readRules(source(machine.file)).map(({ number }) => number);
    for (const { rules } of machine.transitions) expect(known).toEqual(expect.arrayContaining([...rules]));
  });
});

describe("a state diagram", () => {
  const across = MACHINES.map((machine) => ({
    machine,
    diagram: layOut(machine),
    title: `${machine.protocol}, in a row`,
  }));
  const down = MACHINES.map((machine) => ({
    machine,
    diagram: layDown(machine),
    title: `${machine.protocol}, in a column`,
  }));

  it.each([...across, ...down])("has every state and an arrow for every way between two: $title", (drawn) => {
    const { machine, diagram } = drawn;
    expect(diagram.nodes.map(({ tag }) => tag)).toEqual(machine.states.map(({ tag }) => tag));
    const ways = machine.transitions.flatMap(({ from, to }) =>
      from.map((tag) => JSON.stringify([tag, to === "same" ? tag : to])),
    );
    expect(new Set(diagram.arrows.map(({ key }) => key))).toEqual(new Set(ways));
    const { width, height } = diagram.node;
    for (const [i, { x, y }] of diagram.nodes.entries()) {
      expect(x - width / 2).toBeGreaterThanOrEqual(0);
      expect(x + width / 2).toBeLessThanOrEqual(diagram.width);
      expect(y + height / 2).toBeLessThanOrEqual(diagram.height);
      const before = diagram.nodes[i - 1];
      if (before !== undefined) expect(Math.max((x - before.x) / width, (y - before.y) / height)).toBeGreaterThan(1);
    }
  });

  it.each(down)("fits a phone of 320 px with its margins: $title", ({ diagram }) => {
    expect(diagram.width).toBeLessThanOrEqual(320 - 2 * 16);
  });
});

describe("tables of costs", () => {
  it("are of every machine and network of the lab, and name files that have rules", () => {
    const owners = new Set(COST_TABLES.map(({ of }) => of));
    expect([...owners]).toEqual([
      "Amoeba",
      "The Andrew network",
      "Dorado",
      "Ethernet",
      "Experimental Ethernet",
      "Firefly",
      "Linux machines at switches",
      "Ways to call many",
      "Networks of any machine",
      "Peregrine",
      "IBM RT-PC",
      "Sprite",
      "Sun 3/50",
      "Table XII",
      "Machine of today",
    ]);
    for (const { costs } of COST_TABLES) expect(costs.length).toBeGreaterThan(0);
    for (const rules of COST_TABLES.flatMap((table) => table.rules ?? []))
      expect(readRules(source(rules)).length).toBeGreaterThan(0);
  });
});

describe("the fault script by example", () => {
  it("has lines that are read back as they are written, and scripts that are all refused", () => {
    for (const { lines } of faultForms()) for (const line of lines) expect(readsBack(line)).toBe(true);
    expect(refusals().length).toBe(5);
  });
});

describe("the keys of a link", () => {
  it("all have a meaning, for every experiment", () => {
    for (const experiment of experiments) {
      for (const { key, what } of linkKeys(experiment)) expect(what, key).not.toBe("");
    }
    for (const { key, what, example } of [...placeKeys("lesson"), ...placeKeys("papers")])
      expect(what && example, key).not.toBe("");
  });

  it("of a lesson and of the papers are those that the places take", () => {
    const queryOf = (keys: readonly { key: string; example: string }[]): string =>
      new URLSearchParams(keys.map(({ key, example }) => [key, example])).toString();
    expect(unusedIn(readPlace(`#/lesson/more-threads?${queryOf(placeKeys("lesson"))}`))).toEqual([]);
    expect(unusedIn(readPlace(`#/papers/firefly/table-vi?${queryOf(placeKeys("papers"))}`))).toEqual([]);
  });

  it("hide what they say, without a notice, at every place that has it", () => {
    for (const { name, at } of hiddenParts()) {
      for (const here of at) {
        const place = readPlace(here === "bench" ? `#/bench?hide=${name}` : `#/lesson/more-threads?hide=${name}`);
        expect(presentationOf(place)).toMatchObject({ hide: [name] });
        expect(presentationProblems(place)).toEqual([]);
      }
    }
    const src = /src="([^"]*)"/.exec(exampleFrame("https://example.org/lab/"))?.[1] ?? "";
    const place = readPlace(src.slice(src.indexOf("#")));
    expect(presentationOf(place)).toMatchObject({ embed: true, hide: ["export"] });
    expect(presentationProblems(place)).toEqual([]);
  });

  it("are shown in a link that opens without a notice, beside one that gives eight", () => {
    for (const experiment of experiments) expect(readLink(readPlace(exampleLink(experiment))).problems).toEqual([]);
    expect(badLink().said.length).toBe(8);
  });
});

describe("the glossary", () => {
  it("is in order, has each term once, and one sentence for each", () => {
    const terms = GLOSSARY.map(({ term }) => term);
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, "en", { sensitivity: "base" })));
    expect(new Set(terms).size).toBe(terms.length);
    for (const { what } of GLOSSARY) expect(what).toMatch(/^[A-Z].*\.$/);
  });
});
