/** The scripts in traces/, played: `npx vitest run engine/protocols -u` writes down what has changed, for review. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesShown } from "../../testing/rules.ts";
import { playSunTcp } from "./trace-script.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const scripts = readdirSync(new URL("./traces/", import.meta.url)).map((name) => ({
  name,
  text: read(`./traces/${name}`),
}));

describe("a trace plays as it is written", () => {
  it.each(scripts)("$name", async ({ name, text }) => {
    await expect(playSunTcp(text)).toMatchFileSnapshot(`./traces/${name}`);
  });
});

it("the traces show every rule of the client, name no other, and each names one at its head", () => {
  const shown = rulesShown(scripts, { client: read("./client.ts") });
  expect(shown).toEqual({ rules: 6, notShown: [], notRules: [], nameNone: [] });
});
