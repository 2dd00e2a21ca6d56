/** Findings in lines of text: length, marks of unfinished work, addresses and words that do not belong here. */
import { isCode } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";

const FILE_WARN = 400;
const FILE_FAIL = 450;
const COLUMNS = 120;

/** Patterns are written so that they do not find themselves. */
const BANNED: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/, what: "mark of unfinished work. Finish it or describe the limit" },
  {
    pattern: new RegExp(
      [
        "registry\\.(npmjs|yarnpkg|npmmirror)",
        "npm\\.pkg\\.github",
        "pythonhosted\\.org",
        "pypi\\.org",
        "crates\\.io",
        "proxy\\.golang",
        "rubygems\\.org",
        "repo\\d?\\.maven",
        "cdn\\.jsdelivr",
        "unpkg\\.com",
        "esm\\.sh",
        "skypack\\.dev",
      ].join("|"),
    ),
    what: "host of a package registry. Install by name; the site carries its own files",
  },
  { pattern: /^(?:<{7}|>{7}) .*/, what: "mark of a merge. Keep one side, or both, without the marks" },
  {
    pattern: /^\s*(?:@[\w-]+:)?registry\s*=/,
    what: "registry setting. It belongs to the machine, not to the project",
  },
  {
    pattern: /\/work\/\w|\/tmp\/\w*brief|\/(?:home|Users)\/\w+\//,
    what: "path of one machine. Name it from the project’s folder",
  },
  {
    pattern: /\bissue\s+#\d+|\b[s]ub-?agents?\b|\bas an A[I]\b/i,
    what: "word about how the project was made. Say what it does",
  },
];

const RESOLVED = /"resolved":\s*"[a-z+]+:/;
const isLock = (path: string): boolean => /(^|\/)(package-lock|npm-shrinkwrap)\.json$|\.lock$/.test(path);
const hasLimits = (path: string): boolean => isCode(path) || /\.(css|py|html)$/.test(path);

export function checkText({ path, text }: ProjectFile): Finding[] {
  const found: Finding[] = [];
  const say = (line: number, message: string, severity: Finding["severity"] = "error"): void => {
    found.push({ path, line, severity, message });
  };
  const lines = text.replace(/\n$/, "").split("\n");
  lines.forEach((line, i) => {
    for (const { pattern, what } of BANNED) {
      const match = pattern.exec(line);
      if (match !== null) say(i + 1, `"${match[0].trim()}": ${what}.`);
    }
    const columns = hasLimits(path) ? [...line].length : 0;
    if (columns > COLUMNS) say(i + 1, `${columns} columns, at most ${COLUMNS}. Break the line.`);
  });
  const resolved = isLock(path) ? lines.findIndex((line) => RESOLVED.test(line)) : -1;
  if (resolved >= 0) say(resolved + 1, "download address in a lock file. Run npm install with the project’s .npmrc.");
  if (hasLimits(path) && lines.length > FILE_WARN) {
    const severity = lines.length > FILE_FAIL ? "error" : "warning";
    say(1, `${lines.length} lines (about ${FILE_WARN}, at most ${FILE_FAIL}). It is two rooms: split it.`, severity);
  }
  return found;
}
