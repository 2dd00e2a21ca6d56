/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesShown } from "../testing/rules.ts";
import { playTcp } from "./trace-script.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const scripts = readdirSync(new URL("./traces/", import.meta.url)).map((name) => ({
  name,
  text: read(`./traces/${name}`),
}));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playTcp(text)).toMatchFileSnapshot(`./traces/${name}`);
  });
});

it("the traces show every rule and name no other; how a connection opens is drawn above the rules", () => {
  const shown = rulesShown(scripts, { "": read("./tcp.ts") });
  expect(shown).toEqual({ rules: 9, notShown: [], notRules: [], nameNone: ["opening.txt"] });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["a writes 5\nb forgets\nb writes 5", 'line 3, "b writes 5": The TCP is down; it takes no step.'],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playTcp(script)).toThrow(message);
  });
});
