/** The options of a run of Sun RPC, and the names of its machines. */
import { durationOf } from "../../hardware/cost.ts";
import { SUN3, SUNOS } from "../../hardware/sun3-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Rule } from "../../protocols/rules.ts";
import type { ArgumentForm } from "./arguments.ts";

/** The four programs of the paper: a loop of C calls, Sun RPC, and minimal protocols over UDP and TCP sockets. */
type Program = "c-call" | "sun-rpc" | "udp" | "tcp";
/** Programs that call a server. */
export type RemoteProgram = Exclude<Program, "c-call">;
/** The client waits for its reply in select with a time-out, or in a read that blocks for ever. */
export type Waiting = "select" | "block";
/** Both processes on one machine, or on two machines at an Ethernet. */
export type Place = "local" | "remote";
/** Since when the server does not answer: never, since the client knows its port, or from the beginning. */
type ServerDead = "no" | "after" | "before";

export interface SunRpcOptions {
  readonly program: Program;
  /** Of Sun RPC; a minimal program has it in its name. */
  readonly transport: "udp" | "tcp";
  readonly waiting: Waiting;
  readonly place: Place;
  /** Machines that call the server, and share the calls: see `clientsIn`. */
  readonly clients: number;
  readonly argumentBytes: number;
  readonly argument: ArgumentForm;
  /** How long the procedure waits, as for a disk. The server serves nobody else meanwhile. */
  readonly serverMs: number;
  readonly retryS: number;
  readonly totalS: number;
  /** Sun RPC has these three and may give them up; the minimal program has none. */
  readonly dispatching: boolean;
  readonly xdr: boolean;
  readonly timeouts: boolean;
  readonly duplicateCache: boolean;
  readonly serverDead: ServerDead;
  readonly registeredProcedures: number;
  /** Turns of the loop; thousands of them for C calls. */
  readonly iterations: number;
  /** The clock that the program reads: exact, or as it is on the machine. */
  readonly clock: "exact" | "ticks";
  /** Whether other programs of the client's machine use files of a file server, at random. */
  readonly otherWork: boolean;
  readonly udpChecksums: boolean;
  readonly without: readonly Rule[];
}

/** Whether calls go over a connection of TCP; else they are datagrams. */
export const isStreamOf = ({ program, transport }: Pick<SunRpcOptions, "program" | "transport">): boolean =>
  program === "tcp" || (program === "sun-rpc" && transport === "tcp");

/** The machines that call: one where the server is on its machine, and where a call has a connection. */
export const clientsIn = (options: Pick<SunRpcOptions, "program" | "transport" | "place" | "clients">): number =>
  options.place === "local" || options.program === "c-call" || isStreamOf(options) ? 1 : options.clients;

/** Replies that the cache has room for. */
export const CACHE = 64;

/** From one interrupt of the clock to the next. */
export const CLOCK_TICK: Nanos = durationOf(SUNOS.clockInterrupt);
/** The unit in which programs read their processor time, and a turn of an empty loop: from the paper. */
export const CLOCK_UNIT: Nanos = durationOf(SUN3.clockUnit);
export const EMPTY_LOOP_US = SUN3.emptyLoop.value;

export const CLIENT_NAME = "client";
/** Several servers of one client have numbers, from 1. */
export const serverName = (server: number): string => `server${server}`;
export const SERVER_NAME = "server";

export const FILE_SERVER_NAME = "fileserver";

/** The machines that a fault script can name. The client's crash would end the program that is measured. */
export const machinesOf = (
  options: Pick<SunRpcOptions, "program" | "transport" | "place" | "clients" | "otherWork">,
): readonly string[] => [
  CLIENT_NAME,
  ...(options.place === "local" ? [] : [SERVER_NAME]),
  ...(options.otherWork ? [FILE_SERVER_NAME] : []),
  ...furtherClients(options).map(([name]) => name),
];

// The client is host 0 and the server host 1, because that is the order in which the lanes are drawn.
export const CLIENT = 0;
export const SERVER = 1;
/** Its place in the lanes is the last of the usual machines, with a server or without. */
export const FILE_SERVER = 2;

/** The clients behind the first, with their hosts. */
export const furtherClients = (
  options: Pick<SunRpcOptions, "program" | "transport" | "place" | "clients">,
): readonly (readonly [name: string, host: number])[] =>
  Array.from({ length: clientsIn(options) - 1 }, (_, i) => [`${CLIENT_NAME}${i + 2}`, FILE_SERVER + 1 + i]);
