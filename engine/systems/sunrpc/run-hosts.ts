/** A run of Sun 3/50s on one medium, from their start until nothing is left to happen, and what it used. */
import { durationOf } from "../../hardware/cost.ts";
import { SUN3_ASSUMED } from "../../hardware/sun3-costs.ts";
import { BroadcastCarrier } from "../world/broadcast-carrier.ts";
import type { Carrier } from "../world/carrier.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import type { World } from "../world/world.ts";
import { runWorld, type WorldRun } from "../world/world-run.ts";
import { isTcp, type Network, type SunHost } from "./host.ts";
import { LoopbackMedium, SureCarrier } from "../world/loopback-medium.ts";

const LOOP = durationOf(SUN3_ASSUMED.loopback);
const UDP_INPUT = durationOf(SUN3_ASSUMED.udpInput);

/** @param carrier left out: one without broadcasts */
export function sunEthernet(world: World, carrier?: typeof Carrier): Extract<Network, { readonly place: "remote" }> {
  const metres = SUN3_ASSUMED.cableMetres.value;
  const mbps = SUN3_ASSUMED.networkMbps.value;
  const options = { mbps, metres, others: null, ...(carrier === undefined ? {} : { carrier }) };
  return { place: "remote", medium: new EthernetMedium(world, options), loopback: null };
}

/** The way of a machine's packets to itself. UDP's messages skip the interface: sendto puts them into their socket. */
export const sunLoopback = (world: World, carrier?: typeof Carrier): LoopbackMedium =>
  new LoopbackMedium(world, (frame) => (isTcp(frame) ? LOOP : UDP_INPUT), carrier);

/** An Ethernet with broadcasts, whose machines have a loopback interface, too. */
export function sunBroadcastNet(world: World): Extract<Network, { readonly place: "remote" }> {
  return { ...sunEthernet(world, BroadcastCarrier), loopback: sunLoopback(world, SureCarrier) };
}

/**
 * The last host starts first: servers wait for calls before the client makes one. Further clients start after it.
 * @param hosts all of them, in the order of their lanes, the client first; `dead` ones have no power from the beginning
 */
export function runHosts(
  world: World,
  network: Network,
  hosts: readonly SunHost[],
  dead: readonly SunHost[] = [],
  further: readonly SunHost[] = [],
): WorldRun {
  world.scheduleMachineEvents();
  for (const host of dead) host.crash("dead");
  const all = [...hosts, ...further];
  for (const host of [...hosts.toReversed(), ...further]) if (!host.isDown) host.start();
  const loopback = network.place === "remote" ? network.loopback : null;
  return runWorld(world, {
    busy: () => {
      const busy = all.flatMap((host) => [...host.busyNs()]);
      return network.place === "remote" ? [...busy, ["ethernet", network.medium.ethernet.busyNs]] : busy;
    },
    carriers: [network.medium.carrier, ...(loopback === null ? [] : [loopback.carrier])],
  });
}
