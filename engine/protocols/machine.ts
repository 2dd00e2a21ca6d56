/**
 * Every protocol here is a state machine. It has no clock, no network and no random numbers: time, packets and drawn
 * numbers come to it as inputs. The simulation drives it, and so do the tests' net, the text traces and a search over
 * faults; all of them use the same words for its states and inputs. Options (timers, limits) are given once, when a
 * machine is made: `fireflyCaller(options)`.
 */
import type { Nanos } from "../kernel/time.ts";

/** A protocol's state machine. States and inputs are plain data; equal inputs in equal states give equal results. */
export interface Machine<State, Input, Effect, Identity = void> {
  /** The paper's name of this end: "Firefly caller". */
  readonly protocol: string;
  /** Every word that `name` gives, with what it means. The first is that of a new instance. */
  readonly states: readonly StateWord[];
  /** The state of a new instance. */
  start(identity: Identity): State;
  /** Throws where the input is a mistake of the program that uses the protocol, such as a call during a call. */
  step(state: State, input: Input, now: Nanos): readonly [State, readonly Effect[]];
  /** When the state wants a tick; null where it waits for no time. */
  deadline(state: State): Nanos | null;
  /** The paper's word for the state: "calling", "AWAITREPLY". */
  name(state: State): string;
  /** The word for an input: "start", "result packet", "tick". */
  input(input: Input): string;
  /**
   * Equal keys, equal futures: from states with equal keys, the same inputs at the same times before or after the
   * deadline lead to the same effects. Moments count from the deadline, so the key does not depend on the clock.
   */
  key(state: State): string;
  /** Facts of the state, for a reader: sequence number, sends, next timer. */
  facts(state: State): readonly Fact[];
}

/** A state by the word that `name` gives, and what it means, for a reader. */
export interface StateWord<Tag extends string = string> {
  readonly tag: Tag; // "calling"
  readonly what: string; // "the call was sent and nothing was heard of it yet"
}

/** One number that a state keeps. A moment and a duration are in nanoseconds. */
export interface Fact {
  readonly name: string;
  readonly kind: "number" | "count" | "bytes" | "moment" | "duration";
  readonly value: number;
  /** The most that the value may be. */
  readonly limit?: number;
}

/**
 * A text for plain data: equal data, equal texts. The order of an object's fields and fields without a value do not
 * count. Throws for what is no plain data, such as a function.
 */
export function keyText(data: unknown): string {
  if (data === null || typeof data === "boolean" || typeof data === "number") return String(data);
  if (typeof data === "bigint") return `${data}n`;
  if (typeof data === "string") return JSON.stringify(data);
  if (data instanceof Uint8Array) return `bytes(${data.join(" ")})`;
  if (Array.isArray(data)) return `[${data.map(keyText).join(",")}]`;
  if (typeof data !== "object") throw new Error(`A state holds plain data alone; this one holds a ${typeof data}.`);
  const object = data as Readonly<Record<string, unknown>>;
  let text = "";
  for (const name of Object.keys(object).sort()) {
    if (object[name] !== undefined) text += `${text === "" ? "" : ","}${name}:${keyText(object[name])}`;
  }
  return `{${text}}`;
}
