const UNITS: Readonly<Record<string, string>> = { us: "µs", "us per byte": "µs per byte", percent: "%" };

/** A unit as people write it: the data has plain ASCII names. "us" is µs, "percent" is %; others stay as they are. */
export const unitText = (unit: string): string => UNITS[unit] ?? unit;
