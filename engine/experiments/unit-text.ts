/** Units as people write them, where the data has another name: plain ASCII. */
const TEXTS: Readonly<Record<string, string>> = { us: "µs", "us per byte": "µs per byte", percent: "%" };

/** A unit as people write it: "us" is µs, "percent" is %; others stay as they are. */
export const unitText = (unit: string): string => TEXTS[unit] ?? unit;

/** Units of parameters and measures: times, shares, sizes and rates; then what is counted, where a figure names it. */
export const UNITS: readonly string[] = [
  ...["", "us", "ms", "s", "min", "%", "ratio", "times", "of capacity", "step"],
  ...["bytes", "KiB", "words", "Mbit/s", "Gbit/s", "calls/s", "packets/s", "per second", "an hour", "CPU s/s"],
  ...["activations", "calls", "copies", "machines", "packets", "procedures", "programs", "replies", "results"],
  ...["segments", "servers", "thousand instructions", "wake-ups", "workstations"],
];
