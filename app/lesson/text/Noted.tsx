/** Text with notes: a number, a term or an erratum opens a note below its paragraph. */
import { createContext, useContext, useId, useState } from "react";
import type { ReactNode } from "react";
import { together } from "./together.tsx";

interface OpenNote {
  readonly id: string;
  readonly note: ReactNode;
}

interface Notes {
  readonly open: OpenNote | null;
  readonly setOpen: (open: OpenNote | null) => void;
}

const Notes = createContext<Notes | null>(null);

/** A text with numbers in it, with room below for the note of one of them. */
export function Noted({ children }: { readonly children?: ReactNode }) {
  const [open, setOpen] = useState<OpenNote | null>(null);
  return (
    <Notes value={{ open, setOpen }}>
      {children}
      {open !== null && (
        <div className="address" id={`${open.id}-note`} role="note">
          {open.note}
        </div>
      )}
    </Notes>
  );
}

/** A paragraph with room for the note of one of its numbers. */
export function Paragraph({ children, className }: { readonly children?: ReactNode; readonly className?: string }) {
  return (
    <Noted>
      <p className={className}>{together(children)}</p>
    </Noted>
  );
}

interface ButtonProps {
  readonly said: string;
  readonly kind?: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

/** A button in the running text that opens a note. */
export function NoteButton({ said, kind = "", note, children }: ButtonProps) {
  const id = useId();
  const notes = useContext(Notes);
  if (notes === null) throw new Error("lesson: a number stands outside of a <Paragraph>");
  const isOpen = notes.open?.id === id;
  return (
    <button
      type="button"
      className={`addr ${kind}`}
      aria-expanded={isOpen}
      aria-label={said}
      {...(isOpen ? { "aria-controls": `${id}-note` } : {})}
      onClick={() => notes.setOpen(isOpen ? null : { id, note })}
    >
      {children}
    </button>
  );
}

export function TermNote({ means, children }: { readonly means: string; readonly children: ReactNode }) {
  const said = typeof children === "string" ? `${children}. What it means` : "What it means";
  return (
    <NoteButton said={said} kind="term" note={<>{means}.</>}>
      {children}
    </NoteButton>
  );
}
