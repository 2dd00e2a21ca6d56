import scriptRules from "../../engine/faults/parse-script.ts?rules";
import { PACKET_KINDS } from "../../engine/faults/index.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { faultForms, refusals } from "./fault-lines.ts";
import { Rules } from "./Rules.tsx";

const FAULT_COLUMNS = [
  { head: "Line", cells: "left" },
  { head: "What happens", cells: "left words" },
] as const;

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => (
    <code key={line} className="line">
      {line}
    </code>
  ));
}

/** The lines of a fault script, from what the lab itself reads. */
export function Faults() {
  return (
    <div className="group">
      <p className="conditions">
        One fault a line, in any order. Kinds of packets: {PACKET_KINDS.join(", ")}; each experiment has some of them.
        Times have a unit: ns, us, ms, s, min or h.
      </p>
      <PlainTable
        label="Faults"
        columns={FAULT_COLUMNS}
        rows={faultForms().map(({ lines, what }) => ({
          key: what,
          cells: [<Lines key="lines" lines={lines} />, what],
        }))}
      />
      <h3>What cannot stand together</h3>
      <Rules rules={scriptRules} />
      <h3>What is said to a line that cannot be meant</h3>
      <ul className="said">
        {refusals().map(({ lines, said }) => (
          <li key={said}>
            <Lines lines={lines} />
            <p>{said}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
