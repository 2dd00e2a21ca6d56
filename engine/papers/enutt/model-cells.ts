/** Published cells that follow from the profiles and the layers of a call, without any experiment. */
import type { ModelArguments, ModelCell } from "../types.ts";

const MACHINES = ["local", "remote"];
const ARGUMENTS = ["none", "2 byte", "4 byte"];

const call = (machine: string, argument: string, program: number, mode: string, args: ModelArguments): ModelCell => ({
  table: "table-3",
  row: { machine, mode, program, argument },
  column: "usPerIteration",
  function: "rpc_us",
  arguments: { machine, argument, ...args },
});

const said = (key: string, fn: string, args: ModelArguments = {}): ModelCell => ({
  table: "text",
  row: { key },
  column: "value",
  function: fn,
  arguments: args,
});

const calls = MACHINES.flatMap((machine) =>
  ARGUMENTS.flatMap((argument) => [
    call(machine, argument, 3, "select", { xdr_us: 0, dispatch_us: 0 }),
    call(machine, argument, 2, "library default", {}),
  ]),
);

export const MODEL_CELLS: readonly ModelCell[] = [
  ...calls,
  said("clockUncertainty", "clock_uncertainty_us", { iterations: 1000 }),
  said("selectPerIteration", "select_us", { source: "profile" }),
  said("selectTiming", "select_us", { source: "timing" }),
  said("xdrPerIteration", "xdr_us"),
  said("dispatchPerIteration", "dispatch_us"),
  said("improveBlocking", "saving_percent", { read: "block" }),
  said("improveSelect", "saving_percent", { read: "select" }),
  said("xdrShare", "share_percent", { us: 548 }),
  said("dispatchShare", "share_percent", { us: 110 }),
  said("xdrPlusDispatchShare", "share_percent", { us: 658 }),
  said("socketShare", "socket_percent"),
];
