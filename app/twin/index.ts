/** Two runs on one time axis, on the page (`Twin`) and as a file (`twinSvg`); the runs kept to compare with. */
export type { Labels } from "./differences.ts";
export { NO_ROWS } from "./pair.ts";
export type { TwinRows } from "./pair.ts";
export { Twin } from "./Twin.tsx";
export type { TwinProps } from "./Twin.tsx";
export { twinSvg } from "./twin-svg.ts";
export type { TwinSvgOptions } from "./twin-svg.ts";
export { twinKeys } from "./keys.ts";
export { chosenPin, MOST_PINS, namesBeside, NO_PINS, offeredName, pinned } from "./pin-list.ts";
export type { Pin, PinAction, Pins } from "./pin-list.ts";
export { PIN_KEY, readPins, TWIN_KEY, writePins } from "./pins.ts";
export type { ReadPins } from "./pins.ts";
