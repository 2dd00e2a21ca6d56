import { narration } from "./narration.ts";
import type { Stage } from "./stage.ts";

interface Props {
  readonly stage: Stage;
  readonly time: number;
  readonly playing: boolean;
}

/** What happens at the playhead, in one sentence: said aloud when a reader steps, and not while the run plays. */
export function Story({ stage, time, playing }: Props) {
  return (
    <p className="tl-story" aria-live={playing ? "off" : "polite"}>
      {narration(stage, time)}
    </p>
  );
}
