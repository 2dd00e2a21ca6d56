/** The rim of a buffer as a parameter: which one it is, and the value for each number of places. */
import { snap } from "../../engine/experiments/parameters.ts";
import type { NumberParam } from "../../engine/experiments/types.ts";
import { limitFor, placesIn } from "../../engine/hardware/socket-buffer.ts";
import { parameterText } from "../controls/number-steps.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { counted, exactText } from "../words/numbers.ts";
import type { BufferOf } from "./buffers.ts";

export interface Rim {
  readonly key: string; // of the parameter
  readonly param: NumberParam;
  readonly kind: BufferOf["kind"];
  /** Bytes of the packets that its places are for. */
  readonly bytes: number;
  /** Places with the value of the setup, the least and the most that the parameter allows. */
  readonly places: number;
  readonly least: number;
  readonly most: number;
}

/** Null where no parameter of the experiment sets it. */
export function rimOf(setup: Setup, { kind, bytes, places }: BufferOf): Rim | null {
  if (places === null) return null;
  for (const [key, param] of Object.entries(experimentOf(setup).params)) {
    if (param.kind !== "number" || param.rim !== kind) continue;
    const at = (value: number): number => (kind === "socket" ? placesIn(value, bytes) : value);
    const now = at(Number(setup.parameters[key]));
    return { key, param, kind, bytes, places: now, least: at(param.min), most: at(param.max) };
  }
  return null;
}

/** The least value with so many places. */
function valueFor({ kind, param, bytes }: Rim, places: number): number {
  const value = kind === "socket" ? limitFor(places, bytes) : places;
  const near = snap(param, Math.min(param.max, Math.max(param.min, value)));
  return near < value && near + param.step <= param.max ? snap(param, near + param.step) : near;
}

export const withinRim = ({ least, most }: Rim, places: number): number =>
  Math.min(most, Math.max(least, Math.round(places)));

/** The setup with so many places; the value stays exact where they are those that it has. */
export function withPlaces(setup: Setup, rim: Rim, places: number): Setup {
  if (places === rim.places) return setup;
  return { ...setup, parameters: { ...setup.parameters, [rim.key]: valueFor(rim, places) } };
}

export const withDefault = (setup: Setup, { key, param }: Rim): Setup => ({
  ...setup,
  parameters: { ...setup.parameters, [key]: param.default },
});

/** "socket buffer 3,200 → 3,624 bytes" */
export function rimLine(setup: Setup, rim: Rim, places: number): string {
  const { param, key } = rim;
  const name = param.label.toLowerCase();
  const next = Number(withPlaces(setup, rim, places).parameters[key]);
  return `${name} ${exactText(Number(setup.parameters[key]))} → ${parameterText(param, next)}`;
}

/** "25 places for 64 bytes each, 3,200 bytes" */
export function rimText(setup: Setup, rim: Rim, places: number): string {
  const { param, kind, bytes, key } = rim;
  const value = Number(withPlaces(setup, rim, places).parameters[key]);
  const all = counted(places, "place");
  return kind === "socket" ? `${all} for ${exactText(bytes)} bytes each, ${parameterText(param, value)}` : all;
}
