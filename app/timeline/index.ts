/** The timeline of a run and what stands beside it. Times are nanoseconds of the run; NO_REF selects nothing. */
export { EventList } from "./EventList.tsx";
export { Inspector } from "./Inspector.tsx";
export { timelineKeys } from "./key-list.ts";
export type { TimelineKey } from "./key-list.ts";
export type { EventListProps, InspectorProps, TimelineProps, WaterfallProps } from "./props.ts";
export { Timeline } from "./Timeline.tsx";
export { timelineSvg } from "./timeline-svg.ts";
export type { TimelineSvgOptions } from "./timeline-svg.ts";
export { Waterfall } from "./Waterfall.tsx";
export { waterfallSvg } from "./waterfall-svg.ts";
export type { WaterfallSvgOptions } from "./waterfall-svg.ts";
