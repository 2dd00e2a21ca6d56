import { machineOf, type Paged } from "./pages.ts";
import { RulesOf } from "./Rules.tsx";
import { StateDiagram } from "./StateDiagram.tsx";

/** An end of a protocol as a state machine, with the rules beside its code. */
export function ProtocolPage({ page: { entry } }: Paged) {
  const machine = machineOf(entry);
  return (
    <>
      <p className="conditions">
        The diagram comes from a table. A test drives the step function at random, and finds every arrow of the table
        and no other. “time” is a timer that has run out. The rules stand in the head of the file.
      </p>
      <StateDiagram machine={machine} />
      <RulesOf file={machine.file} />
    </>
  );
}
