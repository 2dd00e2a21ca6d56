/** Plays what the playhead passes while it plays, and says what is heard. */
import { useEffect, useMemo, useRef } from "react";
import { play } from "./player.ts";
import { lastSound, passed, soundsOf } from "./sounds-of.ts";
import type { Heard, SoundKind } from "./sounds-of.ts";
import "./sound.css";

/** What is heard, and what it means: a caption for who cannot hear it. */
const CAPTIONS: Readonly<Record<SoundKind, string>> = {
  out: "High tick: a packet goes to the server",
  back: "Lower tick: a packet comes back",
  aside: "Middle tick: a packet goes between other machines",
  again: "Two ticks: a packet is sent again",
  queue: "Soft tone: a packet waits behind another",
  lost: "Low, long tone: a packet is lost",
  crash: "Lowest tone: a machine crashes",
  end: "Highest tone: the call ends",
};

interface Props {
  readonly shown: Heard;
  readonly time: number;
  readonly playing: boolean;
  /** Plays the call from its start. */
  readonly onListen: () => void;
}

/** A step of the playhead that takes longer than this, in seconds, is heard within it: a beat of a storyboard. */
const LONGEST = 1.2;

interface Step {
  readonly time: number;
  readonly at: number; // of the page's clock, in ms
  /** How far the playhead went, in nanoseconds. */
  readonly way: number;
}

/** Whether a hand, and not the end of playing, took the playhead further: the last step is no longer than others. */
const isJump = (before: Step, way: number): boolean => before.way !== 0 && Math.abs(way) > 3 * Math.abs(before.way);

export function Sounding({ shown, time, playing, onListen }: Props) {
  const sounds = useMemo(() => soundsOf(shown), [shown]);
  const last = useRef<Step | null>(null);
  useEffect(() => {
    const now = performance.now();
    const before = last.current;
    const way = before === null ? 0 : time - before.time;
    last.current = playing ? { time, at: now, way } : null;
    if (before === null || way === 0 || document.visibilityState === "hidden") return;
    if (!playing && isJump(before, way)) return;
    play(passed(sounds, before.time, time, Math.min(LONGEST, (now - before.at) / 1000)));
  }, [sounds, time, playing]);
  const heard = lastSound(sounds, time);
  return (
    <div className="row tl-sound">
      <button type="button" className="link" onClick={onListen}>
        Listen to the call
      </button>{" "}
      <span>
        A packet to the server ticks high, a packet back lower, one that is sent again twice. A packet that waits behind
        another has a soft tone. A loss is low and long, a crash lowest. The highest sound is the end of the call.
      </span>
      {heard !== undefined && (
        <p className="tl-caption">
          <span aria-hidden="true">♪</span> <span>{CAPTIONS[heard.kind]}</span>
        </p>
      )}
    </div>
  );
}
