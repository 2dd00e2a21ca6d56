/** The page answers browser tests on `window.roundtrip`: the run on the screen, and whether it is there. */

export interface TestApi {
  readonly version: string;
  /** True where the page has read its address and the run of its setup is done; the sweep may still be going. */
  readonly ran: () => boolean;
  /** True where run, sweep and model of the setup on the screen are done. */
  readonly ready: () => boolean;
  /** 16 hexadecimal digits; null before the first run. */
  readonly traceHash: () => string | null;
  /** The hash of what the timeline shows: of a preview, of the opening of a run that goes on, or of the whole run. */
  readonly drawnHash: () => string | null;
  /** The model's value for a measure, in the measure's unit, as on the answer board; null where it is not known. */
  readonly modelValue: (measure: string) => number | null;
  readonly experiment: () => string;
}

declare global {
  /** Set by a browser test before the page begins: runs of each point of a chart, in place of five. */
  var roundtripTrials: number | undefined;
  interface Window {
    roundtrip?: TestApi;
  }
}
