import { CALLER_MACHINE, SERVER_MACHINE } from "../../engine/protocols/firefly/states.ts";
import callerSource from "../../engine/protocols/firefly/caller.ts?raw";
import serverSource from "../../engine/protocols/firefly/server.ts?raw";
import { Rules } from "./Rules.tsx";
import { StateDiagram } from "./StateDiagram.tsx";

const PARTS = [
  { machine: CALLER_MACHINE, source: callerSource },
  { machine: SERVER_MACHINE, source: serverSource },
] as const;

/** The protocols as state machines, with the rules beside their code. */
export function Protocols() {
  return (
    <>
      <h2>Firefly RPC</h2>
      <p className="conditions">
        Drawn from a table that a test holds to the code: it drives the two step functions at random and finds every
        arrow here, and none besides. “time” is a timer that has run out. The rules are those in the head of each file.
      </p>
      {PARTS.map(({ machine, source }) => (
        <div key={machine.title} className="group">
          <h3>{machine.title}</h3>
          <StateDiagram machine={machine} />
          <h4>
            Rules, <code>{machine.file}</code>
          </h4>
          <Rules source={source} />
        </div>
      ))}
    </>
  );
}
