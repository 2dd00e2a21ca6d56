/** The editor, fetched when it is first shown: CodeMirror is no part of the first page. */
import { lazy, Suspense } from "react";
import type { ModelEditorProps } from "./props.ts";

const Editor = lazy(() => import("./Editor.tsx").then((module) => ({ default: module.Editor })));

export function ModelEditor(props: ModelEditorProps) {
  return (
    <Suspense fallback={<p className="note">The editor is loading.</p>}>
      <Editor {...props} />
    </Suspense>
  );
}
