import fc from "fast-check";
import { expect, it } from "vitest";
import { crowdedAmong } from "./crowded.ts";

const place = fc.double({ min: -200, max: 200, noNaN: true });
const points = fc.array(fc.record({ along: place, across: place }), { maxLength: 30 });

it("finds who stands too close to another as a look at all pairs does", () => {
  fc.assert(
    fc.property(points, fc.constantFrom(24, 44), (all, apart) => {
      const isCrowded = crowdedAmong(all, apart);
      for (const one of all) {
        const close = all.some(
          (other) => other !== one && Math.hypot(one.along - other.along, one.across - other.across) < apart,
        );
        expect(isCrowded(one)).toBe(close);
      }
    }),
  );
});
