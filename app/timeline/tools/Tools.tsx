/** Under the transport: run to an event, and what the page has beside it. */
import { useId } from "react";
import type { ReactNode } from "react";
import { GOALS, isGoal } from "../goals.ts";
import { Icon } from "../../controls/Icon.tsx";
import type { Driving } from "../driving.ts";
import "./tools.css";

/** Runs to an event, forward or back, and says whether it was found. */
function RunTo({ driving }: { readonly driving: Driving }) {
  const id = useId();
  return (
    <div className="row tl-run" role="group" aria-label="Run to an event">
      <label htmlFor={id}>Run to</label>
      <select
        id={id}
        value={driving.goal}
        onChange={({ target }) => isGoal(target.value) && driving.setGoal(target.value)}
      >
        {GOALS.map((goal) => (
          <option key={goal.id} value={goal.id}>
            {goal.what}
          </option>
        ))}
      </select>
      <button type="button" className="tl-icon" aria-label="Run back to it" onClick={() => driving.runTo(-1)}>
        <Icon name="to-before" />
      </button>
      <button type="button" className="tl-icon" aria-label="Run to it" onClick={() => driving.runTo(1)}>
        <Icon name="to-next" />
      </button>
      <span className="tl-note" role="status">
        {driving.said}
      </span>
    </div>
  );
}

export function Tools({ driving, children }: { readonly driving: Driving; readonly children: ReactNode }) {
  return (
    <div className="row tl-tools">
      <RunTo driving={driving} />
      {children}
    </div>
  );
}
