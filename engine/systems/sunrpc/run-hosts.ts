/** A run of Sun 3/50s on one medium, from their start until nothing is left to happen, and what it used. */
import type { Fault } from "../../faults/fault.ts";
import { durationOf } from "../../hardware/cost.ts";
import { SUN3_ASSUMED } from "../../hardware/sun3-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { BroadcastCarrier } from "../world/broadcast-carrier.ts";
import type { Carrier } from "../world/carrier.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import type { World } from "../world/world.ts";
import type { Network, SunHost } from "./host.ts";
import { LoopbackMedium, SureCarrier } from "./loopback.ts";

export interface SunRun {
  readonly elapsed: Nanos;
  readonly packets: number;
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  readonly trace: TraceData;
}

/** @param carrier left out: one without broadcasts */
export function sunEthernet(world: World, carrier?: typeof Carrier): Extract<Network, { readonly place: "remote" }> {
  const metres = SUN3_ASSUMED.cableMetres.value;
  const mbps = SUN3_ASSUMED.networkMbps.value;
  const options = { mbps, metres, others: null, ...(carrier === undefined ? {} : { carrier }) };
  return { place: "remote", medium: new EthernetMedium(world, options), loopback: null };
}

/** An Ethernet with broadcasts, whose machines have a loopback interface, too. */
export function sunBroadcastNet(world: World): Extract<Network, { readonly place: "remote" }> {
  const loopback = new LoopbackMedium(world, durationOf(SUN3_ASSUMED.loopback), SureCarrier);
  return { ...sunEthernet(world, BroadcastCarrier), loopback };
}

/**
 * The last host starts first: servers wait for calls before the client makes one.
 * @param hosts all of them, in the order of their lanes, the client first; `dead` ones have no power from the beginning
 */
export function runHosts(
  world: World,
  network: Network,
  hosts: readonly SunHost[],
  dead: readonly SunHost[] = [],
): SunRun {
  const { sim, recorder, script, streams } = world;
  world.scheduleMachineEvents();
  for (const host of dead) host.crash("dead");
  for (const host of hosts.toReversed()) if (!host.isDown) host.start();
  sim.run();
  const { carrier } = network.medium;
  carrier.close();
  const busy = hosts.flatMap((host) => [...host.busyNs()]);
  const loopback = network.place === "remote" ? network.loopback : null;
  loopback?.carrier.close();
  if (network.place === "remote") busy.push(["ethernet", network.medium.ethernet.busyNs]);
  return {
    elapsed: sim.now,
    packets: loopback === null ? carrier.packets : carrier.packets + loopback.carrier.packets,
    resources: new Map(busy.map(([name, busyNs]) => [name, { busyNs }])),
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: recorder.finish(sim.now),
  };
}
