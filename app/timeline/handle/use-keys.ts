/** The keys of a handle that has the focus: each does what a drag does. */
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { finenessIn } from "./held.ts";
import { keyOf } from "../../controls/key-of.ts";
import type { HandleFigure } from "../../figure/figure.ts";
import type { Handle, Meaning, Stroke } from "./handle.ts";
import type { Hands } from "./hands.ts";
import type { Placed } from "./placed.ts";

/** Beyond so many handles the figure is one tab stop: arrows go from thing to thing. */
const MOST_STOPS = 40;

interface Given {
  readonly figure: HandleFigure;
  readonly placed: readonly Placed[];
  readonly hands: Hands;
  /** @param kind of key: those of one kind that follow closely are one step */
  readonly onMeaning: (meaning: Meaning, placed: Placed, kind: Stroke["do"]) => void;
  /** The list of what can befall a thing is asked for. */
  readonly onList: (placed: Placed) => void;
  /** The mark on an edge goes to a moment. */
  readonly onMark: (placed: Placed, at: number, why: string) => void;
  readonly focus: (key: string) => void;
}

type Arrow = "earlier" | "later" | "inward" | "outward";

/** Arrows as they lie in the figure: along time and across it, towards the server and away from it. */
const ARROWS: Readonly<Record<"across" | "down", Readonly<Record<string, Arrow>>>> = {
  across: { ArrowLeft: "earlier", ArrowRight: "later", ArrowDown: "outward", ArrowUp: "inward" },
  down: { ArrowUp: "earlier", ArrowDown: "later", ArrowRight: "outward", ArrowLeft: "inward" },
};

/** The effect of a key on a packet or a value; undefined for a key without one. */
function strokeOf(
  { key, shiftKey, nativeEvent }: KeyboardEvent,
  { kind }: Handle,
  arrow: Arrow | undefined,
): Stroke | undefined {
  const isPacket = kind === "packet";
  if (arrow === "earlier" || arrow === "later")
    return { do: "move", by: shiftKey ? "fine" : "step", later: arrow === "later" };
  if (key === "PageUp" || key === "PageDown") return { do: "snap", later: key === "PageDown" };
  if (key === "Delete" || key === "Backspace") return { do: "reset" };
  if (isPacket && arrow === "outward") return { do: "lose" };
  return isPacket && (arrow === "inward" || keyOf(nativeEvent) === "d") ? { do: "copy" } : undefined;
}

export function useHandleKeys({ figure, placed, hands, onMeaning, onList, onMark, focus }: Given) {
  const [taken, setTaken] = useState<string | null>(null);
  const isOne = placed.length > MOST_STOPS;
  const go = (from: Placed, arrow: Arrow): void => {
    const next = nextTo(placed, from, arrow);
    if (next !== null) focus(next.handle.key);
  };
  const moveMark = (one: Placed, arrow: Arrow | undefined, event: KeyboardEvent): boolean => {
    const { at: now, handle } = one;
    const { grain, end } = finenessIn(figure, now);
    const by = event.shiftKey ? grain : 10 * grain;
    const { key } = event;
    if (arrow === "earlier" || arrow === "later") {
      const at = now + (arrow === "later" ? by : -by);
      onMark(one, Math.min(end, Math.max(figure.scale.from, at)), "");
      return true;
    }
    if (key !== "PageUp" && key !== "PageDown") return false;
    const snaps = handle.snaps.toSorted((a, b) => a.at - b.at);
    const next =
      key === "PageDown"
        ? snaps.find(({ at }) => at > now + grain / 2)
        : snaps.findLast(({ at }) => at < now - grain / 2);
    if (next !== undefined) onMark(one, next.at, next.words);
    return true;
  };
  /** Whether the key did something. */
  const press = (event: KeyboardEvent, one: Placed): boolean => {
    const arrow = ARROWS[figure.down ? "down" : "across"][event.key];
    const { handle } = one;
    if (isOne && taken !== handle.key) {
      if (event.key === "Enter") setTaken(handle.key);
      else if (arrow === undefined) return false;
      else go(one, arrow);
      return true;
    }
    if (isOne && event.key === "Escape") {
      setTaken(null);
      return true;
    }
    if (handle.kind === "edge") {
      if (moveMark(one, arrow, event)) return true;
      if (event.key !== "Enter" && event.key !== " ") return false;
      onMeaning(
        hands.meaningOf(handle, { at: one.at, zone: "middle" }, finenessIn(figure, one.at, false)),
        one,
        "crash",
      );
      return true;
    }
    if (event.key === "Enter" || (event.key === " " && handle.value === null)) {
      onList(one);
      return true;
    }
    const stroke = strokeOf(event, handle, arrow);
    if (stroke === undefined) return false;
    const meaning = hands.stepped(handle, stroke, finenessIn(figure, one.at));
    if (meaning === null) return stroke.do === "move"; // an arrow never scrolls from under a handle
    onMeaning(meaning, one, stroke.do);
    return true;
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, one: Placed): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !press(event, one)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onKey, isOne };
}

/** The next thing in time, or on the next machine: there the nearest in time. */
function nextTo(placed: readonly Placed[], from: Placed, arrow: Arrow): Placed | null {
  if (arrow === "earlier" || arrow === "later") {
    const i = placed.findIndex(({ handle }) => handle.key === from.handle.key);
    return placed[i + (arrow === "later" ? 1 : -1)] ?? null;
  }
  const way = arrow === "outward" ? 1 : -1;
  const beyond = placed.filter(({ across }) => (across - from.across) * way > 1);
  const away = ({ along, across }: Placed): number => Math.abs(along - from.along) + 4 * Math.abs(across - from.across);
  return beyond.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}
