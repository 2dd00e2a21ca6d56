/** A capture of the reader’s own: what is in it, five questions, its calls, and each call drawn as every run is. */
import { useEffect } from "react";
import { grouped } from "../words/numbers.ts";
import { EXAMPLES } from "./examples.ts";
import { OpenFile } from "./OpenFile.tsx";
import { OpenedCapture } from "./OpenedCapture.tsx";
import { close, openExample, openFile, useCapture, useDropsAnywhere } from "./use-capture.ts";
import "./capture.css";

export function CapturePlace({ query }: { readonly query: string }) {
  const state = useCapture();
  useDropsAnywhere();
  const wanted = new URLSearchParams(query).get("example");
  const tag = state.tag;
  useEffect(() => {
    const example = EXAMPLES.find(({ id }) => id === wanted);
    if (example !== undefined && tag === "none") void openExample(example);
    // Only an address opens an example; what the reader opens afterwards stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  return (
    <main className="capture" id="capture" tabIndex={-1}>
      {state.tag === "open" ? (
        <OpenedCapture key={state.opened.summary.name} opened={state.opened} query={query} onClose={close} />
      ) : (
        <>
          <header className="capture-head">
            <h1>Captures</h1>
            <p className="lede">
              Open a recording of your own network. The lab names its calls and answers five questions.
            </p>
          </header>
          {state.tag === "reading" ? (
            <p className="capture-reading" role="status">
              {state.name} is read: {grouped(Math.floor(100 * state.share), 0)} %.{" "}
              <progress value={state.share} aria-label={`Share of ${state.name} that is read`} />{" "}
              <button type="button" className="btn" onClick={close}>
                Cancel
              </button>
            </p>
          ) : (
            <OpenFile
              refused={state.refused}
              onFile={(file) => void openFile(file)}
              onExample={(example) => void openExample(example)}
            />
          )}
        </>
      )}
    </main>
  );
}
