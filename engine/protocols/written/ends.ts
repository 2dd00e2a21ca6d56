/** The ends of the protocol whose rules a reader writes: a client and a server. */
import { CALLER, ofHost, take, type Ends, type Host } from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import type { PairHost } from "../pair.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { HostInput } from "../ends.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { writtenClient } from "./client.ts";
import { RETRY_AFTER, type WrittenEffects, type WrittenIdentity } from "./message.ts";
import type { WrittenOptions, WrittenPacket } from "./message.ts";
import { withRules } from "./rules.ts";
import { writtenServer } from "./server.ts";

const WRITTEN_HOSTS = ["client", "server"] as const;
/** The step of the procedure in a trace. */
export const WRITTEN_PROCEDURE = "Book a seat";

/** A machine of either end, whoever has written it. */
export type WrittenMachine<State> = Machine<State, HostInput<WrittenPacket>, WrittenEffects[number], WrittenIdentity>;

/** Both ends with these machines. */
export function endsOfMachines<Client, Server>(
  client: WrittenMachine<Client>,
  server: WrittenMachine<Server>,
): Ends<PairHost, WrittenPacket> {
  // Each host gets states of its own machine alone.
  const machines = [client, server] as readonly WrittenMachine<unknown>[];
  const machineOf = (host: Host): WrittenMachine<unknown> => ofHost(machines, host);
  const born = (host: Host, life: number, calleeLife: number): PairHost => ({
    host,
    state: machineOf(host).start({ life, server: calleeLife }),
  });
  return {
    hosts: WRITTEN_HOSTS,
    kinds: ["call", "result", "acknowledgement", "reject"],
    crashable: [0, 1],
    promises: EXACTLY_ONCE,
    procedure: { span: WRITTEN_PROCEDURE },
    steps: {
      starts: { protocol: client.protocol, input: "call" },
      executes: { protocol: server.protocol, input: "call" },
      answers: { protocol: server.protocol, input: "done" },
      returns: { protocol: client.protocol, input: "result" },
    },
    start: () => [born(0, 1, 1), born(1, 1, 1)],
    // A client that starts learns the server’s life, as from a registry of names, which is not simulated.
    restart: (host, life, { calleeLife }) => born(host, life, calleeLife),
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

const instanceOf = (host: Host): string => (host === CALLER ? "client" : "server");

export const writtenEnds = (options: WrittenOptions): Ends<PairHost, WrittenPacket> =>
  endsOfMachines(writtenClient(options), writtenServer(options));

/** For the scripts in traces/: `with equal run` sets a cell. */
export const tracedEnds = ({ options }: TraceSettings): Ends<PairHost, WrittenPacket> =>
  writtenEnds({ rules: withRules(options), retryAfter: RETRY_AFTER });
