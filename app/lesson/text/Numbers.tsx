/** Numbers with addresses: each opens a note that says where it comes from. */
import { numberNamed, stated } from "../../../lessons/numbers.ts";
import type { Stated } from "../../../lessons/numbers.ts";
import { piecesOf } from "../../../lessons/prose.ts";
import type { Prose as ProseText } from "../../../lessons/types.ts";
import { KIND_WORDS, proseText, statedText } from "../../words/prose-text.ts";
import { useLesson } from "../context.ts";
import { inText } from "../lazy-part.tsx";
import { NoteButton, Paragraph } from "./Noted.tsx";
import { together } from "./together.tsx";

const NumberNote = inText("The note", () => import("./NumberNote.tsx").then((m) => m.NumberNote), "cited");

/** A number of the prose, which opens its source. */
export function StatedNumber({ number }: { readonly number: Stated }) {
  const said = `${statedText(number)}, ${KIND_WORDS[number.kind]}. Where from`;
  return (
    <NoteButton said={said} kind={`k-${number.kind}`} note={<NumberNote number={number} />}>
      {statedText(number)}
    </NoteButton>
  );
}

/** A number of the lesson, by its name. */
export function NamedNumber({ id }: { readonly id: string }) {
  const { lesson } = useLesson();
  return <StatedNumber number={stated(lesson.paper, numberNamed(lesson.numbers, id), lesson.numbers)} />;
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
  return (text) => proseText(lesson, text);
}
