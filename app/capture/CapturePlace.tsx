/** A capture of the reader’s own: what is in it, five questions, its calls, and each call drawn as every run is. */
import { useEffect } from "react";
import { takeHanded } from "../setup/handed-file.ts";
import { placeAt } from "../setup/link-table.ts";
import { replacePlace } from "../setup/location.ts";
import { grouped } from "../words/numbers.ts";
import { EXAMPLES } from "./examples.ts";
import { OpenFile } from "./OpenFile.tsx";
import { OpenedCapture } from "./OpenedCapture.tsx";
import { problemsOf } from "./problems.ts";
import { cancel, close, openExample, openFiles, useCapture, useDropsAnywhere } from "./use-capture.ts";
import "./capture.css";

export function CapturePlace({ query }: { readonly query: string }) {
  const state = useCapture();
  useDropsAnywhere();
  const wanted = new URLSearchParams(query).get("example");
  const tag = state.tag;
  useEffect(() => {
    const file = takeHanded("capture");
    const example = EXAMPLES.find(({ id }) => id === wanted);
    if (file !== null) void openFiles([file]);
    else if (example !== undefined && tag === "none") void openExample(example);
    // Only an address opens an example; what the reader opens afterwards stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  const calls = state.tag === "open" ? state.opened.rows.length : null;
  return (
    <main className="capture" id="capture" tabIndex={-1}>
      {problemsOf(query, calls).map((problem) => (
        <p key={problem} className="error" role="status">
          {problem}
        </p>
      ))}
      {state.tag === "open" ? (
        <OpenedCapture
          key={state.nth}
          {...{ opened: state.opened, refused: state.refused, example: state.origin.example }}
          query={query}
          onClose={() => {
            close();
            replacePlace(placeAt("capture"));
          }}
        />
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
              {state.origin.name} is read: {grouped(Math.floor(100 * state.share), 0)} %.{" "}
              <progress value={state.share} aria-label={`Share of ${state.origin.name} that is read`} />{" "}
              <button type="button" className="btn" onClick={cancel}>
                Cancel
              </button>
            </p>
          ) : (
            <OpenFile
              refused={state.refused}
              onFiles={(files) => void openFiles(files)}
              onExample={(example) => void openExample(example)}
            />
          )}
        </>
      )}
    </main>
  );
}
