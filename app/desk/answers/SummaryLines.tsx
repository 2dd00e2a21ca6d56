/** Three lines for what needs a person, counted from the table. */
import { MISCONCEPTIONS } from "../../../lessons/misconceptions.ts";
import { summaryOf } from "../class/rows.ts";
import type { ClassTable, ClassSummary } from "../class/rows.ts";

const MOST_NAMED = 4;

const more = (count: number): string => (count > MOST_NAMED ? ` and ${count - MOST_NAMED} more` : "");

function Stuck({ stuck, waiting }: ClassSummary) {
  if (stuck.length === 0) return "nobody";
  return (
    <>
      {stuck.slice(0, MOST_NAMED).map(({ student, where, submits }, i) => (
        <span key={student}>
          {i > 0 && "; "}
          <b>{student}</b> at {where} ({submits} submits)
        </span>
      ))}
      {more(stuck.length)}
      {waiting.length > 0 &&
        `; at the same places: ${waiting
          .slice(0, MOST_NAMED)
          .map(({ student }) => student)
          .join(", ")}${more(waiting.length)}`}
    </>
  );
}

function Belief({ beliefs: [first], of }: ClassSummary & { readonly of: number }) {
  if (first === undefined) return "none";
  return (
    <>
      <b>
        {first.students.length} of {of}
      </b>
      : {MISCONCEPTIONS[first.belief]}
    </>
  );
}

function Alike({ alike }: ClassSummary) {
  if (alike.length === 0) return null;
  return (
    <>
      <br />
      Answered in the same seconds as another: <b>{alike.slice(0, MOST_NAMED).join(", ")}</b>
      {more(alike.length)}
    </>
  );
}

function Untimely({ untimely }: ClassSummary) {
  if (untimely.length === 0) return null;
  return (
    <>
      <br />
      Times that cannot be: <b>{untimely.slice(0, MOST_NAMED).join(", ")}</b>
      {more(untimely.length)}
    </>
  );
}

function Wrong({ wrong }: ClassSummary) {
  if (wrong.length === 0) return "none";
  return (
    <>
      {wrong.slice(0, MOST_NAMED).map(({ student, where }, i) => (
        <span key={`${student} ${where}`}>
          {i > 0 && ", "}
          <b>{student}</b> {where}
        </span>
      ))}
      {more(wrong.length)}: read {wrong.length === 1 ? "this one" : "these"}
    </>
  );
}

export function SummaryLines({ table }: { readonly table: ClassTable }) {
  const summary = summaryOf(table);
  return (
    <dl className="ans-summary">
      <div>
        <dt>Stuck now</dt>
        <dd>
          <Stuck {...summary} />
        </dd>
      </div>
      <div>
        <dt>Belief that persists most</dt>
        <dd>
          <Belief {...summary} of={table.rows.length} />
        </dd>
      </div>
      <div>
        <dt>Does not match its run</dt>
        <dd>
          <Wrong {...summary} />
          <Alike {...summary} />
          <Untimely {...summary} />
        </dd>
      </div>
    </dl>
  );
}
