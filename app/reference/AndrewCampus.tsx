import { Suspense, useState } from "react";
import { fetched } from "../controls/fetched.tsx";
import { planCampus } from "../../engine/hardware/campus-plan.ts";
import { useTheme } from "../controls/theme.ts";
import { hrefOf } from "../setup/link-table.ts";
import { setupHref } from "../setup/bench-links.ts";
import { DEFAULT_SEED, experimentOf } from "../setup/setup.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import "../../engine/experiments/descriptions.ts"; // its link leads to an experiment

const CampusFigure = fetched("The campus", () => import("../campus/CampusFigure.tsx").then((m) => m.CampusFigure));

/** Calls to many servers on the campus. */
function callsHref(): string {
  const setup = { experiment: "multirpc/call", parameters: {}, seed: DEFAULT_SEED, faults: [] };
  return setupHref({ ...setup, parameters: withDefaults(experimentOf(setup), { placement: "campus", servers: 50 }) });
}

/** The campus of the MultiRPC paper as the simulation plans it, without a run: its picture. */
export function AndrewCampus() {
  const theme = useTheme();
  const [site] = useState(() => ({ plan: planCampus(), at: [] }));
  return (
    <>
      <p className="conditions">
        Where <a href={callsHref()}>multirpc/call</a> and{" "}
        <a href={hrefOf("bench", ["multirpc/callback-break"])}>multirpc/callback-break</a> run; there the picture has a
        run in it.
      </p>
      <div className="campus-here">
        <Suspense fallback={<div aria-busy="true" />}>
          <CampusFigure site={site} shown={null} theme={theme} />
        </Suspense>
      </div>
    </>
  );
}
