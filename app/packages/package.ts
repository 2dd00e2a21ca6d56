/**
 * Packages of lessons for learning platforms, and for use without any: the site’s own files, a page for each lesson,
 * and what the platform wants to read. The command `lab package` and the page make the same bytes of the same files.
 */
import { cartridgeFiles, cmi5Structure, escapeXml, scormManifest } from "./manifests.ts";
import type { Contents, PackedUnit } from "./manifests.ts";

export const PACKAGE_KINDS = ["scorm12", "scorm2004", "cmi5", "offline", "cartridge"] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** A lesson as a package is asked for it. */
export interface PackagedLesson {
  readonly slug: string;
  readonly title: string;
  readonly question: string;
  /** Of its address, beside what the package says itself: "step=2&lock=parameters". */
  readonly query: string;
}

interface PackageOrder {
  readonly kind: PackageKind;
  readonly title: string;
  readonly lessons: readonly PackagedLesson[]; // at least one
  readonly site: string; // address of the site, for a cartridge, whose links lead there: "https://…/"
  readonly home?: string; // where a package without a platform opens: "#/do?…"; the course, or its only lesson
}

/** The site’s files: all but Python, the service worker, and what only a server reads. */
interface SiteFiles {
  readonly names: readonly string[];
  readonly read: (name: string) => Promise<Uint8Array>;
}

/** Beside the site’s files, the list of those that a package holds. */
export const FILE_LIST = "files.json";

/** Compressed already: they do not become shorter. */
const PACKED = /\.(png|woff2|pcapng|zip)$/;
/** When the files were last changed, as far as a package says: always the same, for the same bytes. */
const CHANGED = new Date(2000, 0, 1);

const HEAD_SCRIPT = "<script>";

/** A page of the site that opens this place. Throws where the site’s page is no page of ours. */
function pageAt(html: string, kind: PackageKind, place: string): string {
  const start = `<script src="./package.js" data-kind="${kind}" data-place="${escapeXml(place)}"></script>`;
  if (!html.includes(HEAD_SCRIPT)) throw new Error("package: the site’s index.html has no script to begin before.");
  const page = html.replace(HEAD_SCRIPT, () => `${start}${HEAD_SCRIPT}`);
  // The record store of a platform is elsewhere, and only the platform knows where.
  return kind === "cmi5" ? page.replace("connect-src 'self'", "$& https: http:") : page;
}

function placeOf({ slug, query }: PackagedLesson, isEmbedded: boolean): string {
  const all = [...(isEmbedded ? ["embed=lesson"] : []), ...(query === "" ? [] : [query])].join("&");
  return `#/lesson/${slug}${all === "" ? "" : `?${all}`}`;
}

const README = (title: string): string =>
  [
    title,
    "",
    "Put this folder on any web server and open index.html there.",
    "A browser loads no parts of a page from the disk. Without a server, run this in the folder:",
    "",
    "  python3 -m http.server",
    "",
    "and open http://localhost:8000/",
    "",
  ].join("\n");

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a package says of itself, by the names of the files. */
function described({ kind, title, lessons }: PackageOrder, contents: Contents): Readonly<Record<string, string>> {
  switch (kind) {
    case "scorm12":
    case "scorm2004":
      return { "imsmanifest.xml": scormManifest(kind, contents) };
    case "cmi5":
      return { "cmi5.xml": cmi5Structure(contents) };
    case "cartridge":
      return cartridgeFiles(contents);
    case "offline":
      return { "README.txt": README(lessons.length === 1 ? `${title}: a lesson of Roundtrip` : title) };
  }
}

function unitOf({ kind, site }: PackageOrder, lesson: PackagedLesson): PackedUnit {
  const { slug, title, question } = lesson;
  const page = kind === "cartridge" ? new URL(placeOf(lesson, false), site).href : `lesson-${slug}.html`;
  return { slug, title, question, page };
}

/** The files of a package, with their names. Rejects where a file of the site cannot be read. */
async function filesOf(order: PackageOrder, site: SiteFiles): Promise<Readonly<Record<string, Uint8Array>>> {
  const { kind, lessons } = order;
  const units = lessons.map((lesson) => unitOf(order, lesson));
  const names = site.names.filter((name) => name !== "index.html");
  const texts = Object.entries(described(order, { title: order.title, units, files: names }));
  const own = texts.map(([name, text]): [string, Uint8Array] => [name, bytesOf(text)]);
  if (kind === "cartridge") return Object.fromEntries(own);
  const html = new TextDecoder().decode(await site.read("index.html"));
  const pages = lessons.map((lesson): [string, Uint8Array] => {
    const place = placeOf(lesson, kind !== "offline");
    return [`lesson-${lesson.slug}.html`, bytesOf(pageAt(html, kind, place))];
  });
  const [only] = lessons.length === 1 ? lessons : [];
  const home = order.home ?? (only === undefined ? "#/" : placeOf(only, false));
  const index: [string, Uint8Array][] = kind === "offline" ? [["index.html", bytesOf(pageAt(html, kind, home))]] : [];
  const read = async (name: string): Promise<[string, Uint8Array]> => [name, await site.read(name)];
  const files = await Promise.all(names.map(read));
  return Object.fromEntries([...own, ...index, ...pages, ...files]);
}

/** The package as one zip. Rejects where a file of the site cannot be read. */
export async function makePackage(order: PackageOrder, site: SiteFiles): Promise<Uint8Array> {
  const [files, { zipSync }] = await Promise.all([filesOf(order, site), import("fflate")]);
  const entries = Object.entries(files).map(([name, bytes]) => {
    const level = PACKED.test(name) ? 0 : 9;
    return [name, [bytes, { level, mtime: CHANGED }]] as const;
  });
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}
