/** The state of the timeline: its view, its playhead, and the effect of each command. */
import { AXIS_KINDS, DEFAULT_AXIS } from "../setup/axis.ts";
import type { AxisKind } from "../setup/axis.ts";
import { useEffect, useMemo, useState } from "react";
import { startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { refExists } from "../trace/folds.ts";
import { lazyEventTimes, neighbour, speedsFor } from "./tools/playback.ts";
import type { TimelineProps } from "./props.ts";
import { leastView, panned, plainOf, zoomed } from "../figure/scale.ts";
import type { View } from "../figure/scale.ts";
import { shownCall } from "../figure/shown-call.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { onAxisOf, useStill } from "./use-still.ts";
import { hasRungs, whyNoRungs } from "./ladder/rung.ts";
import { useLadder } from "./ladder/use-ladder.ts";
import { useDrive } from "./tools/use-drive.ts";
import { causeOf } from "../../engine/kernel/reads.ts";
import { effectOf } from "../trace/row-names.ts";
import type { TimelineState } from "./timeline-state.ts";

const ZOOM_STEP = 0.7;
const PAN_STEP = 0.2;

export function useTimeline(props: TimelineProps): TimelineState {
  const { run, call, time, onTime, selected } = props;
  const [ownAxis, setOwnAxis] = useState<AxisKind>(DEFAULT_AXIS);
  const axis = props.axis ?? ownAxis;
  const [laterWish, setLater] = useState<boolean | null>(null); // null: as the page says
  const later = laterWish ?? props.later ?? true;
  const own = useMemo(() => shownCall(run.trace, call, axis, later), [run, call, axis, later]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [speedIndex, setSpeedIndex] = useState(1);
  const [wish, setWish] = useState<{ readonly shown: ShownCall; readonly view: View } | null>(null);
  // A view belongs to its shown: another run or call is fitted anew.
  const wanted = wish !== null && isSame(wish.shown, own) ? wish.view : own.fit;
  const { view: far, ...stillAxis } = useStill(own, wanted, props.hands?.isHeld ?? false);
  const { still } = stillAxis;
  // What stands around the figure stays as it is while something is held.
  const around = still?.shown ?? own;
  const chosen = refExists(run.trace, selected) ? selected : NO_REF;
  const rungs = useRungs(props, around, chosen);
  const { ladder } = rungs;
  const view = ladder.viewAt(far, rungs.near);
  const foldable = useMemo(
    () => around.folds.length > 0 || shownCall(around.trace, call, "folded", later).folds.length > 0,
    [around, call, later],
  );
  const speeds = useMemo(() => speedsFor(around), [around]);
  const shown = useMemo(() => (still === null ? own : onAxisOf(own, still)), [own, still]);
  const setView = (next: View): void => (ladder.isNear ? rungs.setNear(next) : setWish({ shown, view: next }));
  const now = Math.min(shown.end, Math.max(shown.call.from, time));
  const show = (moment: number): void => {
    const followed = follow(view, plainOf(shown, moment), shown.limits);
    if (followed !== view) setView(followed);
  };
  const goTo = (next: number): void => {
    const clamped = Math.min(shown.end, Math.max(shown.call.from, next));
    onTime(clamped);
    show(clamped);
  };
  useEffect(() => {
    if (chosen !== NO_REF && still === null) show(startOf(run.trace, chosen));
    // Only a new choice brings its row into view; panning away from it afterwards is the reader's right.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chosen, shown]);
  const speed = speeds[speedIndex] ?? speeds[1];
  const driving = useDrive(props, { shown, now, goTo, chosen, speed });
  const commands = useCommands(props, { shown, view, setView, now, goTo, chosen, driving });
  return {
    shown,
    view,
    stillAxis,
    ladder,
    rung: hasAllTools(props) ? rungs.rung : undefined,
    setRung: rungs.setRung,
    noRung: rungs.noRung,
    setView,
    now,
    goTo,
    chosen,
    speeds,
    speed,
    driving,
    commands,
    axis: axis === "folded" && !foldable ? "linear" : axis,
    setAxis: props.onAxis ?? setOwnAxis,
    axes: foldable ? AXIS_KINDS : hasAllTools(props) || axis === "log" ? STRAIGHT : [],
    open,
    toggle: (key) => setOpen((before) => new Set([...before, key].filter((one) => one !== key || !before.has(key)))),
    setSpeed: (next) => setSpeedIndex(Math.max(0, speeds.indexOf(next))),
    later: around.hasLater ? later : null,
    setLater,
  };
}

/** The rung that is wanted, where two machines make a call that was kept; and the view of the last one. */
function useRungs(props: TimelineProps, shown: ShownCall, chosen: Ref) {
  const [own, setOwn] = useState<number | null>(null);
  const wanted = props.rung === undefined ? own : props.rung;
  const isTwo = hasRungs(shown) && props.instead === undefined;
  const ladder = useLadder(shown, isTwo ? wanted : null, chosen);
  const [wish, setWish] = useState<{ readonly shown: ShownCall; readonly packet: number; readonly view: View } | null>(
    null,
  );
  const { packet } = ladder;
  return {
    ladder,
    rung: isTwo ? wanted : undefined,
    setRung: props.onRung ?? setOwn,
    noRung: wanted === null || props.instead !== undefined ? "" : whyNoRungs(shown),
    near: wish !== null && wish.packet === packet && isSame(wish.shown, shown) ? wish.view : null,
    setNear: (view: View) => setWish({ shown, packet, view }),
  };
}

type Place = Pick<TimelineState, "shown" | "view" | "setView" | "now" | "goTo" | "chosen" | "driving">;

function useCommands(props: TimelineProps, place: Place): TimelineState["commands"] {
  const { run, call, onSelect, host, onHost, onSearch, onFault } = props;
  const { shown, view, setView, now, goTo, chosen, driving } = place;
  const moments = useMemo(
    () => lazyEventTimes(run.trace, call, { from: shown.call.from, to: shown.end }),
    [run, call, shown],
  );
  const zoom = (factor: number): void => {
    const about = middleOf(view, plainOf(shown, now));
    setView(zoomed(view, factor, about, shown.limits, leastView(shown, about)));
  };
  const pan = (share: number): void => setView(panned(view, share * (view.to - view.from), shown.limits));
  const select = (next: (trace: typeof run.trace, ref: Ref) => Ref): void => {
    const ref = chosen === NO_REF ? NO_REF : next(run.trace, chosen);
    if (ref !== NO_REF) onSelect(ref);
  };
  return {
    play: driving.play,
    reverse: driving.reverse,
    "run-to": () => driving.runTo(1),
    "run-back": () => driving.runTo(-1),
    host: () => onHost?.(nextHost(shown, host ?? null)),
    search: () => onSearch?.(),
    "fault-1": () => onFault?.(1),
    "fault-2": () => onFault?.(2),
    "fault-3": () => onFault?.(3),
    "fault-4": () => onFault?.(4),
    back: () => goTo(neighbour(moments(), now, -1)),
    forward: () => goTo(neighbour(moments(), now, 1)),
    start: () => goTo(shown.call.from),
    end: () => goTo(shown.end),
    "zoom-in": () => zoom(ZOOM_STEP),
    "zoom-out": () => zoom(1 / ZOOM_STEP),
    fit: () => setView(shown.fit),
    "pan-left": () => pan(-PAN_STEP),
    "pan-right": () => pan(PAN_STEP),
    cause: () => select(causeOf),
    effect: () => select(effectOf),
    clear: () => onSelect(NO_REF),
  };
}

/** Whether two are of one call of one run, and fitted alike. */
const isSame = (a: ShownCall, b: ShownCall): boolean =>
  a.trace === b.trace && a.story === b.story && a.fit.to === b.fit.to && a.folds.length === b.folds.length;

/** A stage has room for one row of tools: what its step does not ask for is left to the bench. */
const hasAllTools = ({ tools }: TimelineProps): boolean => tools !== undefined;

/** The kinds of axis of a call that has nothing to fold. */
const STRAIGHT: readonly AxisKind[] = ["linear", "log"];

/** The machines in the order of their lanes, then none. */
function nextHost(shown: ShownCall, host: string | null): string | null {
  const machines = [...new Set(shown.plan.lanes.map(({ machine }) => machine))];
  return machines[host === null ? 0 : machines.indexOf(host) + 1] ?? null;
}

/** Zooms about the playhead where it is in view, else about the middle. */
const middleOf = (view: View, now: number): number =>
  now >= view.from && now <= view.to ? now : (view.from + view.to) / 2;

/** The view that has the moment in it: the same one, or moved so far that it stands near the left. */
function follow(view: View, moment: number, limits: View): View {
  if (moment >= view.from && moment <= view.to) return view;
  return panned(view, moment - view.from - (view.to - view.from) * 0.1, limits);
}
