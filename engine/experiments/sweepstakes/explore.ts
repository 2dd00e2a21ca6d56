/** The systems of the sweepstakes as the search over faults follows them: machines and terms change nothing there. */
import type { AnyEnds } from "../../protocols/ends.ts";
import { SYSTEM_NAMES } from "../../systems/sweepstakes/entries.ts";
import { endsOf } from "../../systems/sweepstakes/run.ts";
import { defaultsOf } from "../settings.ts";
import { call as cedarCall } from "../cedar/describe.ts";
import { explorables as ofCedar } from "../cedar/explore.ts";
import type { Explorable } from "../explorable.ts";
import { nullCall } from "../firefly/describe.ts";
import { explorables as ofFirefly } from "../firefly/explore.ts";
import type { Description } from "../types.ts";
import type { NullValues } from "./params.ts";

/** The ends of another experiment with its defaults. */
function borrowed(explorables: readonly Explorable[], experiment: Description): AnyEnds {
  const found = explorables.find(({ experiments }) => experiments.includes(experiment.id));
  if (found === undefined) throw new Error(`sweepstakes: the search does not follow ${experiment.id}.`);
  return found.ends(defaultsOf(experiment));
}

export const explorables: readonly Explorable[] = [
  {
    experiments: ["sweepstakes/null", "sweepstakes/throughput"],
    calls: "calls",
    bounds: [
      {
        parameter: "system",
        value: "cedar",
        also: SYSTEM_NAMES.filter((name) => name !== "lrpc"),
        why: "LRPC sends no packet that a fault could meet.",
      },
      { parameter: "callers", value: "1", why: "The search follows one call at a time." },
    ],
    ends: (parameters) => {
      const { system } = parameters as NullValues;
      switch (system) {
        case "cedar":
          return borrowed(ofCedar, cedarCall);
        case "firefly":
        case "firefly-1":
        case "lrpc":
          return borrowed(ofFirefly, nullCall);
        default:
          return endsOf(system);
      }
    },
  },
];
