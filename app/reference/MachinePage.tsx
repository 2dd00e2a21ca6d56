import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { fetched } from "../controls/fetched.tsx";
import { Costs } from "./Costs.tsx";
import { CAMPUS, type Paged } from "./pages.ts";
import { RulesOf } from "./Rules.tsx";

const AndrewCampus = fetched("The campus", () => import("./AndrewCampus.tsx").then((m) => m.AndrewCampus));

/** A machine or network as tables of costs with sources, with the rules of its parts. */
export function MachinePage({ page: { entry: owner } }: Paged) {
  if (owner === CAMPUS) return <AndrewCampus />;
  const tables = COST_TABLES.filter(({ of }) => of === owner);
  const rules = [...new Set(tables.flatMap(({ rules: own = [] }) => own))];
  return (
    <>
      {tables.map(({ title, note, costs }) => (
        <Costs key={title} title={title} note={note} costs={costs} />
      ))}
      {rules.length > 0 && (
        <details>
          <summary>The rules of its parts ({rules.length})</summary>
          {rules.map((file) => (
            <RulesOf key={file} file={file} />
          ))}
        </details>
      )}
    </>
  );
}
