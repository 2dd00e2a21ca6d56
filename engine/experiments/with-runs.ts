/** Experiments, of their descriptions and their runs. */
import { PACKET_KINDS, roleOf } from "../faults/fault.ts";
import { parseScript } from "../faults/parse-script.ts";
import { CodeMistake } from "./code-mistake.ts";
import { checkedValues } from "./describe.ts";
import { outlineOf } from "./outline.ts";
import type { Runs } from "./runnable.ts";
import type { Description, Experiment } from "./types.ts";

const unknownKind = (kind: string): string =>
  `its packetKinds have "${kind}", which no fault can name; there are ${PACKET_KINDS.join(", ")}. In the lab a new ` +
  "format’s words come with npm run catalogues, elsewhere addPacketKinds adds them.";

/** Runs throw RangeError where a parameter is missing, unknown or of the wrong kind. */
export const withRuns = (descriptions: readonly Description[], runs: Runs): readonly Experiment[] =>
  descriptions.map((description): Experiment => {
    const { id, params, packetKinds } = description;
    const stranger = packetKinds.find((kind) => roleOf(kind) === undefined);
    const run = runs[id];
    const about = outlineOf(description);
    return {
      ...description,
      run: (parameters, seed, faults, options) => {
        if (run === undefined)
          throw new CodeMistake(id, "it has a description, and its family’s run.ts has no run of it.");
        if (stranger !== undefined) throw new CodeMistake(id, unknownKind(stranger));
        return run(about, parseScript, checkedValues(id, params, parameters), seed, faults, options);
      },
    };
  });
