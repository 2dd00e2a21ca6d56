/** The engine as a package: what `npm pack` gives runs the README’s example in Node and in a page, and has types. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findExperiment } from "../engine/experiments/index.ts";
import { withDefaults } from "../engine/experiments/settings.ts";
import { serve } from "../engine/cli/serve.mjs";
import { expect, test } from "./lab.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

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

test("what npm pack gives runs the README’s example in Node and in a page, and has types without the DOM", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-package-"));
  const installed = join(folder, "node_modules/roundtrip");
  const run = (command: string, args: readonly string[], cwd = folder): string =>
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  try {
    const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], root)) as [
      { filename: string },
    ];
    mkdirSync(installed, { recursive: true });
    run("tar", ["-xzf", packed[0].filename, "-C", installed, "--strip-components=1"]);
    const program = example();
    writeFileSync(join(folder, "example.mjs"), program);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const said = run("node", ["example.mjs"]);

    const experiment = findExperiment("firefly/null");
    if (experiment === undefined) throw new Error("There is no firefly/null.");
    const set = withDefaults(experiment, { threads: 2, calls: 10 });
    const { traceHash } = experiment.run(set, 7, ["drop result#3"], { keep: "none" });
    expect(said).toContain(`ms a call, trace ${traceHash}\n`);
    expect(said).toMatch(/^result#3 from server to caller at [\d.]+ ms: lost$/m);

    writeFileSync(join(folder, "typed.ts"), TYPED);
    const flags = ["--strict", "--noEmit", "--module", "nodenext", "--lib", "es2023", "--types", "", "typed.ts"];
    run("node", [join(root, "node_modules/typescript-7/bin/tsc"), ...flags]);

    const imports = JSON.stringify({ imports: { roundtrip: "./node_modules/roundtrip/dist-lab/index.mjs" } });
    const head = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${imports}</script>`;
    const html = `${head}<script type="module">${program}</script>`;
    writeFileSync(join(folder, "index.html"), html);
    const server = await serve(folder, { host: "localhost", port: 0, strict: true });
    try {
      const lines: string[] = [];
      page.on("console", (message) => lines.push(message.text()));
      await page.goto(server.url);
      await expect.poll(() => `${lines.join("\n")}\n`).toBe(said);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
