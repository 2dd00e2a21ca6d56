/**
 * Fonts from our own files: subsets the faces of the style sheets to the signs that the site sets, and preloads those
 * that the first screen needs. Letters that only a reader types come in files of their own. The serif varies in weight
 * and in optical size; a file that varies in both is twice the size of two that vary in weight, one drawn for text and
 * one for titles, so there are those. The subsets are kept under .cache/fonts, where app/styles/fonts.css refers to
 * them.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";

interface Face {
  readonly name: string;
  readonly file: string; // inside node_modules
  readonly axes: Readonly<Record<string, number | { min: number; max: number }>>;
  readonly preload: boolean;
  readonly signs: string;
}

interface SubsetOptions {
  readonly targetFormat: "woff2";
  readonly keepFeatures: readonly string[];
  readonly variationAxes: Face["axes"];
}

/** The package brings no types. */
const subsetFont = createRequire(import.meta.url)("subset-font") as (
  font: Buffer,
  text: string,
  options: SubsetOptions,
) => Promise<Buffer>;

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");

/** Latin letters and figures, and the signs that pages and figures set: µ × ± ² − – — … ↑ ↓ and thin spaces. */
export const SITE_SIGNS = `${range(0x20, 0x7e)}\u00a0§°±²³µ·×÷\u2002\u2009\u202f–—‘’“”•…↑↓←→−≤≥≈`;
/** Letters of other European languages: readers type them, and translations set them. fonts.css says when they come. */
const REST_SIGNS = range(0xa1, 0xff) + "ŒœŠšŽž‚„†‰′″€™∞";
/** The signs of titles. The face for text has any other sign. */
const TITLE_SIGNS = range(0x20, 0x7e) + "\u00a0²×\u2009\u202f–—‘’“”…−";

const SERIF = "@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz";
const TEXT_SIZE = 18; // px, the body's
const TITLE_SIZE = 48; // px, amid its titles of 38 to 60
const PAGE_FACES: readonly Face[] = [
  {
    name: "serif",
    file: `${SERIF}-normal.woff2`,
    preload: true,
    signs: SITE_SIGNS,
    axes: { opsz: TEXT_SIZE, wght: { min: 400, max: 600 } },
  },
  {
    name: "serif-title",
    file: `${SERIF}-normal.woff2`,
    preload: true,
    signs: TITLE_SIGNS,
    axes: { opsz: TITLE_SIZE, wght: { min: 340, max: 400 } },
  },
  {
    name: "serif-italic",
    file: `${SERIF}-italic.woff2`,
    preload: false,
    signs: SITE_SIGNS,
    axes: { opsz: TEXT_SIZE, wght: 400 },
  },
  {
    name: "sans",
    file: "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wdth-normal.woff2",
    preload: true,
    signs: SITE_SIGNS,
    axes: { wdth: { min: 85, max: 100 }, wght: { min: 400, max: 600 } },
  },
  {
    name: "mono",
    file: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2",
    preload: false,
    signs: SITE_SIGNS + REST_SIGNS,
    axes: {},
  },
];

/** The names of those that the page's head asks for. */
export const PRELOADED: readonly string[] = PAGE_FACES.filter(({ preload }) => preload).map(({ name }) => name);

const FACES: readonly Face[] = PAGE_FACES.flatMap((face) => {
  if (!["serif", "serif-title", "serif-italic", "sans"].includes(face.name)) return [face];
  return [face, { ...face, name: `${face.name}-rest`, preload: false, signs: REST_SIGNS }];
});

/** Features of the fonts that the site uses: kerning, marks, ligatures, and figures of one width and height. */
const FEATURES = ["calt", "ccmp", "clig", "kern", "liga", "lnum", "locl", "mark", "mkmk", "rlig", "tnum"];

async function makeSubset(face: Face, modules: string, into: string): Promise<void> {
  const source = await readFile(join(modules, face.file));
  const key = createHash("sha256")
    .update(source)
    .update(JSON.stringify([face.axes, face.signs, FEATURES]))
    .digest("hex");
  const target = join(into, `${face.name}.woff2`);
  const stamp = `${target}.key`;
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, "utf8")) === key) return;
  const options: SubsetOptions = { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes: face.axes };
  await writeFile(target, await subsetFont(source, face.signs, options));
  await writeFile(stamp, key);
}

/** @param root the project's folder: fonts are read from its node_modules and written to its .cache */
export function fonts(root: string): Plugin {
  return {
    name: "roundtrip-fonts",
    async config() {
      const into = join(root, ".cache", "fonts");
      await mkdir(into, { recursive: true });
      await Promise.all(FACES.map((face) => makeSubset(face, join(root, "node_modules"), into)));
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const built = Object.values(bundle ?? {});
        return FACES.filter((face) => face.preload).flatMap((face) => {
          const file = built.find((part) => part.type === "asset" && part.names.includes(`${face.name}.woff2`));
          if (file === undefined) return [];
          const attrs = {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            crossorigin: "",
            href: `./${file.fileName}`,
          };
          return [{ tag: "link", attrs, injectTo: "head-prepend" as const }];
        });
      },
    },
  };
}
