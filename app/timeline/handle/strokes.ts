/** The effects of keys and buttons: each stands for the place to which a drag would have brought the thing. */
import { stepped as nextValue } from "../../controls/number-steps.ts";
import type { Setup } from "../../setup/setup.ts";
import { placeOf, valueAt } from "../../../engine/experiments/stretched.ts";
import { formatPacket } from "../../../engine/faults/text.ts";
import { millis } from "../../../engine/kernel/time.ts";
import type { Choice, Fineness, Handle, Held, Meaning, Stroke } from "./handle.ts";
import { meaningOf } from "./meaning.ts";
import { allowedValue, defaultOf, pulledOf } from "./parameters.ts";
import type { Pulled } from "./parameters.ts";
import { capital } from "../../words/sentences.ts";

/** Grains of one step: a small tick. */
const STEP_GRAINS = 10;

/** A key means its place exactly: it is on no grain, and has a snap only where it stands at it. */
const EXACT = { grain: 0, reach: 1e-3 } as const;

/**
 * The place to which a key brings a thing; null for a key that means nothing there.
 * @param at where it is now: of an edge the moment that keys have chosen
 */
function heldAfter(handle: Handle, setup: Setup, stroke: Stroke, fine: Fineness, at = handle.to): Held | null {
  switch (stroke.do) {
    case "move":
      return moved(handle, setup, stroke, fine, at);
    case "snap":
      return snapped(handle, stroke.later, at);
    case "lose":
      return handle.kind === "packet" || handle.kind === "copy" ? { at, zone: "ground" } : null;
    case "copy":
      return handle.kind === "packet" && handle.sets.tag === "packet" ? { at: handle.sets.behind, zone: "lift" } : null;
    case "crash":
      return handle.kind === "edge" ? { at, zone: "middle" } : null;
    case "reset":
      return reset(handle, setup);
  }
}

/** A lost packet that is moved along is a late one. */
const zoneAlong = ({ kind, rest }: Handle): Held["zone"] => (kind === "packet" ? "middle" : rest);

function moved(
  handle: Handle,
  setup: Setup,
  { by, later }: Extract<Stroke, { do: "move" }>,
  { grain }: Fineness,
  at: number,
): Held {
  const zone = zoneAlong(handle);
  const sign = later ? 1 : -1;
  const far = at + sign * grain * (by === "fine" ? 1 : STEP_GRAINS);
  const pulled = pulledOf(handle, setup);
  return { at: pulled === null ? Math.max(0, far) : placeOf(pulled, movedValue(handle, pulled, far, by)), zone };
}

/** The value at the place, and another one in any case: a speed goes along the steps of its slider. */
function movedValue(handle: Handle, pulled: Pulled, far: number, by: "step" | "fine"): number {
  const { param, now, to } = pulled;
  const up = handle.kind === "wire" ? far < to : far > to;
  if (param.kind === "choice") return nextOption(pulled, up);
  if (handle.kind === "wire") return nextValue(param, now, by, up);
  const value = allowedValue(param, valueAt(pulled, far));
  return value === now ? nextValue(param, now, "fine", up) : value;
}

function nextOption({ param, now }: Pulled, up: boolean): number {
  const options = param.kind === "choice" ? param.options.map(({ value }) => Number(value)) : [];
  const beyond = options.filter((option) => (up ? option > now : option < now));
  if (beyond.length === 0) return now;
  return up ? Math.min(...beyond) : Math.max(...beyond);
}

function snapped(handle: Handle, later: boolean, from: number): Held | null {
  const beyond = handle.snaps.map(({ at }) => at).filter((at) => (later ? at > from : at < from));
  if (beyond.length === 0) return null;
  return { at: later ? Math.min(...beyond) : Math.max(...beyond), zone: zoneAlong(handle) };
}

function reset(handle: Handle, setup: Setup): Held | null {
  const { sets, kind } = handle;
  switch (kind) {
    case "packet":
    case "copy":
      return sets.tag === "packet" ? { at: sets.undelayed, zone: "middle" } : null;
    case "edge":
      return null;
    case "crash":
    case "restart":
      return { at: handle.to, zone: "out" };
    case "timer":
    case "bar":
    case "wire": {
      const pulled = pulledOf(handle, setup);
      return pulled === null ? null : { at: placeOf(pulled, defaultOf(pulled.param)), zone: "middle" };
    }
  }
}

/** The meaning of a key; null for a key without one there. An edge only crashes by "crash". */
export function stepped(
  handle: Handle,
  setup: Setup,
  stroke: Stroke,
  fineness: Fineness,
  at = handle.to,
): Meaning | null {
  const held = heldAfter(handle, setup, stroke, fineness, at);
  return held === null ? null : meaningOf(handle, held, setup, { ...fineness, ...EXACT });
}

/** Five milliseconds: as long as the inspector's button delays a packet. */
const DELAY = millis(5);
/** The restart of a machine, so long after its crash. */
const PAUSE = millis(10);

/**
 * The choices of the list beside a thing. One that would change nothing is left out.
 * @param at the moment of an edge at which it was pressed
 */
export function choicesOf(handle: Handle, setup: Setup, at = handle.to): readonly Choice[] {
  return heldChoices(handle, setup, at).flatMap(([name, held]): Choice[] => {
    const { setup: after, line, refused } = meaningOf(handle, held, setup, { ...EXACT, end: Infinity });
    return after === setup || refused !== null ? [] : [{ name, line, setup: after }];
  });
}

type Named = readonly [name: string, held: Held];

function heldChoices(handle: Handle, setup: Setup, at: number): readonly Named[] {
  const { kind, sets } = handle;
  switch (kind) {
    case "packet": {
      if (sets.tag !== "packet") return [];
      const { undelayed, behind } = sets;
      return [
        ["Lose it", { at, zone: "ground" }],
        ["Delay it by 5 ms", { at: undelayed + DELAY, zone: "middle" }],
        ["Copy it", { at: behind, zone: "lift" }],
        ["Leave it alone", { at: undelayed, zone: "middle" }],
      ];
    }
    case "copy":
      return [
        ["Take the copy away", { at, zone: "middle" }],
        [`Lose ${sets.tag === "packet" ? formatPacket(sets.packet) : "it"}`, { at, zone: "ground" }],
      ];
    case "edge":
      return [["Crash it here", { at, zone: "middle" }]];
    case "crash":
      return [["Take the crash back", { at, zone: "out" }]];
    case "restart":
      return [
        ["Restart it 10 ms after the crash", { at: handle.from + PAUSE, zone: "middle" }],
        ["Let it stay down", { at, zone: "out" }],
      ];
    case "timer":
    case "bar":
    case "wire":
      return parameterChoices(handle, setup);
  }
}

const MOST_CHOICES = 4;

/** Its snaps, the default first. */
function parameterChoices(handle: Handle, setup: Setup): readonly Named[] {
  const pulled = pulledOf(handle, setup);
  if (pulled === null) return [];
  return handle.snaps.map(({ at, words }): Named => [capital(words), { at, zone: "middle" }]).slice(0, MOST_CHOICES);
}
