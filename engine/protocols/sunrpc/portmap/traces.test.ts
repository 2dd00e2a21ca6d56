/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesShown } from "../../testing/rules.ts";
import { playPortmap } from "./trace-script.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const scripts = readdirSync(new URL("./traces/", import.meta.url)).map((name) => ({
  name,
  text: read(`./traces/${name}`),
}));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playPortmap(text)).toMatchFileSnapshot(`./traces/${name}`);
  });
});

it("the traces show every rule of portmapper and broadcaster, name no other, and each names one at its head", () => {
  const heads = { portmapper: read("./portmapper.ts"), broadcaster: read("./broadcaster.ts") };
  expect(rulesShown(scripts, heads)).toEqual({ rules: 11, notShown: [], notRules: [], nameNone: [] });
});
