/**
 * Numbers written in many ways, in a link and in a field: each is read right, refused with a sentence, or mended and
 * said. It never becomes another number. The audit looks at more of them.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { readValue, snap } from "../../engine/experiments/parameters.ts";
import type { NumberParam } from "../../engine/experiments/types.ts";
import { typedNumber } from "../controls/typed-number.ts";
import { exactText } from "../words/numbers.ts";
import { readLink } from "./link.ts";
import { placeAt, withKeys } from "./link-table.ts";
import { hashOf, readPlace } from "./location.ts";
import { mendedAddress } from "./mend-address.ts";
import { isOdd } from "./odd-address.ts";

interface Written {
  readonly experiment: string;
  readonly key: string;
  readonly param: NumberParam;
  readonly meant: number;
  readonly text: string;
}

const PARAMETERS = experiments.flatMap(({ id, params }) =>
  Object.entries(params).flatMap(([key, param]) => (param.kind === "number" ? [{ experiment: id, key, param }] : [])),
);

const grouped = (text: string, mark: string): string => {
  const [whole = "", fraction] = text.split(".");
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, mark);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
};
const inScript = (text: string, zero: number): string =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
/** Decimal comma, and another mark between groups. */
const european = (text: string, mark: string): string => grouped(text, "\n").replace(".", ",").replaceAll("\n", mark);

/** Ways to write a number; each keeps its meaning. */
const WAYS: readonly ((plain: string) => string)[] = [
  (plain) => plain,
  (plain) => european(plain, ""),
  (plain) => european(plain, "."),
  (plain) => european(plain, " "),
  (plain) => european(plain, "\u00a0"),
  (plain) => european(plain, "\u202f"),
  (plain) => grouped(plain, ","),
  (plain) => grouped(plain, "’"),
  (plain) => grouped(plain, "_"),
  (plain) => inScript(plain, 0x660).replace(".", "\u066b"),
  (plain) => inScript(plain, 0x966),
  (plain) => inScript(plain, 0xff10).replace(".", "．"),
  (plain) => `+${plain}`,
  (plain) => `${plain}e0`,
  (plain) => `${plain}0e-1`.replace(/^(\d+)\.(\d+)0e-1$/, "$1.$2e0"),
  (plain) => ` ${plain} `,
  (plain) => `\u200b${plain}`,
  (plain) => `00${plain}`,
  (plain) => (plain.includes(".") ? `${plain}0` : `${plain}.0`),
];

/** Ways to damage it; the meaning is lost, or one that nothing can have. */
const HARMS: readonly ((plain: string) => string)[] = [
  (plain) => `0x${plain}`,
  (plain) => `1${plain}e400`,
  (plain) => `${plain}/2`,
  (plain) => `${plain}..`,
  (plain) => `${plain}½`,
  (plain) => `${plain} ${plain}x`,
  (plain) => `−−${plain}`,
  (plain) => plain.replace(/\d/, "Ⅷ"),
  (plain) => `${plain}×10³`,
  (plain) => (plain.includes(".") ? `${plain}0000000000000001` : `${plain}.0000000000000001`),
  () => "9007199254740993",
  () => "",
];

const near = ({ min, max, step }: NumberParam): fc.Arbitrary<number> =>
  fc
    .oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1))
    .chain((share) => fc.constantFrom(snap({ min, max, step }, min + share * (max - min)), min + share * (max - min)));

const oneOf = (ways: readonly ((plain: string) => string)[]): fc.Arbitrary<Written> =>
  fc.constantFrom(...PARAMETERS).chain(({ experiment, key, param }) =>
    fc.tuple(near(param), fc.constantFrom(...ways)).map(([value, way]) => {
      const meant = Number(value.toFixed(3));
      return { experiment, key, param, meant, text: way(String(meant)) };
    }),
  );

const writtenNumbers = oneOf(WAYS);
const harmedNumbers = oneOf(HARMS);

const LOOKS_AT_ALL = process.env["ROUNDTRIP_EVERY"] === "1";
const CASES = LOOKS_AT_ALL ? 5000 : 400; // of links, and of fields

/** The ways in which a link is changed between two people. */
const ON_ITS_WAY: readonly ((hash: string) => string)[] = [
  (hash) => hash,
  (hash) => hash.replaceAll("&", "&amp;"),
  (hash) => hash.replaceAll("%", "%25"),
  (hash) => hash.replaceAll("=", "=3D"),
  ...[".", ",", ")", "”", "%E2%80%8B"].map((mark) => (hash: string) => `${hash}${mark}`),
  (hash) => `${hash}&utm_source=lms`,
  (hash) => hash.replace("seed=", "SEED="),
];

/** Another reading of a point or a comma before three digits: this page’s, or that of half the world. */
const isOtherHalf = (text: string, meant: number, read: number): boolean =>
  /[.,]\p{Nd}{3}$/u.test(text.trim()) && [meant * 1000, meant / 1000].some((one) => Math.abs(one - read) < 1e-9);

describe("a number in a link", () => {
  it(`is never another one, in ${CASES} links that came as they were or changed`, async () => {
    await fc.assert(
      fc.asyncProperty(writtenNumbers, fc.constantFrom(...ON_ITS_WAY), async (written, change) => {
        const { experiment, key, param, meant, text } = written;
        const pairs = new URLSearchParams([
          ["seed", "7"],
          [key, text],
        ]).toString();
        const sent = hashOf(withKeys({ ...placeAt("bench", experiment.split("/")), query: pairs }, {}));
        const hash = change(sent);
        const mended = isOdd({ hash, search: "" }) ? await mendedAddress(hash, "") : null;
        const { setup, problems } = readLink(mended?.place ?? readPlace(hash));
        const read = setup.parameters[key];
        if (read === meant || isOtherHalf(text, meant, Number(read))) return;
        expect([read, problems.join()], hash).toEqual([param.default, expect.stringContaining(`${key} = `)]);
      }),
      { numRuns: CASES },
    );
  }, 120_000);

  it("that is damaged is refused", () => {
    fc.assert(
      fc.property(harmedNumbers, ({ param, text }) => {
        expect(readValue(param, text)).toBeNull();
        expect(typedNumber(param, text)).toHaveProperty("why");
      }),
      { numRuns: CASES },
    );
  });
});

describe("a number in a field", () => {
  it(`is never another one, in ${CASES} texts`, () => {
    fc.assert(
      fc.property(writtenNumbers, ({ param, meant, text }) => {
        const read = typedNumber(param, text, exactText(param.default));
        if ("value" in read && !isOtherHalf(text, meant, read.value)) expect(read.value).toBe(meant);
      }),
      { numRuns: CASES },
    );
  });

  it("takes every value that it shows itself", () => {
    fc.assert(
      fc.property(writtenNumbers, ({ param, meant }) => {
        const isAllowed = readValue(param, String(meant)) !== null;
        const read = typedNumber(param, exactText(meant), exactText(param.default));
        if (isAllowed) expect(read).toEqual({ value: meant });
      }),
      { numRuns: CASES },
    );
  });
});
