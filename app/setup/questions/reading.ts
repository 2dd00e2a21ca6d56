/** How a question is read: its answer with the numbers of its runs, and which of its runs are of today. */
import { familyOf } from "../../../engine/experiments/family.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import type { Param, ParamTable, ParamValue } from "../../../engine/experiments/types.ts";
import { exactText } from "../../words/numbers.ts";
import { unitText } from "../../words/units.ts";
import type { AnsweringRun, Question } from "./types.ts";

const FAMILIES: ReadonlySet<string> = new Set(["today", "services", "tcp"]);
/** Of a paper’s system, on machines that are still sold. */
const SWITCHED: ReadonlySet<string> = new Set(["flexrpc/incast"]);

/** Whether a run is on machines of today. */
export const isOfToday = ({ experiment, set }: Pick<AnsweringRun, "experiment" | "set">): boolean =>
  FAMILIES.has(familyOf(experiment)) || SWITCHED.has(experiment) || String(set["machine"]).startsWith("today");

/** "{p99Ms}" is what the first run measures, "{p99Ms 2}" what the second does. */
const MEASURED = /\{(\w+)(?: (\d))?\}/gu;

/** The answer with the numbers of its runs. Throws where it names a measure that the run does not show. */
export function answerOf({ id, answer, runs }: Question): string {
  return answer.replaceAll(MEASURED, (_, name: string, nth = "1") => {
    const found = itemAt(runs, Number(nth) - 1, "run").shows[name];
    if (found === undefined)
      throw new Error(`questions: the answer to ${id} names ${name}, which run ${nth} does not show.`);
    return found;
  });
}

/** The run to go on with from another: the next with the same experiment, after the last the first; null for none. */
export function nextOf({ runs }: Question, here: AnsweringRun): AnsweringRun | null {
  const same = runs.filter(({ experiment }) => experiment === here.experiment);
  const next = same[(same.indexOf(here) + 1) % same.length];
  return next === undefined || next === here ? null : next;
}

function valueText(param: Param, value: ParamValue): string {
  if (param.kind === "number") return `${exactText(Number(value))} ${unitText(param.unit)}`.trim();
  const label = param.options.find((option) => option.value === value)?.label ?? param.own?.label ?? String(value);
  return `“${label}”`;
}

/** Changes of more parts than this are named by what the run says. */
const MOST_CHANGES = 2;

/** What leads from one run to another: “set *Budget* to 0.1”; null where it is too much for a sentence. */
export function changeText(from: AnsweringRun, to: AnsweringRun, params: ParamTable): string | null {
  const [{ faults: before = [] }, { faults: after = [] }] = [from, to];
  const settings = Object.entries(params).flatMap(([key, param]) => {
    const value = to.set[key] ?? param.default;
    return value === (from.set[key] ?? param.default) ? [] : [`set “${param.label}” to ${valueText(param, value)}`];
  });
  const added = after.filter((line) => !before.includes(line)).map((line) => `add the fault “${line}”`);
  const gone = before.filter((line) => !after.includes(line)).map((line) => `take the fault “${line}” away`);
  const all = [...settings, ...added, ...gone];
  return all.length === 0 || all.length > MOST_CHANGES ? null : all.join(", and ");
}
