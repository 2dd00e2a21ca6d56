/** The order in which names are placed. The first have the best places; the list of events has those without one. */
import type { Drawn } from "./drawn.ts";
import { inkOf, takePackets } from "./ink.ts";
import { placeCounts, placeEvents, placeNumerals } from "./mark-labels.ts";
import { placePackets } from "./packet-labels.ts";
import { Placer } from "./placer.ts";
import type { Names } from "./placer.ts";

type Place = (placer: Placer) => void;

/** @param before what has its names before packets have theirs, and after them */
export function namesAround(drawn: Drawn, before: Place, after: Place): Names {
  const placer = new Placer(inkOf(drawn), drawn.measure);
  placeCounts(drawn, placer);
  takePackets(drawn, placer.ink, false);
  // Among many machines, names of packets that went wrong may cover packets that did not.
  const mayCover = drawn.rails.frame.wire === null;
  if (!mayCover) takePackets(drawn, placer.ink, true);
  before(placer);
  placeEvents(drawn, placer);
  placeNumerals(drawn, placer);
  placePackets(drawn, placer, false);
  if (drawn.fine) {
    if (mayCover) takePackets(drawn, placer.ink, true);
    placePackets(drawn, placer, true);
  }
  after(placer);
  return placer.names;
}
