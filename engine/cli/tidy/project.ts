/** Checks a whole project: every file by itself, then the files together. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkArrows } from "./arrows.ts";
import { checkCircles, checkRooms } from "./circles.ts";
import { checkDead } from "./dead.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import { checkLock } from "./lock.ts";
import { checkPage } from "./page.ts";
import { references } from "./references.ts";
import { checkStyles } from "./styles.ts";
import { checkSyntax } from "./syntax.ts";
import { checkText } from "./text.ts";
import { checkTypeNames } from "./type-names.ts";
import { checkUnused } from "./unused.ts";

const TOP_FOLDERS = ["app", "engine", "lessons", "public", "e2e"];

function checkTop(files: readonly ProjectFile[]): Finding[] {
  const strangers = new Map<string, ProjectFile>();
  for (const file of files) {
    const [top = "", rest] = file.path.split("/");
    if (rest !== undefined && !top.startsWith(".") && !TOP_FOLDERS.includes(top)) strangers.set(top, file);
  }
  return [...strangers].map(([top, { path }]) => ({
    path,
    line: 1,
    severity: "error" as const,
    message: `${top}/ is not one of the house’s folders: ${TOP_FOLDERS.join(", ")}. Move it into one.`,
  }));
}

/** All findings, by path and line. */
export function checkProject(files: readonly ProjectFile[]): Finding[] {
  const paths = new Set(files.map(({ path }) => path));
  const referencesOf = new Map(files.map((file) => [file, references(file, (path) => paths.has(path))]));
  const perFile = [...referencesOf].flatMap(([file, of]) => [
    ...checkText(file),
    ...checkStyles(file),
    ...checkLock(file),
    ...checkSyntax(file),
    ...checkArrows(file, of),
  ]);
  const between = [
    ...checkDead(files, referencesOf),
    ...checkUnused(files),
    ...checkCircles(referencesOf),
    ...checkRooms(referencesOf),
    ...checkTypeNames(files),
    ...checkPage(referencesOf),
    ...checkTop(files),
  ];
  const found = [...perFile, ...between];
  return found.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

const NOT_TEXT = /\.(png|jpe?g|ico|woff2?|ttf|wasm|zip|gz|pcap|pcapng)$/;

/**
 * What .gitignore names ("dist/", "node_modules"), and .git itself, a file in a linked work tree. A pattern with a star
 * names no single one.
 */
function ignoredNames(root: string): ReadonlySet<string> {
  const lines = readFileSync(join(root, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.trim());
  const names = lines.filter((line) => line !== "" && !line.includes("*")).map((line) => line.replace(/^\/|\/$/g, ""));
  return new Set([".git", ...names]);
}

/** Every text file under `root` that is the project’s own. */
export function readProject(root: string): ProjectFile[] {
  const ignored = ignoredNames(root);
  const under = (folder: string): ProjectFile[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (ignored.has(entry.name)) return [];
      if (entry.isDirectory()) return under(path);
      if (!entry.isFile() || NOT_TEXT.test(path) || path.endsWith(".log")) return [];
      return [{ path, text: readFileSync(join(root, path), "utf8") }];
    });
  return under("");
}
