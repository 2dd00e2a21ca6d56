/** The drawing of the campus with its places as buttons over it. */
import { useState } from "react";
import type { MouseEvent } from "react";
import { stationOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { pointIn } from "../draw/figure-size.ts";
import type { Shape } from "../draw/scene.ts";
import { PictureMap } from "../controls/PictureMap.tsx";
import type { PageStyle } from "../draw/canvas.ts";
import { rectOf } from "./draw.ts";
import { stationPoint } from "./layout.ts";
import type { CampusLayout } from "./layout.ts";
import { moved, placesIn } from "./moves.ts";
import { keyOf, outward, THE_MACHINE_ROOM } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import type { Rect } from "../draw/point.ts";

interface Props {
  readonly site: CampusSite;
  readonly layout: CampusLayout;
  readonly ground: readonly Shape[];
  readonly live: readonly Shape[];
  readonly style: PageStyle;
  readonly chosen: CampusPlace | null;
  readonly textOf: (place: CampusPlace) => string;
  readonly onChoose: (place: CampusPlace | null) => void;
  /** Looks at one subnet closely. */
  readonly onClose: (subnet: number) => void;
}

/** A workstation is hit within so many pixels of its middle. */
const REACH = 10;
const TOUCH = 24;

const HELP =
  "Left and right go from place to place of a kind, down to what belongs to it, up to what it belongs to. Enter " +
  "chooses, Escape chooses nothing. The table holds the same numbers.";

export function CampusMap({ site, layout, chosen, textOf, onChoose, onClose, ...drawn }: Props) {
  const [wished, setWished] = useState<CampusPlace>(THE_MACHINE_ROOM);
  const cursor = drawnPlace(site, layout, wished);
  const places = [...placesIn(layout), ...(cursor.kind === "workstation" ? [cursor] : [])];
  const on =
    <Rest extends readonly unknown[]>(act: (place: CampusPlace, ...rest: Rest) => void) =>
    (key: string, ...rest: Rest): void => {
      const place = places.find((one) => keyOf(one) === key);
      if (place !== undefined) act(place, ...rest);
    };
  return (
    <PictureMap
      {...drawn}
      width={layout.width}
      height={layout.height}
      name="Map of the campus"
      help={HELP}
      places={places.flatMap((place) => {
        const rect = place.kind === "workstation" ? aroundStation(layout, site, place) : rectOf(layout, place);
        if (rect === null) return [];
        const key = keyOf(place);
        const pressed = chosen !== null && keyOf(chosen) === key;
        return [{ key, rect, name: textOf(place), kind: place.kind, pressed }];
      })}
      cursor={keyOf(cursor)}
      onCursor={on(setWished)}
      onMove={(keyboardKey) => {
        if (keyboardKey === "Escape") onChoose(null);
        const next = moved(site, layout, cursor, keyboardKey);
        if (next !== null) setWished(next);
        return next !== null;
      }}
      onPress={on((place, event: MouseEvent<HTMLElement>) => {
        const hit = event.detail === 0 ? null : workstationAt(layout, place, event);
        setWished(hit ?? place);
        onChoose(hit ?? place);
      })}
      onDoublePress={on((place) => {
        if (place.kind === "subnet") onClose(place.number);
      })}
    />
  );
}

/** The wished place where the figure shows it or its subnet, else the figure's last place. */
function drawnPlace(site: CampusSite, layout: CampusLayout, wished: CampusPlace): CampusPlace {
  const own = wished.kind === "workstation" && wished.number < site.plan.workstations ? outward(site, wished) : wished;
  if (rectOf(layout, own) !== null) return wished;
  return placesIn(layout).at(-1) ?? THE_MACHINE_ROOM;
}

function aroundStation(
  layout: CampusLayout,
  site: CampusSite,
  place: CampusPlace & { kind: "workstation" },
): Rect | null {
  const home = outward(site, place);
  const network = layout.networks.find(({ subnet }) => home.kind === "subnet" && subnet.number === home.number);
  if (network === undefined) return null;
  const { x, y } = stationPoint(network, stationOf(network.subnet, place.number));
  return { x: x - TOUCH / 2, y: y - TOUCH / 2, width: TOUCH, height: TOUCH };
}

/** The workstation under the pointer, of a subnet that shows its own. */
function workstationAt(layout: CampusLayout, place: CampusPlace, event: MouseEvent<HTMLElement>): CampusPlace | null {
  const network = layout.networks.find(({ subnet }) => place.kind === "subnet" && subnet.number === place.number);
  const map = event.currentTarget.parentElement;
  if (network?.detailed !== true || map === null) return null;
  const { x, y } = pointIn(map, event);
  let best: CampusPlace | null = null;
  let least = Math.min(REACH, Math.max(5, network.pitch));
  for (let i = 0; i < network.subnet.workstations; i++) {
    const number = network.subnet.first + i;
    const point = stationPoint(network, stationOf(network.subnet, number));
    const away = Math.hypot(point.x - x, point.y - y);
    if (away < least) [best, least] = [{ kind: "workstation", number }, away];
  }
  return best;
}
