/**
 * The ends of a protocol with one machine at each of its two hosts. The machines hear what comes to their hosts and say
 * what these do: their inputs and effects are those of ends.ts.
 */
import type { Nanos } from "../kernel/time.ts";
import {
  CALLER,
  take,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type ProcedureWords,
  type SendEffect,
} from "./ends.ts";
import { keyText, type Machine } from "./machine.ts";
import type { Property } from "./promises.ts";

/** A machine of a pair. Its identity is the number of its host's life: 1, and one more after each restart. */
export type HostMachine<State, Packet> = Machine<State, HostInput<Packet>, HostEffect<Packet>, number>;

interface Tagged {
  readonly tag: string;
  readonly deadline?: Nanos | null;
}

type Usual = "deadline" | "name" | "input" | "key" | "facts";

/**
 * A machine of a pair whose states have a tag and perhaps a deadline, and whose packets have a kind: they are its
 * words, and the rest of a state is its key. What else is given takes the place of that.
 */
export const taggedMachine = <State extends Tagged, Packet extends { readonly kind: string }>(
  given: Omit<HostMachine<State, Packet>, Usual> & Partial<Pick<HostMachine<State, Packet>, Usual>>,
): HostMachine<State, Packet> => ({
  deadline: ({ deadline = null }) => deadline,
  name: ({ tag }) => tag,
  input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
  key: (state) => keyText({ ...state, deadline: null }),
  facts: () => [],
  ...given,
});

/**
 * The effect that sends a packet which names its kind and its call.
 * @param send which sending of this kind for this call, from 1; null where the driver is to count
 */
export const sending = <Packet extends { readonly kind: string; readonly call: number }>(
  packet: Packet,
  send: number | null = null,
  again = (send ?? 1) > 1,
): SendEffect<Packet> => ({ tag: "send", packet, kind: packet.kind, call: packet.call, send, again });

interface Pair<Caller, Callee, Packet> {
  /** The names of the hosts in a fault script. */
  readonly hosts: readonly [caller: string, callee: string];
  readonly caller: HostMachine<Caller, Packet>;
  readonly callee: HostMachine<Callee, Packet>;
  /** The kinds of packets that both send, in the words of a fault script. */
  readonly kinds: readonly string[];
  /** The machines' words for the input that brings a call, and for the one that brings its result. */
  readonly asks: string;
  readonly answers: string;
  readonly promises: readonly Property[];
  readonly procedure: ProcedureWords;
  /** Its own rules that it can leave out; left out: none. */
  readonly rules?: readonly string[];
  /** The hosts that a script may crash; left out: both. */
  readonly crashable?: readonly Host[];
}

/** A host of a pair, with the state of its machine. */
export interface PairHost {
  readonly host: Host;
  readonly state: unknown;
}

export function pairOfEnds<Caller, Callee, Packet>(pair: Pair<Caller, Callee, Packet>): Ends<PairHost, Packet> {
  const { hosts, kinds, asks, answers, promises, procedure, rules, crashable = [0, 1] } = pair;
  // Each host gets states of its own machine alone.
  const [caller, callee] = [pair.caller as HostMachine<unknown, Packet>, pair.callee as HostMachine<unknown, Packet>];
  const machineOf = (host: Host): HostMachine<unknown, Packet> => (host === CALLER ? caller : callee);
  const born = (host: Host, life: number): PairHost => ({ host, state: machineOf(host).start(life) });
  return {
    hosts,
    kinds,
    crashable,
    promises,
    procedure,
    ...(rules === undefined ? {} : { rules }),
    steps: {
      starts: { protocol: caller.protocol, input: "call" },
      executes: { protocol: callee.protocol, input: asks },
      answers: { protocol: callee.protocol, input: "done" },
      returns: { protocol: caller.protocol, input: answers },
    },
    start: () => [born(0, 1), born(1, 1)],
    restart: born,
    machines: ({ host, state }) => [{ machine: machineOf(host), instance: instanceOf(host), state }],
    deadline: ({ host, state }) => machineOf(host).deadline(state),
    key: ({ host, state }) => machineOf(host).key(state),
    packetKey: keyText,
    step: ({ host, state }, input, moment) => {
      const [after, effects] = take(machineOf(host), instanceOf(host), state, input, moment);
      return [{ host, state: after }, effects];
    },
  };
}

const instanceOf = (host: Host): string => (host === CALLER ? "caller" : "callee");
