/** The names in a figure of two machines: of steps beside their bars or in the wire, of packets and of waits. */
import type { Label } from "../../draw/scene.ts";
import { takePicture } from "../../trace/story.ts";
import { ANYWHERE, markNames, spaceOf, takePackets, waitNames } from "./names.ts";
import type { Names } from "./names.ts";
import { nameOthers, namesAcross } from "./names-across.ts";
import { namesInWire } from "./names-down.ts";
import type { Drawn } from "./placed.ts";
import { isPlain } from "./traffic.ts";
import { takenByLane } from "./wait-names.ts";
import { wireNames } from "./wire-names.ts";

/**
 * Steps have their names first where time runs to the right; where it runs down they have what packets leave of the
 * wire. The list has the names that find no place.
 */
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
  const packets = (): readonly Label[] => {
    takePackets(drawn, space, true);
    const fated = wireNames(drawn, space, (band) => !isPlain(band.group.stream));
    return drawn.fine ? [...fated, ...wireNames(drawn, space, (band) => isPlain(band.group.stream))] : fated;
  };
  if (rails.frame.down) {
    const first = [...counts, ...markNames(drawn, space), ...packets()];
    const steps = namesInWire(inPicture, first);
    return { labels: [...first, ...steps.labels], leaders: steps.leaders };
  }
  const { labels, leaders, taken } = namesAcross(inPicture, takenByLane(shown, rails, picture));
  const steps = stand(labels);
  const waits = drawn.fine ? stand(waitNames(drawn, taken)) : [];
  const others = [...markNames(drawn, space), ...packets(), ...nameOthers(inPicture, space)];
  return { labels: [...counts, ...steps, ...waits, ...others], leaders };
}
