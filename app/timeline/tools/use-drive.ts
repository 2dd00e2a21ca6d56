/** Play both ways, and to an event: how the playhead is moved while it plays, and where it stops. */
import { useEffect, useState } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { Driving, Way } from "../driving.ts";
import type { Goal, GoalTarget } from "../goals.ts";
import { useReducedMotion } from "../../controls/media.ts";
import { useBeats, useFrames } from "../../draw/page-hooks.ts";
import { advance, keyMoments, neighbour, retreat } from "./playback.ts";
import type { TimelineProps } from "../props.ts";
import type { ShownCall } from "../../figure/shown-call.ts";

const STORYBOARD_MS = 1400;

const targets = () => import("./targets.ts");
type Targets = Awaited<ReturnType<typeof targets>>;

interface Drive {
  readonly way: Way;
  /** The event at which it stops before the call's end; null where it runs to the end. */
  readonly stop: GoalTarget | null;
}

const FORWARD: Drive = { way: 1, stop: null };

interface Given {
  readonly shown: ShownCall;
  readonly now: number;
  readonly goTo: (time: number) => void;
  readonly chosen: Ref;
  readonly speed: number;
}

type Props = Pick<TimelineProps, "call" | "playing" | "onPlaying" | "onSelect" | "onElsewhere">;

export function useDrive(props: Props, given: Given): Driving {
  const { playing, onPlaying, onSelect } = props;
  const { shown, now, goTo } = given;
  const [drive, setDrive] = useState(FORWARD);
  const [goal, setGoal] = useState<Goal>("packet");
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!playing) setDrive(FORWARD); // whoever starts it next, from here or from outside, starts it forward
  }, [playing]);
  const meet = ({ at, ref }: GoalTarget): void => {
    goTo(at);
    onSelect(ref);
    onPlaying(false);
  };
  usePlaying(playing, given, drive, () => (drive.stop === null ? onPlaying(false) : meet(drive.stop)));
  const start = (way: Way, stop: GoalTarget | null = null): void => {
    const [from, end] = way === 1 ? [shown.call.from, shown.end] : [shown.end, shown.call.from];
    if (stop === null && (end - now) * way < 0.5) goTo(from);
    setSaid("");
    setDrive({ way, stop });
    onPlaying(true);
  };
  const runBy = ({ targetOf, noTarget, goElsewhere }: Targets, way: Way): void => {
    const target = targetOf(shown.trace, goal, given.chosen, now, way);
    if (target === null) return setSaid(noTarget(goal, given.chosen, way));
    const inCall = target.at >= shown.call.from && target.at <= shown.end;
    if (inCall) start(target.at > now ? 1 : -1, target);
    else setSaid(goElsewhere(props, shown.trace, target));
  };
  return {
    way: drive.way,
    goal,
    setGoal,
    said,
    play: () => (playing ? onPlaying(false) : start(1)),
    reverse: () => (playing && drive.way === -1 ? onPlaying(false) : start(-1)),
    runTo: (way) => {
      if (playing && drive.stop !== null) return meet(drive.stop); // who asks again does not want to wait
      targets().then(
        (found) => runBy(found, way),
        () => setSaid("The search for events could not be fetched. Try again."),
      );
    },
  };
}

/** Moves the playhead while playing: smoothly, or from key moment to key moment where motion is not welcome. */
function usePlaying(playing: boolean, given: Given, { way, stop }: Drive, onEnd: () => void): void {
  const { shown, now, goTo, speed } = given;
  const reduced = useReducedMotion();
  const end = stop?.at ?? (way === 1 ? shown.end : shown.call.from);
  const step = (next: number): void => {
    if ((end - next) * way > 0) return goTo(next);
    goTo(end);
    onEnd();
  };
  const move = way === 1 ? advance : retreat;
  useFrames(playing && !reduced, (seconds) => step(move(now, seconds, speed, shown.folds, end)));
  useBeats(playing && reduced, STORYBOARD_MS, () => step(neighbour(keyMoments(shown), now, way)));
}
