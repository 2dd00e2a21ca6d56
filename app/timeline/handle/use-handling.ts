/** All that a hand, a key or a list does to the handles of a figure, and what is told of it. */
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { keyOf } from "../../controls/key-of.ts";
import { useMedia } from "../../controls/media.ts";
import { tellKey } from "../../hand/hand-events.ts";
import { isDown } from "../../hand/hand.ts";
import type { Hand } from "../../hand/hand.ts";
import { useHand } from "../../hand/use-hand.ts";
import type { OwnEffect } from "../../hand/use-hand.ts";
import { setupKey } from "../../setup/setup.ts";
import { isMany } from "../../trace/lanes.ts";
import type { HandleFigure } from "../../figure/figure.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import type { TimelineState } from "../timeline-state.ts";
import { focusOn, NOTHING, useAttention } from "./attention.ts";
import type { Attention } from "./attention.ts";
import { elementOf, useFocusAfter } from "./focus.ts";
import type { Choice, Handle, Meaning } from "./handle.ts";
import type { Hands } from "./hands.ts";
import { pillAt } from "./pill-text.ts";
import { placed as placedIn } from "./placed.ts";
import type { Placed } from "./placed.ts";
import { momentOf, underHand } from "./shown-handles.ts";
import type { Marks } from "./shown-handles.ts";
import { surfaceOf } from "./surface.ts";
import type { Drop, SurfaceTarget } from "./surface.ts";
import { takingOf } from "./taking.ts";
import { useGhost } from "./use-ghost.ts";
import { isCrowd } from "./use-handles.ts";
import { useSaid } from "./use-said.ts";

export interface HandlingProps {
  readonly figure: HandleFigure;
  readonly state: TimelineState;
  readonly hands: Hands;
  /** Whether the run of the place where the hand is has yet to come. */
  readonly late: boolean;
  readonly handles: readonly Handle[];
  /** The run that the handles are of. */
  readonly handled: ShownCall;
  /** The machine that is looked at. */
  readonly host: string | null;
  readonly onSelect: (ref: Ref) => void;
}

/** Handles are so far apart, in px, for a mouse and for a finger. */
const APART = { fine: 24, coarse: 44 } as const;

/** @param box the element in which the handles are */
export function useHandling(props: HandlingProps, box: RefObject<HTMLElement | null>) {
  const { figure, state, hands, late } = props;
  const { experiment } = hands.setup;
  const [marks, setMarks] = useState<Marks>({});
  const [attention, setAttention] = useAttention(experiment);
  const { put, said, ghosts, setChanged } = usePut(props, box);
  const byHand = useRef(false); // the focus that a drop brings is not shown
  const focus = (key: string): void => elementOf(box.current, key)?.focus();
  const run = (effect: OwnEffect<SurfaceTarget, Drop>): void =>
    perform(effect, { ...props, put, said, ghosts, setAttention, setMarks, focus, byHand });
  const { hand, send } = useHand<SurfaceTarget, Drop>({
    ...surfaceOf({ hands, entered: attention.tag === "focus" && attention.isEntered ? attention.key : null }),
    ...{ stands: setupKey(hands.setup), experiment, run },
  });
  const all = usePlaced({ ...props, marks, hand, attention });
  const handled = { figure, all, shown: state.shown };
  return {
    ...{ hand, placed: all, attention, said: said.text, ghost: ghosts.ghost },
    taking: takingOf(handled, hand, send),
    pill: pillAt({ hand, attention, placed: all, outcome: hands.outcome, late, figure }),
    onKey: (event: KeyboardEvent<HTMLElement>, placed: Placed) => {
      tellKey({ ...handled, placed }, send, event, keyOf(event.nativeEvent));
    },
    onFocus: ({ handle: { key } }: Placed, isVisible: boolean) =>
      setAttention((before) => ({ ...focusOn(before, key), isVisible: isVisible && !byHand.current })),
    onBlur: () => {
      byHand.current = false;
      setAttention((before) => (before.tag === "focus" ? NOTHING : before));
      setChanged(null);
    },
    choose: (choice: Choice) => {
      setAttention(() => NOTHING);
      if (attention.tag === "list") put(choice, attention.placed, null, state.shown);
    },
    /** @param back whether the focus goes back to the thing */
    close: (back: boolean) => {
      setAttention(() => NOTHING);
      if (back && attention.tag === "list") focus(attention.placed.handle.key);
    },
  };
}

/** Puts changes in place: the run before stays as a ghost, the axis goes to the new one, the focus stays. */
function usePut({ hands, late, handles }: HandlingProps, box: RefObject<HTMLElement | null>) {
  const ghosts = useGhost();
  const setChanged = useFocusAfter(box, handles);
  const said = useSaid(hands, late);
  const put = (
    { setup, line }: Pick<Meaning, "setup" | "line">,
    changed: Placed,
    name: string | null,
    before: ShownCall,
  ): void => {
    ghosts.keep(before, true);
    setChanged(changed);
    said.change(line, setup);
    hands.onChange(setup, name);
  };
  return { ghosts, setChanged, said, put };
}

interface Performing extends HandlingProps, Omit<ReturnType<typeof usePut>, "setChanged"> {
  readonly setAttention: (change: (before: Attention) => Attention) => void;
  readonly setMarks: (change: (before: Marks) => Marks) => void;
  readonly focus: (key: string) => void;
  /** Whether the last change came by a pointer. */
  readonly byHand: { current: boolean };
}

/** Does an effect of the hand on the page. */
function perform(effect: OwnEffect<SurfaceTarget, Drop>, on: Performing): void {
  const { state, hands, put, said, ghosts, setAttention, byHand } = on;
  switch (effect.tag) {
    case "hold the axis":
      ghosts.drop();
      return state.stillAxis.hold();
    case "let go the axis":
      return state.stillAxis.letGo();
    case "preview":
      return hands.onPreview(effect.meaning.meaning.setup);
    case "end the preview":
      return hands.onPreview(null);
    case "reset":
      return; // a handle of a figure changes to its default
    case "say":
      return said.say(effect.words);
    case "change": {
      const { target, meaning: drop, keys } = effect;
      byHand.current = keys === null;
      if (keys !== null)
        setAttention((before) => ({ ...focusOn(before, target.placed.handle.key), line: drop.meaning.line }));
      return put(drop.meaning, target.placed, keys, keys === null ? target.shown : state.shown);
    }
  }
  const { placed: one } = effect.target;
  const { key, ref } = one.handle;
  switch (effect.tag) {
    case "choose":
      return ref === NO_REF ? undefined : on.onSelect(ref);
    case "list": {
      const choices = hands.choicesOf(one.handle, one.at);
      const list: Attention = { tag: "list", placed: one, choices, isFocused: effect.focus };
      return setAttention(() => (choices.length === 0 ? NOTHING : list));
    }
    case "focus":
      return on.focus(key);
    case "enter":
    case "exit":
      return setAttention((before) => ({ ...focusOn(before, key), isEntered: effect.tag === "enter" }));
    case "mark":
      return on.setMarks((before) => ({ ...before, [key]: one.at }));
    case "tell":
      byHand.current = false;
      return setAttention((before) => ({ ...focusOn(before, key), isVisible: true, line: "", why: effect.words }));
  }
}

interface Placing extends HandlingProps {
  readonly marks: Marks;
  readonly hand: Hand<SurfaceTarget, Drop>;
  readonly attention: Attention;
}

const NONE: readonly Placed[] = [];

/** The handles at their places: computed anew where something of it changed. Those of a crowd follow the figure. */
function usePlaced({ figure, state, handles, handled, host, marks, hand, attention }: Placing): readonly Placed[] {
  const apart = APART[useMedia("(pointer: coarse)") ? "coarse" : "fine"];
  const { shown, chosen, ladder, stillAxis } = state;
  const { over } = ladder;
  const hot = underHand(hand);
  // What is held keeps its place in any case, and so does what has the focus.
  const kept = isDown(hand) ? hand.press.target.placed.handle.key : attention.tag === "focus" ? attention.key : null;
  const now = useMemo(() => (handled === shown ? { figure, shown, handles } : null), [figure, shown, handled, handles]);
  const follow = stillAxis.still !== null && isCrowd(shown);
  const before = useDeferredValue(follow ? now : null);
  const at = (follow ? before : null) ?? now;
  return useMemo(() => {
    if (at === null) return NONE;
    const among = {
      bytes: over,
      ...{ figure: at.figure, trace: at.shown.trace, first: itemAt(at.shown.plan.lanes, 0, "lane").machine },
      momentOf: (handle: Handle) => momentOf(handle, marks, hot, at.figure.scale),
    };
    const view = { apart, many: isMany(at.shown.plan), selected: chosen, machine: host, kept };
    return placedIn(at.handles, among, view);
  }, [at, marks, hot, apart, chosen, host, kept, over]);
}
