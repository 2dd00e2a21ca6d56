import fc from "fast-check";
import decodeQR from "qr/decode.js";
import { expect, it } from "vitest";
import { modulesOf } from "./QrCode.tsx";

const PX = 4; // of a module in the picture that is read

/** What a reader of codes sees in a picture of the modules. */
function read(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length * PX;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (modules[Math.floor(y / PX)]?.[Math.floor(x / PX)] === true)
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return decodeQR({ width: size, height: size, data });
}

it("a code reads as the link that it was made of, however long, with whatever letters", () => {
  const link = fc.string({ minLength: 1, maxLength: 120, unit: "grapheme" });
  fc.assert(
    fc.property(link, (text) => {
      const href = `https://roundtrip.example/#/do?assignment=${encodeURIComponent(text)}`;
      expect(read(modulesOf(href))).toBe(href);
    }),
    { numRuns: 20 },
  );
});
