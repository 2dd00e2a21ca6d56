/**
 * Chunks of a PNG file (PNG specification, third edition): a text, 11.3.3.4 iTXt, by which a picture carries its
 * parameters, and the size of its pixels, 11.3.4.3 pHYs.
 */
const SIGNATURE_LENGTH = 8;
const HEADER_CHUNK = 25; // IHDR is always first, with 13 bytes of data: 4 length, 4 type, 13 data, 4 check

/** Cyclic redundancy check of PNG (annex D): polynomial 0xedb88320, all ones at start and end. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The file with `text` under `keyword` (1 to 79 Latin-1 characters) right behind its header. */
export function withPngText(png: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  // Keyword, end, not compressed (two bytes), no language, no translated keyword, then the text in UTF-8.
  return withChunk(png, encoder.encode(`iTXt${keyword}\0\0\0\0\0${text}`));
}

const CSS_PIXELS_A_METRE = 96 / 0.0254;
const METRES = 1;

/** The file with so many of its pixels for each of the page: programs place it as large as the page shows it. */
export function withPngScale(png: Uint8Array, scale: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(4 + 9);
  body.set(new TextEncoder().encode("pHYs"));
  const view = new DataView(body.buffer);
  for (const axis of [0, 1]) view.setUint32(4 + 4 * axis, Math.round(CSS_PIXELS_A_METRE * scale));
  view.setUint8(12, METRES);
  return withChunk(png, body);
}

/** @param body type and data of the chunk, which comes right behind the header */
function withChunk(png: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(4 + body.length + 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(4 + body.length, crc32(body));
  const at = SIGNATURE_LENGTH + HEADER_CHUNK;
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, at));
  whole.set(chunk, at);
  whole.set(png.subarray(at), at + chunk.length);
  return whole;
}
