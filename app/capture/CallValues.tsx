/** The chosen call by the reader’s interface files: its values with their bytes, beside the text that declares them. */
import { useEffect, useRef, useState } from "react";
import type { Source } from "../../engine/stubs/parts.ts";
import { takeChosen } from "../controls/take-drops.ts";
import { messageOf } from "../words/message-of.ts";
import type { CallValues as Values } from "../workers/capture-values.ts";
import { InterfaceText } from "./InterfaceText.tsx";
import { addInterfaces, removeInterfaces, useSources, valuesOf } from "./use-capture.ts";
import { ValueTable } from "./ValueTable.tsx";
import { rowsOf } from "./value-rows.ts";
import "./values.css";

interface Found {
  readonly of: number;
  readonly values: Values | null;
  readonly problem: string | null;
}

/** The last values that came stay until the next are here. */
function useValues(call: number, hasFiles: boolean): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isOver = false;
    const tell = (values: Values | null, problem: string | null): void => {
      if (!isOver) setFound({ of: call, values, problem });
    };
    if (hasFiles) {
      valuesOf(call).then(
        (values) => tell(values, null),
        (error: unknown) => tell(null, messageOf(error)),
      );
    } else tell(null, null);
    return () => {
      isOver = true;
    };
  }, [call, hasFiles]);
  return found;
}

export function CallValues({ call }: { readonly call: number }) {
  const sources = useSources();
  const found = useValues(call, sources.length > 0);
  const { of = call, values = null, problem = null } = found ?? {};
  const isUnnamed = found !== null && sources.length > 0 && values === null && problem === null;
  return (
    <section className="capture-values" aria-label={`Values of call ${call}`} aria-busy={found?.of !== call}>
      <Head sources={sources} />
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {isUnnamed && <p className="note">None of these files declares call {of}.</p>}
      {values !== null && <Declared key={of} call={of} values={values} sources={sources} />}
    </section>
  );
}

function Head({ sources }: { readonly sources: readonly Source[] }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className="row capture-values-head">
      {sources.length === 0 ? (
        <span>An interface file (.x, or .rpc2 for RPC2) names the values of these calls.</span>
      ) : (
        <b>{sources.map(({ name }) => name).join(", ")}</b>
      )}
      <button type="button" className="btn small" onClick={() => input.current?.click()}>
        Add an interface file
      </button>
      {sources.length > 0 && (
        <button type="button" className="btn small" onClick={() => void removeInterfaces()}>
          Without them
        </button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        className="vh"
        tabIndex={-1}
        aria-label="Interface files"
        onChange={({ currentTarget }) => {
          const files = takeChosen(currentTarget);
          if (files.length > 0) void addInterfaces(files);
        }}
      />
    </p>
  );
}

interface DeclaredProps {
  readonly call: number;
  readonly values: Values;
  readonly sources: readonly Source[];
}

function Declared({ call, values, sources }: DeclaredProps) {
  const [on, setOn] = useState<number | null>(null); // the row that is chosen
  const { rows, left } = rowsOf(values);
  const place = on === null ? values.place : (rows[on]?.place ?? values.place);
  return (
    <div className="capture-values-parts">
      <ValueTable {...{ call, values, rows, left, on }} onRow={(row) => setOn(row === on ? null : row)} />
      <InterfaceText
        {...{ sources, place, rows }}
        onLine={(source, line) =>
          setOn(rows.findIndex((row) => row.place?.source === source && row.place.line === line))
        }
      />
    </div>
  );
}
