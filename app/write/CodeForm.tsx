/** The code form: the rules as two functions in an editor, with the types that they may use beside it. */
import { useEffect, useId, useRef, useState } from "react";
import type { Place } from "../../engine/protocols/written/code-actions.ts";
import TYPES_FILE from "../../engine/protocols/written/program-types.ts?raw";
import { languageOf, openEditor } from "../model/codemirror.ts";
import type { OpenEditor } from "../model/codemirror.ts";
import { completionsOf } from "./completions.ts";
import "../model/model.css";

const KEYWORDS =
  "function return const let var if else switch case default for while of in true false null break continue new " +
  "type interface as";

/** The file that the engine itself is checked against. */
const TYPES = TYPES_FILE.replaceAll(/^export /gm, "");

const LANGUAGE = [languageOf({ keywords: new Set(KEYWORDS.split(" ")), remark: /\/\/.*/ }), completionsOf(TYPES)];

interface Props {
  readonly code: string;
  /** Where the program is at fault; null where it is not, or nobody knows where. */
  readonly fault: Place | null;
  readonly onCode: (code: string) => void;
  readonly onAttack: () => void;
  /** Puts the table in the place of the program; null where the program is the table’s. */
  readonly onTable: (() => void) | null;
}

export function CodeForm({ code, fault, onCode, onAttack, onTable }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor | null>(null);
  const hintId = useId();
  const [tabLeaves, setTabLeaves] = useState(false);
  const hands = useRef({ code, onCode, onAttack });
  useEffect(() => void (hands.current = { code, onCode, onAttack }));
  useEffect(() => {
    if (holder.current === null) return;
    const opened = openEditor(holder.current, hands.current.code, {
      language: LANGUAGE,
      label: "The rules in TypeScript",
      describedBy: hintId,
      onChange: (text) => {
        if (text !== hands.current.code) hands.current.onCode(text);
      },
      onRun: () => hands.current.onAttack(),
      onTabLeaves: setTabLeaves,
    });
    editor.current = opened;
    return () => opened.close();
  }, [hintId]);
  useEffect(() => editor.current?.setSource(code), [code]);
  const { line, column } = fault ?? { line: null, column: null };
  useEffect(
    () => editor.current?.mark({ fault: line === null ? null : { line, column }, changed: [] }),
    [line, column],
  );
  return (
    <div className="code-form model">
      <div ref={holder} className="model-text" />
      <p id={hintId} className="note">
        {tabLeaves ? <b>Tab now leaves the editor.</b> : "Escape, then Tab leaves the editor."} Ctrl+Space offers names.
        Ctrl+Enter attacks at once.
      </p>
      {onTable !== null && (
        <p>
          <button type="button" className="btn small" onClick={onTable}>
            Write my table as a program
          </button>
        </p>
      )}
      <details open>
        <summary>The types</summary>
        <pre tabIndex={0} aria-label="The types that the functions use">
          {TYPES}
        </pre>
      </details>
      <p className="note">
        In a program both sides are yours. Write TypeScript or JavaScript: the types are taken out before the program
        runs, and nobody checks them. It runs in an interpreter of its own, without network or storage. Between two
        events only the state stays.
      </p>
    </div>
  );
}
