/** The program that is called: its numbers, its port, and what its clients know of it. */
import { seconds } from "../../kernel/time.ts";
import { sunClient, type SunClientOptions } from "../../protocols/sunrpc/client.ts";
import { sunTcpClient } from "../../protocols/sunrpc/tcp/client.ts";
import type { Registered } from "../../protocols/sunrpc/server.ts";
import { MINIMAL_PORT } from "../../wire/minimal.ts";
import { PORTMAP_PORT } from "../../wire/portmap.ts";
import type { Handle, Program } from "./client.ts";
import { MINIMAL, SUN_RPC } from "./format.ts";
import { CLIENT, SERVER, type RemoteProgram, type SunRpcOptions } from "./options.ts";
import { getPort, portIn, PORT_QUESTION } from "./portmapper.ts";

/** The program that is called: a number of the range that Sun leaves to its users. */
const PROGRAM = 0x2000_0010;
const VERSION = 1;
const PROCEDURES = [1, 2, 3, 4];
export const SERVER_PORT = 1030;
export const FIRST_XID = 0x1989_0000;
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

/** A client finds the server's port by these, and calls the server with them. */
export function handlesOf(program: RemoteProgram, options: SunRpcOptions): Pick<Program, "bind" | "handle" | "port"> {
  const { without, place } = options;
  const to = place === "local" ? CLIENT : SERVER;
  const isRpc = program === "sun-rpc";
  const timers = timersOf(options);
  const shared = { to, firstXid: FIRST_XID };
  const handle = (port: number): Handle => ({
    ...shared,
    name: "server",
    port,
    machine:
      program === "tcp"
        ? sunTcpClient({ total: timers.total, without })
        : sunClient({ ...timers, canRefresh: false, without }),
    format: workOf(program, options).xdr ? SUN_RPC : MINIMAL,
    kind: "call",
  });
  if (!isRpc) return { bind: null, handle, port: MINIMAL_PORT };
  const portmap: Handle = {
    ...shared,
    name: "portmapper",
    port: PORTMAP_PORT,
    machine: sunClient({ retryAfter: PORTMAP_RETRY, total: PORTMAP_TOTAL, canRefresh: false, without: [] }),
    format: SUN_RPC,
    kind: PORT_QUESTION,
  };
  return { bind: { handle: portmap, asked: getPort(NAMED), port: portIn }, handle, port: SERVER_PORT };
}

export const NAMED = { program: PROGRAM, version: VERSION } as const;
