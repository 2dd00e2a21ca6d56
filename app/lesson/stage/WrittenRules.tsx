/** The cells of a level of *Write the rule* for the run on the stage. The run follows each change. */
import { rulesOf, valueOfRules } from "../../../engine/experiments/written/params.ts";
import { levelOf } from "../../../engine/explore/written/levels.ts";
import type { CellName } from "../../../engine/protocols/written/rules.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { change } from "../../lab/store.ts";
import { hrefOf } from "../../setup/link-table.ts";
import { RuleTable } from "../../write/RuleTable.tsx";
import "../../write/write.css";

export function WrittenRules({ level: number }: { readonly level: number }) {
  const store = useBenchStore();
  const level = levelOf(number);
  const value = useBench(({ setup }) => setup.parameters["rules"]);
  if (value === undefined) return null; // the run of the step before is still there
  const onSet = (cell: CellName, to: string): void =>
    change(store, "rules", (setup) => {
      const rules = valueOfRules({ ...rulesOf(String(value)), [cell]: to });
      return { ...setup, parameters: { ...setup.parameters, rules } };
    });
  return (
    <section className="written-rules" aria-label="The rules">
      <RuleTable level={level} rules={rulesOf(String(value))} onSet={onSet} />
      <p className="note">
        <a href={hrefOf("write", [String(number)])}>The place for rules</a> has four more levels, and takes a program.
      </p>
    </section>
  );
}
