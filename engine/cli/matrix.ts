/** `lab matrix`: finds out what each rule of a protocol is for, by the faults that break it without the rule. */
import { ALL_RULES } from "../experiments/explorable.ts";
import { WITH_RULES } from "../experiments/explorable-ids.ts";
import type { Experiment, ParamValues } from "../experiments/types.ts";
import { explorableOf } from "../explore/index.ts";
import { matrixRows, type MatrixCell, type MatrixRow } from "../explore/matrix.ts";
import { servesOf } from "../protocols/rules.ts";
import { brokenText } from "../protocols/promises.ts";
import { readWhole, type Arguments } from "./arguments.ts";
import { changed, commandOf, PARAMETER_FLAGS, readExperiment, readSet } from "./experiment-flags.ts";
import { numberText, textTable } from "./text-table.ts";
import { DONE, UsageError } from "./usage.ts";
import { printJson, progressOf, type Io, type Stop, type Verb } from "./verb.ts";

const FAULTS_RANGE = { min: 1, max: 3, default: 2 } as const;

function readExperiments(args: Arguments): readonly Experiment[] {
  const [id] = args.operands;
  if (id === undefined) return WITH_RULES.flatMap(([first = ""]) => readExperiment(matrix, first));
  const experiment = readExperiment(matrix, id);
  const known = WITH_RULES.flat();
  if (known.includes(experiment.id)) return [experiment];
  throw new UsageError(`lab matrix: ${id} has no rules that can be left out; these have: ${known.join(", ")}.`);
}

const faultsText = (count: number): string =>
  count === 0 ? "no fault" : count === 1 ? "one fault" : `${numberText(count)} faults`;

/** "1", or "1 as with all rules", or "–". */
const cellText = ({ found, asWithAll }: MatrixCell): string =>
  found === null ? "–" : `${found.faults.length}${asWithAll ? " as with all rules" : ""}`;

const label = ({ rule, elsewhere }: MatrixRow): string =>
  `  ${rule === ALL_RULES ? "all rules" : rule}${elsewhere === null ? "" : ", elsewhere"}`;

function rowText(experiment: Experiment, row: MatrixRow): readonly string[] {
  const { rule, says, elsewhere, faults, cells } = row;
  const broken = cells.flatMap(({ property, found }) =>
    found === null
      ? []
      : [
          `    ${property}, ${faultsText(found.faults.length)}: ${brokenText(property, found.executions)}` +
            (found.whyNot === null ? "" : ` The whole system does not show it. ${found.whyNot}`),
          `      ${commandOf(experiment, row, found.faults)}`,
        ],
  );
  const none = `    No promise breaks with up to ${faultsText(faults)}. ${servesOf(rule)}`.trimEnd();
  const heading = `  ${rule === ALL_RULES ? "" : `${rule}: `}${says}${elsewhere === null ? "" : ` ${elsewhere}`}`;
  return [heading, ...(broken.length === 0 ? [none] : broken)];
}

function matrixText(experiment: Experiment, rows: readonly MatrixRow[], took: number): string {
  const [first] = rows;
  if (first === undefined) return "";
  const states = rows.reduce((sum, row) => sum + row.states, 0);
  return [
    `${experiment.id}  ${experiment.title}`,
    `  ${changed(first.parameters, experiment).join(" ")}`,
    `  the fewest faults that break each promise, up to ${first.faults}: ${numberText(states)} states, ` +
      `${(took / 1000).toFixed(1)} s`,
    textTable(
      ["  without", ...first.cells.map(({ property }) => property)],
      rows.map((row) => [label(row), ...row.cells.map(cellText)]),
    ),
    ...rows.flatMap((row) => rowText(experiment, row)),
  ].join("\n");
}

interface Searched {
  readonly experiment: Experiment;
  readonly rows: readonly MatrixRow[];
  readonly took: number;
  readonly stop: Stop | null;
}

async function searched(experiment: Experiment, parameters: ParamValues, args: Arguments, io: Io): Promise<Searched> {
  const tell = progressOf(args, io);
  const faults = readWhole(matrix, args, "faults", FAULTS_RANGE);
  const startedAt = performance.now();
  const rows: MatrixRow[] = [];
  let stop = await io.stopped();
  const progress = (rule: string, row: number, of: number, states: number): void =>
    tell(`${experiment.id}: ${rule}, row ${row} of ${of}, ${numberText(states)} states`);
  for (const row of matrixRows(experiment, { parameters, faults, progress }, explorableOf(experiment.id))) {
    rows.push(row);
    stop = await io.stopped();
    if (stop !== null) break;
  }
  return { experiment, rows, took: Math.round(performance.now() - startedAt), stop };
}

export const matrix: Verb = {
  name: "matrix",
  summary: "Finds out what each rule of a protocol is for: the fewest faults that break each promise without it.",
  operands: ["[EXPERIMENT]"],
  flags: [
    {
      name: "faults",
      value: "K",
      what: `the most faults of a run, ${FAULTS_RANGE.min} to ${FAULTS_RANGE.max} (default ${FAULTS_RANGE.default})`,
    },
    ...PARAMETER_FLAGS.filter(({ name }) => name === "set"),
  ],
  run: async (args, io) => {
    const experiments = readExperiments(args);
    const [only, ...others] = experiments;
    if (only === undefined || (others.length > 0 && args.has("set"))) {
      throw new UsageError("lab matrix: --set needs an experiment that it is for.");
    }
    const done: Searched[] = [];
    for (const experiment of experiments) {
      done.push(await searched(experiment, readSet(matrix, args, experiment), args, io));
      if (done.at(-1)?.stop !== null) break;
    }
    if (args.has("json")) {
      printJson(
        io,
        done.map(({ experiment: { id }, rows, took }) => ({ experiment: id, rows, tookMs: took })),
      );
    } else io.out(done.map((one) => matrixText(one.experiment, one.rows, one.took)).join("\n\n"));
    const stop = done.at(-1)?.stop ?? null;
    if (stop !== null) io.err(`lab matrix: ${stop.why}: the rows that were done are printed.`);
    return stop?.code ?? DONE;
  },
};
