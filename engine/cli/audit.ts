/**
 * `npm run audit`: the checks that take too long for `npm test`. A fresh clone that installs, tests and serves itself;
 * a run of 100,000 calls made twice; the benchmarks with their checksums; how long a chart takes to follow a
 * parameter, and the timeline a hand; what a frame of the timeline costs, of a million packets, too; how long the
 * largest run holds it up; a new system in a copy of the project; random runs with random faults; every model beside
 * random runs; the tests' properties with other draws; every protocol's search for faults, and the branches that these
 * reach; all tables and programs of *Write the rule*; the numbers of every lesson beside those of its stages; damaged
 * bytes for the readers of Sun RPC and captures; endless programs; every chart, read back; every fault opened as a
 * page, damaged links, texts in fields, drags interrupted; what engines differ in, in WebKit; attacks by pasted Python
 * on network, storage and page; a restless reader; a sheet of screenshots; every kind of figure drawn, and compared
 * with another version's where a folder has them.
 *
 * What takes long is cut into parts that each end within 20 minutes: `--only places:2` makes the second of *places*.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { command, everyTestOf, propertyTests, testFiles, unitTests } from "./audit-tests.ts";
import { chartLatency } from "./chart-latency.ts";
import { contactSheet } from "./contact-sheet.ts";
import { dragLatency } from "./drag-latency.ts";
import { frameRate } from "./frame-rate.ts";
import { faultPages, fieldTexts, interruptedDrags } from "./hostile-pages.ts";
import { longTasks } from "./long-tasks.ts";
import { otherBrowser } from "./other-browser.ts";
import { build, siteIsStale } from "./site.mjs";
import { soak as soaked } from "./soak.ts";
import { BAD_USAGE, CHECK_FAILED, DONE } from "./usage.ts";

const MANY_CALLS = 100_000;
const ROUNDS = 5; // of properties with other draws

/** A check that takes long is cut into parts, from 1 on. */
interface Part {
  readonly number: number;
  readonly of: number;
}

/** Returns a line on the result. Throws where the check fails; the error says what was wanted. */
type Check = (part: Part) => string | Promise<string>;

/** Starts the site of a project, fetches its page and stops it. */
async function servedPage(folder: string): Promise<string> {
  const child = spawn(process.execPath, ["engine/cli/start.mjs", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let printed = "";
    for await (const text of child.stdout.setEncoding("utf8")) {
      printed += String(text);
      const url = /http:\S+/.exec(printed)?.[0];
      if (url !== undefined) return await (await fetch(url)).text();
    }
    throw new Error(`npm start printed no address:\n${printed}`);
  } finally {
    child.kill();
  }
}

const clone: Check = async () => {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-clone-"));
  try {
    command("git", ["clone", "--quiet", "--no-hardlinks", root, folder], root);
    command(process.execPath, ["engine/cli/test.mjs", "--quick"], folder);
    const page = await servedPage(folder);
    if (!page.includes("<title>Roundtrip</title>")) throw new Error(`not the site’s page: ${page.slice(0, 200)}`);
    return "a fresh clone installs, passes its quick tests and serves its page";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The part of `lab run --json` that is compared. */
interface Summary {
  readonly traceHash: string;
  readonly packets: number;
}

function manyCalls(): { readonly summary: Summary; readonly seconds: number } {
  const start = performance.now();
  const lab = ["--import", "tsx", "engine/cli/lab.ts", "run", "firefly/null", "--json", "--set", `calls=${MANY_CALLS}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, lab, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`lab run ended with ${status}: ${stderr}`);
  return { summary: JSON.parse(stdout) as Summary, seconds: (performance.now() - start) / 1000 };
}

const calls: Check = () => {
  const [first, second] = [manyCalls(), manyCalls()];
  const [a, b] = [first.summary.traceHash, second.summary.traceHash];
  if (a !== b) throw new Error(`the same run of ${MANY_CALLS} calls gave trace ${a}, then ${b}`);
  const times = `${first.seconds.toFixed(1)} s and ${second.seconds.toFixed(1)} s`;
  return `${MANY_CALLS} calls, ${first.summary.packets} packets, trace ${a} twice, ${times}`;
};

const bench: Check = () => {
  command(process.execPath, ["--import", "tsx", "engine/bench/main.ts"], root);
  return "every benchmark gave its checksum";
};

function buildWhereStale(): void {
  const failure = siteIsStale() ? build() : null;
  if (failure !== null) throw new Error(failure);
}

/** Fails where a limit that the page promises is passed; a busy machine makes every time longer. */
const chart: Check = async () => {
  buildWhereStale();
  return `from a parameter changed, in a browser\n  ${(await chartLatency()).join("\n  ")}`;
};

/** Fails where a figure follows a hand more slowly than the page promises. */
const drags: Check = async () => {
  buildWhereStale();
  return `of a thing that is dragged in the timeline, in a browser\n  ${(await dragLatency()).join("\n  ")}`;
};

/** Reports the rate and sets no limit. */
const frames: Check = async () => `of the timeline, in a browser\n  ${(await frameRate()).join("\n  ")}`;

/** Large runs must not hold the page up. */
const large: Check = async () => {
  buildWhereStale();
  return `in a browser\n  ${(await longTasks()).join("\n  ")}`;
};

/** The tests that look at a sample of what there is in `npm test`: here at all of it. */
const SAMPLED = [
  "axe finds nothing",
  "damaged",
  "a script that does not come",
  "the hero of every step",
  "no label of a stage",
  "loading moves nothing",
  "an SVG of each figure",
  "places that fail one after the other",
  "after one visit",
  "has the same trace hash",
  "every kind of place works",
  "a link hides each part",
  "under every lock",
  "the first button of the course",
].join("|");

/** Browser tests of the built site whose names match, with all that they sample: a part of them. */
function browserTests(pattern: string, { number, of }: Part, settings: Readonly<Record<string, string>> = {}): void {
  buildWhereStale();
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const env = { ...process.env, ROUNDTRIP_CHROMIUM: found.path, ROUNDTRIP_EVERY: "1", ...settings };
  const args = ["test", "--config", "e2e/playwright.config.ts", "--grep", pattern, `--shard=${number}/${of}`];
  command(process.execPath, ["node_modules/@playwright/test/cli.js", ...args], root, env);
}

/** Every place, state and script of the site in a browser, where `npm test` takes some of each kind. */
const places: Check = (part) => {
  browserTests(SAMPLED, part);
  return "axe and the measured layout find nothing in any place; each is there without network and each script";
};

/** The browser tests whose claims other tests hold in `npm test`, and the same in other lessons, widths and themes. */
const siblings: Check = (part) => {
  browserTests("@audit", part);
  return "every lesson, figure and gesture does in the browser what its units and siblings do";
};

const LINKS_OF_A_PART = 1000; // of either kind

/** Links and addresses that somebody has damaged; each part draws others. */
const links: Check = (part) => {
  const settings = { ROUNDTRIP_LINKS: `${LINKS_OF_A_PART}`, ROUNDTRIP_LINKS_FROM: `${part.number}` };
  browserTests("damaged (links|addresses)", { number: 1, of: 1 }, settings);
  return `${2 * LINKS_OF_A_PART} damaged links and addresses: each opens a whole page that says what is wrong`;
};

/** Every attack by a pasted text, on every kind of server, where `npm test` makes some on one. Needs python3. */
const python: Check = (part) => {
  browserTests("attacks by a pasted text|a text that ends Python", part);
  return "120 attacks by a pasted text on network, storage, caches, workers and page, on three servers: none gets out";
};

const MODELS = "engine/cli/models.audit.test.ts";

/** The files that `npm test` leaves out, and damaged captures, of which it reads some. */
const long: Check = () => {
  const others = testFiles().filter((file) => /\.audit\b/.test(file) && file !== MODELS);
  everyTestOf([...others, "engine/capture/mutated.slow.test.ts"]);
  return "a program that never ends is ended, and 10,000 damaged captures are read as far as they go";
};

/** The properties with draws that nobody has seen; `npm test` draws the same each time. */
const draws: Check = () => {
  const files = propertyTests();
  const first = Math.floor(Date.now() / 1000) % 1_000_000_000;
  const seeds = Array.from({ length: ROUNDS }, (_, round) => first + round);
  for (const seed of seeds) {
    console.log(`draws: the seed is ${seed}; ROUNDTRIP_DRAWS=${seed} npx vitest run FILE draws so again`);
    unitTests(files, { ROUNDTRIP_DRAWS: String(seed) });
  }
  return `${files.length} files of properties hold with ${ROUNDS} other seeds, from ${first}`;
};

/** All random runs, where `npm test` makes one in 167, and parameters at ends that take long. */
const fuzz: Check = () => {
  everyTestOf([
    "engine/explore/fuzz.slow.test.ts",
    "engine/experiments/guard-parameters.slow.test.ts",
    "engine/experiments/many/many.slow.test.ts",
    "engine/experiments/firefly/firefly-changes.paper.test.ts",
  ]);
  return "20,000 random runs with random faults: none throws, all end, no call runs twice; every parameter at its ends";
};

/** Every model beside runs with settings that nobody chose, from one seed. */
const models: Check = () => {
  everyTestOf([MODELS]);
  return "wherever a model says that it speaks, it is as near the run as its tolerance says";
};

/** Every protocol's search with all faults, and the branches that searches reach; `npm test` follows one fault. */
const searches: Check = () => {
  everyTestOf(["engine/explore/all.slow.test.ts", "engine/cli/branches/branches.slow.test.ts"]);
  return "every protocol keeps its promises, a slow enumeration finds as many states, and most branches are reached";
};

/** Write the rule: all tables of each level against its par, all wrong rules as programs, all hostile programs. */
const rules: Check = () => {
  everyTestOf([
    "engine/explore/written/par.slow.test.ts",
    "app/write/beliefs.slow.test.ts",
    "app/write/hostile.slow.test.ts",
  ]);
  return "no table beats its level’s par, each wrong rule is recognised as a program, 500 hostile programs are held";
};

/** Every lesson's text beside all its stages, where `npm test` looks at two. */
const numbers: Check = () => {
  everyTestOf(["lessons/two-numbers.slow.test.ts"]);
  return "no lesson has two numbers for one thing without a step that names both";
};

/** All damaged inputs and numbers, where `npm test` tries some of them. */
const readers: Check = () => {
  everyTestOf(["engine/systems/sunrpc/damaged.test.ts", "app/setup/damaged-numbers.test.ts"]);
  return (
    "100,000 damaged inputs to the readers of XDR and Sun RPC: a value or their own error, no byte of others read; " +
    "10,000 damaged numbers in links and fields: none is read as another"
  );
};

/** Every chart of every experiment at three settings, where `npm test` draws two. */
const honest: Check = ({ number, of }) => {
  everyTestOf(["app/lab/honest-charts.slow.test.ts"], { ROUNDTRIP_CHARTS: `${number}/${of}` });
  return "no band leaves what its measure can be, and no smooth line leads over a jump";
};

/** A copy of the project in which the systems of the tests count as any other: only written lists may change. */
const house: Check = () => {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-house-"));
  try {
    command("git", ["clone", "--quiet", "--no-hardlinks", root, folder], root);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const env = { ...process.env, ROUNDTRIP_FIXTURES: "1", ROUNDTRIP_CHROMIUM: found.path };
    command(process.execPath, ["--import", "tsx", "engine/cli/catalogues.ts"], folder, env);
    const changed = spawnSync("git", ["diff", "--name-only"], { cwd: folder, encoding: "utf8" }).stdout;
    const isWritten = (path: string): boolean =>
      readFileSync(join(folder, path), "utf8").includes("Written by `npm run catalogues`");
    const others = changed.split("\n").filter((path) => path !== "" && !isWritten(path));
    if (others.length > 0) throw new Error(`a new system changed more than the written lists: ${others.join(", ")}`);
    command(process.execPath, ["engine/cli/build.mjs"], folder, env);
    const args = ["test", "--config", "e2e/playwright.config.ts"];
    command(process.execPath, ["node_modules/@playwright/test/cli.js", ...args], folder, env);
    return "a new system is in form, link, chart, timeline, inspector, faults, exports and headless lab";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Every experiment with every kind of fault at ten moments, opened by its link. */
const faults: Check = async (part) => {
  buildWhereStale();
  return faultPages(part);
};

/** 10,000 texts in the fields of every experiment. */
const fields: Check = async (part) => {
  buildWhereStale();
  return fieldTexts(part);
};

/** 400 drags that something interrupts. */
const interruptions: Check = async (part) => {
  buildWhereStale();
  return interruptedDrags(part);
};

/** What engines differ in, in WebKit or another browser that has a WebDriver. */
const webkit: Check = async () => {
  buildWhereStale();
  return otherBrowser();
};

/** 18 minutes; ROUNDTRIP_SOAK_MINUTES sets another time. */
const soak: Check = async () => {
  buildWhereStale();
  return soaked();
};

const sheet: Check = async () => {
  buildWhereStale();
  const { file, shots } = await contactSheet();
  return `${shots} screenshots, to be looked at in ${file}`;
};

/** Folders of drawings: where to write those of this version, and those of another to compare with. */
let drawings: { readonly save?: string | undefined; readonly against?: string | undefined } = {};

/** Without folders it fails only where a figure cannot be drawn. */
const scenes: Check = () => {
  const folders = (["save", "against"] as const).flatMap((name) => {
    const folder = drawings[name];
    return folder === undefined ? [] : [`--${name}`, folder];
  });
  command(process.execPath, ["--import", "tsx", "app/build/scenes/main.ts", ...folders], root);
  return "every kind of figure is drawn";
};

const CHECKS: Readonly<Record<string, Check>> = {
  clone,
  calls,
  bench,
  chart,
  drags,
  frames,
  large,
  places,
  siblings,
  python,
  house,
  fuzz,
  models,
  draws,
  searches,
  rules,
  numbers,
  readers,
  long,
  honest,
  faults,
  links,
  fields,
  interruptions,
  webkit,
  soak,
  sheet,
  scenes,
};

/** How many parts a check is cut into, so that each ends within 20 minutes on two processors. */
const CUT: Readonly<Record<string, number>> = {
  places: 6,
  siblings: 6,
  python: 2,
  honest: 8,
  faults: 6,
  links: 5,
  fields: 4,
  interruptions: 4,
};

/** The parts of a check, or the one that is asked for: "places" has six, "places:2" is the second of them. */
function partsOf(asked: string): readonly (readonly [name: string, Part])[] {
  const [name = "", one] = asked.split(":");
  const of = CUT[name] ?? 1;
  const all = Array.from({ length: of }, (_, i): readonly [string, Part] => [name, { number: i + 1, of }]);
  if (one === undefined) return all;
  const chosen = all.filter(([, { number }]) => String(number) === one);
  if (chosen.length === 0) throw new Error(`${name} has ${of} parts, from ${name}:1 on, and none ${quoted(one)}`);
  return chosen;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));

async function audit(names: readonly (readonly [name: string, Part])[]): Promise<number> {
  let failed = 0;
  for (const [name, part] of names) {
    const label = part.of === 1 ? name : `${name}:${part.number}`;
    const start = performance.now();
    const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
    try {
      const said = await CHECKS[name]?.(part);
      console.log(`${label}: ${String(said)}; ${seconds()}`);
    } catch (error) {
      failed++;
      console.log(`${label}: FAILED: ${error instanceof Error ? error.message : String(error)}; ${seconds()}`);
    }
  }
  console.log(`${names.length - failed} passed, ${failed} failed`);
  return failed === 0 ? DONE : CHECK_FAILED;
}

const OPTIONS = { only: { type: "string" }, save: { type: "string" }, against: { type: "string" } } as const;

/** The checks that a command line asks for. Throws an error with one sentence for a line that it does not take. */
function wanted(args: readonly string[]): readonly (readonly [name: string, Part])[] {
  const all = Object.keys(CHECKS);
  const cut = (name: string): string => (CUT[name] === undefined ? name : `${name}:1 to ${CUT[name]}`);
  const checks = all.map(cut).join(", ");
  const usage = `Usage: npm run audit -- [--only ${all.slice(0, 2).join(",")},…]; the checks are ${checks}.`;
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    drawings = values;
    const names = values.only?.split(",") ?? all;
    const unknown = names.find((name) => !Object.hasOwn(CHECKS, name.replace(/:.*/s, "")));
    if (unknown === undefined) return names.flatMap(partsOf);
    throw new Error(`there is no check ${quoted(unknown)}`);
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(/[\n.]/);
    throw new Error(`audit: ${reason.slice(0, 120)}. ${usage}`, { cause: error });
  }
}

try {
  process.exitCode = await audit(wanted(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = BAD_USAGE;
}
