/**
 * The ends of a protocol with many hosts: a machine of one kind at each client, at each server, and at each host that
 * stands between them. As in pair.ts, their inputs and effects are those of ends.ts.
 */
import { hostsThat, ofHost, roleOf, take, type Ends, type Host, type ProcedureWords, type Role } from "./ends.ts";
import { keyText } from "./machine.ts";
import type { HostMachine, PairHost } from "./pair.ts";
import type { Property } from "./promises.ts";

interface Many<Caller, Callee, Proxy, Packet> {
  /** The names of the hosts in a fault script, the caller first. */
  readonly hosts: readonly string[];
  /** What each of them is; left out: the first is a client, and all others are servers. */
  readonly roles?: readonly Role[];
  /** The machine of each client. */
  readonly caller: HostMachine<Caller, Packet>;
  /** The machine of a host that is called. */
  readonly callee: (host: Host) => HostMachine<Callee, Packet>;
  /** The machine of a host that passes calls on; left out where no host does. */
  readonly proxy?: (host: Host) => HostMachine<Proxy, Packet>;
  /** The kinds of packets that they send, in the words of a fault script. */
  readonly kinds: readonly string[];
  /** The machines' words for the input that brings a call, and for the one that brings its result. */
  readonly asks: string;
  readonly answers: string;
  readonly promises: readonly Property[];
  readonly procedure: ProcedureWords;
  /** The hosts that a script may crash; left out: all but the clients, whose programs are measured. */
  readonly crashable?: readonly Host[];
  /** What the timer is called in a trace; left out: that of a retransmission. */
  readonly timerName?: (host: PairHost) => string;
}

export function endsOfMany<Caller, Callee, Packet, Proxy = never>(
  many: Many<Caller, Callee, Proxy, Packet>,
): Ends<PairHost, Packet> {
  const { hosts, roles, kinds, asks, answers, promises, procedure, timerName } = many;
  // Each host gets states of its own machine alone.
  const machines = hosts.map((name, host) => {
    const role = roleOf(roles, host);
    const machine = role === "client" ? many.caller : role === "server" ? many.callee(host) : many.proxy?.(host);
    if (machine === undefined) throw new RangeError(`endsOfMany: ${name} is a proxy. Give \`proxy\`, its machine.`);
    return machine;
  });
  const machineOf = (host: Host): HostMachine<unknown, Packet> => ofHost(machines, host);
  const all = (role: Role): readonly Host[] => hostsThat({ hosts, ...(roles === undefined ? {} : { roles }) }, role);
  if (roleOf(roles, 0) !== "client") throw new RangeError(`endsOfMany: ${hosts[0]} stands first, so it is a client.`);
  const [server] = all("server");
  if (server === undefined)
    throw new RangeError(`endsOfMany: none of ${hosts.join(", ")} is a server. Say so in roles.`);
  const between = [...new Set(all("proxy").map((host) => machineOf(host).protocol))];
  const instanceOf = (host: Host): string => INSTANCES[roleOf(roles, host)];
  const born = (host: Host, life: number): PairHost => ({ host, state: machineOf(host).start(life) });
  const callee = machineOf(server).protocol;
  return {
    hosts,
    ...(roles === undefined ? {} : { roles }),
    kinds,
    crashable: many.crashable ?? [...hosts.keys()].filter((host) => roleOf(roles, host) !== "client"),
    promises,
    procedure,
    steps: {
      starts: { protocol: many.caller.protocol, input: "call" },
      executes: { protocol: callee, input: asks },
      answers: { protocol: callee, input: "done" },
      returns: { protocol: many.caller.protocol, input: answers },
      ...(between.length === 0 ? {} : { between }),
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

const INSTANCES: Readonly<Record<Role, string>> = { client: "caller", proxy: "proxy", server: "callee" };
