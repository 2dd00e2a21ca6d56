/**
 * `npm run rules [-- PROTOCOL …]`: the rules at the head of each machine's file, each with the lines of the machine's
 * table that name it. A test holds each line to a step of its machine; whether a rule is about the step, a reader sees
 * here.
 */
import { quote } from "../faults/quote.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namedIn } from "../kernel/reads.ts";
import type { StateMachine } from "../protocols/state-machine.ts";
import { STATE_MACHINES } from "../protocols/state-machines.ts";
import { sentencesAtHead } from "../protocols/testing/rules.ts";
import { root } from "./bootstrap.mjs";
import { BAD_USAGE, suggestion } from "./usage.ts";

/** A line of a table: `waiting --reply (it names the call that is outstanding)--> idle: returned`. */
function lineText({ from, to, on, when, gives, asked }: StateMachine["transitions"][number]): string {
  const input = when === "" ? on.join(", ") : `${on.join(", ")} (${when})`;
  const given = [...gives, ...(asked === undefined ? [] : [`${asked} if asked`])];
  return `${from.join(", ")} --${input}--> ${to}${given.length === 0 ? "" : `: ${given.join(", ")}`}`;
}

function byRule({ title, file, transitions }: StateMachine): string {
  const rules = [...sentencesAtHead(readFileSync(join(root, file), "utf8"))];
  const about = (rule: number | null): readonly string[] =>
    transitions
      .filter((line) => (rule === null ? line.rules.length === 0 : line.rules.includes(rule)))
      .map((line) => `    ${lineText(line)}`);
  return [
    `## ${title} (${file})`,
    ...rules.flatMap(([number, sentence]) => [`${number}. ${sentence}`, ...about(number)]),
    "No rule",
    ...about(null),
  ].join("\n");
}

const known = Object.keys(STATE_MACHINES);
const asked = process.argv.slice(2);
const stranger = asked.find((name) => !known.includes(name));
if (stranger === undefined) {
  const machines = (asked.length === 0 ? known : asked).flatMap((name) => namedIn(STATE_MACHINES, name, "protocol"));
  console.log(machines.map(byRule).join("\n\n"));
} else {
  console.error(`rules: there is no protocol ${quote(stranger)}; ${suggestion(stranger, known)}`);
  process.exitCode = BAD_USAGE;
}
