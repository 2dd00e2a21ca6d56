/** `npm test`: installs what is missing, then runs every part (see test-run.ts) and says what passed. */
import * as util from "node:util"; // whole, so that an old Node gets as far as saying that it is old
import { nodeProblem, prepare } from "./bootstrap.mjs";

const PARTS = ["types", "lint", "tidy", "unit", "paper", "headless", "build", "browser"];
const USAGE = `npm test -- [--quick] [--only ${PARTS[0]},…] [--verbose]`;
const OPTIONS = {
  quick: { type: "boolean", default: false },
  only: { type: "string" },
  verbose: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

function stop(code, message) {
  console.error(message);
  process.exit(code);
}

function readFlags() {
  try {
    const { values } = util.parseArgs({ options: OPTIONS, args: process.argv.slice(2) });
    const only = values.only === undefined ? PARTS : values.only.split(",");
    const unknown = only.find((name) => !PARTS.includes(name));
    if (unknown !== undefined) stop(2, `test: there is no part "${unknown}"; the parts are ${PARTS.join(", ")}.`);
    return { ...values, parts: PARTS.filter((name) => only.includes(name)) };
  } catch (error) {
    return stop(2, `test: ${error.message.split(/[\n.]/)[0]}. Usage: ${USAGE}`);
  }
}

const old = nodeProblem(process.versions.node);
if (old !== null) stop(1, old);
const flags = readFlags();
if (flags.help) {
  console.log(`${USAGE}\nParts, in order: ${PARTS.join(", ")}.`);
  console.log("--quick leaves out slow tests and, in the browser, all but one journey. With changes that are not");
  console.log("committed it runs only tests that import what has changed.");
} else {
  prepare();
  const { register } = await import("tsx/esm/api");
  register();
  const { testRun } = await import("./test-run.ts");
  process.exitCode = await testRun(flags);
}
