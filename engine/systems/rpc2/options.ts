/** What a run of RPC2 is made of, and how its machines are named. */
import { FaultError, isMachineFault, type Fault } from "../../faults/fault.ts";
import { faultText, readFaults } from "../../faults/language.ts";
import { CAMPUS_ASSUMED } from "../../hardware/campus-costs.ts";
import type { Placement } from "../../hardware/campus-plan.ts";
import { RT_PC, TEST_PROGRAM } from "../../hardware/rt-pc-costs.ts";
import type { History } from "../../protocols/rpc2/connection.ts";
import type { YieldEvery } from "../../protocols/rpc2/multi.ts";
import type { SecurityLevel } from "../../wire/rpc2-codes.ts";

/** One MultiRPC call, calls one after another, or a thread with a call of its own for each server. */
export type CallMode = "multi" | "iterative" | "threads";

/** How long the procedure runs: always the same, normal with a standard deviation of a tenth, or exponential. */
export type Distribution = "constant" | "normal" | "exponential";

/** In a timing loop, which keeps the processor from all else, or waiting, for a disk say, which leaves it to others. */
type Procedure = "computes" | "waits";

/** What encrypts. The bytes are those of exclusive or in either case; DES is a time alone. */
export type Cipher = "xor" | "des";

export interface Rpc2Options {
  readonly servers: number;
  readonly mode: CallMode;
  readonly library: "1987" | "2025";
  readonly computeMs: number; // mean
  readonly distribution: Distribution;
  /** How the procedure spends that time. */
  readonly procedure: Procedure;
  /** Servers that do not answer, so many drawn by lot; they go down after they were bound. */
  readonly dead: number;
  readonly placement: Placement;
  /** Times that all servers are called, one time after another. */
  readonly trials: number;
  /** The caller's limit on a MultiRPC call, or on each simple one; null for none. */
  readonly timeoutMs: number | null;
  /** Replies with which the program is content. */
  readonly waitFor: number;
  /** After a call that may end early, the next is content with as many, or waits for all. */
  readonly followUp: "same" | "all";
  /** Receive buffer of each machine's socket. */
  readonly socketBytes: number;
  readonly yieldEvery: YieldEvery;
  /** What the client's handler takes for each connection, beside unpacking. */
  readonly handlerMs: number;
  /** What MultiRPC takes at the client for each request, protocol and kernel; simple calls take what they took. */
  readonly requestMs: number;
  /** Whether the client says in the trace whom it has told and whom it takes for dead. */
  readonly tellsOutcomes: boolean;
  /** Between the end of a call to all servers and the next; a part of a clock tick is added unless it is 0. */
  readonly gapMs: number;
  /** Left out: RPC2 as published. */
  readonly history?: History;
  /** As the prototype, the client's listener looks at the clock before it takes in what has arrived. */
  readonly clockFirst: boolean;
  /** Share of each subnet's capacity that other hosts take, 0 to 1. */
  readonly load: number;
  /** Share of the frames that each network damages, 0 to 1. */
  readonly lossRate: number;
  /** What a crossing of the backbone takes besides, one way. */
  readonly backboneDelayMs: number;
  /** Of each output of a router; left out: as assumed. */
  readonly routerBuffers?: number;
  /** At which level connections are bound; left out: in the open. */
  readonly security?: SecurityLevel;
  /** Whose time encrypting takes, at a level that encrypts; left out: exclusive or. */
  readonly cipher?: Cipher;
}

/** Shares of each subnet's capacity that other hosts take, for `load`. */
export const FOREIGN_LOADS = {
  none: 0,
  night: CAMPUS_ASSUMED.loadByNight.value,
  day: CAMPUS_ASSUMED.loadByDay.value,
} as const;

/** What the program that the paper measured is taken to have waited between two trials, for `gapMs`. */
export const USUAL_GAP = { ms: TEST_PROGRAM.pause.value, why: TEST_PROGRAM.pause.source.text } as const;

/** What MultiRPC takes at the client for a request as the paper measured it, for `requestMs`. */
export const USUAL_REQUEST = {
  ms: RT_PC.cloh.value,
  why: `${RT_PC.cloh.source.text}: ${RT_PC.cloh.value} ms.`,
} as const;

export const CLIENT_NAME = "client";
export const serverName = (server: number): string => `server${server + 1}`;

/**
 * Reads a fault script for a run with so many servers. Throws FaultError for what cannot be meant. The client can be
 * slowed; its crash would end the program that is measured, and is refused.
 */
export function parseRpc2Faults(lines: readonly string[], servers: number): readonly Fault[] {
  const faults = readFaults(lines);
  for (const fault of faults.filter(isMachineFault)) {
    const { machine, what } = fault;
    const number = /^server([1-9]\d*)$/.exec(machine)?.[1];
    if (machine === CLIENT_NAME && what !== "slow") {
      throw new FaultError(faultText(fault), "the client runs the program that is measured. Crash a server instead.");
    }
    if (machine === CLIENT_NAME || (number !== undefined && Number(number) <= servers)) continue;
    const range = servers === 1 ? serverName(0) : `${serverName(0)} to ${serverName(servers - 1)}`;
    throw new FaultError(faultText(fault), `there is no machine ${machine}, want ${range} or ${CLIENT_NAME}.`);
  }
  return faults;
}
