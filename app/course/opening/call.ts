/** The call of the opening: what is fixed of its run, and what the reader changes. */
import type { PacketFault } from "../../../engine/faults/fault.ts";
import { formatFault } from "../../../engine/faults/text.ts";
import { loadDescription } from "../../../engine/experiments/load.ts";
import { defaultSetup } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";

const EXPERIMENT = "cedar/call";

/**
 * Two machines that are 1 ms apart, on a network that nobody else uses, and a procedure that waits for 4 ms. All three
 * are assumed: then one axis shows packets, work and the timer. All other values are the experiment’s own.
 */
const FIXED = { calls: 1, oneWayMs: 1, load: 0 } as const;
export const BOOKING_MS = 4;

/** What the reader changes of the run. */
export interface Change {
  readonly faults: readonly PacketFault[];
  readonly bookingMs: number;
}

export const UNHARMED: Change = { faults: [], bookingMs: BOOKING_MS };
/** The run that the story tells. */
export const LOST: Change = {
  faults: [{ what: "drop", packet: { kind: "call", call: 1, send: 1 } }],
  bookingMs: BOOKING_MS,
};

/** The lines of the fault script. */
export const linesOf = ({ faults }: Pick<Change, "faults">): readonly string[] => faults.map(formatFault);

export const keyOf = (change: Change): string => [change.bookingMs, ...linesOf(change)].join("\n");

export async function setupOf(change: Change): Promise<Setup> {
  const { parameters, ...rest } = defaultSetup(await loadDescription(EXPERIMENT));
  return { ...rest, parameters: { ...parameters, ...FIXED, serverMs: change.bookingMs }, faults: linesOf(change) };
}
