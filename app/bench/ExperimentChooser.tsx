import { useId, useRef } from "react";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { CATALOGUE, FAMILY_TITLES } from "../../engine/experiments/catalogue.ts";
import { familyOf } from "../../engine/experiments/family.ts";
import { loadDescription } from "../../engine/experiments/load.ts";
import { readValue } from "../../engine/experiments/parameters.ts";
import type { Description, Listed } from "../../engine/experiments/types.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { useLocks } from "../setup/presentation.ts";
import { leftOut, readScript } from "../setup/faults.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { change, notify } from "../lab/store.ts";
import { messageOf } from "../words/message-of.ts";

/**
 * The setup for another experiment: what the reader changed keeps its value where the other has it and allows it, and
 * so do faults. What nobody changed begins as the other experiment says.
 */
export function withExperiment(setup: Setup, experiment: Description): Setup {
  const before = experimentOf(setup).params;
  const kept = Object.entries(experiment.params).flatMap(([key, param]) => {
    const had = setup.parameters[key];
    const value = had === undefined || had === before[key]?.default ? null : readValue(param, String(had));
    return value === null ? [] : [[key, value] as const];
  });
  const parameters = withDefaults(experiment, Object.fromEntries(kept));
  const faults = readScript(setup.faults, experiment.packetKinds).lines;
  return { ...setup, experiment: experiment.id, parameters, faults };
}

/** "Null()" of "Firefly RPC: Null()": what tells the experiments of one family apart. */
const shortTitle = (title: string): string => title.slice(title.indexOf(":") + 1).trim();

const membersOf = (family: string): readonly Listed[] => CATALOGUE.filter(({ id }) => familyOf(id) === family);

/** First the system, then what is done with it. */
export function ExperimentChooser() {
  const store = useBenchStore();
  const chosen = useBench((state) => experimentOf(state.setup));
  const id = useId();
  const locked = useLocks()("experiment");
  const family = familyOf(chosen.id);
  const members = membersOf(family);
  const asked = useRef("");
  const choose = async (next: string): Promise<void> => {
    asked.current = next;
    try {
      const experiment = await loadDescription(next);
      if (asked.current !== next) return;
      const { problems } = readScript(store.getState().setup.faults, experiment.packetKinds);
      store.setState({ inspects: false });
      change(store, "experiment", (setup) => withExperiment(setup, experiment));
      for (const problem of problems) notify(store, { kind: "problem", text: leftOut(problem) });
    } catch (error) {
      const why = messageOf(error);
      notify(store, { kind: "problem", text: `${next} could not be fetched: ${why}` });
    }
  };
  return (
    <fieldset className="chooser" disabled={locked}>
      <legend>Experiment</legend>
      <label htmlFor={id} className="vh">
        System
      </label>
      <select
        id={id}
        value={family}
        onChange={(event) => {
          const [first] = membersOf(event.target.value);
          if (first !== undefined) void choose(first.id);
        }}
      >
        {Object.entries(FAMILY_TITLES).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      {members.length > 1 && (
        <>
          <label htmlFor={`${id}-one`} className="vh">
            What is done with it
          </label>
          <select id={`${id}-one`} value={chosen.id} onChange={(event) => void choose(event.target.value)}>
            {members.map((one) => (
              <option key={one.id} value={one.id}>
                {shortTitle(one.title)}
              </option>
            ))}
          </select>
        </>
      )}
    </fieldset>
  );
}
