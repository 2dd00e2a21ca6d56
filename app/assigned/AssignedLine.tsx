/** Above a lesson that belongs to an assignment: whose it is, where one is in it, and the way to its other lessons. */
import type { Assigned } from "./way.ts";
import "./assigned-line.css";

export function AssignedLine({ assigned }: { readonly assigned: Assigned }) {
  const { assignment, place, cover, before, after } = assigned;
  const { name, lessons, due } = assignment;
  const title = name === "" ? "An assignment" : <span translate="no">{name}</span>;
  return (
    <nav className="row assigned-line" aria-label="Assignment">
      {cover === null ? title : <a href={cover}>{title}</a>}
      <span>
        lesson {place} of {lessons.length}
        {due !== "" && `, due ${due}`}
      </span>
      {before !== null && (
        <a href={before.href} aria-label={`The lesson before: ${before.title}`}>
          Before
        </a>
      )}
      {after !== null && (
        <a href={after.href} aria-label={`The lesson after: ${after.title}`}>
          After
        </a>
      )}
    </nav>
  );
}
