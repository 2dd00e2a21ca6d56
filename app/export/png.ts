/** A figure as pixels: its SVG painted on a canvas. */
import { withPngScale, withPngText } from "./png-text.ts";
import { ExportError, sizeOf } from "./svg-embed.ts";

const LARGEST_SIDE = 16_384; // px; the largest canvas that all current browsers draw
const LARGEST_AREA = 16_384 * 4_096; // px, the least of the browsers' limits on a desktop
const MOST_DRAWS = 8;
const BETWEEN_DRAWS_MS = 40;

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new ExportError("The browser cannot paint this figure. Save it as SVG instead.");
  } finally {
    URL.revokeObjectURL(url);
  }
}

const same = (a: Uint32Array, b: Uint32Array): boolean =>
  a.length === b.length && a.every((pixel, i) => pixel === b[i]);

/** Fonts inside an image may arrive after it: draws until two pictures in a row are equal. */
async function settled(context: CanvasRenderingContext2D, image: HTMLImageElement): Promise<Uint32Array> {
  const { width, height } = context.canvas;
  let before: Uint32Array | null = null;
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    if (before !== null && draw >= 2 && same(before, pixels)) return pixels;
    before = pixels;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_DRAWS_MS));
  }
  return before ?? new Uint32Array();
}

/**
 * The SVG as a PNG, `scale` pixels for each of its own, with `description` inside.
 * @throws ExportError where it is too large for the browser, or comes out as one colour
 */
export async function pngOf(svg: string, scale: number, description: string): Promise<Blob> {
  const size = sizeOf(svg);
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (Math.max(width, height) > LARGEST_SIDE || width * height > LARGEST_AREA) {
    throw new ExportError(`${width} × ${height} pixels are more than a browser draws. Choose a smaller scale, or SVG.`);
  }
  const image = await imageOf(svg);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new ExportError("The browser gives no canvas to paint on. Save the figure as SVG.");
  const pixels = await settled(context, image);
  if (pixels.every((pixel) => pixel === pixels[0])) {
    throw new ExportError("The picture came out blank. Try again, choose a smaller scale, or save it as SVG.");
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new ExportError("The browser could not write the PNG. Choose a smaller scale, or SVG.");
  const sized = withPngScale(new Uint8Array(await blob.arrayBuffer()), scale);
  const bytes = withPngText(sized, "Description", description);
  return new Blob([bytes], { type: "image/png" });
}
