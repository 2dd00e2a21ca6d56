/** The names in a figure of two machines with time to the right: of steps beside their bars, of packets, of waits. */
import type { Label } from "../draw/scene.ts";
import { takePicture } from "../trace/story.ts";
import { ANYWHERE, markNames, spaceOf, waitNames } from "./names.ts";
import type { Names } from "./names.ts";
import { nameOthers, namesAcross } from "./names-across.ts";
import type { Drawn } from "./drawn.ts";
import { spotsAcross } from "./spots.ts";
import { takenByLane } from "./wait-names.ts";
import { wireNames } from "./wire-names.ts";

/** Steps have their names first. The list has the names that find no place. */
export function namesOfTwo(drawn: Drawn): Names {
  const { rails, measure } = drawn;
  const { shown, scale } = rails;
  const picture = takePicture(shown.trace, shown.plan, shown.story, scale);
  const inPicture = { ...drawn, picture };
  const { space, counts } = spaceOf(drawn);
  const stand = (labels: readonly Label[]): readonly Label[] => {
    for (const one of labels) space.set([one], ANYWHERE, measure);
    return labels;
  };
  const { labels, leaders, taken } = namesAcross(inPicture, takenByLane(shown, rails, picture));
  const steps = stand(labels);
  const waits = drawn.fine ? stand(waitNames(drawn, taken)) : [];
  const packets = (): readonly Label[] => wireNames(drawn, space, spotsAcross);
  const others = [...markNames(drawn, space), ...packets(), ...nameOthers(inPicture, space)];
  return { labels: [...counts, ...steps, ...waits, ...others], leaders };
}
