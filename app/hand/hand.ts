/**
 * The hand of a reader on a figure, as a state machine like those of the engine's protocols: a state and an event give
 * the next state and effects as data. Mouse, finger and keys are events of one kind. What a place means, the surface
 * says; only the present place decides, never the way there.
 *
 * 1. A hand takes a target once it is pressed and has moved by more than the slack; then it previews each place.
 * 2. A preview is ended by a change (the hand is let go where something would change) or by its end, never by both.
 * 3. The axis stands still from the first preview to the end of the drag.
 * 4. Escape, a second finger, a cancelled pointer, another setup (undo), another experiment, a hidden tab, a lost
 *    worker and the figure's end take a drag back.
 * 5. A target that is let go within the slack was pressed: it is chosen, and its list opens.
 * 6. Keys act where no pointer has a target.
 */
import type { Point } from "../draw/point.ts";

/** A target with a pointer down on it: all that a drag is measured by. */
export interface Press<Target> {
  readonly target: Target;
  /** The pointer's place at the press. */
  readonly point: Point;
  /** Whether a finger or a pen pressed, not a mouse. */
  readonly touch: boolean;
}

export type Hand<Target, Meaning> =
  | { readonly tag: "idle" }
  /** A mouse is over a target. */
  | { readonly tag: "over"; readonly target: Target; readonly point: Point }
  | { readonly tag: "pressed"; readonly press: Press<Target> }
  | { readonly tag: "held"; readonly press: Press<Target>; readonly point: Point; readonly meaning: Meaning }
  /** Dropped where it means a change. */
  | { readonly tag: "let go"; readonly press: Press<Target>; readonly meaning: Meaning }
  /** The drag is cancelled, and its pointer may still be down: what it does until it goes up is nothing. */
  | { readonly tag: "taken back" };

export type HandEvent<Target> =
  | { readonly tag: "down"; readonly press: Press<Target>; readonly pointer: number }
  /** `over`: the target under a mouse without a pressed button; `free`: the reader wants no snaps. */
  | { readonly tag: "move"; readonly over: Target | null; readonly point: Point; readonly free: boolean }
  | { readonly tag: "up" | "leave" }
  | { readonly tag: "key"; readonly target: Target; readonly key: HandKey }
  | { readonly tag: Ending };

/** The events that take a drag back. */
export type Ending =
  "cancel" | "second finger" | "escape" | "other setup" | "other experiment" | "hidden" | "lost worker" | "unmount";

/** A key on a target that has the focus. `letter`: as it is printed on the key, in small. */
export interface HandKey {
  readonly key: string;
  readonly letter: string;
  readonly shift: boolean;
}

export type HandEffect<Target, Meaning> =
  | { readonly tag: "capture"; readonly pointer: number }
  /** The browser does nothing by itself of a key that was heard. */
  | { readonly tag: "consume" }
  | { readonly tag: "hold the axis" | "let go the axis" }
  | { readonly tag: "preview"; readonly meaning: Meaning; readonly target: Target; readonly point: Point }
  | { readonly tag: "end the preview"; readonly target: Target }
  /** `keys`: the keys that do the same; those that follow closely are one step of undo. Null for a drop. */
  | { readonly tag: "change"; readonly meaning: Meaning; readonly target: Target; readonly keys: string | null }
  /** A target goes back to its default. */
  | { readonly tag: "reset"; readonly target: Target }
  /** For a screen reader, and beside a target. */
  | { readonly tag: "say"; readonly words: string }
  | { readonly tag: "tell"; readonly target: Target; readonly words: string }
  /** "enter", "exit": where the figure is one Tab stop, arrows go from target to target until one is entered. */
  | { readonly tag: "focus" | "choose" | "enter" | "exit"; readonly target: Target }
  /** The mark of a target goes to a place, which the target has; nothing changes. */
  | { readonly tag: "mark"; readonly target: Target }
  /** `focus`: whether the focus goes to the first choice. */
  | { readonly tag: "list"; readonly target: Target; readonly focus: boolean };

/** What places and keys mean on a figure. Every function is pure. */
export interface Surface<Target, Meaning> {
  /** A pointer has moved once it is so far from where it was pressed, in pixels. */
  readonly slack: (touch: boolean) => number;
  readonly meaningAt: (press: Press<Target>, point: Point, free: boolean) => Meaning;
  /** Whether letting go there would change something. */
  readonly isChange: (meaning: Meaning, target: Target) => boolean;
  /** What a key does to a target; null for a key that does nothing there. */
  readonly keyed: (target: Target, key: HandKey) => readonly HandEffect<Target, Meaning>[] | null;
}

/** The slack of a figure on which a press has a meaning of its own, in pixels. */
export const slackOf = (touch: boolean): number => (touch ? 8 : 4);
/** The slack of a handle that can only be pulled. */
export const noSlack = (): number => 0;

type Stepped<T, M> = readonly [Hand<T, M>, readonly HandEffect<T, M>[]];

export const IDLE = { tag: "idle" } as const;
const TAKEN_BACK = { tag: "taken back" } as const;

/** Whether a pointer is down on a target. */
export const isDown = <T, M>(hand: Hand<T, M>): hand is Extract<Hand<T, M>, { press: Press<T> }> =>
  hand.tag === "pressed" || hand.tag === "held";

export function step<T, M>(hand: Hand<T, M>, event: HandEvent<T>, surface: Surface<T, M>): Stepped<T, M> {
  switch (event.tag) {
    case "down": {
      const { press, pointer } = event;
      return [{ tag: "pressed", press }, [...takenBack(hand), { tag: "capture", pointer }]];
    }
    case "move":
      return moved(hand, event, surface);
    case "up":
      return letGo(hand, surface);
    case "leave":
      return hand.tag === "over" ? [IDLE, []] : [hand, []];
    case "key":
      return [hand, isDown(hand) ? [] : heard(surface.keyed(event.target, event.key))];
    case "cancel":
    case "unmount":
      return [IDLE, takenBack(hand)];
    case "other experiment":
      return [isDown(hand) ? TAKEN_BACK : IDLE, takenBack(hand)];
    case "second finger":
    case "escape":
    case "other setup":
    case "hidden":
    case "lost worker":
      return isDown(hand) ? [TAKEN_BACK, takenBack(hand)] : [hand, []];
  }
}

const heard = <T, M>(effects: readonly HandEffect<T, M>[] | null): readonly HandEffect<T, M>[] =>
  effects === null ? [] : [{ tag: "consume" }, ...effects];

type Move<T> = Extract<HandEvent<T>, { tag: "move" }>;

function moved<T, M>(hand: Hand<T, M>, { over, point, free }: Move<T>, surface: Surface<T, M>): Stepped<T, M> {
  if (hand.tag === "taken back") return [hand, []];
  if (!isDown(hand)) return [over === null ? quiet(hand) : { tag: "over", target: over, point }, []];
  const { press } = hand;
  const far = Math.hypot(point.x - press.point.x, point.y - press.point.y);
  if (hand.tag === "pressed" && far < surface.slack(press.touch)) return [hand, []];
  const meaning = surface.meaningAt(press, point, free);
  const held = { tag: "held", press, point, meaning } as const;
  if (hand.tag === "held" && hand.meaning === meaning) return [held, []];
  const preview = { tag: "preview", meaning, target: press.target, point } as const;
  return [held, hand.tag === "held" ? [preview] : [{ tag: "hold the axis" }, preview]];
}

/** A mouse that is over nothing: what was let go stays so, for its outcome is still being said. */
const quiet = <T, M>(hand: Hand<T, M>): Hand<T, M> => (hand.tag === "over" ? IDLE : hand);

function letGo<T, M>(hand: Hand<T, M>, { isChange }: Surface<T, M>): Stepped<T, M> {
  switch (hand.tag) {
    case "pressed": {
      const { target } = hand.press;
      return [
        IDLE,
        [
          { tag: "choose", target },
          { tag: "list", target, focus: false },
        ],
      ];
    }
    case "held": {
      const { press, meaning } = hand;
      const { target } = press;
      if (!isChange(meaning, target)) return [IDLE, ended(target)];
      return [{ tag: "let go", press, meaning }, [{ tag: "change", meaning, target, keys: null }, LET_GO]];
    }
    case "taken back":
      return [IDLE, []];
    case "idle":
    case "over":
    case "let go":
      return [hand, []];
  }
}

const LET_GO = { tag: "let go the axis" } as const;

const ended = <T, M>(target: T): readonly HandEffect<T, M>[] => [{ tag: "end the preview", target }, LET_GO];

const takenBack = <T, M>(hand: Hand<T, M>): readonly HandEffect<T, M>[] =>
  hand.tag === "held" ? [...ended<T, M>(hand.press.target), { tag: "say", words: "Taken back." }] : [];
