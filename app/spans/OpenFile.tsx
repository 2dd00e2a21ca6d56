/** Before a trace is open: a place to drop one, a button to choose one, and examples. */
import { useRef, useState } from "react";
import { EXAMPLES } from "./examples.ts";
import type { TraceExample } from "./examples.ts";

interface Props {
  /** Why the last file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly onFile: (file: File) => void;
  readonly onExample: (example: TraceExample) => void;
}

/** Chromium asks for a drop only where dragover is answered. */
export function OpenFile({ refused, onFile, onExample }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <section className="spans-open" aria-label="Open a trace">
      <div
        className={isOver ? "spans-drop over" : "spans-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer.files[0];
          if (file !== undefined) onFile(file);
        }}
      >
        <p className="spans-first">Drop a trace here, or choose a file.</p>
        <p className="note">
          OTLP JSON (also line by line), Jaeger JSON, Zipkin v2 or Chrome’s trace format, also packed by gzip, up to 256
          MB. The file stays on this page: nothing is sent, and it works without a network.
        </p>
        <p>
          <button type="button" className="btn primary" onClick={() => input.current?.click()}>
            Choose a file
          </button>
          <input
            ref={input}
            type="file"
            className="spans-input"
            tabIndex={-1}
            aria-label="Trace file"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              currentTarget.value = ""; // the same file may be chosen again
              if (file !== undefined) onFile(file);
            }}
          />
        </p>
        <p className="error" role="alert">
          {refused}
        </p>
      </div>
      <div className="spans-examples">
        <h2>Or open an example</h2>
        <ul>
          {EXAMPLES.map((example) => (
            <li key={example.id}>
              <button type="button" onClick={() => onExample(example)}>
                <b>{example.title}</b>
                <span>{example.what}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className="note">The lab made them: a run each, written as OTLP JSON and read again like a file of yours.</p>
      </div>
    </section>
  );
}
