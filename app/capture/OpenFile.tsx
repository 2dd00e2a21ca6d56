/** Before a capture is open: a place to drop one, a button to choose one, and examples. */
import { useRef, useState } from "react";
import { EXAMPLES } from "./examples.ts";
import type { Example } from "./examples.ts";
import { useSources } from "./use-capture.ts";

interface Props {
  /** Why the last file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onExample: (example: Example) => void;
}

/** Chromium asks for a drop only where dragover is answered. */
export function OpenFile({ refused, onFiles, onExample }: Props) {
  const sources = useSources();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <section className="capture-open" aria-label="Open a capture">
      <div
        className={isOver ? "capture-drop over" : "capture-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const files = [...event.dataTransfer.files];
          if (files.length > 0) onFiles(files);
        }}
      >
        <p className="capture-first">Drop a capture here, or choose a file.</p>
        <p className="note">
          pcap or pcapng, also packed by gzip, up to 500 MB; with it interface files (.x) that name the values of its
          calls. The files stay on this page: nothing is sent, and it works without a network.
        </p>
        {sources.length > 0 && (
          <p role="status">{sources.map(({ name }) => name).join(", ")}: ready for the next capture.</p>
        )}
        <p>
          <button type="button" className="btn primary" onClick={() => input.current?.click()}>
            Choose a file
          </button>
          <input
            ref={input}
            type="file"
            multiple
            className="capture-input"
            tabIndex={-1}
            aria-label="Capture file"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = ""; // the same file may be chosen again
              if (files.length > 0) onFiles(files);
            }}
          />
        </p>
        <p className="error" role="alert">
          {refused}
        </p>
      </div>
      <div className="capture-examples">
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
        <p className="note">The lab made them: a run each, written as a capture and read again like a file of yours.</p>
      </div>
    </section>
  );
}
