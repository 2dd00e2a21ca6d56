import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { CALLER_MACHINE, SERVER_MACHINE } from "../../engine/protocols/firefly/states.ts";
import type { StateMachine } from "../../engine/protocols/firefly/states.ts";
import { layOut, NODE } from "./diagram.ts";
import { faultForms, readsBack, refusals } from "./fault-lines.ts";
import { GLOSSARY } from "./glossary.ts";
import { badLink, exampleLink, linkKeys } from "./link-keys.ts";
import { readRules } from "./rules.ts";
import { readLink } from "../bench/link.ts";
import { readPlace } from "../shell/location.ts";

// app/shell/location.ts reads the page's address as soon as it is imported.
vi.hoisted(() => vi.stubGlobal("window", { location: { hash: "" } }));

const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("rules read from a source file", () => {
  it.each([
    ["engine/protocols/firefly/caller.ts", 5],
    ["engine/protocols/firefly/server.ts", 7],
    ["engine/hardware/ethernet.ts", 5],
    ["engine/faults/parse-script.ts", 3],
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
  it.each([CALLER_MACHINE as StateMachine<string>, SERVER_MACHINE as StateMachine<string>])(
    "exist: $title",
    (machine) => {
      const known = readRules(source(machine.file)).map(({ number }) => number);
      for (const { rules } of machine.transitions) expect(known).toEqual(expect.arrayContaining([...rules]));
    },
  );
});

describe("a state diagram", () => {
  it.each([CALLER_MACHINE as StateMachine<string>, SERVER_MACHINE as StateMachine<string>])(
    "has every state and an arrow for every way between two: $title",
    (machine) => {
      const { nodes, arrows, width } = layOut(machine);
      expect(nodes.map(({ tag }) => tag)).toEqual(machine.states.map(({ tag }) => tag));
      const ways = machine.transitions.flatMap(({ from, to }) =>
        from.map((tag) => JSON.stringify([tag, to === "same" ? tag : to])),
      );
      expect(new Set(arrows.map(({ key }) => key))).toEqual(new Set(ways));
      for (const [i, { x }] of nodes.entries()) {
        expect(x - NODE.width / 2).toBeGreaterThanOrEqual(0);
        expect(x + NODE.width / 2).toBeLessThanOrEqual(width);
        const before = nodes[i - 1];
        if (before !== undefined) expect(x - before.x).toBeGreaterThan(NODE.width);
      }
    },
  );
});

describe("the fault script by example", () => {
  it("has lines that are read back as they are written, and scripts that are all refused", () => {
    for (const { lines } of faultForms()) for (const line of lines) expect(readsBack(line)).toBe(true);
    expect(refusals().length).toBe(4);
  });
});

describe("the keys of a link", () => {
  it("all have a meaning, for every experiment", () => {
    for (const experiment of experiments) {
      for (const { key, what } of linkKeys(experiment)) expect(what, key).not.toBe("");
    }
  });

  it("are shown in a link that opens without a notice, beside one that gives five", () => {
    for (const experiment of experiments) expect(readLink(readPlace(exampleLink(experiment))).problems).toEqual([]);
    expect(badLink().said.length).toBe(5);
  });
});

describe("the glossary", () => {
  it("is in order, has each term once, and one sentence for each", () => {
    const terms = GLOSSARY.map(({ term }) => term);
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, "en", { sensitivity: "base" })));
    expect(new Set(terms).size).toBe(terms.length);
    for (const { what } of GLOSSARY) expect(what).toMatch(/^[A-Z][^.]*\.$/);
  });
});
