/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesAtHead, rulesNamed } from "../testing/script.ts";
import { playFirefly } from "./trace-script.ts";

const folder = new URL("./traces/", import.meta.url);
const scripts = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playFirefly(text)).toMatchFileSnapshot(new URL(name, folder).pathname);
  });
});

const PARTIES = ["caller", "server"];
const namedIn = (text: string): readonly string[] => rulesNamed(text, PARTIES);

describe("the traces", () => {
  const rules = PARTIES.flatMap((party) => {
    const text = readFileSync(new URL(`./${party}.ts`, import.meta.url), "utf8");
    return rulesAtHead(text).map((number) => `${party} ${number}`);
  });

  it("name the rule that they show, in a comment at their head", () => {
    for (const { name, text } of scripts) {
      expect(namedIn(text.slice(0, text.indexOf("\n\n"))), name).not.toEqual([]);
      for (const rule of namedIn(text)) expect(rules, name).toContain(rule);
    }
  });

  it("show every rule of caller and server", () => {
    expect(rules.length).toBe(12);
    const shown = new Set(scripts.flatMap(({ text }) => namedIn(text)));
    expect(rules.filter((rule) => !shown.has(rule))).toEqual([]);
  });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["both\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
    ["both\n<- call seq 1", "this needs one party"],
    ["caller alone\n<- answer seq 1", 'got "answer", want a packet: call, result'],
    ["caller alone\nstart a", '"a" is left over.'],
    ["both\nnext 1 call eaten", 'got "eaten", want lost, twice or late by a time.'],
    ["caller alone\nstart\nstart", "at most one call outstanding"],
    ["server alone\ndone seq 1", "The procedure of call 1 ended for an activity that is new."],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playFirefly(script)).toThrow(message);
  });
});
