import type { ReactNode } from "react";

interface Props {
  readonly name: string;
  readonly notes: readonly string[];
  readonly onClose: () => void;
  /** What is in the file. */
  readonly children: ReactNode;
}

/** The head of a file of the reader’s that is open. */
export const OwnFileHead = ({ name, notes, onClose, children }: Props) => (
  <header className="row own-head">
    <h1>{name}</h1>
    <p className="note">{children}</p>
    <button type="button" className="btn" onClick={onClose}>
      Open another
    </button>
    {notes.map((note) => (
      <p key={note} className="own-note" role="status">
        {note}
      </p>
    ))}
  </header>
);
