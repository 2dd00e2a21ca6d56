import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RandomStream, RandomStreams } from "./random.ts";

const draws = (stream: RandomStream, count: number): number[] => Array.from({ length: count }, () => stream.uint32());

/** sfc32 as it stands in the literature, over whole numbers modulo 2^32. */
function slowSfc32(state: [bigint, bigint, bigint, bigint], count: number): number[] {
  const modulus = 1n << 32n;
  let [a, b, c, counter] = state;
  return Array.from({ length: count }, () => {
    const result = (a + b + counter) % modulus;
    counter = (counter + 1n) % modulus;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) % modulus;
    c = ((((c << 21n) | (c >> 11n)) % modulus) + result) % modulus;
    return Number(result);
  });
}

describe("RandomStream", () => {
  it("gives the same draws for the same seed and name", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string(), (seed, name) => {
        expect(draws(new RandomStream(seed, name), 20)).toEqual(draws(new RandomStream(seed, name), 20));
      }),
    );
  });

  it("gives these very draws, today and on every machine", () => {
    expect(draws(new RandomStream(1, "ethernet"), 4)).toEqual([1926566794, 4090741902, 1162275939, 1475050829]);
    const times = new RandomStream(1, "clients");
    expect([1e3, 1e6, 1e9].map((mean) => times.exponential(mean))).toEqual([445, 493786, 362966943]);
  });

  it("steps as sfc32 does", () => {
    const stream = new RandomStream(7, "twin");
    const { a, b, c, counter } = stream as unknown as Record<string, number>;
    const word = (value: number | undefined): bigint => BigInt((value as number) >>> 0);
    expect(draws(stream, 1000)).toEqual(slowSfc32([word(a), word(b), word(c), word(counter)], 1000));
  });

  it("gives unrelated draws to streams of other names or seeds", () => {
    const base = draws(new RandomStream(1, "a"), 500);
    for (const other of [new RandomStream(1, "b"), new RandomStream(2, "a"), new RandomStream(1 + 2 ** 32, "a")]) {
      // Of 500 pairs of unrelated bits about 250 agree; more than 5 standard deviations (56) off would be a relation.
      for (const bit of [0, 7, 31]) {
        let agree = 0;
        for (const [index, value] of draws(other, 500).entries()) {
          if (((value ^ (base[index] as number)) >>> bit) % 2 === 0) agree++;
        }
        expect(Math.abs(agree - 250)).toBeLessThan(56);
        other.uint32();
      }
    }
  });

  it("leaves a stream as it was when another is added or drawn from", () => {
    const alone = draws(new RandomStream(3, "server"), 50);
    const server = new RandomStream(3, "server");
    const beside = Array.from({ length: 50 }, () => {
      new RandomStream(3, "client").uint32();
      return server.uint32();
    });
    expect(beside).toEqual(alone);
  });

  it("draws integers below the bound, each equally often", () => {
    const stream = new RandomStream(1, "dice");
    const counts = new Array<number>(6).fill(0);
    for (let roll = 0; roll < 60_000; roll++) {
      const face = stream.integer(6);
      counts[face] = (counts[face] ?? 0) + 1;
    }
    expect(counts).toHaveLength(6);
    // Chi-square with 5 degrees of freedom exceeds 20.5 once in a thousand seeds; this seed is not one of them.
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(20.5);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), fc.nat(), (below, seed) => {
        const value = new RandomStream(seed, "bound").integer(below);
        expect(Number.isInteger(value) && value >= 0 && value < below).toBe(true);
      }),
    );
  });

  it("does not favour small integers where the range does not divide 2^32", () => {
    const stream = new RandomStream(1, "three quarters");
    let low = 0;
    for (let draw = 0; draw < 10_000; draw++) if (stream.integer(3 * 2 ** 30) < 2 ** 30) low++;
    // A third of the draws, within 5 standard deviations; a plain remainder would give a half.
    expect(Math.abs(low - 10_000 / 3)).toBeLessThan(5 * Math.sqrt((10_000 * 2) / 9));
  });

  it("draws floats from [0, 1) with mean 1/2", () => {
    const stream = new RandomStream(1, "float");
    let sum = 0;
    for (let draw = 0; draw < 10_000; draw++) {
      const value = stream.float();
      expect(value >= 0 && value < 1).toBe(true);
      sum += value;
    }
    expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / 10_000));
  });

  it("draws exponential times as -ln(u) x mean, in whole nanoseconds", () => {
    for (let seed = 0; seed < 200; seed++) {
      const mean = 10 ** (seed % 13);
      const draw = new RandomStream(seed, "exp").uint32();
      const exact = -Math.log((draw + 0.5) / 2 ** 32) * mean;
      const time = new RandomStream(seed, "exp").exponential(mean);
      expect(Number.isSafeInteger(time) && time >= 0).toBe(true);
      // Half a nanosecond for rounding, and the last bits of two logarithms.
      expect(Math.abs(time - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-15);
    }
  });

  it("draws exponential times of the mean and the variance asked for", () => {
    const stream = new RandomStream(1, "mean");
    const count = 100_000;
    let sum = 0;
    let squares = 0;
    for (let draw = 0; draw < count; draw++) {
      const value = stream.exponential(1e6);
      sum += value / 1e6;
      squares += (value / 1e6) ** 2;
    }
    expect(Math.abs(sum / count - 1)).toBeLessThan(5 / Math.sqrt(count));
    expect(Math.abs(squares / count - 2)).toBeLessThan(5 * Math.sqrt(20 / count));
  });

  it("draws normal numbers as the polar method says, from two draws and two more for each outside the circle", () => {
    for (let seed = 0; seed < 200; seed++) {
      const twin = new RandomStream(seed, "polar");
      const around = (): number => (twin.uint32() + 0.5) / 2 ** 31 - 1;
      let [x, y] = [around(), around()];
      while (x * x + y * y >= 1) [x, y] = [around(), around()];
      const square = x * x + y * y;
      const stream = new RandomStream(seed, "polar");
      expect(stream.normal()).toBeCloseTo(x * Math.sqrt((-2 * Math.log(square)) / square), 12);
      expect(stream.draws).toBe(twin.draws);
    }
  });

  it("draws normal numbers whose moments and tails are normal: one in 15,787 lies beyond four deviations", () => {
    const stream = new RandomStream(1, "normal");
    const count = 1_000_000;
    const sums = [0, 0, 0, 0];
    let [beyondThree, beyondFour] = [0, 0];
    for (let draw = 0; draw < count; draw++) {
      const value = stream.normal();
      for (let power = 0; power < 4; power++) sums[power] = (sums[power] ?? NaN) + value ** (power + 1);
      if (Math.abs(value) > 3) beyondThree++;
      if (Math.abs(value) > 4) beyondFour++;
    }
    const errors = [1, 2, 15, 96].map((variance) => 5 * Math.sqrt(variance / count));
    for (const [power, want] of [0, 1, 0, 3].entries())
      expect(Math.abs((sums[power] ?? NaN) / count - want)).toBeLessThan(errors[power] ?? NaN);
    const near = (seen: number, share: number): void =>
      expect(Math.abs(seen - share * count)).toBeLessThan(4 * Math.sqrt(share * count));
    near(beyondThree, 2.6998e-3);
    near(beyondFour, 6.3342e-5); // the sum of twelve uniform numbers has a quarter as many
    expect(stream.draws / count).toBeCloseTo(8 / Math.PI, 2);
  });

  it("refuses a seed that is no integer, an empty range, and a mean that is none", () => {
    expect(() => new RandomStream(0.5, "x")).toThrow(/random stream "x": seed 0.5 is not an integer/);
    expect(() => new RandomStream(1, "x").integer(0)).toThrow(/below = 0, want an integer in 1..2\^32/);
    expect(() => new RandomStream(1, "x").exponential(-1)).toThrow(/mean -1 ns, want a finite number >= 0/);
    expect(() => new RandomStream(1, "x").exponential(NaN)).toThrow(/mean NaN ns/);
  });
});

describe("RandomStreams", () => {
  it("gives streams of its seed, and counts what is drawn from all of them", () => {
    const streams = new RandomStreams(7);
    const [one, other] = [streams.stream("one"), streams.stream("other")];
    expect(streams.draws).toBe(0);
    expect(one.uint32()).toBe(new RandomStream(7, "one").uint32());
    other.float();
    expect(streams.draws).toBe(3);
  });
});
