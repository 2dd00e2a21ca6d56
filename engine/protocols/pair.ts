/**
 * The ends of a protocol with one machine at each of its two hosts. The protocol says what each input is for its
 * machines and what their effects mean; this file keeps which call each host works on.
 */
import {
  CALLER,
  take,
  type CallSteps,
  type Ends,
  type HostEffect,
  type HostInput,
  type Host,
  type Moment,
  type ProcedureWords,
} from "./ends.ts";
import { keyText, type Machine } from "./machine.ts";
import type { Property } from "./promises.ts";

/** One host: its machine, and what that hears and does. */
export interface End<State, Input, Effect, Packet, Identity = void> {
  readonly host: string; // "client", as a fault script names it
  readonly instance: string; // "caller", as the trace names the machine's instance
  readonly machine: Machine<State, Input, Effect, Identity>;
  /** The identity of the machine in the host's life with this number, from 1. */
  readonly identity: (life: number) => Identity;
  /** The machine's input; null where the machine has no use for what comes. */
  readonly input: (given: HostInput<Packet>) => Input | null;
  /**
   * The meaning of an effect; `call` is the call that the input belonged to. Null where a driver has nothing to do.
   */
  readonly effect: (effect: Effect, call: number) => HostEffect<Packet> | null;
}

export interface Pair<
  CallerState,
  CallerInput,
  CallerEffect,
  CallerIdentity,
  CalleeState,
  CalleeInput,
  CalleeEffect,
  CalleeIdentity,
  Packet,
> {
  readonly caller: End<CallerState, CallerInput, CallerEffect, Packet, CallerIdentity>;
  readonly callee: End<CalleeState, CalleeInput, CalleeEffect, Packet, CalleeIdentity>;
  readonly promises: readonly Property[];
  readonly steps: CallSteps;
  readonly procedure: ProcedureWords;
  /** The kinds of packets that both send, in the words of a fault script. */
  readonly kinds: readonly string[];
  /** The hosts that a script may crash; left out: both. */
  readonly crashable?: readonly Host[];
}

/** A host of a pair. */
export interface PairState {
  readonly host: Host;
  readonly machine: unknown;
  /** The call that it makes, or has executed last; 0 before the first. */
  readonly call: number;
  /** The calls of procedures that run, by what the effect `execute` called its work. */
  readonly running: Readonly<Record<string, number>>;
}

type AnyEnd<Packet> = End<unknown, unknown, unknown, Packet, unknown>;

export function pairOfEnds<CS, CI, CE, CId, SS, SI, SE, SId, Packet>(
  pair: Pair<CS, CI, CE, CId, SS, SI, SE, SId, Packet>,
): Ends<PairState, Packet> {
  const { kinds, promises, steps, procedure, crashable = [0, 1] } = pair;
  // Each host gets states and inputs of its own machine alone.
  const ends = [pair.caller, pair.callee] as readonly unknown[] as readonly [AnyEnd<Packet>, AnyEnd<Packet>];
  const endOf = (host: Host): AnyEnd<Packet> => (host === CALLER ? ends[0] : ends[1]);
  const born = (host: Host, life: number): PairState => {
    const { machine, identity } = endOf(host);
    return { host, machine: machine.start(identity(life)), call: 0, running: {} };
  };
  return {
    hosts: ends.map(({ host }) => host),
    kinds,
    crashable,
    promises,
    steps,
    procedure,
    start: () => [born(0, 1), born(1, 1)],
    restart: (host, life) => born(host, life),
    machines: ({ host, machine: state }) => [
      { machine: endOf(host).machine, instance: endOf(host).instance, state },
    ],
    deadline: ({ host, machine }) => endOf(host).machine.deadline(machine),
    key: ({ host, machine, call, running }) => `${call} ${keyText(running)} ${endOf(host).machine.key(machine)}`,
    packetKey: keyText,
    step: (state, input, moment) => stepOf(endOf(state.host), state, input, moment),
  };
}

function stepOf<Packet>(
  end: AnyEnd<Packet>,
  state: PairState,
  input: HostInput<Packet>,
  moment: Moment,
): readonly [PairState, readonly HostEffect<Packet>[]] {
  const given = end.input(input);
  if (given === null) return [state, []];
  const call = callOf(input, state);
  const [machine, effects] = take(end.machine, end.instance, state.machine, given, moment);
  const meant = effects.flatMap((effect) => end.effect(effect, call) ?? []);
  const executed = meant.find((effect) => effect.tag === "execute");
  const running = input.tag === "done" ? without(state.running, input.work) : state.running;
  return [
    {
      ...state,
      machine,
      call: input.tag === "call" || executed !== undefined ? call : state.call,
      running: executed === undefined ? running : { ...running, [executed.work]: executed.call },
    },
    meant,
  ];
}

function callOf<Packet>(input: HostInput<Packet>, { call, running }: PairState): number {
  if (input.tag === "done") return running[input.work] ?? call;
  return input.tag === "tick" ? call : input.call;
}

function without(running: PairState["running"], work: string): PairState["running"] {
  const { [work]: _, ...rest } = running;
  return rest;
}
