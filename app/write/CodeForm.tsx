/** The code form: the rules as two functions in an editor, with the types that they may use beside it. */
import { useEffect, useId, useRef, useState } from "react";
import type { CodeFault } from "../../engine/protocols/written/code-actions.ts";
import { languageOf, openEditor } from "../model/codemirror.ts";
import type { OpenEditor } from "../model/codemirror.ts";
import { TYPES } from "./example-code.ts";
import "../model/model.css";

const KEYWORDS =
  "function return const let var if else switch case default for while of in true false null break continue new";

const JAVASCRIPT = languageOf({ keywords: new Set(KEYWORDS.split(" ")), remark: /\/\/.*/ });

interface Props {
  readonly code: string;
  readonly fault: Pick<CodeFault, "line"> | null;
  readonly onCode: (code: string) => void;
  readonly onAttack: () => void;
}

export function CodeForm({ code, fault, onCode, onAttack }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor | null>(null);
  const hintId = useId();
  const [tabLeaves, setTabLeaves] = useState(false);
  const hands = useRef({ code, onCode, onAttack });
  useEffect(() => void (hands.current = { code, onCode, onAttack }));
  useEffect(() => {
    if (holder.current === null) return;
    const opened = openEditor(holder.current, hands.current.code, {
      language: JAVASCRIPT,
      label: "The rules in JavaScript",
      describedBy: hintId,
      onChange: (text) => hands.current.onCode(text),
      onRun: () => hands.current.onAttack(),
      onTabLeaves: setTabLeaves,
    });
    editor.current = opened;
    return () => opened.close();
  }, [hintId]);
  useEffect(() => editor.current?.setSource(code), [code]);
  const line = fault?.line ?? null;
  useEffect(() => editor.current?.mark({ fault: line === null ? null : { line, column: null }, changed: [] }), [line]);
  return (
    <div className="code-form model">
      <div ref={holder} className="model-text" />
      <p id={hintId} className="note">
        {tabLeaves ? <b>Tab now leaves the editor.</b> : "Escape, then Tab leaves the editor."} Ctrl+Enter attacks at
        once.
      </p>
      <details open>
        <summary>The types</summary>
        <pre tabIndex={0} aria-label="The types that the functions use">
          {TYPES}
        </pre>
      </details>
      <p className="note">
        The program runs in an interpreter of its own. It reaches no network, nothing that this browser keeps, and no
        other part of the page. Between two events only the state stays.
      </p>
    </div>
  );
}
