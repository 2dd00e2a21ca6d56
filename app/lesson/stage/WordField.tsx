/** The word that each String of the call is: written, or pulled longer and shorter. */
import { useId, useState } from "react";
import { calledIn, OWN_WORD } from "../../../engine/experiments/multirpc/specification/texts.ts";
import { bare } from "../../../engine/stubs/rp2gen/types.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { change } from "../../lab/store.ts";
import { counted } from "../../words/numbers.ts";
import type { Step } from "../../../lessons/types.ts";
import { useLesson } from "../context.ts";

/** The slider goes as far as the bytes can be seen at once. */
const MOST_LETTERS = 24;

/** The word cut, or gone on with letters of the alphabet behind its last. */
function lengthened(word: string, letters: number): string {
  const given = [...word];
  while (given.length < letters) {
    const last = given.at(-1) ?? "`"; // the character before “a”
    given.push(/^[a-y`]$/.test(last) ? String.fromCharCode(last.charCodeAt(0) + 1) : "a");
  }
  return given.slice(0, letters).join("");
}

/** Whether a checkpoint of the step is about one word: then it is said, and not asked for. */
const isGiven = ({ checkpoint }: Step): boolean =>
  checkpoint?.parts.some(({ set = {} }) => set["word"] !== undefined) ?? false;

export function WordField({ text }: { readonly text: string }) {
  const { step } = useLesson();
  const store = useBenchStore();
  const id = useId();
  const word = useBench(({ setup }) => String(setup.parameters["word"] ?? ""));
  const [draft, setDraft] = useState(word);
  const [seen, setSeen] = useState(word);
  if (word !== seen) {
    setSeen(word);
    if (word !== draft.trim()) setDraft(word);
  }
  const { procedure } = calledIn(text);
  if (!procedure.parameters.some(({ type }) => bare(type).tag === "string")) return null;
  const letters = [...word].length;
  if (isGiven(step)) {
    return (
      <p className="word-given">
        Each String is <b>{word}</b>, {counted(letters, "letter")}.
      </p>
    );
  }
  const read = OWN_WORD.read(draft.trim());
  const put = (next: string): void => {
    setDraft(next);
    const wanted = OWN_WORD.read(next.trim());
    if ("problem" in wanted) return;
    change(store, "word", (setup) => ({ ...setup, parameters: { ...setup.parameters, word: wanted.text } }));
  };
  return (
    <div className="word-field">
      <label htmlFor={`${id}-word`}>Each String is</label>
      <input
        id={`${id}-word`}
        className="field line"
        value={draft}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={"problem" in read}
        aria-describedby={`${id}-said`}
        onChange={(event) => put(event.target.value)}
      />
      <label htmlFor={`${id}-letters`}>Letters</label>
      <input
        id={`${id}-letters`}
        type="range"
        min={1}
        max={MOST_LETTERS}
        value={Math.min(MOST_LETTERS, letters)}
        aria-valuetext={counted(letters, "letter")}
        onChange={(event) => put(lengthened(word, Number(event.target.value)))}
      />
      <p id={`${id}-said`} className={"problem" in read ? "error" : "note"} aria-live="polite">
        {"problem" in read ? `${read.problem} The run keeps the word before.` : counted(letters, "letter")}
      </p>
    </div>
  );
}
