/** How large a picture is in its file. */

/** Pixels of a PNG for each pixel of a figure as on the screen. */
export const SCALES = [1, 2, 3, 4] as const;
export type PixelRatio = (typeof SCALES)[number];

export type PictureSize = "screen" | "print" | "slide";

interface SizeOf {
  readonly label: string;
  readonly says: string; // for the line of the file
  /** The width for which a figure is laid out, in px; left out: one of its own. */
  readonly width?: number;
  /** Whether it is light whatever the page is. */
  readonly light: boolean;
}

/** A slide: 1,920 × 1,080, and a figure is laid out for half of that, so that its labels are twice as large. */
export const SLIDE = { width: 1920, height: 1080 } as const;

/**
 * A CSS pixel is 1/96 inch: a figure of 605 px is 160 mm wide, the text of a page of A4, and its labels of 12 px are 9
 * points.
 */
export const PICTURE_SIZES: Readonly<Record<PictureSize, SizeOf>> = {
  screen: { label: "Screen", says: "as on the screen", light: false },
  print: { label: "Print", says: "160 mm wide, labels 9 pt", width: 605, light: true },
  slide: { label: "Slide", says: "1,920 × 1,080 px", width: SLIDE.width / 2, light: true },
};

const PRINT_DOTS = 300; // an inch

/** Pixels of a PNG for each pixel of its SVG. A slide’s SVG has the slide’s pixels. */
export const dotsOf = (size: PictureSize, scale: PixelRatio): number =>
  size === "screen" ? scale : size === "print" ? PRINT_DOTS / 96 : 1;
