import { Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useHides } from "../setup/presentation.ts";
import { chosenPin, isComparable } from "../setup/pin-list.ts";
import { useBench } from "../lab/context.ts";

// A reader who compares no runs fetches neither.
const PinRow = fetched("The pinned runs", () => import("../lab/PinRow.tsx").then((m) => m.PinRow));
const TwinPanel = fetched("The twin timelines", () => import("../lab/TwinPanel.tsx").then((m) => m.TwinPanel));

/** Whether a pinned run is chosen, has run, and measures what the run on the page does. */
export const useIsComparing = (): boolean =>
  useBench(({ pins, setup, work: { shown } }) => {
    const pin = chosenPin(pins);
    return (
      pin !== null && pin.run !== null && [setup, shown?.run ?? setup].every((one) => isComparable(pin.setup, one))
    );
  });

/** The pinned runs, one of them to be compared with. */
export function Pinned() {
  const hides = useHides();
  const pinned = useBench((state) => state.pins.list.length > 0);
  if (!pinned || hides("pin")) return null;
  return (
    <Suspense>
      <PinRow />
    </Suspense>
  );
}

/** The run before and the run after, on one time axis. */
export function BeforeAndAfter() {
  return (
    <Suspense fallback={<div className="timeline-room" aria-busy="true" />}>
      <TwinPanel words />
    </Suspense>
  );
}
