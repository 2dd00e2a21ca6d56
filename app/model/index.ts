/** A paper's model that can be edited (`ModelEditor`), and what its text gives (`useModel`). */
export { modelKeys } from "./keys.ts";
export { ModelEditor } from "./ModelEditor.tsx";
export type { ModelEditorProps } from "./props.ts";
export type { ModelSession, ModelStatus, ModelValues } from "./session.ts";
export { isBehind, isModified } from "./session.ts";
export { modelSource } from "./sources.ts";
export { useModel } from "./use-model.ts";
export type { EditedModel } from "./use-model.ts";
