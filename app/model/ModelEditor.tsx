/** The editor, fetched when it is first shown: CodeMirror is no part of the first page. */
import { Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import type { ModelEditorProps } from "./props.ts";

const Editor = fetched("The editor", () => import("./Editor.tsx").then((m) => m.Editor));

export function ModelEditor(props: ModelEditorProps) {
  return (
    <Suspense fallback={<p className="note">The editor is loading.</p>}>
      <Editor {...props} />
    </Suspense>
  );
}
