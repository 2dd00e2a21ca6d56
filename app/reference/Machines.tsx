import { useEffect } from "react";
import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { AndrewCampus } from "./AndrewCampus.tsx";
import { Costs } from "./Costs.tsx";
import { RulesOf } from "./Rules.tsx";

/** The machines and networks that have these tables, each once, in the tables' order. */
const OWNERS = [...new Set(COST_TABLES.map(({ of }) => of))];

/** The machines and networks as tables of costs with sources, with the rules of their parts. */
export function Machines({ entry }: { readonly entry: string | null }) {
  useEffect(() => {
    if (entry !== null) document.getElementById(`machine-${entry}`)?.scrollIntoView({ block: "start" });
  }, [entry]);
  return (
    <>
      {OWNERS.map((owner) => (
        <CostsOf key={owner} owner={owner} />
      ))}
      <AndrewCampus />
    </>
  );
}

function CostsOf({ owner }: { readonly owner: string }) {
  const tables = COST_TABLES.filter(({ of }) => of === owner);
  return (
    <>
      <h2 id={`machine-${owner}`}>{owner}</h2>
      {tables.map(({ title, note, costs }) => (
        <Costs key={title} title={title} note={note} costs={costs} />
      ))}
      {[...new Set(tables.flatMap(({ rules }) => rules ?? []))].map((rules) => (
        <RulesOf key={rules} file={rules} />
      ))}
    </>
  );
}
