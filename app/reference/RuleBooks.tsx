import { defaultsOf } from "../../engine/experiments/settings.ts";
import { descriptions } from "../../engine/experiments/descriptions.ts";
import { WITH_RULES } from "../../engine/experiments/explorable-ids.ts";
import { RuleMatrix } from "../lab/RuleMatrix.tsx";

/** One of the experiments with the same rules stands for them. */
const PARTS = WITH_RULES.flatMap(([id]) => descriptions.filter((one) => one.id === id)).map((experiment) => ({
  experiment,
  parameters: defaultsOf(experiment),
}));

/** The rules of all protocols, and the promises that need them. */
export function RuleBooks() {
  return (
    <>
      <p className="conditions">
        The lab can leave out rules of these protocols. Each run has two calls, one caller and one server. So a rule may
        have work that this table does not show. On the bench the same table is filled in for your parameters.
      </p>
      <RuleMatrix parts={PARTS} />
    </>
  );
}
