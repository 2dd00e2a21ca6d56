/** Pixels of a PNG for each pixel of the figure. */
export const SCALES = [1, 2, 3, 4] as const;
export type PixelRatio = (typeof SCALES)[number];
