interface CommitProps {
  readonly ready: boolean;
  /** Left out where the row stands in a form, which is submitted. */
  readonly onCommit?: () => void;
  readonly onNone: () => void;
  /** Whether it was answered before. */
  readonly again: boolean;
}

/** Commit, or "No idea": a fair commitment too. */
export function CommitRow({ ready, onCommit, onNone, again }: CommitProps) {
  return (
    <div className="row">
      <button
        type={onCommit === undefined ? "submit" : "button"}
        className="btn primary small"
        disabled={!ready}
        onClick={onCommit}
      >
        {again ? "Answer again" : "Commit"}
      </button>
      <button type="button" className="btn small" onClick={onNone}>
        {again ? "Show the answer" : "No idea"}
      </button>
    </div>
  );
}
