import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { threads } from "../chart/example.ts";
import { chartSvg } from "../chart/svg.ts";
import { embedSvg, ExportError, onSlide, readMetadata, sizeOf } from "./svg-embed.ts";
import type { FigureMetadata } from "./svg-embed.ts";
import { xmlProblem } from "./well-formed.ts";

const METADATA: FigureMetadata = {
  project: "Roundtrip",
  version: "0.1.0",
  figure: "chart",
  experiment: "firefly/null",
  parameters: { threads: 4 },
  seed: 7,
  faults: ["drop call#1"],
  traceHash: "0123456789abcdef",
  link: "https://example.org/#/bench/firefly/null?a=1&b=2",
};
const FONT = '@font-face{font-family:"IBM Plex Sans";src:url(data:font/woff2;base64,AAAA) format("woff2")}';
const CHART = chartSvg(threads, { theme: "light" });
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';

describe("an exported SVG", () => {
  it("carries parameters, seed, version and trace hash, and stays well-formed", () => {
    const whole = embedSvg(CHART, METADATA, FONT);
    expect(xmlProblem(whole)).toBeNull();
    expect(readMetadata(whole)).toEqual(METADATA);
    expect(whole).toContain("data:font/woff2;base64,AAAA");
  });

  it("gives its metadata back whatever the texts in it", () => {
    const printable = fc.string().map((text) => text.replace(/[^\x20-\x7e]/g, ""));
    fc.assert(
      fc.property(printable, printable, (fault, link) => {
        const metadata = { ...METADATA, faults: [fault], link };
        expect(readMetadata(embedSvg(CHART, metadata, ""))).toEqual(metadata);
      }),
    );
  });

  it("keeps everything that the figure draws", () => {
    const whole = embedSvg(CHART, METADATA, "");
    expect(whole.endsWith(CHART.slice(CHART.indexOf(">") + 1))).toBe(true);
  });

  it("is refused with a coordinate that is no number, without a namespace, or torn", () => {
    const bad = [
      `<svg ${NAMESPACE} width="9" height="9"><path d="M0 NaN"/></svg>`,
      `<svg ${NAMESPACE} width="9" height="9"><rect x="undefined"/></svg>`,
      `<svg width="9" height="9"></svg>`,
      `<svg ${NAMESPACE}><g></svg>`,
      "<p>no figure</p>",
    ];
    for (const svg of bad) expect(() => embedSvg(svg, METADATA, "")).toThrow(ExportError);
  });

  it("may write about NaN and infinity in its texts", () => {
    const svg = `<svg ${NAMESPACE} width="9" height="9"><text x="1">NaN, undefined</text></svg>`;
    expect(embedSvg(svg, METADATA, "")).toContain("NaN, undefined");
  });

  it("tells its size in px, and says so where it has none", () => {
    expect(sizeOf(CHART)).toEqual({ width: 672, height: 360 });
    expect(() => sizeOf(`<svg ${NAMESPACE} width="100%"></svg>`)).toThrow(/no width and height/);
  });
});

describe("the well-formedness check", () => {
  it("accepts what XML accepts", () => {
    const good = [
      "<a/>",
      "<?xml version='1.0'?>\n<a b='1' c=\"2\"><!-- < & --><b>x &amp; y &#956;</b></a>\n",
      "<a><![CDATA[ < & > ]]></a>",
      "<a b='>'/>",
      "<x:a y:b='1'></x:a>",
    ];
    for (const text of good) expect(xmlProblem(text)).toBeNull();
  });

  it("names what XML does not accept", () => {
    const bad: readonly (readonly [string, RegExp])[] = [
      ["<a><b></a></b>", /closes/],
      ["<a>", /never closed/],
      ["<a/><b/>", /second root/],
      ["", /no root/],
      ["<a>x & y</a>", /bare &/],
      ["<a b='&'/>", /bare &/],
      ["<a b=1/>", /no tag/],
      ["<a b='1' b='2'/>", /twice/],
      ["<a/>text", /outside/],
      ["<a><!-- </a>", /never closed/],
      ["<a>\u0001</a>", /control/],
      ["<a>&nbsp;</a>", /bare &/],
    ];
    for (const [text, problem] of bad) expect(xmlProblem(text)).toMatch(problem);
  });
});

describe("a figure on a slide", () => {
  const root = '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="300"';

  it("fills its width or its height, whether it says what of it is seen or not", () => {
    const slide = onSlide(`${root}><g/></svg>`);
    expect(slide).toMatch(/^<svg [^>]*width="1920" height="1080" viewBox="0 0 1920 1080"><rect /);
    expect(slide).toContain(
      '<svg viewBox="0 0 960 300" xmlns="http://www.w3.org/2000/svg" width="1920" height="1080">',
    );
    expect(onSlide(`${root} viewBox="0 0 480 150"><g/></svg>`)).toContain(
      'height="1080" viewBox="0 0 480 150"><g/></svg>',
    );
    expect(sizeOf(slide)).toEqual({ width: 1920, height: 1080 });
  });

  it("is refused where it says no size", () => {
    expect(() => onSlide("<svg><g/></svg>")).toThrow(/no width and height/);
  });
});
