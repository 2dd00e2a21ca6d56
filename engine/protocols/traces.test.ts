/**
 * The scripts in each protocol's traces/, played: `npx vitest run engine/protocols -u` writes down what has changed,
 * for review.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALL_TRACED } from "./all-traced.ts";
import { rulesAtHead, rulesShown } from "./testing/rules.ts";

const ROOM = import.meta.dirname;
const read = (path: string): string => readFileSync(join(ROOM, path), "utf8");

/** The files of a protocol with rules at their heads, by their names: "client" for client.ts; "" for a lone one. */
function headsIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(join(ROOM, folder)).filter((file) => /^[\w-]+\.ts$/.test(file));
  const ruled = files.filter((file) => rulesAtHead(read(`${folder}/${file}`)).length > 0);
  return Object.fromEntries(ruled.map((file) => [ruled.length === 1 ? "" : file.replace(/\.ts$/, ""), file]));
}

const protocols = Object.entries(ALL_TRACED).map(([name, traced]) => ({
  name,
  ...traced,
  heads: traced.heads ?? headsIn(name),
}));

describe.each(protocols)("$name", ({ name, play, heads, rules, nameNone = [], refused = [] }) => {
  const scripts = readdirSync(join(ROOM, name, "traces")).map((file) => ({
    name: file,
    text: read(`${name}/traces/${file}`),
  }));

  it.each(scripts)("plays $name as it is written", async ({ name: file, text }) => {
    await expect(play(text)).toMatchFileSnapshot(`./${name}/traces/${file}`);
  });

  if (Object.keys(heads).length > 0)
    it("shows every rule, names no other, and each script names one", () => {
      const texts = Object.entries(heads).map(([party, file]) => [party, read(`${name}/${file}`)]);
      const shown = rulesShown(scripts, Object.fromEntries(texts) as Readonly<Record<string, string>>);
      expect(shown).toEqual({ rules: rules ?? shown.rules, notShown: [], notRules: [], nameNone });
    });

  if (refused.length > 0)
    it("refuses what it cannot play, and names the line", () => {
      for (const [script, message] of refused) expect(() => play(script), script).toThrow(message);
    });
});
