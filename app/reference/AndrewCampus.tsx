import { lazy, Suspense, useState } from "react";
import { CAMPUS, CAMPUS_ASSUMED, CAMPUS_STANDARD } from "../../engine/hardware/campus-costs.ts";
import { planCampus } from "../../engine/hardware/campus-plan.ts";
import planSource from "../../engine/hardware/campus-plan.ts?raw";
import ringSource from "../../engine/hardware/token-ring.ts?raw";
import { useTheme } from "../shell/theme.ts";
import { Costs } from "./Costs.tsx";
import { Rules } from "./Rules.tsx";

const CampusFigure = lazy(() => import("../campus/CampusFigure.tsx").then((m) => ({ default: m.CampusFigure })));

/** The campus of the MultiRPC paper as the simulation plans it, without a run: its picture, numbers and rules. */
export function AndrewCampus() {
  const theme = useTheme();
  const [site] = useState(() => ({ plan: planCampus(), at: [] }));
  return (
    <>
      <h2>The Andrew network</h2>
      <p className="conditions">
        Where <a href="#/bench/multirpc/call?placement=campus&servers=50">multirpc/call</a> and{" "}
        <a href="#/bench/multirpc/callback-break">multirpc/callback-break</a> run; there the picture has a run in it.
      </p>
      <div className="campus-here">
        <Suspense fallback={<div aria-busy="true" />}>
          <CampusFigure site={site} shown={null} theme={theme} />
        </Suspense>
      </div>
      <Costs
        title="What the paper says of the campus"
        note="Repeated from the paper’s text; a test compares each with its cell."
        costs={Object.values(CAMPUS)}
      />
      <Costs
        title="Constants of its networks"
        note="From the standards of its token rings and Ethernets."
        costs={Object.values(CAMPUS_STANDARD)}
      />
      <Costs
        title="Assumed of the campus, one fitted"
        note="What a simulation needs and the paper does not say."
        costs={Object.values(CAMPUS_ASSUMED)}
      />
      <h4>
        Rules, <code>engine/hardware/campus-plan.ts</code>
      </h4>
      <Rules source={planSource} />
      <h4>
        Rules, <code>engine/hardware/token-ring.ts</code>
      </h4>
      <Rules source={ringSource} />
    </>
  );
}
