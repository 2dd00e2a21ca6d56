/** Traces of the reader’s own services: each as a timeline, where its time went, and what another time would change. */
import { useEffect } from "react";
import { takeHanded } from "../setup/handed-file.ts";
import { placeAt } from "../setup/link-table.ts";
import { replacePlace } from "../setup/location.ts";
import { useDropsAnywhere } from "../controls/Drop.tsx";
import { EXAMPLES, traceFileOf } from "./examples.ts";
import { OpenFile } from "./OpenFile.tsx";
import { OpenedTraces } from "./OpenedTraces.tsx";
import { problemsOf } from "./problems.ts";
import { cancel, close, open, openFiles, useTraces } from "./use-traces.ts";
import "../styles/own-file.css";
import "./spans.css";

const take = (files: readonly File[]): void => void openFiles(files);

export function TracesPlace({ query }: { readonly query: string }) {
  const state = useTraces();
  useDropsAnywhere(take);
  const wanted = new URLSearchParams(query).get("example");
  const tag = state.tag;
  useEffect(() => {
    const files = takeHanded("traces");
    const example = EXAMPLES.find(({ id }) => id === wanted);
    if (files.length > 0) void openFiles(files);
    else if (example !== undefined && tag === "none") void open(example.title, example.id, () => traceFileOf(example));
    // Only an address opens an example; what the reader opens afterwards stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  const traces = state.tag === "open" ? state.opened.rows.length : null;
  return (
    <main className="own-file spans" id="traces" tabIndex={-1}>
      {problemsOf(query, traces).map((problem) => (
        <p key={problem} className="error" role="status">
          {problem}
        </p>
      ))}
      {state.tag === "open" ? (
        <OpenedTraces
          key={state.nth}
          {...state}
          query={query}
          onClose={() => {
            close();
            replacePlace(placeAt("traces"));
          }}
        />
      ) : (
        <>
          <header className="row own-head">
            <h1>Traces</h1>
            <p className="lede">
              Open a trace of your own services. See where its time went, and what would change if a part were faster.
            </p>
          </header>
          {state.tag === "reading" ? (
            <p className="own-reading" role="status">
              {state.name} is read. <progress aria-label={`${state.name} is read`} />{" "}
              <button type="button" className="btn" onClick={cancel}>
                Cancel
              </button>
            </p>
          ) : (
            <OpenFile
              refused={state.refused}
              onFiles={take}
              onExample={(example) => void open(example.title, example.id, () => traceFileOf(example))}
            />
          )}
        </>
      )}
    </main>
  );
}
