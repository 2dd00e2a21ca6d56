/** The ends of transfers over TCP of today: a client, and the servers that it asks together. */
import { seconds, type Nanos } from "../../kernel/time.ts";
import { TRANSFER, TRANSFER_PORT, type TransferMessage } from "../../wire/today-transfer.ts";
import type { Host } from "../ends.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import { StreamEnds } from "../tcp/stream-ends.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import { todayFlow } from "../today-tcp/flow.ts";
import { LINUX_TIMEOUTS, type TodayFlow } from "../today-tcp/options.ts";
import { transferClient, type ClientState } from "./client.ts";
import { transferServer, type ServerState } from "./server.ts";
import { SETUPS, type SetupName } from "./setup.ts";

/** One that all calls share; one call each, as browsers have six for HTTP/1.1; one whose messages do not wait. */
export type Connections = "one" | "six" | "streams";

export interface TransferOptions {
  readonly servers: number;
  readonly connections: Connections;
  readonly setup: SetupName;
  readonly isRenewed: boolean;
  /** Whether the client writes a request’s header and its data by one call of the system or by two. */
  readonly writes: 1 | 2;
  readonly segmentBytes: number;
  readonly windowBytes: number;
  readonly nagle: boolean;
  /** Times that a segment is sent again in vain before the connection is given up. */
  readonly retries: number;
  readonly keepAlive: boolean;
  readonly flow: Omit<TodayFlow, "firstRto" | "maxRto">;
}

const SYN_RETRIES = 6; // Linux, tcp_syn_retries
const BROWSERS = 6;
const NEVER: TcpOptions["keepAlive"] = { after: Infinity, apart: 0, every: Infinity, limit: 1 };
/** Linux: tcp_keepalive_time, _intvl, _probes. */
const LINUX_KEEP_ALIVE: TcpOptions["keepAlive"] = {
  after: seconds(7200),
  apart: seconds(1),
  every: seconds(75),
  limit: 9,
};
const LINGERS: Nanos = seconds(60); // Linux, TCP_TIMEWAIT_LEN

const tcpOf = (options: TransferOptions): TcpOptions => ({
  segmentBytes: options.segmentBytes,
  windowBytes: options.windowBytes,
  nagle: options.nagle,
  acknowledgeAfter: options.flow.delayedAck,
  duplicateLimit: Infinity, // by its flow
  retransmitAfter: LINUX_TIMEOUTS.firstRto,
  openAfter: LINUX_TIMEOUTS.firstRto,
  sendLimit: options.retries + 1,
  openLimit: SYN_RETRIES + 1,
  lingers: LINGERS,
  keepAlive: options.keepAlive ? LINUX_KEEP_ALIVE : NEVER,
  flow: todayFlow({ ...LINUX_TIMEOUTS, ...options.flow }),
});

export const transferServers = (servers: number): readonly string[] =>
  servers === 1 ? ["server"] : Array.from({ length: servers }, (_, i) => `server${i + 1}`);

type TransferEnds = StreamEnds<ClientState, ServerState, TransferMessage>;

/** TCP’s timers outlive a call, and a call whose server dies in silence waits for ever: neither is promised. */
export function transferEnds(options: TransferOptions): TransferEnds {
  const { servers, connections } = options;
  const setup = SETUPS[options.setup];
  const isApart = connections === "streams";
  const piece = isApart ? options.segmentBytes - TRANSFER.header.bytes : Infinity;
  const names = transferServers(servers);
  const slots = connections === "six" ? BROWSERS : 1;
  return new StreamEnds({
    table: TRANSFER,
    tcp: tcpOf(options),
    port: TRANSFER_PORT,
    callees: servers,
    slots,
    isBound: !setup.opens,
    isApart,
    hasSeveral: true,
    hearsOpened: true,
    readsClock: true,
    writesApart: options.writes === 2,
    caller: transferClient({
      servers: names.map((_, i): Host => i + 1),
      connections: slots,
      isExclusive: connections === "six",
      setup,
      isRenewed: options.isRenewed,
      piece,
    }),
    callee: transferServer({ setup, piece }),
    calleeName: "server",
    hosts: { caller: "client", callee: (host) => names[host - 1] ?? `server${host}` },
    promises: EXACTLY_ONCE.filter((one) => one !== "timers" && one !== "ends" && one !== "returns"),
    procedure: { span: "Run the procedure" },
    timers: ["timer", "timer"],
  });
}
