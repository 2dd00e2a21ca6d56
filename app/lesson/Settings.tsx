import { FaultPanel } from "../lab/FaultPanel.tsx";
import { ParameterPanel } from "../lab/ParameterPanel.tsx";
import { useHides } from "../setup/manners.ts";

/** What the reader may change on the stage: parameters, and what goes wrong. */
export function Settings() {
  const hides = useHides();
  return (
    <div className="lesson-settings">
      {!hides("parameters") && <ParameterPanel />}
      {!hides("faults") && <FaultPanel />}
    </div>
  );
}
