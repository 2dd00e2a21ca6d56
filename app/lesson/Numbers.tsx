/** Numbers with addresses: each opens a note that says where it comes from. */
import { atRest } from "../controls/at-rest.ts";
import { fetched } from "../controls/fetched.tsx";
import { numberNamed, stated } from "../../lessons/numbers.ts";
import type { Stated } from "../../lessons/numbers.ts";
import { piecesOf } from "../../lessons/prose.ts";
import type { Prose as ProseText } from "../../lessons/types.ts";
import { useLesson } from "./context.ts";
import { later } from "./lazy-part.tsx";
import { NoteButton, Paragraph } from "./Noted.tsx";
import { KIND_WORDS, shownNumber } from "./stated-text.ts";
import { together } from "./together.tsx";

const note = fetched("The number’s source", () => import("./NumberNote.tsx").then((m) => m.NumberNote));
const NumberNote = later(note);
// A note that cannot be fetched now is fetched when it is opened.
void atRest()
  .then(note.ahead)
  .catch(() => undefined);

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
