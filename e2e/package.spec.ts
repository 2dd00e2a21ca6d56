/**
 * The engine as a package: what npm installs of the packed file runs the README’s example and a system of somebody
 * else’s, in Node and in a page, and has types.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { withDefaults } from "../engine/experiments/settings.ts";
import { experiments as fixtures } from "../engine/experiments/echo-fixture/experiments.ts";
import { findExperiment } from "../engine/experiments/index.ts";
import { serve } from "../engine/cli/serve.mjs";
import { expect, test } from "./lab.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const TSC = join(root, "node_modules/typescript-7/bin/tsc");
const MOST_BYTES = 3.4e6; // of all that npm installs

test.describe.configure({ mode: "default" }); // one installation serves all

let folder: string;
const run = (command: string, args: readonly string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "roundtrip-package-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], root)) as [
    { filename: string },
  ];
  run("npm", ["install", "--offline", `./${packed[0].filename}`]);
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** What a module says on the console in Node; in a page it says the same. */
async function saidAlike(page: Page, module: string): Promise<string> {
  const said = run("node", [module]);
  const entries = { roundtrip: "index.mjs", "roundtrip/authors": "authors.mjs" };
  const paths = Object.entries(entries).map(([name, file]) => [name, `./node_modules/roundtrip/dist-lab/${file}`]);
  const imports = JSON.stringify({ imports: Object.fromEntries(paths) as Record<string, string> });
  const head = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${imports}</script>`;
  writeFileSync(join(folder, "index.html"), `${head}<script type="module" src="./${module}"></script>`);
  const server = await serve(folder, { host: "localhost", port: 0, strict: true });
  try {
    const lines: string[] = [];
    page.on("console", (message) => lines.push(message.text()));
    await page.goto(server.url);
    await expect.poll(() => `${lines.join("\n")}\n`).toBe(said);
  } finally {
    await server.close();
  }
  return said;
}

/** The program in the README that imports the package. */
function example(): string {
  const [, program = ""] =
    /```js\n(import [^`]*from "roundtrip";[\s\S]*?)```/.exec(readFileSync(`${root}README.md`, "utf8")) ?? [];
  expect(program.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(20);
  return program;
}

/** A program in TypeScript, held to the package’s types without the DOM. */
const TYPED = `import { callsOf, runExperiment } from "roundtrip";
import type { Call, Run } from "roundtrip";
const run: Run = runExperiment("firefly/null", { parameters: { calls: 1 } });
const calls: readonly Call[] = callsOf(run.trace);
export const outcome: string | undefined = calls[0]?.outcome;
// @ts-expect-error a seed is a number
runExperiment("firefly/null", { seed: "7" });
`;

const STRICT = ["--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023", "--types", ""];

test("an installation of the package is under 3.4 megabytes, and says what a verb needs besides", () => {
  const installed = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
  const files = installed.filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  const lab = (...words: readonly string[]): string => {
    try {
      return run("node", ["node_modules/roundtrip/dist-lab/lab.mjs", ...words]);
    } catch (error) {
      return (error as { readonly stderr: string }).stderr;
    }
  };
  expect(lab("run", "firefly/null", "--set", "calls=1")).toContain("trace ");
  const python = /^lab model: Python is not installed here\. This brings it: npm install pyodide@\S+\n$/;
  expect(lab("model", "firefly", "null_us")).toMatch(python);
  writeFileSync(join(folder, "rules.ts"), "function client() {}");
  expect(lab("write", "--program", "rules.ts")).toMatch(/^lab write: the interpreter .* npm install .*acorn@\S+.*\n$/);
  expect(lab("sweep", "firefly/null", "--job", "kubernetes", "--shards", "2")).toMatch(/npm install yaml@\S+\n$/);
});

test("it runs the README’s example in Node and in a page, and has types without the DOM", async ({ page }) => {
  writeFileSync(join(folder, "example.js"), example());
  const said = await saidAlike(page, "example.js");
  const experiment = findExperiment("firefly/null");
  if (experiment === undefined) throw new Error("There is no firefly/null.");
  const set = withDefaults(experiment, { threads: 2, calls: 10 });
  const { traceHash } = experiment.run(set, 7, ["drop result#3"], { keep: "none" });
  expect(said).toContain(`ms a call, trace ${traceHash}\n`);
  expect(said).toMatch(/^result#3 from server to caller at [\d.]+ ms: lost$/m);

  writeFileSync(join(folder, "typed.ts"), TYPED);
  run("node", [TSC, ...STRICT, "--noEmit", "typed.ts"]);
});

/** The echo of the tests, as somebody outside writes it: its own files, and the package for all others. */
const ECHO: Readonly<Record<string, string>> = {
  "wire/echo-fixture.ts": "wire.ts",
  "protocols/echo-fixture/echo.ts": "echo.ts",
  "protocols/echo-fixture/ends.ts": "ends.ts",
  "systems/echo-fixture/system.ts": "system.ts",
  "experiments/echo-fixture/describe.ts": "describe.ts",
  "experiments/echo-fixture/run.ts": "run.ts",
  "experiments/echo-fixture/explore.ts": "explore.ts",
};

const FAULT = "drop result#1";

/** Runs, sweeps, explores and exports it, and has its text trace played. */
const MAIN = `import { exploreExperiment, packetsOf, runExperiment, tracedByEnds, withRuns } from "roundtrip/authors";
import { sweepCsv, sweepExperiment, toCsv, toPcapng, toTraceEvents } from "roundtrip/authors";
import { descriptions } from "./describe.ts";
import { tracedEnds } from "./ends.ts";
import { explorables } from "./explore.ts";
import { runs } from "./run.ts";

declare const console: { log(text: string): void };
const [echo] = withRuns(descriptions, runs);
const [explorable] = explorables;
if (echo === undefined || explorable === undefined) throw new Error("There is no echo.");
const run = runExperiment(echo, { parameters: { calls: 2 }, faults: ["${FAULT}"] });
console.log(\`trace \${run.traceHash}, \${run.measures["latencyUs"]?.value} us\`);
for (const { name, from, to, fate } of packetsOf(run.trace)) console.log(\`\${name} \${from} \${to} \${fate}\`);
console.log(\`magic \${toPcapng(run).slice(0, 4).join(" ")}\`);
console.log(\`files \${toCsv(run).length > 1000} \${JSON.stringify(toTraceEvents(run)).length > 1000}\`);
const rows = sweepExperiment(echo, { over: "bytes", values: [64, 512], trials: 3 });
console.log(sweepCsv(echo, [...rows], { over: "bytes" }).trim());
const { violations, counterexample } = exploreExperiment(echo, explorable, { faults: 2, property: "once" });
console.log(\`once \${violations.once} \${counterexample?.faults.join("; ")}\`);
console.log(tracedByEnds(tracedEnds).play('call "a"\\nrun 20ms\\n'));
`;

test("somebody else’s system is written, run, swept, explored and exported with it, in Node and in a page", async ({
  page,
}) => {
  mkdirSync(join(folder, "echo"));
  for (const [from, to] of Object.entries(ECHO)) {
    const text = readFileSync(`${root}engine/${from}`, "utf8").replace(/from "(\..*?)"/g, (_, path: string) => {
      const own = ECHO[posix.join(posix.dirname(from), path)];
      return own === undefined ? 'from "roundtrip/authors"' : `from "./${own}"`;
    });
    writeFileSync(join(folder, "echo", to), text);
  }
  writeFileSync(join(folder, "echo", "main.ts"), MAIN);
  const emits = ["--rewriteRelativeImportExtensions", "--verbatimModuleSyntax", "--outDir", "built"];
  run("node", [TSC, ...STRICT, ...emits, "echo/main.ts"]);

  const said = await saidAlike(page, "built/main.js");
  const [echo] = fixtures;
  if (echo === undefined) throw new Error("The fixture has no experiment.");
  const { traceHash } = echo.run(withDefaults(echo, { calls: 2 }), 1, [FAULT], { keep: "none" });
  expect(said).toContain(`trace ${traceHash}, 1502.46 us\n`);
  expect(said).toContain("result#1 server client lost\n");
  expect(said).toContain("magic 10 13 13 10\n"); // a section header block of pcapng
  expect(said).toContain("files true true\n");
  expect(said).toMatch(/^bytes,trial,seed,draws,.*\n64,1,.*\n512,1,.*$/m);
  expect(said).toMatch(/^once [1-9]\d* \w+ \w+#1/m);
  expect(said).toContain('client call 1 "a": waiting, sends 1 of 2');
});
