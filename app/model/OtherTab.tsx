import type { Conflict } from "./use-kept-text.ts";

interface Props {
  readonly conflict: Conflict;
  readonly of: string; // "model"
  readonly first: string; // the text that was there first: "the paper’s text"
}

/** Another tab of this browser keeps another text: the reader chooses, and nothing is lost. */
export function OtherTab({ conflict: { other, aside, onMine, onOther }, of, first }: Props) {
  return (
    <p className="model-said" role="alert">
      Another tab of this browser {other === null ? `went back to ${first}` : "keeps another text"} of this {of}.
      {aside !== null && ` Until you choose, the browser keeps yours as ${aside}.`}{" "}
      <button type="button" className="link" onClick={onMine}>
        Keep this text
      </button>{" "}
      <button type="button" className="link" onClick={onOther}>
        {other === null ? `Take ${first}` : "Take the other tab’s text"}
      </button>
    </p>
  );
}
