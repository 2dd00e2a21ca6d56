import { WITH_RULES } from "../../../engine/experiments/explorable-ids.ts";
import { RuleMatrix } from "../../lab/RuleMatrix.tsx";
import { RunTables } from "../../lab/RunTables.tsx";
import { useBench } from "../../lab/context.ts";
import { experimentOf } from "../../setup/setup.ts";

/** The tables of the experiment whose cells runs find out, or a search. */
export function Tables() {
  const setup = useBench((bench) => bench.setup);
  const experiment = experimentOf(setup);
  const { parameters } = setup;
  return (
    <>
      {experiment.tables !== undefined && <RunTables experiment={experiment} />}
      {WITH_RULES.flat().includes(experiment.id) && <RuleMatrix parts={[{ experiment, parameters }]} />}
    </>
  );
}
