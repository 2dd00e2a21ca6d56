import { Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useHides } from "../setup/presentation.ts";
import { chosenPin } from "../setup/pin-list.ts";
import { setupKey } from "../setup/setup.ts";
import { useBench } from "../lab/context.ts";

// A reader who compares no runs fetches neither.
const PinRow = fetched("The pinned runs", () => import("../lab/PinRow.tsx").then((m) => m.PinRow));
const TwinPanel = fetched("The twin timelines", () => import("../lab/TwinPanel.tsx").then((m) => m.TwinPanel));

/** The pinned runs, and the chosen one beside the run on the page, once the two differ. */
export function Pinned() {
  const hides = useHides();
  const pinned = useBench((state) => state.pins.list.length > 0);
  const differs = useBench(({ pins, setup }) => {
    const pin = chosenPin(pins);
    return pin !== null && setupKey(pin.setup) !== setupKey(setup);
  });
  if (!pinned) return null;
  return (
    <Suspense>
      {!hides("pin") && <PinRow />}
      {differs && <TwinPanel />}
    </Suspense>
  );
}
