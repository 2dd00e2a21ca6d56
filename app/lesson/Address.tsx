/** Numbers with addresses: a number in the prose opens a note below its paragraph that says where it comes from. */
import { createContext, useContext, useId, useState } from "react";
import { fetched } from "../controls/fetched.tsx";
import type { ReactNode } from "react";
import { numberNamed, stated } from "../../lessons/numbers.ts";
import type { Stated } from "../../lessons/numbers.ts";
import { piecesOf } from "../../lessons/prose.ts";
import type { Prose as ProseText } from "../../lessons/types.ts";
import { useLesson } from "./context.ts";
import { later } from "./lazy-part.tsx";
import { KIND_WORDS, shownNumber } from "./stated-text.ts";
import { together } from "./together.tsx";

const NumberNote = later(fetched("The number’s source", () => import("./NumberNote.tsx").then((m) => m.NumberNote)));

interface OpenNote {
  readonly id: string;
  readonly note: ReactNode;
}

interface Notes {
  readonly open: OpenNote | null;
  readonly setOpen: (open: OpenNote | null) => void;
}

const Notes = createContext<Notes | null>(null);

/** Whatever has numbers in it, with room below for the note of one of them. */
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

/** What is pressed in the running text to open a note. */
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

/** A number of the prose, which opens its source. */
export function StatedNumber({ number }: { readonly number: Stated }) {
  const said = `${number.text} ${number.unit}, ${KIND_WORDS[number.kind]}. Where from`;
  return (
    <NoteButton said={said} kind={`k-${number.kind}`} note={<NumberNote number={number} />}>
      {shownNumber(number)}
    </NoteButton>
  );
}

/** A number of the lesson, by its name. */
export function NamedNumber({ id }: { readonly id: string }) {
  const { lesson } = useLesson();
  return <StatedNumber number={stated(lesson.paper, numberNamed(lesson.numbers, id), lesson.numbers)} />;
}

export function TermNote({ means, children }: { readonly means: string; readonly children: ReactNode }) {
  const said = typeof children === "string" ? `${children}. What it means` : "What it means";
  return (
    <NoteButton said={said} kind="term" note={<>{means}.</>}>
      {children}
    </NoteButton>
  );
}

/** A sentence of the lesson's data; its numbers open their sources like those of the prose. */
export function Prose({ text, className }: { readonly text: ProseText; readonly className?: string }) {
  return (
    <Paragraph {...(className === undefined ? {} : { className })}>
      <Pieces text={text} />
    </Paragraph>
  );
}

function Pieces({ text }: { readonly text: ProseText }) {
  return together(
    piecesOf(text).map((piece, i) => ("text" in piece ? piece.text : <NamedNumber key={i} id={piece.number} />)),
  );
}

/** The same without buttons, for labels and options: a button cannot stand in a label. */
export function usePlainText(): (text: ProseText) => string {
  const { lesson } = useLesson();
  return (text) =>
    piecesOf(text)
      .map((piece) => {
        if ("text" in piece) return piece.text;
        const number = lesson.numbers[piece.number];
        return number === undefined ? "" : shownNumber(stated(lesson.paper, number, lesson.numbers));
      })
      .join("");
}
