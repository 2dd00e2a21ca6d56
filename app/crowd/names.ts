/** On a narrow figure names stand within it: each at the first place near its handle where no curve runs. */
import type { Area } from "../draw/place-label.ts";
import { label } from "../draw/scene.ts";
import type { Label } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { areaOf } from "../draw/uncovered.ts";
import { Placer } from "../figure/placer.ts";
import { Space } from "../figure/space.ts";
import { rateOf, sentIn } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import type { CrowdHandle } from "./handles.ts";
import { waitingIn } from "./layout.ts";
import type { CrowdLayout } from "./layout.ts";

const SIZE = 13; // px, --note-size
export const nameWidth = (text: string, isBold = false): number => tableWidth(text, SIZE, isBold);

const HANDLE = { width: 26, height: 12 } as const; // px
const SERVED = ["wasted", "useful", "refused"] as const;
const PEN = 3; // px around a curve
const BESIDE = 4; // px from a name to what stands beside it

/** Where curves run, piece by piece. */
function curvesIn(view: CrowdView, { time, rates, waiting }: CrowdLayout): readonly Area[] {
  const { width } = view.crowd;
  const areas = (values: readonly number[], { scale, y0 }: CrowdLayout["rates"]): readonly Area[] =>
    values.map((value, i) => {
      const y = Math.max(y0, scale.at(value));
      const before = Math.max(y0, scale.at(values[i - 1] ?? value)); // a step is upright at its beginning
      const [x0, x1] = [time.at(i * width), time.at((i + 1) * width)];
      return { x0, x1, y0: Math.min(y, before) - PEN, y1: Math.max(y, before) + PEN };
    });
  return [
    ...[sentIn(view), ...SERVED.map((name) => rateOf(view.crowd, name))].flatMap((one) => areas(one, rates)),
    ...areas(waitingIn(view), waiting),
  ];
}

/** The name of the disturbance: beside its handle, at the side where there is room; its length alone where is none. */
export function blipName({ x, y, says, value, textOf }: CrowdHandle, width: number): Label {
  const needed = nameWidth(says, true);
  const isRight = x + 18 + needed <= width;
  const isLeft = !isRight && x - 18 >= needed;
  const runs = [{ text: isRight || isLeft ? says : textOf(value), bold: true }];
  return label(isLeft ? x - 18 : x + 18, y + 4, runs, { size: SIZE, anchor: isLeft ? "end" : "start" });
}

/** The name of the load lies over its handle, right of the axis. */
export const loadNameAt = ({ x, says }: CrowdHandle, { x0 }: CrowdLayout): number =>
  Math.max(x, x0 + BESIDE + nameWidth(says) / 2);

const handleArea = ({ x, y, way }: CrowdHandle): Area => {
  const [w, h] = way === "across" ? [HANDLE.width, HANDLE.height] : [HANDLE.height, HANDLE.width];
  return { x0: x - w / 2, x1: x + w / 2, y0: y - h / 2, y1: y + h / 2 };
};

/** Beside a handle, above and below it, and so along the figure; at last in the row of its strip’s title. */
function placesOf({ says, x, y }: CrowdHandle, { x0, x1, rates, waiting }: CrowdLayout): readonly Label[] {
  const half = nameWidth(says) / 2 + BESIDE;
  const inside = (at: number): number => Math.max(x0 + half + BESIDE, Math.min(x1 - half, at));
  const steps = Array.from({ length: 12 }, (_, i) => i * 24);
  const left = x - HANDLE.width / 2 - half - BESIDE;
  const title = (y < rates.y1 ? rates : waiting).y0 - 9;
  const places: readonly (readonly [x: number, y: number])[] = [
    [left, y + 4],
    [inside(x), y - 18],
    ...steps.flatMap((by) => [-12, 18, -26, 32].map((down) => [inside(left - by), y + down] as const)),
    [x1 - half, title],
  ];
  return places.map(([at, base]) => label(at, base, [{ text: says }], { size: SIZE, anchor: "middle" }));
}

/** @param pole the words of the verdict, whose place is theirs */
export function namesIn(
  view: CrowdView,
  layout: CrowdLayout,
  handles: readonly CrowdHandle[],
  pole: Area | null,
): readonly Label[] {
  const { x0, width, height } = layout;
  const { capacity } = view.crowd;
  const level = capacity === null ? [] : [layout.rates.scale.at(capacity)];
  const placer = new Placer(new Space(width, height, false), tableWidth);
  const areas = [
    ...curvesIn(view, layout),
    ...level.map((y) => ({ x0, x1: layout.x1, y0: y - 1, y1: y + 1 })),
    ...handles.map(handleArea),
    ...layout.frame.flatMap((one) => (one.shape === "label" ? [areaOf(one)] : [])),
    ...(pole === null ? [] : [pole]),
  ];
  for (const area of areas) placer.ink.take(area);
  placer.stand(handles.filter(({ way }) => way === "along").map((blip) => blipName(blip, width)));
  for (const handle of handles.filter(({ way }) => way === "across")) {
    const places = placesOf(handle, layout);
    const set = placer.placeOne(places, { within: { x0, y0: 0, x1: width, y1: height } });
    if (set === null) placer.stand(places.slice(1, 2));
  }
  return placer.names.labels;
}
