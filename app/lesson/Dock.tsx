import { useEffect, useState } from "react";
import { useBench } from "../lab/context.ts";
import { Icon } from "../controls/Icon.tsx";

interface Props {
  /** Whether playing the run moves something on the stage. */
  readonly plays: boolean;
  readonly onStep: (way: 1 | -1) => void;
  readonly onPlay: () => void;
  /** The text of the last button. */
  readonly next: string;
  readonly onNext: () => void;
}

const PARTS = [
  { id: "read", name: "Read" },
  { id: "stage", name: "Stage" },
] as const;

/** Whether the stage is what is on the screen. */
function useOnStage(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const look = (): void => {
      const top = document.getElementById("stage")?.getBoundingClientRect().top ?? Infinity;
      setOn(top < window.innerHeight / 2);
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return on;
}

/** On a phone: prose or stage, the transport, and the way on, within reach of a thumb. */
export function Dock({ plays, onStep, onPlay, next, onNext }: Props) {
  const playing = useBench((state) => state.playing);
  const ran = useBench((state) => state.work.shown !== null);
  const onStage = useOnStage();
  const show = (id: string): void => {
    const part = document.getElementById(id);
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  };
  const icon = (name: "back" | "forward", label: string, way: 1 | -1) => (
    <button type="button" className="tl-icon" aria-label={label} disabled={!ran} onClick={() => onStep(way)}>
      <Icon name={name} />
    </button>
  );
  return (
    <div className="dock lesson-dock" role="group" aria-label="Parts of the lesson">
      <div className="seg">
        {PARTS.map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={(id === "stage") === onStage} onClick={() => show(id)}>
            {name}
          </button>
        ))}
      </div>
      {plays && (
        <div className="dock-steps">
          {icon("back", "Step back", -1)}
          <button
            type="button"
            className="tl-icon play"
            aria-label={playing ? "Pause" : "Play"}
            disabled={!ran}
            onClick={onPlay}
          >
            <Icon name={playing ? "pause" : "play"} />
          </button>
          {icon("forward", "Step forward", 1)}
        </div>
      )}
      <button type="button" className="btn primary" onClick={onNext}>
        {next}
      </button>
    </div>
  );
}
