/**
 * Runs a protocol on two machines of one kind and a network, whatever they are.
 *
 * The machines are stations (hardware/station.ts) with one processor, on which a packet takes what the machine’s
 * account says (hardware/work-accounts.ts). The procedure does nothing.
 */
import { ACCOUNTS, PROCEDURE, type AccountName } from "../../hardware/work-accounts.ts";
import { durationOf } from "../../hardware/cost.ts";
import { NETWORK_MBPS, type NetworkName } from "../../hardware/networks.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import { stationOf } from "../../hardware/station.ts";
import type { Fault } from "../../faults/index.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { runEnds } from "../world/ends-run.ts";
import type { Frame } from "../world/frame.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import { networkOf } from "./networks.ts";
import type { Portable } from "./portable.ts";
import { portableWork, type Pace } from "./work.ts";

interface PortableCall extends Pace {
  readonly machine: AccountName;
  /** "own": the one that the machine was measured on. */
  readonly network: NetworkName | "own";
  readonly calls: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  /** How long the procedure runs; 0 for one that does nothing. */
  readonly serverMs: number;
}

export interface PortableRun extends WorldRun {
  /** Until the last answer: packets that were sent again, and bytes of all frames. */
  readonly retransmissions: number;
  readonly frameBytes: number;
  /** How long those bytes take at the network’s speed, without what frames them there. */
  readonly wireNs: Nanos;
  /** A call of a procedure on the same machine, in the same program; null where nobody measured it. */
  readonly localNs: Nanos | null;
}

/** A result has at least the byte that tells whose it is. */
const EMPTY = 0;

export function runPortable(
  { ends: endsOf, format, ...packets }: Portable,
  { machine, network: asked, calls, argumentBytes, resultBytes, serverMs, ...pace }: PortableCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): PortableRun {
  const { account } = ACCOUNTS[machine];
  const network = asked === "own" ? account.network : asked;
  const ends = endsOf();
  const { procedure = PROCEDURE } = account;
  const name = "span" in ends.procedure ? ends.procedure.span : procedure.name;
  const world = new World({ faults, keep, seed });
  let [retransmissions, frameBytes] = [0, 0];
  const recorded = ({ origin, bytes }: Frame): void => {
    if (world.isAnswered) return;
    if (origin === "retransmission") retransmissions++;
    frameBytes += bytes;
  };
  const { medium, busy } = networkOf(world, network, { hosts: ends.hosts.length, watch: { recorded } });
  const run = runEnds(world, medium, {
    ends,
    machine: stationOf({ controller: account.controller, receiveRing: account.receiveRing, send: [], receive: [] }),
    format: format(network === "ethernet-3"),
    work: portableWork(world.recorder, account, packets, pace),
    program: {
      calls,
      argument: (call) => new Uint8Array(argumentBytes).fill(call),
      result: (argument) => new Uint8Array(resultBytes).fill(argument[0] ?? EMPTY),
      procedure: {
        step: { name, layer: "rpc", source: procedure.source },
        duration: serverMs === 0 ? Math.round(durationOf(procedure) / pace.faster) : millis(serverMs),
      },
    },
    busy,
    progress,
  });
  const { localCall } = account;
  return {
    ...run,
    retransmissions,
    frameBytes,
    wireNs: (frameBytes * 8e3) / NETWORK_MBPS[network],
    localNs: localCall === null ? null : durationOf(localCall) / pace.faster,
  };
}
