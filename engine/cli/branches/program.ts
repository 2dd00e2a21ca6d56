/**
 * Runs searches in a copy of the engine whose protocols say which branches they come to (instrument.ts), and prints the
 * places of these branches. Its argument is the list of searches, as JSON.
 */
import { withDefaults } from "../../experiments/settings.ts";
import { boundFaults, boundParameters, NUMBERED } from "../../experiments/explorable.ts";
import { loadExperiment } from "../../experiments/load-experiment.ts";
import type { ParamValues } from "../../experiments/types.ts";
import { timesOf } from "../../explore/call-times.ts";
import { explorableOf } from "../../explore/index.ts";
import { search } from "../../explore/search.ts";
import type { AnyEnds, MachineStep } from "../../protocols/ends.ts";
import { CAME } from "./came.ts";

/** A search in an experiment, with the parameters that are not its defaults. */
export interface Searched {
  readonly id: string;
  readonly set: ParamValues;
  readonly calls: number;
  readonly faults: number;
}

/** The ends, whose machines say in words what each of their steps is. */
function described(ends: AnyEnds): AnyEnds {
  const took = ({ machine, before, input, after }: MachineStep): void => {
    machine.input(input);
    for (const state of [before, after]) {
      machine.name(state);
      machine.facts(state);
    }
  };
  const step: AnyEnds["step"] = (state, input, moment) => {
    const stepped = ends.step(state, input, { ...moment, took });
    ends.timerName?.(stepped[0]);
    ends.isWatching?.(stepped[0]);
    ends.machines?.(stepped[0]);
    return stepped;
  };
  return Object.assign(Object.create(ends) as AnyEnds, { step });
}

async function searched({ id, set, calls: asked, faults }: Searched): Promise<void> {
  const experiment = await loadExperiment(id);
  const explorable = explorableOf(id);
  const { parameters, calls } = boundParameters(explorable, withDefaults(experiment, set), asked);
  const ends = explorable.ends(parameters);
  const times = uncounted(() => timesOf(experiment.run(parameters, 1, [], { keep: "all" }).trace, ends));
  search(described(ends), times, {
    faults: boundFaults(explorable, faults).explored,
    calls,
    properties: ends.promises,
    program: explorable.program?.(parameters) ?? NUMBERED,
  });
}

const holder = globalThis as unknown as Record<typeof CAME, Uint8Array>;

/** Runs of whole systems come to branches, too: these do not count. */
function uncounted<Result>(work: () => Result): Result {
  const counted = holder[CAME];
  holder[CAME] = new Uint8Array(counted.length);
  try {
    return work();
  } finally {
    holder[CAME] = counted;
  }
}

const list = JSON.parse(process.argv[2] ?? "[]") as readonly Searched[];
for (const one of list) {
  await searched(one).catch((error: unknown) => {
    throw new Error(`The search of ${JSON.stringify(one)} failed.`, { cause: error });
  });
}
process.stdout.write(JSON.stringify([...holder[CAME].keys()].filter((place) => holder[CAME][place] === 1)));
