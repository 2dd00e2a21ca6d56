/**
 * The places of machines, and the order in which a chain passes them. Machine 0 is the caller, machine i callee i.
 *
 * Up to 47 machines stand at one switch. With more there are two, and callees stand at them in turn: those of even
 * number at the second. A list by number, as a name service gives it, then changes the switch with every callee.
 */
import { itemAt } from "../../kernel/reads.ts";
import { CLUSTER_ASSUMED } from "../../hardware/linux-costs.ts";

/** The switch of each machine, the caller's first. */
export function placesOf(callees: number): readonly number[] {
  const isOne = callees + 1 <= CLUSTER_ASSUMED.portsForMachines.value;
  return Array.from({ length: callees + 1 }, (_, machine) => (isOne || machine === 0 || machine % 2 === 1 ? 0 : 1));
}

/**
 * The numbers of the callees in the order of the chain. "given": by number. "closest": first the callees at the switch
 * of the caller, then the others, both by number; so the chain crosses the trunk once.
 */
export function chainOf(callees: number, order: "closest" | "given"): readonly number[] {
  const numbers = Array.from({ length: callees }, (_, i) => i + 1);
  if (order === "given") return numbers;
  const places = placesOf(callees);
  const placeOf = (machine: number): number => itemAt(places, machine, "machine");
  return numbers.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b);
}
