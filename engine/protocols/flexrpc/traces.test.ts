/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesAtHead, rulesNamed } from "../testing/script.ts";
import { playFlex } from "./trace-script.ts";

const folder = new URL("./traces/", import.meta.url);
const scripts = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playFlex(text)).toMatchFileSnapshot(new URL(name, folder).pathname);
  });
});

describe("the traces", () => {
  it("show every rule of caller and callee, and name none that there is not", () => {
    const rules = ["callee", "caller"].flatMap((party) => {
      const text = readFileSync(new URL(`./${party}.ts`, import.meta.url), "utf8");
      return rulesAtHead(text).map((number) => `${party} ${number}`);
    });
    const shown = new Set(scripts.flatMap(({ text }) => rulesNamed(text, ["caller", "callee"])));
    expect(rules).toHaveLength(11);
    expect([...shown].toSorted()).toEqual(rules);
  });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5", 'line 1, "leap 5": unknown command.'],
    ["serial 2 argument 1 result 1\nserial 2 argument 1 result 1", "Call 1 is outstanding"],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playFlex(script)).toThrow(message);
  });
});
