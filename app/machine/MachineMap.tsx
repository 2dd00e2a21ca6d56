/** The drawing of the machines with their parts as buttons over it. */
import { useState } from "react";
import { PictureMap } from "../controls/PictureMap.tsx";
import type { PageStyle } from "../draw/canvas.ts";
import type { Shape } from "../draw/scene.ts";
import type { MachineLayout } from "./layout.ts";
import { moved } from "./places.ts";
import type { MachinePlace } from "./places.ts";

interface Props {
  readonly layout: MachineLayout;
  readonly ground: readonly Shape[];
  readonly live: readonly Shape[];
  readonly style: PageStyle;
  readonly places: readonly MachinePlace[];
  /** While time runs the names of places say nothing of the moment: a screen reader would read each. */
  readonly quiet: boolean;
  readonly onChoose: (place: MachinePlace) => void;
}

const HELP =
  "Up and down go from part to part, left and right to the same part of the other machine. Enter shows what the part " +
  "does in the inspector. Comma and full stop step through the call. The table holds the same in words.";

export function MachineMap({ layout, places, quiet, onChoose, ...drawn }: Props) {
  const [wished, setWished] = useState<string | null>(null);
  const cursor = places.find(({ key }) => key === wished) ?? places[0];
  if (cursor === undefined) return null;
  return (
    <PictureMap
      {...drawn}
      width={layout.width}
      height={layout.height}
      name="Picture of the machines"
      help={HELP}
      places={places.map(({ key, rect, name, text }) => ({ key, rect, name: quiet ? name : `${name}: ${text}` }))}
      cursor={cursor.key}
      onCursor={setWished}
      onMove={(keyboardKey) => {
        const next = moved(places, cursor, keyboardKey);
        if (next !== null) setWished(next.key);
        return next !== null;
      }}
      onPress={(pressed) => {
        setWished(pressed);
        const place = places.find(({ key }) => key === pressed);
        if (place !== undefined) onChoose(place);
      }}
    />
  );
}
