/** A capture of the reader’s own: what is in it, five questions, its calls, and each call drawn as every run is. */
import { useEffect } from "react";
import { takeHanded } from "../setup/handed-file.ts";
import { placeAt } from "../setup/link-table.ts";
import { replacePlace } from "../setup/location.ts";
import { grouped } from "../words/numbers.ts";
import type { CallRow } from "../workers/capture-rows.ts";
import { CallList } from "./CallList.tsx";
import { EXAMPLES } from "./examples.ts";
import { OpenFile } from "./OpenFile.tsx";
import { OpenedCapture } from "./OpenedCapture.tsx";
import { problemsOf } from "./problems.ts";
import { cancel, close, openExample, openFiles, useCapture } from "./use-capture.ts";
import "../styles/own-file.css";
import "./capture.css";
import { useDropsAnywhere } from "../controls/Drop.tsx";

interface BeingReadProps {
  readonly origin: { readonly name: string };
  readonly share: number;
  readonly calls: number;
  readonly first: readonly CallRow[];
}

const NOTHING_LIT: ReadonlySet<number> = new Set();
const MICROSECOND = 1000; // ns: what the clock can tell is known when the file is read

/** A file that is read: how far, and its first calls, of which none can be chosen yet. */
function BeingRead({ origin, share, calls, first }: BeingReadProps) {
  return (
    <>
      <p className="own-reading" role="status">
        {origin.name} is read: {grouped(Math.floor(100 * share), 0)} %, {grouped(calls, 0)} calls so far.{" "}
        <progress value={share} aria-label={`Share of ${origin.name} that is read`} />{" "}
        <button type="button" className="btn" onClick={cancel}>
          Cancel
        </button>
      </p>
      {first.length > 0 && (
        <div className="capture-first-calls" inert>
          <CallList rows={first} chosen={0} lit={NOTHING_LIT} resolutionNs={MICROSECOND} onChoose={() => undefined} />
        </div>
      )}
    </>
  );
}

const take = (files: readonly File[]): void => void openFiles(files);

export function CapturePlace({ query }: { readonly query: string }) {
  const state = useCapture();
  useDropsAnywhere(take);
  const wanted = new URLSearchParams(query).get("example");
  const tag = state.tag;
  useEffect(() => {
    const files = takeHanded("capture");
    const example = EXAMPLES.find(({ id }) => id === wanted);
    if (files.length > 0) void openFiles(files);
    else if (example !== undefined && tag === "none") void openExample(example);
    // Only an address opens an example; what the reader opens afterwards stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  const calls = state.tag === "open" ? state.opened.rows.length : null;
  return (
    <main className="own-file capture" id="capture" tabIndex={-1}>
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
          <header className="row own-head">
            <h1>Captures</h1>
            <p className="lede">
              Open a recording of your own network. The lab names its calls and answers five questions.
            </p>
          </header>
          {state.tag === "reading" ? (
            <BeingRead {...state} />
          ) : (
            <OpenFile refused={state.refused} onFiles={take} onExample={(example) => void openExample(example)} />
          )}
        </>
      )}
    </main>
  );
}
