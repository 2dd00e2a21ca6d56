/** The drawing with its places as buttons over it: one Tab stop, arrows among them. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { stationOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import type { Shape } from "../draw/scene.ts";
import { paint } from "../draw/canvas.ts";
import { OnPaper } from "../controls/OnPaper.tsx";
import type { PageStyle } from "../draw/canvas.ts";
import { rectOf } from "./draw.ts";
import { stationPoint } from "./layout.ts";
import type { CampusLayout, Rect } from "./layout.ts";
import { moved, placesIn } from "./moves.ts";
import { keyOf, outward, THE_MACHINE_ROOM } from "./places.ts";
import type { Place } from "./places.ts";

interface Props {
  readonly site: CampusSite;
  readonly layout: CampusLayout;
  readonly ground: readonly Shape[];
  readonly live: readonly Shape[];
  readonly style: PageStyle;
  readonly chosen: Place | null;
  readonly textOf: (place: Place) => string;
  readonly onChoose: (place: Place | null) => void;
  /** Looks at one subnet closely. */
  readonly onClose: (subnet: number) => void;
}

/** A workstation is hit within so many pixels of its middle. */
const REACH = 10;
const TOUCH = 24;

export function CampusMap({ site, layout, ground, live, style, chosen, textOf, onChoose, onClose }: Props) {
  const under = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const { width, height } = layout;
  useLayoutEffect(() => {
    if (under.current !== null) paint(under.current, { width, height, ratio: devicePixelRatio }, ground, style);
  }, [width, height, ground, style]);
  useLayoutEffect(() => {
    if (over.current !== null) paint(over.current, { width, height, ratio: devicePixelRatio }, live, style);
  }, [width, height, live, style]);
  const help = useId();
  const { cursor, setCursor, onKeyDown, setButton } = useCursor(site, layout, onChoose);
  const size = { width, height };
  const press = (place: Place, event: MouseEvent<HTMLElement>): void => {
    const hit = event.detail === 0 ? null : workstationAt(layout, place, event);
    const next = hit ?? place;
    setCursor(next);
    onChoose(next);
  };
  const places = [...placesIn(layout), ...(cursor.kind === "workstation" ? [cursor] : [])];
  return (
    <>
      <div
        className="campus-map"
        style={{ height }}
        role="group"
        aria-label="Map of the campus"
        aria-describedby={help}
        onKeyDown={onKeyDown}
      >
        <canvas ref={under} style={size} aria-hidden="true" />
        <canvas ref={over} style={size} aria-hidden="true" />
        <OnPaper {...size} shapesOf={() => [...ground, ...live]} />
        {places.map((place) => {
          const key = keyOf(place);
          const rect = place.kind === "workstation" ? aroundStation(layout, site, place) : rectOf(layout, place);
          if (rect === null) return null;
          return (
            <button
              key={key}
              ref={(button) => setButton(key, button)}
              type="button"
              className={`campus-place ${place.kind}`}
              style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height }}
              tabIndex={key === keyOf(cursor) ? 0 : -1}
              aria-pressed={chosen !== null && keyOf(chosen) === key}
              aria-label={textOf(place)}
              onFocus={() => setCursor(place)}
              onClick={(event) => press(place, event)}
              onDoubleClick={() => place.kind === "subnet" && onClose(place.number)}
            />
          );
        })}
      </div>
      <p id={help} className="tl-hidden">
        Left and right go from place to place of a kind, down to what belongs to it, up to what it belongs to. Enter
        chooses, Escape chooses nothing. The table holds the same numbers.
      </p>
    </>
  );
}

/** One of the places has the Tab stop, and the arrow keys move it. */
function useCursor(site: CampusSite, layout: CampusLayout, onChoose: (place: Place | null) => void) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [wished, setWished] = useState<Place>(THE_MACHINE_ROOM);
  const [moves, setMoves] = useState(0);
  const cursor = drawnPlace(site, layout, wished);
  const key = keyOf(cursor);
  useEffect(() => {
    if (moves > 0) buttons.current.get(key)?.focus();
    // Only a key moves the focus: a place that is chosen otherwise has it already.
  }, [moves, key]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") onChoose(null);
    const next = moved(site, layout, cursor, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setWished(next);
    setMoves(moves + 1);
  };
  const setButton = (name: string, button: HTMLButtonElement | null): void => {
    if (button === null) buttons.current.delete(name);
    else buttons.current.set(name, button);
  };
  return { cursor, setCursor: setWished, onKeyDown, setButton };
}

/** The wished place where the figure shows it or its subnet, else the figure's last place. */
function drawnPlace(site: CampusSite, layout: CampusLayout, wished: Place): Place {
  const own = wished.kind === "workstation" && wished.number < site.plan.workstations ? outward(site, wished) : wished;
  if (rectOf(layout, own) !== null) return wished;
  return placesIn(layout).at(-1) ?? THE_MACHINE_ROOM;
}

function aroundStation(layout: CampusLayout, site: CampusSite, place: Place & { kind: "workstation" }): Rect | null {
  const home = outward(site, place);
  const network = layout.networks.find(({ subnet }) => home.kind === "subnet" && subnet.number === home.number);
  if (network === undefined) return null;
  const { x, y } = stationPoint(network, stationOf(network.subnet, place.number));
  return { x: x - TOUCH / 2, y: y - TOUCH / 2, width: TOUCH, height: TOUCH };
}

/** The workstation under the pointer, of a subnet that shows its own. */
function workstationAt(layout: CampusLayout, place: Place, event: MouseEvent<HTMLElement>): Place | null {
  const network = layout.networks.find(({ subnet }) => place.kind === "subnet" && subnet.number === place.number);
  const map = event.currentTarget.parentElement;
  if (network?.detailed !== true || map === null) return null;
  const { left, top } = map.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  let best: Place | null = null;
  let least = Math.min(REACH, Math.max(5, network.pitch));
  for (let i = 0; i < network.subnet.workstations; i++) {
    const number = network.subnet.first + i;
    const point = stationPoint(network, stationOf(network.subnet, number));
    const away = Math.hypot(point.x - x, point.y - y);
    if (away < least) [best, least] = [{ kind: "workstation", number }, away];
  }
  return best;
}
