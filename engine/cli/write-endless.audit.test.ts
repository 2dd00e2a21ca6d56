/** `lab write` ends a program that nothing inside its process can end; that takes its limit of time. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./bootstrap.mjs";
import { ask } from "./testing.ts";

/** A program is judged in a process of its own. */
const command = ["node", "--import", import.meta.resolve("tsx"), join(root, "engine/cli/lab.ts")];

const folder = mkdtempSync(join(tmpdir(), "lab-write-"));

it("ends a program that the interpreter cannot end", async () => {
  const endless = 'function client(){ return new Array(2**32-1).join("x") } function server(){}';
  writeFileSync(join(folder, "long.ts"), endless);
  const { code, err } = await ask("write --program long.ts", { folder, command });
  expect(code).toBe(1);
  expect(err).toContain("lab write: the attack was stopped: one step of this program takes more than 15 s.");
});
