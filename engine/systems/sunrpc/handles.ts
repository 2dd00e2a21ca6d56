/** The program that is called: its numbers, its port, and what its clients know of it. */
import { seconds } from "../../kernel/time.ts";
import { sunClient, type SunClientOptions } from "../../protocols/sunrpc/client.ts";
import { sunTcpClient } from "../../protocols/sunrpc/tcp/client.ts";
import type { Registered } from "../../protocols/sunrpc/server.ts";
import { MINIMAL_PORT } from "../../wire/minimal.ts";
import { PORTMAP_PORT } from "../../wire/portmap.ts";
import type { Handle, Program } from "./client.ts";
import { MINIMAL, SUN_RPC } from "./format.ts";
import { CLIENT, isStreamOf, SERVER, type RemoteProgram, type SunRpcOptions } from "./options.ts";
import { getPort, portIn, PORT_QUESTION } from "./portmapper.ts";
import type { ClientSegments } from "./steps.ts";

/** The program that is called: a number of the range that Sun leaves to its users. */
const PROGRAM = 0x2000_0010;
const VERSION = 1;
const PROCEDURES = [1, 2, 3, 4];
/** Where it listens, over UDP and over TCP. */
export const SERVER_PORT = 1030;
export const SERVER_TCP_PORT = 1031;
/**
 * The transaction identifier before a handle's first. The library takes it from the number of its process and the time,
 * so each handle begins elsewhere. Here the lower half tells the handles of a program apart.
 */
export const seedOf = (handle: number): number => 0x1988_0000 + handle;
/**
 * From one identifier to the next, modulo 2^32. Over UDP the library adds 1 to the first half-word of the message: on a
 * machine whose high bytes come first, that is the upper half (clntudp_call). Over TCP it counts all of it down
 * (clnttcp_call).
 */
export const UDP_XID_STEP = 0x1_0000;
const TCP_XID_STEP = -1;
/** A client of the portmapper waits so long in all. */
const PORTMAP_TOTAL = seconds(60);
const PORTMAP_RETRY = seconds(5);

/** The parts of the work of Sun RPC that a program does: the minimal one does none of them. */
interface Work {
  readonly dispatching: boolean;
  readonly xdr: boolean;
}

export const workOf = (program: RemoteProgram, { dispatching, xdr }: SunRpcOptions): Work =>
  program === "sun-rpc" ? { dispatching, xdr } : { dispatching: false, xdr: false };

/** Without XDR a message names its procedure alone. */
export const namedOf = ({ xdr }: Work): { readonly program: number; readonly version: number } =>
  xdr ? NAMED : { program: 0, version: 0 };

/** Ours was registered first, so it stands at the end of the list, behind other programs. */
export const listOf = (ours: Omit<Registered, "procedures">, programs: number): readonly Registered[] => [
  ...Array.from({ length: programs - 1 }, (_, i) => ({ program: PROGRAM + i + 1, version: VERSION, procedures: [1] })),
  { ...ours, procedures: PROCEDURES },
];

/** The time-outs of a client of the program; a read that blocks has none. */
export const timersOf = ({
  waiting,
  retryS,
  totalS,
  timeouts,
}: Pick<SunRpcOptions, "waiting" | "retryS" | "totalS" | "timeouts">): Pick<
  SunClientOptions,
  "retryAfter" | "total"
> => ({
  retryAfter: seconds(retryS),
  total: waiting === "select" && timeouts ? seconds(totalS) : null,
});

/** Whether a client asks the portmapper. Messages without the program's number have a port that both ends agree on. */
export const asksPortmapper = (program: RemoteProgram, options: SunRpcOptions): boolean => workOf(program, options).xdr;

/** The port of the server. */
export function portOf(program: RemoteProgram, options: SunRpcOptions): number {
  if (!asksPortmapper(program, options)) return MINIMAL_PORT;
  return isStreamOf(options) ? SERVER_TCP_PORT : SERVER_PORT;
}

/**
 * A client finds the server's port by these, and calls the server with them.
 * @param segmentsOf what calls take the client, over a connection or not
 */
export function handlesOf(
  program: RemoteProgram,
  options: SunRpcOptions,
  segmentsOf: (isStream: boolean) => ClientSegments,
): Pick<Program, "bind" | "handle" | "port"> {
  const { without, place } = options;
  const to = place === "local" ? CLIENT : SERVER;
  const timers = timersOf(options);
  const isStream = isStreamOf(options);
  const xidStep = isStream ? TCP_XID_STEP : UDP_XID_STEP;
  const segments = segmentsOf(isStream);
  const port = portOf(program, options);
  const handle = (found: number): Handle => ({
    to,
    name: "server",
    port: found,
    isStream,
    machine: isStream
      ? sunTcpClient({ total: timers.total, xidStep, without })
      : sunClient({ ...timers, canRefresh: false, xidStep, without }),
    segments,
    xid: seedOf(2),
    format: workOf(program, options).xdr ? SUN_RPC : MINIMAL,
    kind: "call",
  });
  if (!asksPortmapper(program, options)) return { bind: null, handle, port };
  const portmap: Handle = {
    to,
    name: "portmapper",
    port: PORTMAP_PORT,
    isStream: false,
    machine: sunClient({
      retryAfter: PORTMAP_RETRY,
      total: PORTMAP_TOTAL,
      canRefresh: false,
      xidStep: UDP_XID_STEP,
      without: [],
    }),
    segments: isStream ? segmentsOf(false) : segments,
    xid: seedOf(1),
    format: SUN_RPC,
    kind: PORT_QUESTION,
  };
  return { bind: { handle: portmap, asked: getPort(NAMED, isStream), port: portIn }, handle, port };
}

export const NAMED = { program: PROGRAM, version: VERSION } as const;
