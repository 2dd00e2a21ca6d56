import { lazy, Suspense, useState } from "react";
import { planCampus } from "../../engine/hardware/campus-plan.ts";
import { useTheme } from "../controls/theme.ts";

const CampusFigure = lazy(() => import("../campus/CampusFigure.tsx").then((m) => ({ default: m.CampusFigure })));

/** The campus of the MultiRPC paper as the simulation plans it, without a run: its picture. */
export function AndrewCampus() {
  const theme = useTheme();
  const [site] = useState(() => ({ plan: planCampus(), at: [] }));
  return (
    <>
      <h2>The campus, a picture</h2>
      <p className="conditions">
        Where <a href="#/bench/multirpc/call?placement=campus&servers=50">multirpc/call</a> and{" "}
        <a href="#/bench/multirpc/callback-break">multirpc/callback-break</a> run; there the picture has a run in it.
      </p>
      <div className="campus-here">
        <Suspense fallback={<div aria-busy="true" />}>
          <CampusFigure site={site} shown={null} theme={theme} />
        </Suspense>
      </div>
    </>
  );
}
