/**
 * The states of a protocol's machines that a search has reached, and the steps between them, in the words of the
 * machines: drawn as a diagram, or written in DOT. Beside them stand the described ways that no run took.
 */
import type { Experiment, ParamValues } from "../experiments/types.ts";
import type { Explorable } from "../experiments/explorable.ts";
import type { AnyEnds, MachineStep } from "../protocols/ends.ts";
import type { StateWord } from "../protocols/machine.ts";
import { STATE_MACHINES } from "../protocols/state-machines.ts";
import type { DrawnMachine, Transition } from "../protocols/state-machine.ts";
import { prepare } from "./prepared.ts";
import { search } from "./search.ts";
import { gather } from "../kernel/tally.ts";

interface ReachedStep {
  readonly from: string;
  readonly to: string;
  readonly on: string;
}

interface ReachedMachine {
  readonly protocol: string; // "Cedar caller"
  readonly states: readonly StateWord[]; // that were reached; the first is where it begins
  readonly unreached: readonly string[]; // the others
  readonly steps: readonly ReachedStep[];
}

export interface Reached {
  readonly faults: number;
  readonly states: number; // of the net
  /** The limits of the search, as sentences: reasons why no run takes some of the described ways. */
  readonly bounds: readonly string[];
  readonly machines: readonly ReachedMachine[];
}

/** The ends, which tell of each step. */
function listening(ends: AnyEnds, took: (step: MachineStep) => void): AnyEnds {
  const step: AnyEnds["step"] = (state, input, moment) => ends.step(state, input, { ...moment, took });
  return Object.assign(Object.create(ends) as AnyEnds, { step });
}

interface Reaching {
  readonly words: readonly StateWord[];
  readonly states: Set<string>;
  readonly steps: Map<string, ReachedStep>;
}

/** Follows every run with so many faults, and notes the steps of the machines. */
export function reached(
  experiment: Experiment,
  request: { readonly parameters: ParamValues; readonly faults: number; readonly progress?: (states: number) => void },
  explorable: Explorable,
): Reached {
  const prepared = prepare(experiment, explorable, request);
  const { ends, times, calls, faults, program } = prepared;
  const machines = new Map<string, Reaching>();
  const took = ({ machine, before, input, after }: MachineStep): void => {
    let one = machines.get(machine.protocol);
    if (one === undefined) {
      one = { words: machine.states, states: new Set(), steps: new Map() };
      machines.set(machine.protocol, one);
    }
    const step = {
      from: machine.name(before),
      to: machine.name(after),
      on: machine.input(input).replace(/ packet$/, ""),
    };
    one.states.add(step.from).add(step.to);
    one.steps.set(JSON.stringify(step), step);
  };
  const { progress } = request;
  const options = {
    faults,
    calls,
    program,
    properties: ends.promises,
    ...(progress === undefined ? {} : { progress }),
  };
  const { states } = search(listening(ends, took), times, options);
  return {
    faults,
    states,
    bounds: [...new Set(explorable.bounds.map(({ why }) => why))],
    machines: [...machines].map(([protocol, { words, states: names, steps }]) => ({
      protocol,
      states: words.filter(({ tag }) => names.has(tag)),
      unreached: words.filter(({ tag }) => !names.has(tag)).map(({ tag }) => tag),
      steps: [...steps.values()],
    })),
  };
}

/** The described ways of the machine with this name, from all its diagrams; none where nobody has described it. */
function describedWays(name: string): readonly Transition[] {
  const diagrams = Object.values(STATE_MACHINES).flat();
  const ways = diagrams.filter(({ protocol }) => protocol === name).flatMap(({ transitions }) => transitions);
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

const isTaken = ({ from, to, on }: Transition, { steps }: ReachedMachine): boolean =>
  steps.some(
    (step) =>
      from.includes(step.from) && step.to === (to === "same" ? step.from : to) && on.some((one) => one === step.on),
  );

/** The reached states and steps as a machine that can be drawn: one way for each pair of states. */
export function drawnOf({ protocol, states, steps }: ReachedMachine): DrawnMachine {
  const pairs = new Map<string, ReachedStep[]>();
  for (const step of steps) {
    gather(pairs, JSON.stringify([step.from, step.to]), step);
  }
  const transitions = [...pairs.values()].flatMap((some): readonly Transition[] => {
    const [first] = some;
    if (first === undefined) return [];
    const { from, to } = first;
    return [
      { from: [from], to: from === to ? "same" : to, on: some.map(({ on }) => on), when: "", gives: [], rules: [] },
    ];
  });
  return { protocol, title: protocol, states, transitions };
}

/** The ways of the described machine that no run has taken. */
export const notTaken = (machine: ReachedMachine): readonly Transition[] =>
  describedWays(machine.protocol).filter((one) => !isTaken(one, machine));

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** The states and steps of all machines in DOT, a cluster for each machine. */
export function toDot({ machines }: Reached): string {
  const clusters = machines.map((machine, number) => {
    const name = (tag: string): string => quoted(`${machine.protocol}: ${tag}`);
    const { states, transitions } = drawnOf(machine);
    return [
      `  subgraph cluster_${number} {`,
      `    label=${quoted(machine.protocol)};`,
      ...states.map(({ tag, what }) => `    ${name(tag)} [label=${quoted(tag)}, tooltip=${quoted(what)}];`),
      ...transitions.flatMap(({ from, to, on }) =>
        from.map((tag) => `    ${name(tag)} -> ${name(to === "same" ? tag : to)} [label=${quoted(on.join(", "))}];`),
      ),
      "  }",
    ].join("\n");
  });
  return `digraph reached {\n${clusters.join("\n")}\n}\n`;
}
