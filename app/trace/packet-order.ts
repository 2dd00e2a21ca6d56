/** The order in which packets were sent that overtook each other on their way. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { ShownPacket } from "./story.ts";
import { gather } from "../../engine/kernel/tally.ts";

/**
 * Numbers packets of one direction that were overtaken, and those that overtook them, from 1 in the order of sending;
 * packets that no such crossing ties together are numbered apart. All others are left out.
 */
export function sendingOrder(packets: readonly ShownPacket[]): ReadonlyMap<Ref, number> {
  const numbers = new Map<Ref, number>();
  const directions = new Map<string, ShownPacket[]>();
  for (const packet of packets) {
    if (packet.fate === "lost" || packet.origin === "other traffic") continue;
    const way = `${packet.fromLane} ${packet.toLane}`;
    gather(directions, way, packet);
  }
  for (const some of directions.values()) {
    some.sort((a, b) => a.departs - b.departs || a.ref - b.ref);
    for (const group of crossingGroups(some)) {
      if (group.length > 1) for (const [i, { ref }] of group.entries()) numbers.set(ref, i + 1);
    }
  }
  return numbers;
}

/** Cuts packets in the order of sending where all before the cut arrive before all after it. */
function crossingGroups(packets: readonly ShownPacket[]): readonly (readonly ShownPacket[])[] {
  const soonest: number[] = []; // arrival from here to the end
  let least = Infinity;
  for (const [i, { arrives }] of [...packets.entries()].reverse()) soonest[i] = least = Math.min(least, arrives);
  const groups: ShownPacket[][] = [];
  let latest = -Infinity;
  for (const [i, packet] of packets.entries()) {
    if (latest <= itemAt(soonest, i, "packet")) groups.push([]);
    groups.at(-1)?.push(packet);
    latest = Math.max(latest, packet.arrives);
  }
  return groups;
}
