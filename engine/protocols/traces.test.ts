/**
 * The scripts in each protocol's traces/, played: `npx vitest run engine/protocols -u` writes down what has changed,
 * for review. A protocol is found by its folder. Its trace-script.ts says how its scripts are played; without one they
 * are played by its ends (testing/ends-script.ts).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tracedByEnds, type EndsToTrace } from "./testing/ends-script.ts";
import { rulesAtHead, rulesShown } from "./testing/rules.ts";
import type { Traced } from "./testing/traced.ts";

const ROOM = import.meta.dirname;
const read = (path: string): string => readFileSync(join(ROOM, path), "utf8");

const folders = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith("/traces"))
  .map((path) => dirname(path))
  .sort();

/** The files of a protocol with numbered rules at their heads, by their names: "client" for client.ts. */
function headsIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(join(ROOM, folder)).filter((file) => /^[\w-]+\.ts$/.test(file));
  const ruled = files.filter((file) => rulesAtHead(read(`${folder}/${file}`)).length > 0);
  return Object.fromEntries(ruled.map((file) => [file.replace(/\.ts$/, ""), file]));
}

async function tracedIn(folder: string): Promise<Omit<Traced, "rules"> & Partial<Pick<Traced, "rules">>> {
  const script = join(ROOM, folder, "trace-script.ts");
  if (existsSync(script)) return ((await import(script)) as { readonly TRACED: Traced }).TRACED;
  const { tracedEnds } = (await import(join(ROOM, folder, "ends.ts"))) as Partial<EndsToTrace>;
  if (tracedEnds !== undefined) return { ...tracedByEnds(tracedEnds), heads: headsIn(folder) };
  throw new Error(`engine/protocols/${folder}/ends.ts exports no "tracedEnds" to play the scripts in traces/.`);
}

const protocols = await Promise.all(folders.map(async (name) => ({ name, ...(await tracedIn(name)) })));

describe.each(protocols)("$name", ({ name, play, heads, rules, nameNone = [], refused = [] }) => {
  const scripts = readdirSync(join(ROOM, name, "traces")).map((file) => ({
    name: file,
    text: read(`${name}/traces/${file}`),
  }));

  it.each(scripts)("plays $name as it is written", async ({ name: file, text }) => {
    await expect(play(text)).toMatchFileSnapshot(`./${name}/traces/${file}`);
  });

  it.runIf(Object.keys(heads).length > 0)("shows every rule, names no other, and each script names one", () => {
    const texts = Object.entries(heads).map(([party, file]) => [party, read(`${name}/${file}`)]);
    const shown = rulesShown(scripts, Object.fromEntries(texts) as Readonly<Record<string, string>>);
    expect(shown).toEqual({ rules: rules ?? shown.rules, notShown: [], notRules: [], nameNone });
  });

  it.runIf(refused.length > 0)("refuses what it cannot play, and names the line", () => {
    for (const [script, message] of refused) expect(() => play(script), script).toThrow(message);
  });
});
