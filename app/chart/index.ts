/** The chart: three answers over one parameter, on the page (`Chart`) and as a file (`chartSvg`). */
export { Chart, chartHeight } from "./Chart.tsx";
export type { ChartProps, Progress } from "./Chart.tsx";
export type { ChartAxis, ChartData, ModelPoint, PaperPoint, SimulatedPoint } from "./data.ts";
export { chartSvg } from "./svg.ts";
export type { ChartSvgOptions } from "./svg.ts";
