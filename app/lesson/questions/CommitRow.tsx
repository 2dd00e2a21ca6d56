import { useId } from "react";

interface CommitProps {
  /** What to do before there is an answer to commit; null where there is one. */
  readonly todo: string | null;
  /** Left out where the row stands in a form, which is submitted. */
  readonly onCommit?: () => void;
  readonly onNone: () => void;
  /** Whether it was answered before. */
  readonly again: boolean;
}

/** Commit, or "No idea": a fair commitment too. */
export function CommitRow({ todo, onCommit, onNone, again }: CommitProps) {
  const hint = useId();
  return (
    <div className="row asked-row">
      <button
        type={onCommit === undefined ? "submit" : "button"}
        className="btn primary small"
        aria-disabled={todo !== null}
        {...(todo === null ? {} : { "aria-describedby": hint })}
        onClick={onCommit}
      >
        {again ? "Answer again" : "Commit"}
      </button>
      <button type="button" className="btn small" onClick={onNone}>
        {again ? "Show the answer" : "No idea"}
      </button>
      {todo !== null && (
        <span className="note" id={hint}>
          {todo}
        </span>
      )}
    </div>
  );
}
