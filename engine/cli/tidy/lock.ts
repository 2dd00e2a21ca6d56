/** Finds entries of the lock file that make `npm ci` fail on another machine. */
import { lineAt } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";

/** The fields that we read of an entry of package-lock.json. */
interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Entry>>;

/** True where `name` is found from `path` upwards, as Node looks for it. */
function isLocked(packages: Packages, path: string, name: string): boolean {
  if (Object.hasOwn(packages, `${path}${path === "" ? "" : "/"}node_modules/${name}`)) return true;
  const above = path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")));
  return path !== "" && isLocked(packages, above, name);
}

/** Every dependency that an entry names, for whichever machine, needs an entry of its own. */
export function checkLock({ path, text }: ProjectFile): Finding[] {
  if (path !== "package-lock.json") return [];
  const { packages = {} } = JSON.parse(text) as { readonly packages?: Packages };
  return Object.entries(packages).flatMap(([entry, { dependencies, optionalDependencies }]) => {
    const names = Object.keys({ ...dependencies, ...optionalDependencies });
    const missing = names.filter((name) => !isLocked(packages, entry, name));
    if (missing.length === 0) return [];
    const [first = ""] = missing;
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
    const who = entry === "" ? "the project" : entry;
    const what = `${who} asks for ${first}${more}, which is not locked: npm ci refuses that`;
    const todo = "Choose a version whose packages are all to be had, and run npm install.";
    const line = lineAt(text, text.indexOf(`"${first}"`));
    return [{ path, line, severity: "error" as const, message: `${what}. ${todo}` }];
  });
}
