/** The chart: three answers over one parameter, on the page (`Chart`) and as a file (`chartSvg`). */
export { Chart, chartHeight } from "./Chart.tsx";
export type { ChartProps, ChartView, Progress } from "./Chart.tsx";
export type { ChartAxis, ChartData, ModelPoint, PaperPoint, PinnedRun, PointSource, SimulatedPoint } from "./data.ts";
export { residualsOf } from "./residual.ts";
export { chartSvg } from "./svg.ts";
export type { ChartSvgOptions } from "./svg.ts";
