/** A call of Sun RPC as an experiment: its sweeps and charts, and the published cells that it answers. */
import { defineExperiment } from "../define.ts";
import type { Answer, Experiment } from "../types.ts";
import { CALL_PARAMS, MEASURES } from "./params.ts";
import type { SunRpcMeasure } from "./params.ts";
import { runSunRpc } from "./run.ts";

type SunRpcAnswer = Answer<typeof CALL_PARAMS, SunRpcMeasure>;
type Fixed = SunRpcAnswer["fixed"] & object;

/** All turns are alike, so a few stand for the paper's thousand. */
const TABLE_RUN = { iterations: 10 } as const;

const ARGUMENTS = { none: 0, "2 byte": 2, "4 byte": 4 } as const;
type Argument = keyof typeof ARGUMENTS;
const isArgument = (word: string): word is Argument => Object.hasOwn(ARGUMENTS, word);
const PLACES = ["local", "remote"] as const;

/** The programs of Table 3, with how the paper names their way to wait. */
const PROGRAMS: readonly (readonly [program: number, mode: string, fixed: Fixed])[] = [
  [2, "library default", { program: "sun-rpc" }],
  [3, "block", { program: "udp", waiting: "block" }],
  [3, "select", { program: "udp", waiting: "select" }],
];

const LOCAL_NOTE =
  "The paper’s own profile of this program adds up to 2.45 ms (blocking) and 2.75 ms (select) a call. " +
  "We take its costs from there.";

const FITTED = { machine: "remote", mode: "block", program: 3, argument: "none" } as const;

const noteOf = (program: number, machine: string): { readonly note?: string } =>
  program === 3 && machine === "local" ? { note: LOCAL_NOTE } : {};

/** Parameters that Table 3 keeps as they are, because all calls return at once. */
const UNTOUCHED = ["retryS", "totalS", "duplicateCache"] as const;

const TABLE_3: readonly SunRpcAnswer[] = PLACES.flatMap((machine) =>
  PROGRAMS.flatMap(([program, mode, fixed]) =>
    Object.keys(ARGUMENTS)
      .filter(isArgument)
      .map((argument): SunRpcAnswer => {
        const row = { machine, mode, program, argument };
        const isFitted = Object.entries(FITTED).every(([key, value]) => row[key as keyof typeof row] === value);
        return {
          table: "table-3",
          column: "usPerIteration",
          keys: ["machine", "mode", "program", "argument"],
          only: row,
          set: {},
          fixed: { ...TABLE_RUN, ...fixed, place: machine, argumentBytes: ARGUMENTS[argument] },
          measure: "clientCpuUs",
          ...(isFitted ? { kind: "calibrated" as const, calibrated: [row] } : { kind: "predicted" as const }),
          ...noteOf(program, machine),
          regardlessOf: UNTOUCHED,
        };
      }),
  ),
);

const call = defineExperiment({
  id: "sun-rpc/call",
  title: "Sun RPC: one call",
  question: "What does a library that does everything cost a call, and what would you give up to save it?",
  paper: "enutt",
  params: CALL_PARAMS,
  measures: MEASURES,
  sweep: { over: "argumentBytes", values: [0, 2, 4, 64, 512, 1400], fixed: { iterations: 3 } },
  charts: [
    {
      y: "clientCpuUs",
      title: "Client’s processor time of a call",
      points: [{ table: "table-3", column: "usPerIteration", x: { column: "argument", of: ["argumentBytes"] } }],
    },
    { y: "elapsedUs", title: "Time of a call", points: [] },
  ],
  models: [],
  answers: TABLE_3,
  // A call that is sent again and again, or a long list, takes no longer to compute.
  roughMs: ({ iterations }) => 0.08 * iterations,
  isLoneCall: () => true,
  run: runSunRpc,
});

export const experiments: readonly Experiment[] = [call];
