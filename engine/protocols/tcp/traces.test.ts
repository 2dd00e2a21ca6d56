/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesAtHead, rulesNamed } from "../testing/script.ts";
import { playTcp } from "./trace-script.ts";

const folder = new URL("./traces/", import.meta.url);
const scripts = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playTcp(text)).toMatchFileSnapshot(new URL(name, folder).pathname);
  });
});

describe("the traces", () => {
  it("show every rule, and name none that there is not", () => {
    const rules = rulesAtHead(readFileSync(new URL("./tcp.ts", import.meta.url), "utf8"));
    const shown = new Set(scripts.flatMap(({ text }) => rulesNamed(text)));
    expect(rules.length).toBe(7);
    expect([...shown].toSorted()).toEqual(rules);
  });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["a writes 5\nb forgets\nb writes 5", 'line 3, "b writes 5": The TCP is down; it takes no step.'],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playTcp(script)).toThrow(message);
  });
});
