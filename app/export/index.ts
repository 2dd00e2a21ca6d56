/** Export: a drawer of files that carry the run they come from. */
export { ExportDrawer } from "./ExportDrawer.tsx";
export type { ExportDrawerProps } from "./ExportDrawer.tsx";
export type { ExportFigure, ExportSource, FigureName } from "./items.ts";
