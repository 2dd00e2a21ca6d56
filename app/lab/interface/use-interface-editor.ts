/** An editor for the text of an interface: CodeMirror with the language's words, and a mark at a fault. */
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import type { Language } from "../../../engine/stubs/languages/language.ts";
import { languageOf, openEditor } from "../../model/codemirror.ts";
import type { OpenEditor } from "../../model/codemirror.ts";
import type { TextProblem } from "./compile.ts";
import "../../model/model.css";
import "./interface.css";

interface EditorProps {
  readonly language: Language;
  readonly text: string;
  readonly problem: TextProblem | null;
  readonly hint: string; // id
  readonly onChange: (text: string) => void;
}

interface Mirror {
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<OpenEditor | null>;
}

/** Opens the editor once; afterwards its text and its mark follow. Tab leaves it: its languages need no indents. */
export function useInterfaceEditor({ language, text, problem, hint, onChange }: EditorProps): Mirror {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor | null>(null);
  const latest = useRef({ text, onChange });
  useEffect(() => {
    latest.current = { text, onChange };
  });
  useEffect(() => {
    if (holder.current === null) return;
    const open = openEditor(holder.current, latest.current.text, {
      language: languageOf(language),
      label: `Interface in the language of ${language.title}`,
      describedBy: hint,
      onChange: (changed) => latest.current.onChange(changed),
      onRun: () => undefined, // the compiler runs with each key
    });
    editor.current = open;
    return () => {
      editor.current = null;
      open.close();
    };
  }, [language, hint]);
  useEffect(() => editor.current?.setSource(text), [text]);
  useEffect(() => {
    editor.current?.mark({
      fault: problem === null ? null : { line: problem.line, column: problem.column },
      changed: [],
    });
  }, [problem]);
  return { holder, editor };
}
