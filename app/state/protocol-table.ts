/** The table of a protocol at a moment: one row for each instance, with the numbers that its state keeps. */
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { END, ENDED_STATE, LOST_STATE } from "../../engine/kernel/trace-data.ts";
import type { FactName, TraceData } from "../../engine/kernel/trace-data.ts";
import { instancesOf, lastBy, wordAt } from "../timeline/host/instances.ts";
import type { Instance } from "../timeline/host/instances.ts";
import { conditionAt } from "../trace/machine-events.ts";
import { machineName } from "../trace/machine-names.ts";
import { counted, exactText } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";
import { clockUnit, durationText, onClock } from "../words/times.ts";
import { litFor, MOST_ROWS } from "./table.ts";
import type { Column, Moment, TableRow, TableState } from "./table.ts";
import { WORDS, wordsOf } from "./words.ts";
import { callTimes } from "../trace/calls.ts";
import { analysis } from "../trace/analysis.ts";

interface Kept extends Instance {
  readonly machine: string;
}

interface Numbers {
  /** Names of the numbers that a protocol keeps, in the order in which they first stand in the trace. */
  readonly names: readonly string[];
  readonly kinds: ReadonlyMap<string, FactName["kind"]>;
}

interface Of {
  readonly instances: readonly Kept[];
  readonly numbers: Numbers;
}

/** The protocols of a trace, with the machines that take part in each. */
export const protocolsIn = analysis((trace: TraceData): ReadonlyMap<string, Of> => {
  const found = new Map<string, { readonly instances: Kept[]; readonly numbers: Numbers }>();
  const machines = new Set([...new Set(trace.transitions.machine)].map((word) => wordAt(trace, word)));
  for (const machine of machines) {
    for (const instance of instancesOf(trace, machine)) {
      const one = found.get(instance.protocol) ?? { instances: [], numbers: numbersOf(trace, instance.protocol) };
      one.instances.push({ ...instance, machine });
      found.set(instance.protocol, one);
    }
  }
  for (const protocol of [...found.keys()]) {
    const partner = WORDS[protocol]?.partner;
    if (partner !== undefined && !found.has(partner)) found.set(partner, { instances: [], numbers: NONE });
  }
  for (const { instances } of found.values())
    instances.sort((a, b) => itemAt(a.rows, 0, "row") - itemAt(b.rows, 0, "row"));
  return found;
});

const NONE: Numbers = { names: [], kinds: new Map() };

function numbersOf(trace: TraceData, protocol: string): Numbers {
  const { transitions, factNames, facts } = trace;
  const kinds = new Map<string, FactName["kind"]>();
  const word = trace.words.indexOf(protocol);
  for (let row = 0; row < transitions.count; row++) {
    if (transitions.protocol[row] !== word) continue;
    const first = numberAt(transitions.factsAt, row);
    for (let fact = first; fact < first + numberAt(transitions.factsLength, row); fact++) {
      const named = factNames[numberAt(facts.name, fact)];
      if (named !== undefined && !kinds.has(named.name)) kinds.set(named.name, named.kind);
    }
  }
  return { names: [...kinds.keys()], kinds };
}

/** The columns of a protocol's table. They are the same at every moment of a run, and where a drag changes it. */
function columnsOf(protocol: string, { instances, numbers }: Of) {
  const words = wordsOf(protocol, numbers.names);
  const { numbers: shown } = words;
  const hasMany = new Set(instances.map(({ machine }) => machine)).size > 1;
  const columns: readonly Column[] = [
    ...(hasMany ? [{ key: "machine", head: "Machine", isNumber: false }] : []),
    { key: "name", head: words.each, isNumber: false },
    { key: "state", head: "State", isNumber: false },
    ...shown.map(([name, head]) => ({ key: name, head, isNumber: true })),
    { key: "since", head: "Written at", isNumber: true },
  ];
  return { words, shown, hasMany, columns };
}

/** Null where the run has no such protocol. */
export function protocolTable(
  trace: TraceData,
  protocol: string,
  moment: Moment,
  most: number = MOST_ROWS,
): TableState | null {
  const of = protocolsIn(trace).get(protocol);
  if (of === undefined) return null;
  const { words, shown, hasMany, columns } = columnsOf(protocol, of);
  const lit = litFor(callTimes(trace, moment.call).from, trace.calls.end[moment.call - 1] ?? trace.elapsed);
  let goneBefore = 0;
  const rows = of.instances.flatMap((instance): TableRow[] => {
    const found = rowAt(trace, instance, moment.time);
    if (found === null) return [];
    if (found.isGone) goneBefore++;
    if (found.isGone || found.isOver) return [];
    const { row, kept, isLost } = found;
    const clock = clockOf(trace, moment.call);
    const at = timeAt(trace.transitions.at, row);
    const whole = instance.name;
    const name = inPageWords(trace, whole.startsWith(words.without) ? whole.slice(words.without.length) : whole);
    return [
      {
        key: `${instance.machine} ${instance.name}`,
        cells: [
          ...(hasMany ? [capital(machineName(trace, instance.machine))] : []),
          name,
          isLost ? `${stateOf(trace, kept)}, lost` : stateOf(trace, row),
          ...shown.map(([fact]) => valueText(of.numbers.kinds.get(fact), factAt(trace, kept, fact), clock)),
          clock(at),
        ],
        at,
        cause: numberAt(trace.transitions.cause, row),
        write: row,
        isLit: moment.time - at < lit,
        isLost,
      },
    ];
  });
  const lost = rows.filter(({ isLost }) => isLost).length + goneBefore;
  return {
    columns,
    rows: rows.slice(0, most),
    more: Math.max(0, rows.length - most),
    empty: goneBefore > 0 ? `The table is empty: the crash took ${counted(goneBefore, "row")}.` : words.empty,
    tallies: [],
    lost: lost > 0 ? { name: lost === 1 ? "row lost" : "rows lost", count: lost, isBad: true } : null,
  };
}

/** Machines in an instance's name, as the page calls them. */
const inPageWords = (trace: TraceData, name: string): string =>
  name.replace(/\b[a-z]+\d+\b/g, (word) => machineName(trace, word));

interface Found {
  /** The last transition, and the one whose numbers stand in the row: before a crash the last that was kept. */
  readonly row: number;
  readonly kept: number;
  readonly isLost: boolean;
  /** Lost in a crash after which the machine came back, and knows nothing of it. */
  readonly isGone: boolean;
  /** Its program is done with it. */
  readonly isOver: boolean;
}

/** Null before it began. */
function rowAt(trace: TraceData, { rows, machine }: Kept, time: number): Found | null {
  const place = lastBy(trace, rows, time);
  const row = rows[place];
  if (row === undefined) return null;
  const state = stateOf(trace, row);
  const isLost = state === LOST_STATE;
  const isUp = isLost && conditionAt(trace, machine, time).up;
  const kept = isLost ? (rows[place - 1] ?? row) : row;
  const isOver = state === ENDED_STATE || wordAt(trace, trace.transitions.input[row]) === END;
  return { row, kept, isLost: isLost && !isUp, isGone: isLost && isUp, isOver };
}

const stateOf = (trace: TraceData, row: number): string => wordAt(trace, trace.transitions.to[row]);

/** A number of the state that a transition led to; null where the state keeps none of this name. */
export function factAt({ transitions, facts, factNames }: TraceData, row: number, name: string): number | null {
  const first = numberAt(transitions.factsAt, row);
  for (let fact = first; fact < first + numberAt(transitions.factsLength, row); fact++) {
    if (factNames[numberAt(facts.name, fact)]?.name === name) return timeAt(facts.value, fact);
  }
  return null;
}

function valueText(kind: FactName["kind"] | undefined, value: number | null, clock: (at: number) => string): string {
  if (value === null) return "";
  switch (kind) {
    case "moment":
      return clock(value);
    case "duration":
      return durationText(value);
    case "bytes":
      return counted(value, "byte");
    case "count":
      return exactText(value);
    case "number":
    case undefined:
      return String(value);
  }
}

/** A moment since the shown call began, with its unit. */
export function clockOf(trace: TraceData, call: number): (at: number) => string {
  const { from } = callTimes(trace, call);
  return (at) => {
    const unit = clockUnit(Math.abs(at - from));
    return `${onClock(at - from, unit)} ${unit.name}`;
  };
}
