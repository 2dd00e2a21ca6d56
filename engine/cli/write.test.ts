/** `lab write` judges as the page does; what it cannot judge it says in one sentence. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programOf } from "../protocols/written/program-of.ts";
import { RULE_BOOK } from "../protocols/written/rules.ts";
import { root } from "./bootstrap.mjs";
import { ask } from "./testing.ts";

/** A program is judged in a process of its own. */
const command = ["node", "--import", import.meta.resolve("tsx"), join(root, "engine/cli/lab.ts")];

const folder = mkdtempSync(join(tmpdir(), "lab-write-"));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

it("tells the verdict, the belief, the faults and the run", async () => {
  const { code, out } = await ask("write --level 2 --rules equal=run");
  expect(code).toBe(1);
  expect(out).toContain("One fault breaks a promise. A call that returned was executed twice.");
  expect(out).toContain("“A client that asks again wants another seat.”");
  expect(out).toContain('--fault "drop result#1"');
  expect(out).toContain("  6. The server runs call 1 again: two seats.");
});

it("judges a program in TypeScript, and says where it is at fault", async () => {
  const book = file("book.ts", programOf(RULE_BOOK));
  const solved = await ask(`write --level 4 --program ${book} --json`, { folder, command });
  expect(solved.code).toBe(0);
  expect(JSON.parse(solved.out)).toMatchObject({ level: 4, tag: "solved", packets: 2, par: 2 });
  const wrong = file(
    "wrong.ts",
    "function client(state: object) {\n  return rows;\n}\nfunction server() { return []; }",
  );
  const faulty = await ask(`write --program ${wrong}`, { folder, command });
  expect(faulty.code).toBe(1);
  expect(faulty.out).toContain('Line 2, column 10, client, at "start": there is no “rows” here.');
});

it("reads no endless file", async () => {
  for (const line of [
    "write --program /dev/zero",
    "rp2gen /dev/zero",
    "xdr encode --definitions /dev/zero --type int",
  ]) {
    const refused = await ask(line);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('"/dev/zero" is larger than 4 MB.');
  }
});

it.each([
  [["--level", "9", "--rules", "book"], '--level "9" is not allowed: whole numbers from 1 to 5'],
  [[], "say what to judge: --rules TEXT or --program FILE."],
  [["--rules", "book", "--program", "x.ts"], "judge one thing at a time: --rules TEXT or --program FILE."],
  [["--level", "2", "--rules", "timer=fail"], "--rules: level 2 gives the cell timer; yours to set are larger,"],
  [["--rules", "eqal=run"], '--rules: There is no cell "eqal". The cells are number,'],
  [["--program", "none.ts"], '--program "none.ts" cannot be read: there is no such file.'],
])("refuses %j in one sentence", async (words, said) => {
  const { code, err } = await ask(["write", ...words], { folder });
  expect(code).toBe(2);
  expect(err).toContain(`lab write: ${said}`);
  expect(err.trim()).not.toContain("\n");
});
