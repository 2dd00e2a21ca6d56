import { STATE_MACHINES } from "../../engine/protocols/state-machines.ts";
import { RulesOf } from "./Rules.tsx";
import { StateDiagram } from "./StateDiagram.tsx";

/** The protocols as state machines, with the rules beside their code. */
export function Protocols() {
  return (
    <>
      <p className="conditions">
        Each diagram comes from a table. A test drives the step functions at random, and finds every arrow of the table
        and no other. “time” is a timer that has run out. The rules stand in the head of each file.
      </p>
      {Object.entries(STATE_MACHINES).map(([protocol, machines]) => (
        <section key={protocol}>
          {machines.map((machine) => (
            <div key={machine.title} className="group">
              <h2>{machine.protocol}</h2>
              <h3>{machine.title}</h3>
              <StateDiagram machine={machine} />
              <RulesOf file={machine.file} />
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
