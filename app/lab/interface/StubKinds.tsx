/** Size and time of the two kinds of stub for the subsystem that a reader writes: descriptors, or generated code. */
import type { Subsystem } from "../../../engine/stubs/rp2gen/types.ts";
import { countsOf, packTimes, sizesFor, stubSizes } from "../../../engine/systems/rpc2/stub-kinds.ts";
import type { StubSizes } from "../../../engine/systems/rpc2/stub-kinds.ts";
import { PlainTable } from "../../controls/PlainTable.tsx";
import { hrefOf } from "../../setup/link-table.ts";
import { counted, grouped } from "../../words/numbers.ts";
import "./interface.css";

const SIZE_COLUMNS = [
  { head: "A subsystem of", cells: "left" },
  { head: "Descriptors, bytes", cells: "", label: "Descriptors, bytes:" },
  { head: "Generated stubs, bytes", cells: "", label: "Generated stubs, bytes:" },
] as const;

const TIME_COLUMNS = [
  { head: "To pack a call of", cells: "left" },
  { head: "By descriptors, µs", cells: "", label: "By descriptors, µs:" },
  { head: "By a generated stub, µs", cells: "", label: "By a generated stub, µs:" },
] as const;

const crossingText = ({ smallerFrom, interpreter }: StubSizes): string =>
  smallerFrom === null
    ? "The descriptors of one procedure take more memory than its generated stub. So they never take less."
    : `One routine reads all descriptors. It takes ${counted(interpreter, "byte")}, which are counted with them. ` +
      `From ${counted(smallerFrom, "procedure")} on, descriptors take less memory.`;

/** A row for each time: procedures that take the same time share one. */
function timesOf({ procedures }: Subsystem) {
  const byTimes = new Map<string, { readonly cells: readonly [string, string]; readonly names: string[] }>();
  for (const one of procedures) {
    const { interpretedUs, generatedUs } = packTimes(one);
    const cells = [grouped(interpretedUs, 1), grouped(generatedUs, 1)] as const;
    const key = cells.join(" ");
    const known = byTimes.get(key);
    if (known === undefined) byTimes.set(key, { cells, names: [one.name] });
    else known.names.push(one.name);
  }
  return [...byTimes].map(([key, { cells, names }]) => {
    const [first = "", ...others] = names;
    return { key, cells: [others.length === 0 ? first : `${first} and ${others.length} more`, ...cells] };
  });
}

export function StubKinds({ subsystem }: { readonly subsystem: Subsystem }) {
  const sizes = stubSizes(subsystem);
  if (sizes.procedures === 0)
    return <p className="note">Write a procedure, and both kinds of stub are compared here.</p>;
  const sizeRows = countsOf(sizes).map((count) => {
    const { interpreted, generated } = sizesFor(sizes, count);
    return { key: String(count), cells: [counted(count, "procedure"), grouped(interpreted, 0), grouped(generated, 0)] };
  });
  const timeRows = timesOf(subsystem);
  return (
    <div className="stub-kinds">
      <p aria-live="polite">{crossingText(sizes)}</p>
      <div className="row stub-tables">
        <PlainTable label="Size of both kinds of stub" columns={SIZE_COLUMNS} rows={sizeRows} />
        <PlainTable label="Time of both kinds of stub" columns={TIME_COLUMNS} rows={timeRows} />
      </div>
      <p className="note">
        This estimate is ours. The paper says that descriptors are a little slower and take less code. It measured
        neither.{" "}
        <a href={hrefOf("reference", ["machines"], { entry: "IBM RT-PC" })}>
          Each constant has its reason in the table of the RT-PC.
        </a>
      </p>
    </div>
  );
}
