/** The options of a run of RPC2, and the names of its machines. */
import { isMachineFault } from "../../faults/fault.ts";
import { FaultError, formatFault, type Fault } from "../../faults/index.ts";
import { CAMPUS_ASSUMED } from "../../hardware/campus-costs.ts";
import type { Placement } from "../../hardware/campus-plan.ts";
import { RT_PC, TEST_PROGRAM } from "../../hardware/rt-pc-costs.ts";
import type { History } from "../../protocols/rpc2/connection.ts";
import type { Rule } from "../../protocols/rules.ts";
import type { YieldEvery } from "../../protocols/rpc2/multi.ts";
import type { SecurityLevel } from "../../wire/rpc2-codes.ts";
import type { Program } from "./program.ts";

/** One MultiRPC call, calls one after another, or a thread with a call of its own for each server. */
export type CallMode = "multi" | "iterative" | "threads";

/** How long the procedure runs: always the same, normal with a standard deviation of a tenth, or exponential. */
export type Distribution = "constant" | "normal" | "exponential";

/** The procedure computes and keeps the processor from all other work, or waits, as for a disk, and leaves it free. */
type Procedure = "computes" | "waits";

/**
 * What the client's handler does beside counting: nothing; it ends the call at the first failure, or beyond so many;
 * it yields, or calls the server once more, before it has counted.
 */
export type HandlerKind = "waits" | "first-failure" | "threshold" | "yields" | "calls";

/** The cipher whose time is counted. The bytes are those of exclusive or in either case. */
export type Cipher = "xor" | "des";

export interface Rpc2Options {
  readonly servers: number;
  readonly mode: CallMode;
  /** How MultiRPC’s requests leave: one by one, or as one multicast (Section VIII). Left out: one by one. */
  readonly sending?: "one by one" | "multicast";
  readonly library: "1987" | "2025";
  readonly computeMs: number; // mean
  readonly distribution: Distribution;
  /** The procedure spends that time so. */
  readonly procedure: Procedure;
  /** What is called, and with which values; left out: a procedure that gives its one integer back. */
  readonly program?: Program;
  /** Machines that call the servers, and share the trials. Left out: 1. */
  readonly clients?: number;
  /**
   * Calls that a client makes at once: so many threads share its trials, each with connections of its own to all
   * servers. Left out: 1.
   */
  readonly threads?: number;
  /** Servers that do not answer, so many drawn by lot; they go down after they were bound. */
  readonly dead: number;
  readonly placement: Placement;
  /** Times that all servers are called; a client begins one time after another. */
  readonly trials: number;
  /** The caller's limit on a MultiRPC call, or on each simple one; null for none. */
  readonly timeoutMs: number | null;
  /** The number of replies that the program waits for. */
  readonly waitFor: number;
  /** After a call that may end early, the next waits for as many replies, or for all. */
  readonly followUp: "same" | "all";
  /** Receive buffer of each machine's socket. */
  readonly socketBytes: number;
  readonly yieldEvery: YieldEvery;
  /** Time of the client's handler for each connection, beside unpacking. */
  readonly handlerMs: number;
  /** What the handler does. Left out: it waits for `waitFor` replies. */
  readonly handler?: HandlerKind;
  /** Failures that a handler with a threshold bears. */
  readonly mostFailures?: number;
  /** Threads of the client that share the servers, each with a MultiRPC call; one handler serves all. Left out: 1. */
  readonly callers?: number;
  /** Time of a MultiRPC request at the client, protocol and kernel. Simple calls do not depend on it. */
  readonly requestMs: number;
  /** Whether the client notes in the trace which machines have answered and which it takes for dead. */
  readonly tellsOutcomes: boolean;
  /** Between the end of a call to all servers and the next; a part of a clock tick is added unless it is 0. */
  readonly gapMs: number;
  /** Variants of the protocol; left out: RPC2 as published. */
  readonly history?: History;
  /** Rules of the protocol that are left out; left out itself: none. */
  readonly without?: readonly Rule[];
  /**
   * Whether the client's listener looks at the clock before it takes in packets that have arrived, as the prototype's
   * did.
   */
  readonly clockFirst: boolean;
  /**
   * When the listener lets the thread run that it has packets for: when it has taken in all that have come, or after
   * each packet, as the prototype's did. Left out: after all.
   */
  readonly switchPer?: "batch" | "packet";
  /**
   * With quadratic scans RPC2 goes through all outstanding events to put a request's event in its place, and again to
   * find the event of a packet that has come. Left out: linear, which the measured components contain.
   */
  readonly eventScan?: "linear" | "quadratic";
  /** MultiRPC's tables grow with the largest call, or have the prototype's fixed size. Left out: they grow. */
  readonly tables?: "growing" | "static";
  /** Share of each subnet's capacity that other hosts take, 0 to 1. */
  readonly load: number;
  /** Share of the frames that each network damages, 0 to 1. */
  readonly lossRate: number;
  /** Time of a crossing of the backbone beside the fibres, one way. */
  readonly backboneDelayMs: number;
  /** Buffers of each output of a router; left out: as assumed. */
  readonly routerBuffers?: number;
  /** The security level of connections; left out: openKimono, without encryption. */
  readonly security?: SecurityLevel;
  /** The cipher at a level that encrypts; left out: exclusive or. */
  readonly cipher?: Cipher;
}

/** Shares of each subnet's capacity that other hosts take, for `load`. */
export const FOREIGN_LOADS = {
  none: 0,
  night: CAMPUS_ASSUMED.loadByNight.value,
  day: CAMPUS_ASSUMED.loadByDay.value,
} as const;

/** The assumed pause between two trials of the program that the paper measured, for `gapMs`. */
export const USUAL_GAP = { ms: TEST_PROGRAM.pause.value, why: TEST_PROGRAM.pause.source.text } as const;

/** The time of a MultiRPC request at the client, from the paper's components, for `requestMs`. */
export const USUAL_REQUEST = {
  ms: RT_PC.cloh.value,
  why: `${RT_PC.cloh.source.text}: ${RT_PC.cloh.value} ms.`,
} as const;

export const CLIENT_NAME = "client";
export const clientName = (client: number): string => (client === 0 ? CLIENT_NAME : `${CLIENT_NAME}${client + 1}`);
export const serverName = (server: number): string => `server${server + 1}`;

/**
 * The faults of a script for a run with so many machines. Throws FaultError for a machine that is not there. A client
 * can be slowed; its crash would end the program that is measured, and is refused.
 */
export function checkedRpc2Faults(faults: readonly Fault[], servers: number, clients = 1): readonly Fault[] {
  const callers = Array.from({ length: clients }, (_, client) => clientName(client));
  for (const fault of faults.filter(isMachineFault)) {
    const { machine, what } = fault;
    const number = /^server([1-9]\d*)$/.exec(machine)?.[1];
    const isCaller = callers.includes(machine);
    if (isCaller && what !== "slow") {
      throw new FaultError(formatFault(fault), "the client runs the program that is measured. Crash a server instead.");
    }
    if (isCaller || (number !== undefined && Number(number) <= servers)) continue;
    const range = servers === 1 ? serverName(0) : `${serverName(0)} to ${serverName(servers - 1)}`;
    const want = [range, ...callers.slice(0, -1)].join(", ");
    throw new FaultError(
      formatFault(fault),
      `there is no machine ${machine}, want ${want} or ${clientName(clients - 1)}.`,
    );
  }
  return faults;
}
