import { describe, expect, it } from "vitest";
import type { ProjectFile } from "./finding.ts";
import { checkProject } from "./project.ts";

/** A small project with one file in the rooms that matter, all of it in use. */
const TIDY: Readonly<Record<string, string>> = {
  "package.json": '{ "scripts": { "lab": "tsx engine/cli/lab.ts" } }',
  "package-lock.json": '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }',
  "vite.config.ts": "export default {};",
  "app/index.html": '<script type="module" src="./main.tsx"></script>',
  "app/main.tsx":
    'import { run } from "../engine/systems/firefly.ts";\nrun();\nnew URL("./worker.ts", import.meta.url);',
  "app/worker.ts": "export const worker = 1;",
  "engine/cli/lab.ts": 'import { readFileSync } from "node:fs";\nimport "../systems/firefly.ts";\nreadFileSync("x");',
  "engine/systems/firefly.ts": 'import { step } from "../protocols/firefly.ts";\nexport const run = () => step();',
  "engine/protocols/firefly.ts": 'import type { Nanos } from "../kernel/time.ts";\nexport const step = (): Nanos => 0;',
  "engine/kernel/time.ts": "export type Nanos = number;\nexport interface Row { readonly performance: number }",
  "engine/kernel/time.test.ts":
    'import { it } from "vitest";\nimport type { Row } from "./time.ts";\nit("counts", () => {});\nlet row: Row;',
};

const files = (changes: Readonly<Record<string, string>>): ProjectFile[] =>
  Object.entries({ ...TIDY, ...changes }).map(([path, text]) => ({ path, text }));

/** What the check says about a project with these files changed or added: "path:line severity message". */
const said = (changes: Readonly<Record<string, string>>): string[] =>
  checkProject(files(changes)).map((f) => `${f.path}:${f.line} ${f.severity} ${f.message}`);

const KERNEL = "engine/kernel/time.ts";
const TEST = "engine/kernel/time.test.ts";
const PROTOCOL = "engine/protocols/firefly.ts";
const SYSTEM = "engine/systems/firefly.ts";
const more = (path: string, line: string): Readonly<Record<string, string>> => ({
  [path]: `${TIDY[path] ?? ""}\n${line}`,
});

// Written in two halves, so that this file is itself tidy.
const UNFINISHED = "TO" + "DO";
const HOST = "registry." + "npmjs.org";
const ELSEWHERE = "/wo" + "rk/shared/notes.md";

describe("the tidy check", () => {
  it("finds nothing in a tidy project", () => {
    expect(said({})).toEqual([]);
  });

  it.each([
    ["kernel", KERNEL, 'import "../systems/firefly.ts";', /^engine\/kernel\/time\.ts:3 error kernel imports engine\/s/],
    ["type", KERNEL, 'export type Run = import("../systems/firefly.ts").Run;', /kernel imports engine\/systems/],
    ["protocol", PROTOCOL, 'import "../systems/firefly.ts";', /protocols imports engine\/systems/],
    ["system", SYSTEM, 'import t from "../papers/t.json" with { type: "json" };', /systems imports engine\/papers/],
    ["stub", "engine/stubs/lupine.ts", 'import "../kernel/time.ts";', /stubs imports engine\/kernel/],
    ["engine", SYSTEM, 'export * from "../../app/worker.ts";', /systems imports app\/worker\.ts/],
    ["page", "app/main.tsx", 'await import("../engine/cli/lab.ts");', /app imports engine\/cli\/lab\.ts/],
    ["lesson", "lessons/course.ts", 'import "../app/worker.ts";', /lessons imports app\/worker\.ts/],
  ])("finds a %s that takes from a room it may not", (_, path, line, message) => {
    expect(said(more(path, line))).toContainEqual(expect.stringMatching(message));
  });

  it("lets a protocol take the kernel’s time, and nothing more of the kernel", () => {
    const found = said({ ...more(PROTOCOL, 'import "../kernel/queue.ts";'), "engine/kernel/queue.ts": "" });
    expect(found).toEqual([expect.stringMatching(/protocols imports engine\/kernel\/queue\.ts; it may import wire/)]);
  });

  it.each([
    ["Node in the engine", KERNEL, 'import "node:fs";', /the engine imports "node:fs"/],
    ["a package in the engine", KERNEL, 'import "d3-array";', /the engine imports "d3-array"/],
    ["another package in its tests", TEST, 'import "zustand";', /an engine test imports "zustand"/],
  ])("finds %s", (_, path, line, message) => {
    expect(said(more(path, line))).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ["randomness", KERNEL, "const draw = () => Math.random();", /Math\.random in the engine/],
    ["the date", KERNEL, "const now = () => Date.now();", /Date in the engine/],
    ["the clock", KERNEL, "const now = () => performance.now();", /performance in the engine/],
    ["any", KERNEL, "const f = (x: any) => x;", /`any`/],
    ["a straight apostrophe", KERNEL, 'const text = "the caller' + "'" + 's";', /caller's: an apostrophe is ’/],
    ["one in a template", KERNEL, "const text = `${1} it" + "'" + "s ${2}`;", /it's: an apostrophe is ’/],
    ["one on the page", "app/main.tsx", "const p = <p>It isn" + "'" + "t</p>;", /isn't: an apostrophe is ’/],
    ["a default export", KERNEL, "export default 1;", /default export/],
    ["a default function", "app/worker.ts", "export default function f() {}", /default export/],
    ["a default by another name", "app/worker.ts", "export { worker as default };", /default export/],
    ["a test run alone", TEST, 'it.only("x", () => {});', /it\.only leaves tests out/],
    ["a test left out", TEST, 'it.each([1]).skip("x", () => {});', /skip leaves tests out/],
    ["a wait in a test", TEST, "setTimeout(() => {}, 10);", /setTimeout\(\) in a test/],
    ["a wait in a browser test", "e2e/home.test.ts", "await page.waitForTimeout(10);", /waitForTimeout\(\) in a test/],
    ["unfinished work", "app/worker.ts", `// ${UNFINISHED} later`, /mark of unfinished work/],
    ["a registry’s host", "README.md", `See https://${HOST}/x.`, /host of a package registry/],
    ["a registry setting", ".npmrc", "registry=https://example.org", /registry setting/],
    ["a mark of a merge", "README.md", `${"<".repeat(7)} HEAD`, /mark of a merge/],
    ["a path of one machine", "README.md", `See ${ELSEWHERE}.`, /path of one machine/],
    ["a long line", KERNEL, `// ${"x".repeat(118)}`, /121 columns, at most 120/],
  ])("finds %s", (_, path, line, message) => {
    const found = said(more(path, line));
    expect(found).toEqual([expect.stringMatching(message)]);
  });

  it("lets a browser test say how long it may take, and leave itself out where it names the reason", () => {
    expect(said(more("e2e/home.test.ts", "test.setTimeout(90_000);"))).toEqual([]);
    expect(said(more("e2e/home.test.ts", 'test.skip(missing, "tshark is not installed");'))).toEqual([]);
  });

  it("lets a test read the clock, and a key be called after it", () => {
    expect(said(more(TEST, "performance.now();"))).toEqual([]);
    expect(said(more(KERNEL, "const row = { performance: 1 }.performance;"))).toEqual([]);
  });

  it("finds a download address in a lock file", () => {
    const lock = { "package-lock.json": '{\n"resolved": "https://example.org/a.tgz"\n}' };
    expect(said(lock)).toEqual([expect.stringMatching(/^package-lock\.json:2 error download address/)]);
  });

  it("finds a package that a lock file asks for and does not lock, wherever Node would look for it", () => {
    const lock = (packages: object): Readonly<Record<string, string>> => ({
      "package-lock.json": JSON.stringify({ packages }, null, 1),
    });
    const nested = {
      "": { dependencies: { a: "1", "@s/b": "1" } },
      "node_modules/a": { dependencies: { c: "1" }, optionalDependencies: { "@s/b": "1" } },
      "node_modules/a/node_modules/c": { dependencies: { "@s/b": "1", a: "1" } },
      "node_modules/@s/b": {},
    };
    expect(said(lock(nested))).toEqual([]);
    const incomplete = { ...nested, "node_modules/@s/b": { optionalDependencies: { c: "1", "b-other-machine": "1" } } };
    expect(said(lock(incomplete))).toEqual([
      expect.stringMatching(/node_modules\/@s\/b asks for c and 1 more, which is not locked: npm ci refuses/),
    ]);
  });

  it.each([
    ["a function", "export const idle = () => 1;", "idle"],
    ["a type", "export interface Idle { readonly a: 1 }", "Idle"],
    ["one of several names", "export const { idle } = { idle: 1 };", "idle"],
  ])("finds %s that is exported and that no other file imports", (_, line, name) => {
    expect(said(more(KERNEL, line))).toEqual([
      expect.stringContaining(`time.ts:3 error no other file imports ${name}`),
    ]);
  });

  it("counts a name as used that a test imports, or that a worker’s address brings in with its file", () => {
    const use = 'import type { Idle } from "./time.ts";\nlet idle: Idle;';
    expect(said({ ...more(KERNEL, "export type Idle = 1;"), ...more(TEST, use) })).toEqual([]);
    expect(said(more("app/worker.ts", "export const idle = 1;"))).toEqual([]);
  });

  it("finds a package that no file names, and counts what configurations and scripts name", () => {
    const manifest = {
      scripts: { lab: "tsx engine/cli/lab.ts" },
      dependencies: { idle: "1" },
      devDependencies: { tsx: "1", vitest: "1", "@types/node": "1" },
    };
    const text = JSON.stringify(manifest, null, 1);
    expect(said({ "package.json": text })).toEqual([expect.stringContaining("no file names the package idle")]);
  });

  it("finds a file that nothing imports", () => {
    const found = said({ "engine/kernel/orphan.ts": "export const orphan = 1;" });
    expect(found).toEqual([expect.stringMatching(/^engine\/kernel\/orphan\.ts:1 error nothing imports this file/)]);
  });

  it("counts a file as dead that only its own test uses, and files that only use each other", () => {
    const found = said({
      "app/a.ts": 'import "./b.ts";',
      "app/b.ts": 'import "./a.ts";',
      "app/c.ts": "export const c = 1;",
      "app/c.test.ts": 'import "./c.ts";',
    });
    const dead = found.filter((line) => line.includes("nothing imports this file"));
    expect(dead.map((line) => line.slice(0, 10))).toEqual(["app/a.ts:1", "app/b.ts:1", "app/c.ts:1"]);
  });

  it.each([
    [
      "a place that takes from another place",
      "app/bench/a.ts",
      "app/lesson/b.ts",
      /app\/bench imports app\/lesson\/b\.ts/,
    ],
    ["a figure that takes from a place", "app/chart/a.ts", "app/bench/b.ts", /app\/chart imports app\/bench\/b\.ts/],
    [
      "a figure that takes from another",
      "app/timeline/a.ts",
      "app/twin/b.ts",
      /app\/timeline imports app\/twin\/b\.ts/,
    ],
    ["words that draw", "app/words/a.ts", "app/draw/b.ts", /app\/words imports app\/draw\/b\.ts/],
    [
      "a room of the page that has no row",
      "app/cellar/a.ts",
      "app/words/b.ts",
      /app\/cellar imports app\/words\/b\.ts/,
    ],
    ["a place that takes from the shell", "app/papers/a.ts", "app/shell/b.ts", /app\/papers imports app\/shell\/b\.ts/],
  ])("finds %s, by its type and later too", (_, from, to, message) => {
    const name = (line: string) => {
      const found = said({
        [from]: line.replace("AT", to.replace(/^app/, "..")),
        [to]: "export type B = 1;",
        ...more("app/main.tsx", `import "./${from.slice(4)}";`),
      });
      return found.filter((one) => one.startsWith(from));
    };
    expect(name('import type { B } from "AT";')).toEqual([expect.stringMatching(message)]);
    expect(name('await import("AT");')).toEqual([expect.stringMatching(message)]);
  });

  it("lets figures take from the trace, places from figures and the shell from all", () => {
    const found = said({
      ...more("app/main.tsx", 'import "./shell/a.ts";'),
      "app/shell/a.ts": 'import "../bench/b.ts";',
      "app/bench/b.ts": 'import "../lab/c.ts";\nimport "../workers/f.ts";',
      "app/lab/c.ts": 'import "../twin/d.ts";',
      "app/twin/d.ts": 'import "../timeline/e.ts";',
      "app/timeline/e.ts": 'import "../trace/g.ts";',
      "app/trace/g.ts": 'import "../draw/h.ts";',
      "app/draw/h.ts": 'import "../words/i.ts";',
      "app/workers/f.ts": "",
      "app/words/i.ts": "",
    });
    expect(found).toEqual([]);
  });

  it.each([
    ["at once", 'import "./b.ts";', 'import "./a.ts";'],
    ["by their types", 'import type { B } from "./b.ts";', 'import type { A } from "./a.ts";'],
    ["later", 'import("./b.ts");', 'import("./a.ts");'],
  ])("finds a circle of files that import each other %s, once", (_, a, b) => {
    const found = said({ ...more("app/main.tsx", 'import "./a.ts";'), "app/a.ts": a, "app/b.ts": b });
    expect(found).toEqual([
      expect.stringMatching(/^app\/a\.ts:1 error a circle of imports: app\/a\.ts > app\/b\.ts > /),
    ]);
  });

  it("finds a circle of three, at the line of the import that leads into it", () => {
    const found = said({
      ...more("app/main.tsx", 'import "./a.ts";'),
      "app/a.ts": 'import "./d.ts";\nimport "./b.ts";',
      "app/b.ts": 'import "./c.ts";',
      "app/c.ts": 'import "./a.ts";',
      "app/d.ts": "",
    });
    expect(found).toEqual([expect.stringMatching(/^app\/a\.ts:2 error .*: app\/a\.ts > app\/b\.ts > app\/c\.ts > /)]);
  });

  it("finds folders of a room of the page that import each other without a circle of files", () => {
    const found = said({
      ...more("app/main.tsx", 'import "./bench/upper/a.ts";\nimport "./bench/lower/d.ts";'),
      "app/bench/upper/a.ts": 'import "../lower/b.ts";',
      "app/bench/lower/b.ts": "",
      "app/bench/upper/c.ts": "",
      "app/bench/lower/d.ts": 'import "../upper/c.ts";',
    });
    expect(found).toEqual([
      expect.stringMatching(/^app\/bench\/\w+\/\w\.ts:1 error imports run both ways in a room: app\/bench\/\w+ > /),
    ]);
  });

  it("finds an exported type of the page that another file of the page has named the same", () => {
    const found = said({
      ...more(
        "app/main.tsx",
        'import type { Bin as A } from "./a.ts";\nimport type { Bin } from "./b.ts";\nlet all: A & Bin;',
      ),
      "app/a.ts": "export type Bin = number;",
      "app/b.ts": "type Own = string;\nexport interface Bin { own: Own }",
    });
    expect(found).toEqual(["app/b.ts:2 error app/a.ts exports a type Bin, too. Rename one, or let both use one."]);
  });

  it("finds a page that loads a run, however long the way, and lets its worker and its types have it", () => {
    const family = {
      "engine/experiments/echo/describe.ts": "export const descriptions = [];",
      "engine/experiments/echo/run.ts": 'import "./describe.ts";\nexport type Sites = object;',
      "app/lab/lab.ts": 'import type { Sites } from "../../engine/experiments/echo/run.ts";\nexport type All = Sites;',
      "app/workers/engine.ts": 'import "../../engine/experiments/echo/run.ts";',
    };
    const page = (line: string) =>
      more("app/main.tsx", `import { type All } from "./lab/lab.ts";\n${line}\nlet all: All;`);
    const loads = (found: readonly string[]) => found.filter((text) => text.includes("the page loads a run"));
    expect(loads(said({ ...family, ...page('new URL("./workers/engine.ts", import.meta.url);') }))).toEqual([]);
    expect(loads(said({ ...family, ...page('await import("./workers/engine.ts");') }))).toEqual([
      "app/workers/engine.ts:1 error the page loads a run: app/main.tsx > app/workers/engine.ts > " +
        "engine/experiments/echo/run.ts. Import describe.ts, and leave the run to a worker.",
    ]);
  });

  it("finds a folder at the top that is not one of the house’s", () => {
    expect(said({ "scripts/x.py": "" })).toEqual([expect.stringMatching(/scripts\/ is not one of the house’s/)]);
  });

  it.each([
    [400, undefined],
    [401, "warning"],
    [450, "warning"],
    [451, "error"],
  ])("judges a file of %i lines: %s", (lines, severity) => {
    const text = `${"// line\n".repeat(lines)}`;
    const found = checkProject(files({ [KERNEL]: text })).map((f) => f.severity);
    expect(found).toEqual(severity === undefined ? [] : [severity]);
  });

  it.each([
    [60, undefined],
    [61, "warning"],
    [80, "warning"],
    [81, "error"],
  ])("judges a function of %i lines: %s", (lines, severity) => {
    const text = `const long = () => {\n${"  call();\n".repeat(lines - 2)}};\n`;
    const found = checkProject(files({ [KERNEL]: text })).map((f) => f.severity);
    expect(found).toEqual(severity === undefined ? [] : [severity]);
  });

  it("does not count a group of tests as a function", () => {
    expect(said(more(TEST, `describe("all", () => {\n${"it();\n".repeat(100)}});`))).toEqual([]);
  });

  it.each([
    [".a {\n  color: #123456;\n}", /colour #123456 outside/],
    [".a {\n  border: 1px solid red;\n}", /colour red outside/],
    [".a {\n  font: 400 13px/1.5 var(--sans);\n}", /size of type outside/],
    [".a {\n  display: none !important;\n}", /!important without a reason/],
    ["@media (max-width: 719px) {\n}", /719 px is none of the page’s widths/],
  ])("finds in styles what belongs to the tokens: %s", (text, message) => {
    expect(said({ "app/a.css": text, "app/main.tsx": 'import "./a.css";' })).toContainEqual(
      expect.stringMatching(message),
    );
  });

  it("takes styles that use tokens and say their reasons", () => {
    const text = ".a {\n  font: 400 var(--text);\n}\n\n/* No hand. */\n.b {\n  display: none !important;\n}\n";
    const found = said({ "app/a.css": text, "app/styles/tokens.css": ":root {\n  --ink: #000;\n}\n" });
    expect(found.filter((one) => one.includes(".css"))).toEqual([]);
  });
});
