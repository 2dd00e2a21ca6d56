/** The options of a run of Sun RPC, and the names of its machines. */
import type { Rule } from "../../protocols/rules.ts";

/** The four programs of the paper: a loop of C calls, Sun RPC, and minimal protocols over UDP and TCP sockets. */
export type Program = "c-call" | "sun-rpc" | "udp" | "tcp";
/** How the minimal program waits for its reply: in select with a time-out, or in a read that blocks for ever. */
export type Waiting = "select" | "block";
/** Both processes on one machine, or on two machines at an Ethernet. */
export type Place = "local" | "remote";
/** Since when the server does not answer: never, since the client knows its port, or from the beginning. */
type ServerDead = "no" | "after" | "before";

export interface SunRpcOptions {
  readonly program: Exclude<Program, "c-call" | "tcp">;
  readonly waiting: Waiting;
  readonly place: Place;
  readonly argumentBytes: number;
  /** How long the procedure waits, as for a disk. The server serves nobody else meanwhile. */
  readonly serverMs: number;
  readonly retryS: number;
  readonly totalS: number;
  readonly duplicateCache: boolean;
  readonly serverDead: ServerDead;
  readonly registeredProcedures: number;
  readonly iterations: number;
  readonly without: readonly Rule[];
}

export const CLIENT_NAME = "client";
export const SERVER_NAME = "server";

/** The machines that a fault script can name. The client's crash would end the program that is measured. */
export const machinesOf = ({ place }: Pick<SunRpcOptions, "place">): readonly string[] =>
  place === "local" ? [CLIENT_NAME] : [CLIENT_NAME, SERVER_NAME];
