/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesShown } from "../testing/rules.ts";
import { playFlex } from "./trace-script.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const scripts = readdirSync(new URL("./traces/", import.meta.url)).map((name) => ({
  name,
  text: read(`./traces/${name}`),
}));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playFlex(text)).toMatchFileSnapshot(`./traces/${name}`);
  });
});

it("the traces show every rule of caller and callee, name no other, and each names one at its head", () => {
  const shown = rulesShown(scripts, { caller: read("./caller.ts"), callee: read("./callee.ts") });
  expect(shown).toEqual({ rules: 11, notShown: [], notRules: [], nameNone: [] });
});

describe("a script that cannot be played", () => {
  it.each([
    ["leap 5", 'line 1, "leap 5": unknown command.'],
    ["serial 2 argument 1 result 1\nserial 2 argument 1 result 1", "Call 1 is outstanding"],
  ])("%j is refused, with its line", (script, message) => {
    expect(() => playFlex(script)).toThrow(message);
  });
});
