/** All that a hand, a key or a list does to the handles of a figure, and what is told of it. */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { useMedia } from "../../controls/media.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { isMany } from "../../trace/lanes.ts";
import type { TimelineState } from "../use-timeline.ts";
import { elementOf, useFocusAfter } from "./focus.ts";
import type { Changed } from "./focus.ts";
import type { Choice, Handle, Meaning } from "./handle.ts";
import type { Hands } from "./hands.ts";
import type { HandleFigure } from "../../figure/figure.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { pillAt } from "./pill-text.ts";
import type { Focused, Told } from "./pill-text.ts";
import { placed as placedIn } from "./placed.ts";
import { isCrowd } from "./use-handles.ts";
import type { Placed } from "./placed.ts";
import { momentOf } from "./shown-handles.ts";
import type { Marks } from "./shown-handles.ts";
import { useGhost } from "./use-ghost.ts";
import { NOTHING, useGrasp, useHold } from "./use-hold.ts";
import type { Grasp } from "./use-hold.ts";
import { useHandleKeys } from "./use-keys.ts";
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

/** The list beside a thing. */
interface Listed {
  readonly placed: Placed;
  readonly choices: readonly Choice[];
  readonly focus: boolean;
}

/** Handles are so far apart, in px, for a mouse and for a finger. */
const APART = { fine: 24, coarse: 44 } as const;

/** Puts changes in place: the run before stays as a ghost, the axis goes to the new one, the focus stays. */
function usePut({ hands, late, handles, state: { shown } }: HandlingProps, box: RefObject<HTMLElement | null>) {
  const ghosts = useGhost();
  const setChanged = useFocusAfter(box, handles);
  const said = useSaid(hands, late);
  const put = (
    { setup, line }: Pick<Meaning, "setup" | "line">,
    changed: Changed,
    name: string | null,
    before = shown,
  ) => {
    ghosts.keep(before, true);
    setChanged(changed);
    said.change(line, setup);
    hands.onChange(setup, name);
  };
  return { ghosts, setChanged, said, put };
}

/** @param box the element in which the handles are */
export function useHandling(props: HandlingProps, box: RefObject<HTMLElement | null>) {
  const { figure, state, hands, late, onSelect } = props;
  const [grasp, setGrasp] = useGrasp();
  const [marks, setMarks] = useState<Marks>({});
  const [focused, setFocused] = useState<Focused | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [listed, setListed] = useState<Listed | null>(null);
  useOtherExperiment(hands, state.standing, () => {
    setGrasp(NOTHING);
    setListed(null);
    setFocused(null);
    setTold(null);
  });
  const { ghosts, setChanged, said, put } = usePut(props, box);
  const byHand = useRef(false);
  const kept = grasp.grab?.placed.handle.key ?? focused?.key ?? null;
  const placed = usePlaced({ ...props, marks, grasp, kept });
  const list = (one: Placed, focus: boolean): void => {
    const choices = hands.choicesOf(one.handle, one.at);
    setListed(choices.length === 0 ? null : { placed: one, choices, focus });
  };
  const focus = (key: string): void => elementOf(box.current, key)?.focus();
  const taking = useHold(grasp, setGrasp, {
    ...{ figure, placed, hands, onSelect, shown: state.shown, standing: state.standing },
    onPressed: (one) => list(one, false),
    onLetGo: ({ meaning, grab }, before) => {
      byHand.current = true;
      put(meaning, grab.placed, null, before);
    },
    onTakenBack: () => {
      ghosts.drop();
      said.say("Taken back.");
    },
  });
  const keys = useHandleKeys({
    ...{ figure, placed, hands, focus },
    onMeaning: (meaning, one, kind) => {
      const { key } = one.handle;
      byHand.current = false;
      setFocused({ key, isVisible: true });
      const { line, refused, snap } = meaning;
      setTold({ key, line, why: refused ?? snap?.words ?? "" });
      if (line === "") said.say(refused ?? "");
      else put(meaning, one, `${kind} ${key}`);
    },
    onList: (one) => list(one, true),
    onMark: ({ handle: { key } }, at, why) => {
      setMarks((before) => ({ ...before, [key]: at }));
      setTold({ key, line: "", why });
    },
  });
  return {
    ...{ grasp, placed, taking, keys, focused, listed, said: said.text, ghost: ghosts.ghost },
    pill:
      listed === null || grasp.held !== null
        ? pillAt({ grasp, told, focused, placed, outcome: hands.outcome, late, figure })
        : null,
    onFocus: ({ handle }: Placed, isVisible: boolean) =>
      setFocused({ key: handle.key, isVisible: isVisible && !byHand.current }),
    onBlur: () => {
      byHand.current = false;
      setFocused(null);
      setTold(null);
      setChanged(null);
    },
    choose: (choice: Choice) => {
      setListed(null);
      if (listed !== null) put(choice, listed.placed, null);
    },
    /** @param back whether the focus goes back to the thing */
    close: (back: boolean) => {
      setListed(null);
      if (back && listed !== null) focus(listed.placed.handle.key);
    },
  };
}

/**
 * A change of experiment, whatever brought it, ends a drag: what is held is of a run that is gone.
 * @param onChange forgets it; called while rendering, before anything asks what it means
 */
function useOtherExperiment(
  { setup: { experiment } }: Hands,
  { letGo }: TimelineState["standing"],
  onChange: () => void,
): void {
  const [before, setBefore] = useState(experiment);
  if (before !== experiment) {
    setBefore(experiment);
    onChange();
  }
  const latest = useRef(letGo);
  useEffect(() => {
    latest.current = letGo;
  });
  useEffect(() => () => latest.current(), [experiment]);
}

interface Placing extends HandlingProps {
  readonly marks: Marks;
  readonly grasp: Grasp;
  /** The key of what is held, or has the focus. */
  readonly kept: string | null;
}

const NONE: readonly Placed[] = [];

/** The handles at their places: computed anew where something of it changed. Those of a crowd follow the figure. */
function usePlaced({ figure, state, handles, handled, host, marks, grasp, kept }: Placing): readonly Placed[] {
  const apart = APART[useMedia("(pointer: coarse)") ? "coarse" : "fine"];
  const { hot } = grasp;
  const { shown, chosen, ladder, standing } = state;
  const { over } = ladder;
  const now = useMemo(() => (handled === shown ? { figure, shown, handles } : null), [figure, shown, handled, handles]);
  const follow = standing.still !== null && isCrowd(shown);
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
