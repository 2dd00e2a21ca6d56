/** Before a file of the reader's is open: a place to drop one, a button to choose one, and examples. */
import { useRef } from "react";
import type { ReactNode } from "react";
import { Drop } from "./Drop.tsx";
import { takeChosen } from "./take-drops.ts";
import { capital } from "../words/sentences.ts";

interface Example {
  readonly id: string;
  readonly title: string;
  readonly what: string;
}

interface Props<One extends Example> {
  readonly what: string; // "capture"
  /** What is read, and that it stays here. */
  readonly note: ReactNode;
  /** Why the last file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly several: boolean; // files at once can be chosen
  readonly examples: readonly One[];
  readonly writtenAs: string; // "OTLP JSON"
  readonly onFiles: (files: readonly File[]) => void; // one at least
  readonly onExample: (example: One) => void;
}

export function OpenOwnFile<One extends Example>({ what, note, refused, several, examples, ...props }: Props<One>) {
  const { writtenAs, onFiles, onExample } = props;
  const input = useRef<HTMLInputElement>(null);
  const take = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(files);
  };
  return (
    <section className="own-open" aria-label={`Open a ${what}`}>
      <Drop className="own-drop" onFiles={take}>
        <p className="own-first">Drop a {what} here, or choose a file.</p>
        {note}
        <p>
          <button type="button" className="btn primary" onClick={() => input.current?.click()}>
            Choose a file
          </button>
          <input
            ref={input}
            type="file"
            multiple={several}
            className="vh"
            tabIndex={-1}
            aria-label={`${capital(what)} file`}
            onChange={({ currentTarget }) => take(takeChosen(currentTarget))}
          />
        </p>
        <p className="error" role="alert">
          {refused}
        </p>
      </Drop>
      <div className="own-examples">
        <h2>Or open an example</h2>
        <ul>
          {examples.map((example) => (
            <li key={example.id}>
              <button type="button" className="pick" onClick={() => onExample(example)}>
                <b>{example.title}</b>
                <span>{example.what}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className="note">
          The lab made them: a run each, written as {writtenAs} and read again like a file of yours.
        </p>
      </div>
    </section>
  );
}
