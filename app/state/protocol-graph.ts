/** The states of a protocol as a graph: those that a run enters, with its instances as tokens. */
import { timeAt } from "../../engine/kernel/reads.ts";
import { ENDED_STATE, LOST_STATE, NO_STATE } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { DrawnMachine } from "../../engine/protocols/state-machine.ts";
import { lastBy, wordAt } from "../timeline/host/instances.ts";
import { HALF } from "../trace/machine-events.ts";
import { machineName } from "../trace/machine-names.ts";
import { protocolsIn } from "./protocol-table.ts";
import { litFor } from "./table.ts";
import type { Moment } from "./table.ts";
import { callTimes } from "../trace/calls.ts";
import { tally } from "../../engine/kernel/tally.ts";
import { analysis } from "../trace/analysis.ts";

interface GraphState {
  readonly machine: DrawnMachine;
  /** How many instances are in each state. */
  readonly tokens: ReadonlyMap<string, number>;
  /** How often each way was taken by then, by its key: [state before, state after] as JSON. */
  readonly walked: ReadonlyMap<string, number>;
  /** The way that was taken just now; null where none was. */
  readonly last: string | null;
  /** Each instance with its state, in words: "server, activity 1.1: executing". */
  readonly sentences: readonly string[];
  /** States that the protocol has, and that no instance enters in the run. */
  readonly never: readonly string[];
}

/** The states that are entered, in the protocol's order, with all ways that are taken in the run. */
const machineOf = analysis((trace: TraceData, protocol: string): DrawnMachine => {
  const { transitions } = trace;
  const ways = new Map<string, { readonly from: string; readonly to: string; readonly on: Set<string> }>();
  const entered = new Set<string>();
  for (const row of rowsOf(trace, protocol)) {
    const [from, to] = [wordAt(trace, transitions.from[row]), wordAt(trace, transitions.to[row])];
    if (to === ENDED_STATE) continue;
    entered.add(to);
    if (from === NO_STATE) continue;
    const key = wayKey(from, to);
    const way = ways.get(key) ?? { from, to, on: new Set() };
    way.on.add(shortInput(wordAt(trace, transitions.input[row])));
    ways.set(key, way);
  }
  const states = [...declared(trace, protocol), { tag: LOST_STATE, what: "a crash took it away" }];
  return {
    protocol,
    title: protocol,
    states: states.filter(({ tag }) => entered.has(tag)),
    transitions: [...ways.values()].map(({ from, to, on }) => {
      return { from: [from], to: from === to ? "same" : to, on: [...on], when: "", gives: [], rules: [] };
    }),
  };
});

/** "result packet" is a result: the words on an arrow are short. */
const shortInput = (input: string): string => input.replace(/ packet$/, "");

const wayKey = (from: string, to: string): string => JSON.stringify([from, to]);

const declared = ({ protocols }: TraceData, protocol: string) =>
  protocols.find((one) => one.protocol === protocol)?.states ?? [];

const rowsOf = (trace: TraceData, protocol: string): readonly number[] =>
  (protocolsIn(trace).get(protocol)?.instances ?? []).flatMap(({ rows }) => rows);

/** Null where the run has no such protocol, or where its instances stay in one state. */
export function protocolGraph(trace: TraceData, protocol: string, { call, time }: Moment): GraphState | null {
  const instances = protocolsIn(trace).get(protocol)?.instances;
  if (instances === undefined) return null;
  const machine = machineOf(trace, protocol);
  if (machine.states.length < 2) return null;
  const tokens = new Map<string, number>();
  const sentences: string[] = [];
  for (const { rows, machine: host, name } of instances) {
    const row = rows[lastBy(trace, rows, time)];
    const state = row === undefined ? ENDED_STATE : wordAt(trace, trace.transitions.to[row]);
    if (state === ENDED_STATE) continue;
    tally(tokens, state);
    sentences.push(`${machineName(trace, host)}, ${name}: ${state}`);
  }
  const entered = new Set(machine.states.map(({ tag }) => tag));
  const never = declared(trace, protocol).flatMap(({ tag }) => (entered.has(tag) ? [] : [tag]));
  return { machine, tokens, ...walkedBy(trace, protocol, { call, time }), sentences, never };
}

function walkedBy(trace: TraceData, protocol: string, { call, time }: Moment) {
  const { transitions, calls } = trace;
  const lit = litFor(callTimes(trace, call).from, calls.end[call - 1] ?? trace.elapsed);
  const walked = new Map<string, number>();
  let [last, lastAt]: [string | null, number] = [null, -Infinity];
  for (const row of rowsOf(trace, protocol)) {
    const at = timeAt(transitions.at, row);
    const from = wordAt(trace, transitions.from[row]);
    const to = wordAt(trace, transitions.to[row]);
    if (at > time + HALF || from === NO_STATE || to === ENDED_STATE) continue;
    const key = wayKey(from, to);
    tally(walked, key);
    if (at >= lastAt) [last, lastAt] = [key, at];
  }
  return { walked, last: time - lastAt < lit ? last : null };
}
