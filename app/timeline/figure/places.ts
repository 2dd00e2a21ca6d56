/** Where the things of a run stand in a figure, for hands that take hold of them: pixels along time and across it. */
import { timeAt, numberAt } from "../../../engine/kernel/reads.ts";
import type { Stretch } from "../../trace/folds.ts";
import { shownPacket } from "../../trace/story.ts";
import { alongOf, packetEnds } from "./body.ts";
import type { Rails } from "./body.ts";
import type { Ends } from "./packet-shapes.ts";
import type { ShownCall } from "./shown-call.ts";
import type { Band } from "./stack-lanes.ts";

export interface Places {
  readonly along: (time: number) => number;
  /** The ends of a packet’s line; null where it has none. */
  readonly packet: (row: number) => Ends | null;
  /** The bar of a span: along, across, along, across; null where its machine is not drawn. */
  readonly span: (row: number) => Ends | null;
  /** A machine’s band across; null for a machine without one. */
  readonly machine: (name: string) => Stretch | null;
  /** Places of another run of the same machines in this very figure. */
  readonly of: (other: ShownCall) => Places;
}

/** The rails of a figure, the bands of its machines, and its way from one machine to another. */
interface Placing {
  readonly rails: Rails;
  readonly bands: readonly Band[];
  readonly packet: Places["packet"];
  readonly of: Places["of"];
}

export function placesOn(shown: ShownCall, { rails, bands, packet, of }: Placing): Places {
  const { spans } = shown.trace;
  return {
    along: (time) => alongOf(rails, time),
    packet,
    span: (row) => {
      const lane = shown.plan.laneOf[numberAt(spans.track, row)] ?? -1;
      const [at, size] = [rails.laneAt[lane], rails.laneSize[lane]];
      if (at === undefined || size === undefined) return null;
      return [alongOf(rails, timeAt(spans.start, row)), at, alongOf(rails, timeAt(spans.end, row)), at + size];
    },
    machine: (name) => bands.find(({ machine }) => machine === name) ?? null,
    of,
  };
}

/** Of a figure with one medium between the first machine and the others. */
export const placesOf = (shown: ShownCall, rails: Rails, bands: readonly Band[]): Places =>
  placesOn(shown, {
    rails,
    bands,
    packet: (row) => packetEnds(rails, shownPacket(shown.trace, shown.plan, row, true)),
    of: (other) => placesOf(other, rails, bands),
  });
