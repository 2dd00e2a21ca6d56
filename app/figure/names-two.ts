/** The names in a figure of two machines. What is placed first has the best place; the list of events has the rest. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { refRow } from "../../engine/kernel/trace-data.ts";
import { label } from "../draw/scene.ts";
import { takePicture } from "../trace/story.ts";
import type { ShownPacket } from "../trace/story.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn, InPicture } from "./drawn.ts";
import { placeInBox } from "./in-box.ts";
import { inkOf, takePackets } from "./ink.ts";
import { placeCounts, placeEvents, placeNumerals } from "./mark-labels.ts";
import { placePackets } from "./packet-labels.ts";
import { NAME_SIZE, Placer } from "./placer.ts";
import type { Names } from "./placer.ts";
import { clip, wholeWay } from "./rails.ts";
import { placeSteps } from "./step-labels.ts";
import { placeReasons } from "./wait-labels.ts";

type Place = (drawn: InPicture, placer: Placer) => void;

/** @param before what has its names before packets have theirs, and after them */
export function namesAround(drawn: Drawn, before: Place, after: Place): Names {
  const { rails, fine, measure } = drawn;
  const { shown, scale } = rails;
  const inPicture = { ...drawn, picture: takePicture(shown.trace, shown.plan, shown.story, scale) };
  const placer = new Placer(inkOf(drawn), measure);
  placeCounts(drawn, placer);
  for (const plain of [false, true]) takePackets(drawn, placer.ink, plain);
  before(inPicture, placer);
  placeEvents(drawn, placer);
  placeNumerals(drawn, placer);
  placePackets(drawn, placer, false);
  if (fine) placePackets(drawn, placer, true);
  after(inPicture, placer);
  return placer.names;
}

/** Where time runs to the right steps have their names first, and why there is nothing to do between them. */
const placeWork: Place = (drawn, placer) => {
  placeSteps(drawn, placer);
  if (drawn.fine && !drawn.picture.dense) placeReasons(drawn.rails, placer);
};

export const namesOfTwo = (drawn: Drawn): Names => namesAround(drawn, placeWork, placeOthers);

const ASIDE = 8;

/** Names what is not the shown call's: work of the operating system, and one line of the traffic of other hosts. */
function placeOthers({ rails, picture }: InPicture, placer: Placer): void {
  if (picture.dense) return;
  for (const { mine, layer, name, lane, from, to } of picture.spans) {
    if (mine || layer !== "other") continue;
    const { at, size } = itemAt(rails.frame.lanes, lane, "lane");
    placeInBox(rails, clip(rails, from, to), at + size / 2, [[{ text: name }]], placer, "ink-2");
  }
  const isElsewhere = ({ origin, fromLane, toLane }: ShownPacket): boolean =>
    origin === "other traffic" && fromLane < 0 && toLane < 0;
  const traffic = picture.packets.find(isElsewhere);
  const ends = traffic === undefined ? null : wholeWay(rails, refRow(traffic.ref));
  if (ends === null) return;
  const [x0, y0, x1, y1] = ends;
  const spots = ["other hosts’ packet", "other hosts"].flatMap((text) =>
    [0.5, 0.25, 0.75].flatMap((share) => {
      const [x, y] = [x0 + share * (x1 - x0), y0 + share * (y1 - y0) + 4];
      const look = { size: NAME_SIZE, halo: "paper" } as const;
      const runs = [{ text, ink: "ink-2" }] as const;
      return [label(x + ASIDE, y, runs, look), label(x - ASIDE, y, runs, { ...look, anchor: "end" })];
    }),
  );
  placer.placeOne(spots, { within: withinOf(rails) });
}
