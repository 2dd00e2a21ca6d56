/**
 * Random numbers that repeat: every component draws from a stream of its own, named, and seeded by the run's one seed.
 * Only integer arithmetic, + - x / and square roots are used, which every engine rounds alike, so that streams agree to
 * the bit.
 */
import { murmurFinish, murmurWord } from "./murmur.ts";
import type { Nanos } from "./time.ts";

const TWO_32 = 2 ** 32;
const WARM_UP = 12; // the rounds that PractRand's author discards after seeding

/** A stream of draws. Streams of other names or seeds are unrelated to it. */
export class RandomStream {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** Throws RangeError where `seed` is not an integer within +-2^53. */
  constructor(seed: number, name: string) {
    if (!Number.isSafeInteger(seed)) {
      throw new RangeError(`random stream "${name}": seed ${seed} is not an integer within ±2^53. Try seed 1.`);
    }
    this.a = seedWord(seed, name, 0);
    this.b = seedWord(seed, name, 1);
    this.c = seedWord(seed, name, 2);
    for (let round = 0; round < WARM_UP; round++) this.uint32();
  }

  /** The number of 32-bit numbers that were drawn from it, modulo 2^32. */
  get draws(): number {
    return (this.counter - 1 - WARM_UP) >>> 0;
  }

  /** 0 <= integer < 2^32. Generator: sfc32 of C. Doty-Humphrey, PractRand 0.94 (public domain). */
  uint32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 <= number < 1, all 53 bits random (two draws). */
  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** 0 <= integer < below, each equally likely. Throws RangeError unless `below` is an integer in 1..2^32. */
  integer(below: number): number {
    if (!(Number.isInteger(below) && below >= 1 && below <= TWO_32)) {
      throw new RangeError(`random integer: below = ${below}, want an integer in 1..2^32.`);
    }
    // Draws past the last whole multiple of `below` would favour small results; they are drawn again.
    const limit = TWO_32 - (TWO_32 % below);
    let draw = this.uint32();
    while (draw >= limit) draw = this.uint32();
    return draw % below;
  }

  /** Exponentially distributed time, rounded to a nanosecond. Throws RangeError unless the mean is finite and >= 0. */
  exponential(meanNs: number): Nanos {
    if (!(meanNs >= 0 && meanNs < Infinity)) {
      throw new RangeError(`random exponential: mean ${meanNs} ns, want a finite number >= 0.`);
    }
    return Math.round(-logOfOdd(this.uint32()) * meanNs);
  }

  /**
   * Normally distributed number of mean 0 and variance 1, up to 9.3 deviations away. Marsaglia's polar method (SIAM
   * Review 6, 1964, p. 260): takes two draws, and two more each time that they lie outside the unit circle: 2.55 draws
   * in the mean. The second number of the pair is not kept, so that later draws do not depend on the caller of this
   * one.
   */
  normal(): number {
    for (;;) {
      const [x, y] = [this.aroundZero(), this.aroundZero()];
      const square = x * x + y * y;
      if (square < 1) return x * Math.sqrt((-2 * logBelowOne(square)) / square);
    }
  }

  /** -1 < number < 1 and never 0: the middle of one of 2^32 intervals. */
  private aroundZero(): number {
    return (2 * this.uint32() + 1) / TWO_32 - 1;
  }
}

/** The streams of one run. They count the numbers that are drawn: a run that draws none is the same with every seed. */
export class RandomStreams {
  private readonly seed: number;
  private readonly made: RandomStream[] = [];

  constructor(seed: number) {
    this.seed = seed;
  }

  /** A stream of this name, from its beginning. Throws RangeError where the seed is not an integer within +-2^53. */
  stream(name: string): RandomStream {
    const stream = new RandomStream(this.seed, name);
    this.made.push(stream);
    return stream;
  }

  /** 32-bit numbers that have been drawn from all of them. */
  get draws(): number {
    return this.made.reduce((sum, stream) => sum + stream.draws, 0);
  }
}

/** MurmurHash3_x86_32 of the seed and the 16-bit units of the name, started from `word`. */
function seedWord(seed: number, name: string, word: number): number {
  let hash = murmurWord(murmurWord(word, seed | 0), Math.floor(seed / TWO_32));
  for (let index = 0; index < name.length; index++) hash = murmurWord(hash, name.charCodeAt(index));
  return murmurFinish(hash, name.length);
}

/** Natural logarithm of (2 x draw + 1) / 2^33, the middle of the draw's interval of (0, 1). */
function logOfOdd(draw: number): number {
  const bits = 32 - Math.clz32(draw); // 2^bits <= 2 x draw + 1 < 2^(bits + 1)
  return logOf((2 * draw + 1) / 2 ** bits, bits - 33);
}

/** Natural logarithm of a number above 0 and below 1. */
function logBelowOne(number: number): number {
  let mantissa = number;
  let exponent = 0;
  for (; mantissa < 1; mantissa *= 2) exponent--;
  return logOf(mantissa, exponent);
}

/**
 * Natural logarithm of `mantissa` x 2^`exponent`, the mantissa within 1..2. Math.log may differ in its last bit between
 * engines, so: ln(m x 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1)), by the series of artanh, with m within 1/√2..√2,
 * where ten terms reach a float64's last bits.
 */
function logOf(mantissa: number, exponent: number): number {
  const isLarge = mantissa > Math.SQRT2;
  const m = isLarge ? mantissa / 2 : mantissa;
  const ratio = (m - 1) / (m + 1);
  const square = ratio * ratio;
  let series = 0;
  for (let power = 21; power >= 1; power -= 2) series = series * square + 1 / power;
  return (isLarge ? exponent + 1 : exponent) * Math.LN2 + 2 * ratio * series;
}
