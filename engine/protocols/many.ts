/**
 * The ends of a protocol by which one host calls many: a machine at the caller, and a machine of one kind at each of
 * the others. As in pair.ts, their inputs and effects are those of ends.ts.
 */
import { CALLER, take, type Ends, type Host, type ProcedureWords } from "./ends.ts";
import { keyText } from "./machine.ts";
import type { HostMachine, PairHost } from "./pair.ts";
import type { Property } from "./promises.ts";

interface OneToMany<Caller, Callee, Packet> {
  /** The names of the hosts in a fault script, the caller first. */
  readonly hosts: readonly string[];
  readonly caller: HostMachine<Caller, Packet>;
  /** The machine of a host that is called. */
  readonly callee: (host: Host) => HostMachine<Callee, Packet>;
  /** The kinds of packets that they send, in the words of a fault script. */
  readonly kinds: readonly string[];
  /** The machines' words for the input that brings a call, and for the one that brings its result. */
  readonly asks: string;
  readonly answers: string;
  readonly promises: readonly Property[];
  readonly procedure: ProcedureWords;
  /** The hosts that a script may crash; left out: all but the caller, whose program is measured. */
  readonly crashable?: readonly Host[];
  /** What the timer is called in a trace; left out: that of a retransmission. */
  readonly timerName?: (host: PairHost) => string;
}

export function endsOfMany<Caller, Callee, Packet>(many: OneToMany<Caller, Callee, Packet>): Ends<PairHost, Packet> {
  const { hosts, kinds, asks, answers, promises, procedure, timerName } = many;
  // Each host gets states of its own machine alone.
  const machines = hosts.map(
    (_, host) => (host === CALLER ? many.caller : many.callee(host)) as HostMachine<unknown, Packet>,
  );
  const machineOf = (host: Host): HostMachine<unknown, Packet> => {
    const machine = machines[host];
    if (machine === undefined) throw new RangeError(`There is no host ${host} among ${machines.length}.`);
    return machine;
  };
  const born = (host: Host, life: number): PairHost => ({ host, state: machineOf(host).start(life) });
  const callee = machineOf(1).protocol;
  return {
    hosts,
    kinds,
    crashable: many.crashable ?? [...hosts.keys()].filter((host) => host !== CALLER),
    promises,
    procedure,
    steps: {
      starts: { protocol: many.caller.protocol, input: "call" },
      executes: { protocol: callee, input: asks },
      answers: { protocol: callee, input: "done" },
      returns: { protocol: many.caller.protocol, input: answers },
    },
    start: () => machines.map((_, host) => born(host, 1)),
    restart: born,
    machines: ({ host, state }) => [{ machine: machineOf(host), instance: instanceOf(host), state }],
    deadline: ({ host, state }) => machineOf(host).deadline(state),
    ...(timerName === undefined ? {} : { timerName }),
    key: ({ host, state }) => machineOf(host).key(state),
    packetKey: keyText,
    step: ({ host, state }, input, moment) => {
      const [after, effects] = take(machineOf(host), instanceOf(host), state, input, moment);
      return [{ host, state: after }, effects];
    },
  };
}

const instanceOf = (host: Host): string => (host === CALLER ? "caller" : "callee");
