/** On a narrow figure names stand within it: each at the first place near its handle where no curve runs. */
import { firstFree } from "../draw/place-label.ts";
import type { Area, Candidate } from "../draw/place-label.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { CrowdView } from "./facts.ts";
import type { CrowdHandle } from "./handles.ts";
import { sentIn, waitingIn } from "./layout.ts";
import type { CrowdLayout } from "./layout.ts";

/** A name by the middle of its base line. */
interface CrowdName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const SIZE = 13; // px, --note-size
export const nameWidth = (text: string, isBold = false): number => tableWidth(text, SIZE, isBold);

const HANDLE = { width: 26, height: 12 } as const; // px
const [ABOVE, BELOW] = [10, 5]; // of a base line
const PEN = 3; // px around a curve

/** Where curves run, piece by piece. */
function curvesIn(view: CrowdView, { time, rates, waiting }: CrowdLayout): readonly Area[] {
  const { width, rates: all } = view.crowd;
  const areas = (values: readonly number[], { scale, y0 }: CrowdLayout["rates"]): readonly Area[] =>
    values.map((value, i) => {
      const y = Math.max(y0, scale.at(value));
      const before = Math.max(y0, scale.at(values[i - 1] ?? value)); // a step is upright at its beginning
      const [x0, x1] = [time.at(i * width), time.at((i + 1) * width)];
      return { x0, x1, y0: Math.min(y, before) - PEN, y1: Math.max(y, before) + PEN };
    });
  return [
    ...[sentIn(view), all.wasted ?? [], all.useful ?? [], all.refused ?? []].flatMap((one) => areas(one, rates)),
    ...areas(waitingIn(view), waiting),
  ];
}

const handleArea = ({ x, y, way }: CrowdHandle): Area => {
  const [w, h] = way === "across" ? [HANDLE.width, HANDLE.height] : [HANDLE.height, HANDLE.width];
  return { x0: x - w / 2, x1: x + w / 2, y0: y - h / 2, y1: y + h / 2 };
};

export const nameArea = ({ text, x, y }: CrowdName): Area => {
  const half = nameWidth(text) / 2 + 2;
  return { x0: x - half, x1: x + half, y0: y - ABOVE, y1: y + BELOW };
};

/** Beside a handle, above and below it, and so along the figure; at last in the row of its strip’s title. */
function candidates({ says, x, y }: CrowdHandle, { x0, x1, rates, waiting }: CrowdLayout): readonly CrowdName[] {
  const half = nameWidth(says) / 2 + 2;
  const inside = (at: number): number => Math.max(x0 + half + 4, Math.min(x1 - half, at));
  const steps = Array.from({ length: 12 }, (_, i) => i * 24);
  const left = x - HANDLE.width / 2 - half - 6;
  const title = (y < rates.y1 ? rates : waiting).y0 - 9;
  return [
    { text: says, x: left, y: y + 4 },
    { text: says, x: inside(x), y: y - 18 },
    ...steps.flatMap((by) => [-12, 18, -26, 32].map((down) => ({ text: says, x: inside(left - by), y: y + down }))),
    { text: says, x: x1 - half, y: title },
  ];
}

/** @param pole the words of the verdict, whose place is theirs */
export function namesIn(
  view: CrowdView,
  layout: CrowdLayout,
  handles: readonly CrowdHandle[],
  pole: Area | null,
): readonly CrowdName[] {
  const { x0, width, height } = layout;
  const { capacity } = view.crowd;
  const bounds: Area = { x0, y0: 0, x1: width, y1: height };
  const level = capacity === null ? [] : [layout.rates.scale.at(capacity)];
  const taken: Area[] = [
    ...curvesIn(view, layout),
    ...level.map((y) => ({ x0, x1: layout.x1, y0: y - 1, y1: y + 1 })),
    ...handles.map(handleArea),
    ...(pole === null ? [] : [pole]),
  ];
  return handles
    .filter(({ way }) => way === "across")
    .flatMap((handle) => {
      const places = candidates(handle, layout);
      const found = firstFree(
        places.map((value): Candidate<CrowdName> => ({ area: nameArea(value), value })),
        taken,
        bounds,
      );
      const name = found?.value ?? places[1];
      if (name === undefined) return [];
      taken.push(nameArea(name));
      return [name];
    });
}
