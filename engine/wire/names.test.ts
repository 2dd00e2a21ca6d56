import fc from "fast-check";
import { expect, it } from "vitest";
import { WireError } from "./error.ts";
import {
  decodeBinding,
  decodeEntry,
  decodeHost,
  decodeName,
  encodeBinding,
  encodeEntry,
  encodeHost,
  encodeName,
  isWritten,
  REFUSED,
  WRITTEN,
  type NameEntry,
} from "./names.ts";

const name = fc.string({ unit: fc.constantFrom(..."abcXYZ09.-"), maxLength: 30 });
const stamp = fc.integer({ min: 0, max: 0xffff_ffff });
const entry: fc.Arbitrary<NameEntry> = fc.oneof(
  fc.record({ name, stamp, kind: fc.constant("individual" as const), host: fc.integer({ min: 0, max: 0xffff }) }),
  fc.record({ name, stamp, kind: fc.constant("group" as const), members: fc.array(name, { maxLength: 6 }) }),
);

it("names, entries and bindings come back as they were written", () => {
  fc.assert(
    fc.property(name, entry, stamp, (text, one, identifier) => {
      expect(decodeName(encodeName(text))).toBe(text);
      expect(decodeEntry(encodeEntry(one))).toEqual(one);
      expect(decodeBinding(encodeBinding({ interface: 3, identifier }))).toEqual({ interface: 3, identifier });
    }),
  );
  expect(decodeHost(encodeHost(254))).toBe(254);
  expect([isWritten(WRITTEN), isWritten(REFUSED)]).toEqual([true, false]);
  expect([decodeEntry(encodeEntry(null)), decodeBinding(encodeBinding(null))]).toEqual([null, null]);
});

it("bytes that are none are refused with the place, and nothing else is thrown", () => {
  expect(() => decodeEntry(Uint8Array.of(3, 0, 0, 0, 0, 0, 0))).toThrow("name service, byte 0, kind: got 3, want 1");
  expect(() => encodeName("a\n")).toThrow("letters of ASCII");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      for (const read of [decodeName, decodeEntry, decodeBinding, decodeHost, isWritten]) {
        try {
          read(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }
    }),
  );
});
