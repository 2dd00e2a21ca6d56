/** The state of a machine at a moment, one entry for each instance of a protocol: the same for every protocol. */
import { numberAt } from "../../../engine/kernel/reads.ts";
import { BEGIN, CRASH, ENDED_STATE, LOST_STATE, NO_STATE } from "../../../engine/kernel/trace-data.ts";
import type { FactName, TraceData } from "../../../engine/kernel/trace-data.ts";
import { counted } from "../../words/numbers.ts";
import { durationText } from "../../words/times.ts";
import { instancesOf, lastBy, wordAt } from "./instances.ts";
import type { Instance } from "./instances.ts";
import type { Entry, Field, Step } from "./view.ts";

/** @param up whether the machine runs: a crash's losses are shown as long as it is down, then it is another machine */
export function entriesAt(trace: TraceData, machine: string, time: number, up: boolean): readonly Entry[] {
  return instancesOf(trace, machine).flatMap((instance) => {
    const place = lastBy(trace, instance.rows, time);
    const row = instance.rows[place];
    if (row === undefined) return [];
    const state = wordAt(trace, trace.transitions.to[row]);
    if (state === ENDED_STATE || (state === LOST_STATE && up)) return [];
    return [entryAt(trace, instance, place, time)];
  });
}

function entryAt(trace: TraceData, { protocol, name, rows }: Instance, place: number, time: number): Entry {
  const { from, to, call } = trace.transitions;
  let entered = place;
  while (entered > 0 && from[rowAt(rows, entered)] === to[rowAt(rows, entered)]) entered--;
  const row = rowAt(rows, place);
  const state = wordAt(trace, to[row]);
  return {
    key: `${protocol}: ${name}`,
    protocol,
    name,
    state,
    what: whatOf(trace, protocol, state),
    call: numberAt(call, row),
    fields: factsAt(trace, row, time),
    became: stepAt(trace, rowAt(rows, entered)),
    last: stepAt(trace, row),
  };
}

function rowAt(rows: readonly number[], place: number): number {
  const row = rows[place];
  if (row === undefined) throw new Error(`An instance has no transition ${place}; it has ${rows.length}.`);
  return row;
}

function stepAt(trace: TraceData, row: number): Step {
  const { at, from, input, cause } = trace.transitions;
  const [when, by] = [at[row], cause[row]];
  if (when === undefined || by === undefined) throw new Error(`The trace has no transition ${row}.`);
  const before = wordAt(trace, from[row]);
  return { row, at: when, from: before === NO_STATE ? "" : before, on: wordAt(trace, input[row]), cause: by };
}

function whatOf({ protocols }: TraceData, protocol: string, state: string): string {
  if (state === LOST_STATE) return "the crash took it away";
  const known = protocols.find((one) => one.protocol === protocol)?.states.find(({ tag }) => tag === state);
  if (known === undefined) throw new Error(`The protocol "${protocol}" does not say what its state "${state}" means.`);
  return known.what;
}

/** The words for an input: "the machine crashed", "by “result packet”". */
export function inputText(on: string): string {
  if (on === BEGIN) return "it began";
  return on === CRASH ? "the machine crashed" : `by “${on}”`;
}

function factsAt({ transitions, facts, factNames }: TraceData, row: number, time: number): readonly Field[] {
  const [first, length] = [transitions.factsAt[row], transitions.factsLength[row]];
  if (first === undefined || length === undefined) throw new Error(`The trace has no transition ${row}.`);
  return Array.from({ length }, (_, i) => {
    const fact = factNames[numberAt(facts.name, first + i)];
    const value = facts.value[first + i];
    if (fact === undefined || value === undefined) throw new Error(`The trace has no fact ${first + i}.`);
    return fieldOf(fact, value, time);
  });
}

function fieldOf({ name, kind, limit }: FactName, value: number, time: number): Field {
  const most = limit === undefined ? "" : ` of ${limit.toLocaleString("en-US")} at most`;
  switch (kind) {
    case "moment":
      return { name, value: value > time ? `in ${durationText(value - time)}` : "", at: value };
    case "duration":
      return { name, value: durationText(value) };
    case "bytes":
      return { name, value: `${counted(value, "byte")}${most}` };
    case "count":
      return { name, value: `${value.toLocaleString("en-US")}${most}` };
    case "number":
      return { name, value: String(value) };
  }
}
