/**
 * Draws every scene into a folder (`--save FOLDER`), or compares every scene with those of a folder
 * (`--against FOLDER`) and prints what differs. `npm run audit -- --only scenes` starts it. Exit 1 where a scene
 * differs or throws.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { differenceOf, differenceText } from "./compare.ts";
import { SCENES } from "./scenes.ts";
import type { Part } from "./shapes.ts";

const { values } = parseArgs({ options: { save: { type: "string" }, against: { type: "string" } } });

/** The scenes of a folder by their names. */
const stored = (folder: string): ReadonlyMap<string, readonly Part[]> =>
  new Map(
    readdirSync(folder).map((file) => {
      return [file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Part[]];
    }),
  );

function save(folder: string, name: string, parts: readonly Part[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `[\n${parts.map((part) => JSON.stringify(part)).join(",\n")}\n]\n`);
}

const before = values.against === undefined ? null : stored(values.against);
let [different, shapes] = [0, 0];
for (const [name, draw] of SCENES) {
  try {
    const parts = await draw();
    shapes += parts.length;
    if (values.save !== undefined) save(values.save, name, parts);
    const old = before?.get(name);
    if (before !== null && old === undefined) console.log(`${name}: a new scene`);
    const difference = old === undefined ? null : differenceOf(old, parts);
    if (difference === null) continue;
    different++;
    console.log(differenceText(name, difference));
  } catch (error) {
    different++;
    console.log(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
const gone = [...(before?.keys() ?? [])].filter((name) => !SCENES.has(name));
for (const name of gone) console.log(`${name}: no longer drawn`);
console.log(`${SCENES.size} scenes, ${shapes} parts; ${different + gone.length} differ`);
process.exitCode = different + gone.length === 0 ? 0 : 1;
