/** The names in a figure of two machines with time to the right. What is not of the shown call has the rest. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { refRow } from "../../engine/kernel/trace-data.ts";
import { label } from "../draw/scene.ts";
import type { ShownPacket } from "../trace/story.ts";
import { inPicture, withinOf } from "./drawn.ts";
import type { Drawn, InPicture } from "./drawn.ts";
import { placeInBox } from "./in-box.ts";
import { namesAround } from "./names.ts";
import { NAME_SIZE } from "./placer.ts";
import type { Names, Placer } from "./placer.ts";
import { clip, wholeWay } from "./rails.ts";
import { placeSteps } from "./step-labels.ts";
import { placeReasons } from "./wait-labels.ts";

/** Steps have their names first, and why there is nothing to do between them. */
export function namesOfTwo(own: Drawn): Names {
  const drawn = inPicture(own);
  const placeWork = (placer: Placer): void => {
    placeSteps(drawn, placer);
    if (drawn.fine && !drawn.picture.dense) placeReasons(drawn.rails, placer);
  };
  return namesAround(drawn, placeWork, (placer) => placeOthers(drawn, placer));
}

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
