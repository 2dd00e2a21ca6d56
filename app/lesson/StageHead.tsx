import { useBench } from "../lab/context.ts";
import { useHides } from "../setup/presentation.ts";
import { setText } from "../setup/setting-text.ts";
import { experimentOf } from "../setup/setup.ts";
import { Later } from "./later.tsx";
import { toggleTools, useTools } from "./tools.ts";

/** "Null()" of "Firefly RPC: Null()". */
const shortTitle = (title: string): string => title.slice(title.indexOf(":") + 1).trim();

interface Props {
  /** Whether the reader has wandered off from what the step shows. */
  readonly away: boolean;
  readonly onBack: () => void;
  /** Whether a part of the run is still covered: then there is nothing to compare it with. */
  readonly covered: boolean;
}

/** Names the run on the stage, with a button back to the step's own run and the door to the tools. */
export function StageHead({ away, onBack, covered }: Props) {
  const setup = useBench((bench) => bench.setup);
  const hasPins = useBench((bench) => bench.pins.list.length > 0);
  const hides = useHides();
  const tools = useTools();
  return (
    <>
      <header className="row head">
        <h2>{shortTitle(experimentOf(setup).title)}</h2>
        <span className="note settings-text" title={setText(setup)}>
          {setText(setup)}
        </span>
        <div className="row acts">
          {away && (
            <button type="button" className="btn small" onClick={onBack} aria-keyshortcuts="B">
              Back to the step
            </button>
          )}
          <button type="button" className="btn small bare door" aria-expanded={tools} onClick={toggleTools}>
            Tools
          </button>
        </div>
      </header>
      {tools && <Later.StageTools onBack={onBack} covered={covered} />}
      {hasPins && !hides("pin") && !covered && <Later.PinRow />}
    </>
  );
}
