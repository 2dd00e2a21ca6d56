/**
 * Runs the systems of the sweepstakes that the lab does not have otherwise: a protocol on two machines, by an account.
 *
 * Rules
 * 1. Where messages have several packets, a machine makes a packet ready when the one before it has left
 *    (hardware/sprite-station.ts): the same for all of Table XII. Peregrine’s headers are prepared ahead, so it makes
 *    packets ready while others are on the wire.
 * 2. Duties that a system was not measured with take the machine further steps (hardware/sweepstakes-costs.ts).
 */
import type { Fault } from "../../faults/index.ts";
import { durationOf } from "../../hardware/cost.ts";
import { NETWORK_MBPS, type NetworkName } from "../../hardware/networks.ts";
import { PEREGRINE_ACCOUNT } from "../../hardware/peregrine-costs.ts";
import { spriteStation } from "../../hardware/sprite-station.ts";
import { stationOf } from "../../hardware/station.ts";
import {
  AT_ONE_MIPS,
  fittedAccount,
  shareOfDuties,
  withDuties,
  type Duties,
  type FittedSystem,
} from "../../hardware/sweepstakes-costs.ts";
import { ACCOUNTS, type MachineAccount } from "../../hardware/work-accounts.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import type { AnyEnds } from "../../protocols/ends.ts";
import { PORTABLES } from "../portable/all.ts";
import { networkOf } from "../portable/networks.ts";
import type { Portable } from "../portable/portable.ts";
import { portableWork } from "../portable/work.ts";
import { runEnds } from "../world/ends-run.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import { entryOf, type SystemName } from "./entries.ts";

export type { Duties };

/** Those that run in systems of their own. */
type OwnSystem = "cedar" | "firefly" | "firefly-1" | "lrpc";
export type AccountedSystem = Exclude<SystemName, OwnSystem>;

interface AccountedCall {
  readonly system: AccountedSystem;
  readonly network: NetworkName;
  readonly duties: Duties;
  /** All work takes so many times longer. */
  readonly slower: number;
  readonly calls: number;
  readonly threads: number;
  readonly resultBytes: number;
}

/** The protocol of a system, and its machines. */
function partsOf(system: AccountedSystem): { readonly portable: Portable; readonly account: MachineAccount } {
  const fitted = (name: FittedSystem): MachineAccount => fittedAccount(name, entryOf(name).mips);
  switch (system) {
    case "amoeba":
    case "amoeba-unix":
      return { portable: PORTABLES.amoeba, account: fitted(system) };
    case "v":
      return { portable: PORTABLES.v, account: fitted(system) };
    case "sprite":
      return { portable: PORTABLES.sprite, account: fitted(system) };
    case "sun-rpc":
      return { portable: PORTABLES["sun-rpc"], account: ACCOUNTS["sun3-50"].account };
    case "rpc2":
      return { portable: PORTABLES.rpc2, account: ACCOUNTS["rt-pc"].account };
    case "peregrine":
      return { portable: PORTABLES.peregrine, account: PEREGRINE_ACCOUNT };
  }
}

export const endsOf = (system: AccountedSystem): AnyEnds => partsOf(system).portable.ends();

/** The speed of a network in Mbit/s. */
export const mbpsOf = (network: NetworkName): number => NETWORK_MBPS[network];

const CEDAR_PACKET = 46; // bytes of a frame without data

/** How much more work a call of Cedar is with these duties, as a share of what it is. */
export function cedarsShare(duties: Duties, dataBytes: number): number {
  const size = { packets: 2, frameBytes: 2 * CEDAR_PACKET + dataBytes, dataBytes };
  return shareOfDuties(ACCOUNTS.dorado.account, entryOf("cedar").mips, duties, size);
}

export function runAccounted(
  { system, network, duties, slower, calls, threads, resultBytes }: AccountedCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): WorldRun {
  const { portable, account: measured } = partsOf(system);
  const { mips } = entryOf(system);
  const account = withDuties(measured, mips, duties);
  const { ends: endsNow, format, ...packets } = portable;
  const ends = endsNow();
  const world = new World({ faults, keep, seed });
  const { medium, busy } = networkOf(world, network, { hosts: ends.hosts.length });
  const { controller, receiveRing } = account;
  const { procedure } = AT_ONE_MIPS;
  const name = "span" in ends.procedure ? ends.procedure.span : procedure.name;
  return runEnds(world, medium, {
    ends,
    machine:
      system === "peregrine"
        ? stationOf({ controller, receiveRing, send: [], receive: [] })
        : spriteStation(receiveRing),
    format: format(network === "ethernet-3"),
    work: portableWork(world.recorder, account, packets, { faster: 1 / slower, sums: false }),
    program: {
      calls,
      threads,
      argument: () => new Uint8Array(0),
      result: () => new Uint8Array(resultBytes),
      procedure: {
        step: { name, layer: "rpc", source: procedure.source },
        duration: Math.round((durationOf(procedure) / mips) * slower),
      },
    },
    busy,
    progress,
  });
}
