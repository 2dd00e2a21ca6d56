/** `lab package`: lessons for learning platforms, or for use without one, as a zip of the built site. */
import { readFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FILE_LIST, makePackage, PACKAGE_KINDS } from "../../app/packages/package.ts";
import type { PackagedLesson, PackageKind } from "../../app/packages/package.ts";
import { aboutLesson } from "../../lessons/about.ts";
import { COURSE, findLesson, LESSONS } from "../../lessons/course.ts";
import { quote } from "../faults/quote.ts";
import type { Arguments } from "./arguments.ts";
import { withPackages } from "./needed.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { checkOut, printJson, saveTo } from "./verb.ts";
import type { Verb } from "./verb.ts";

const isKind = (text: string): text is PackageKind => PACKAGE_KINDS.some((kind) => kind === text);

function kindOf(args: Arguments): PackageKind {
  const kind = args.one("kind");
  if (kind === undefined) throw new UsageError(`lab package: --kind is needed: ${PACKAGE_KINDS.join(", ")}.`);
  if (isKind(kind)) return kind;
  throw new UsageError(`lab package: --kind: there is no ${quote(kind)}; ${suggestion(kind, PACKAGE_KINDS)}`);
}

/** The lessons that the flags name, in the order given, or of the course. */
function slugsOf(args: Arguments): readonly string[] {
  const [listed, part] = [args.one("lessons"), args.one("part")];
  if (listed !== undefined && part !== undefined)
    throw new UsageError("lab package: give --lessons or --part, not both; without either it is the whole course.");
  if (part !== undefined) {
    const found = COURSE.find(({ id }) => id === part);
    const ids = COURSE.map(({ id }) => id);
    if (found === undefined)
      throw new UsageError(`lab package: --part: there is no part ${quote(part)}; ${suggestion(part, ids)}`);
    return found.lessons.map(({ slug }) => slug);
  }
  return listed === undefined
    ? LESSONS.map(({ slug }) => slug)
    : [...new Set(listed.split(",").map((one) => one.trim()))];
}

function lessonOf(slug: string, query: string): PackagedLesson {
  const found = findLesson(slug);
  if (found === undefined) {
    const slugs = LESSONS.map((lesson) => lesson.slug);
    throw new UsageError(`lab package: --lessons: there is no lesson ${quote(slug)}; ${suggestion(slug, slugs)}`);
  }
  return { slug, title: found.lesson.title, question: aboutLesson(slug).question, query };
}

type Ordered = Pick<Parameters<typeof makePackage>[0], "title" | "lessons" | "home">;

/** What a package holds: an assignment by its link, or lessons by their names. */
async function orderedBy(args: Arguments): Promise<Ordered> {
  const link = args.one("assignment");
  if (link === undefined) {
    const lessons = slugsOf(args).map((slug) => lessonOf(slug, args.one("query") ?? ""));
    const [only] = lessons.length === 1 ? lessons : [];
    return { title: args.one("title") ?? only?.title ?? "Roundtrip", lessons };
  }
  const other = ["lessons", "part", "query"].find((flag) => args.one(flag) !== undefined);
  if (other !== undefined)
    throw new UsageError(`lab package: --assignment says which lessons there are: leave --${other} out.`);
  const [{ readAssignment }, { packagedAssignment }] = await Promise.all([
    import("../../lessons/hand-in/assignment.ts"),
    import("../../lessons/hand-in/packaged.ts"),
  ]);
  const { assignment, problems } = readAssignment(link.slice(link.indexOf("?") + 1));
  const [problem] = problems;
  if (problem !== undefined) throw new UsageError(`lab package: --assignment: ${problem}`);
  if (assignment.lessons.length === 0)
    throw new UsageError(`lab package: --assignment ${quote(link)} asks for no lesson: want …#/do?lessons=…`);
  const order = packagedAssignment(assignment);
  return { ...order, title: args.one("title") ?? order.title };
}

/** The folder of a built site. Throws UsageError where there is none. */
function siteFolder(args: Arguments): { readonly folder: string; readonly names: readonly string[] } {
  const named = args.one("site") ?? "dist";
  const folder = inReadersFolder(named);
  const list = join(folder, FILE_LIST);
  if (!existsSync(list))
    throw new UsageError(
      `lab package: ${quote(named)} is no built site (no ${FILE_LIST}): run npm run build, or name one with --site.`,
    );
  return { folder, names: JSON.parse(readFileSync(list, "utf8")) as readonly string[] };
}

/** The address that a cartridge’s links lead to. */
function addressOf(args: Arguments, kind: PackageKind): string {
  const address = args.one("address") ?? "";
  if (kind !== "cartridge" || /^https?:\/\//.test(address)) return address;
  throw new UsageError("lab package: a cartridge holds links: name the site with --address https://example.org/lab/");
}

export const packageVerb: Verb = {
  name: "package",
  summary:
    "Lessons as a zip for a learning platform (SCORM 1.2, SCORM 2004, cmi5, links), or for use without a network.",
  operands: [],
  flags: [
    { name: "kind", value: "KIND", what: `what reads it: ${PACKAGE_KINDS.join(", ")}` },
    { name: "lessons", value: "SLUG,SLUG", what: "these lessons, in this order; the whole course without it" },
    {
      name: "part",
      value: "PART",
      what: `in place of lessons: a part of the course, ${COURSE.map(({ id }) => id).join(", ")}`,
    },
    { name: "assignment", value: "LINK", what: "in place of lessons: an assignment as the teacher’s desk gives it" },
    { name: "query", value: "K=V&K=V", what: "of each lesson’s address: lock=parameters, hide=hints, step=2" },
    { name: "title", value: "TITLE", what: "what the platform calls it; Roundtrip without it" },
    { name: "address", value: "URL", what: "of the site that the links of a cartridge lead to" },
    { name: "site", value: "FOLDER", what: "the built site; dist without it" },
    { name: "out", value: "FILE", what: "the zip to write" },
  ],
  run: async (args, io) => {
    const out = args.one("out");
    if (out === undefined) throw new UsageError("lab package: --out FILE is needed: the zip to write.");
    const kind = kindOf(args);
    const site = addressOf(args, kind);
    const order = await orderedBy(args);
    const { title, lessons } = order;
    const { folder, names } = siteFolder(args);
    checkOut(io, "package", out);
    const read = (name: string): Promise<Uint8Array> => readFile(join(folder, name));
    const zip = await withPackages("package", "A zip", ["fflate"], () =>
      makePackage({ kind, site, ...order }, { names, read }),
    );
    saveTo(io, "package", out, zip);
    const counted = `${lessons.length} ${lessons.length === 1 ? "lesson" : "lessons"}`;
    if (args.has("json")) printJson(io, { kind, title, lessons: lessons.map(({ slug }) => slug), bytes: zip.length });
    else io.out(`${out}: ${counted}, ${(zip.length / 1e6).toFixed(1)} MB.`);
    return DONE;
  },
};
