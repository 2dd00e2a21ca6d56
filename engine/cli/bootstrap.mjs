/**
 * Makes sure, before anything else runs, of the version of Node and of node_modules as package-lock.json describes
 * them. Plain JavaScript that imports nothing but Node, because nothing else is there yet.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/**
 * A sentence on a version of Node ("18.20.4") that is too old; null for another. The least version is the one in
 * package.json.
 */
export function nodeProblem(version) {
  const wanted = readJson(join(root, "package.json")).engines.node.replace(/^>=/, "");
  const [major, minor] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = wanted.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return `Roundtrip needs Node ${wanted} or later; this is Node ${version}. Install a newer one and try again.`;
}

/** Why node_modules in `folder` does not fit package-lock.json, in a few words, or null where it fits. */
export function installProblem(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return "node_modules is missing";
  const have = readJson(installed).packages;
  const want = readJson(join(folder, "package-lock.json")).packages;
  for (const [path, { version, optional }] of Object.entries(want)) {
    if (path === "") continue;
    if (have[path] === undefined) {
      if (optional) continue; // built for another kind of machine
      return `${path} is missing`;
    }
    if (have[path].version !== version) return `${path} is ${have[path].version}, package-lock.json has ${version}`;
    if (!existsSync(join(folder, path, "package.json"))) return `${path} is gone`;
  }
  const extra = Object.keys(have).find((path) => want[path] === undefined);
  return extra === undefined ? null : `${extra} is not in package-lock.json`;
}

/** Whether node_modules in `folder` is a link: `npm ci` would empty the folder that it leads to, which others use. */
export const isLinked = (folder) =>
  lstatSync(join(folder, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Runs `npm ci` in the project. Returns null, or what went wrong. */
function install() {
  const cli = process.env.npm_execpath; // the npm that started us, where there is one
  const own = cli !== undefined && basename(cli).startsWith("npm-cli");
  const flags = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: root, stdio: ["ignore", "inherit", "inherit"] };
  const done = own
    ? spawnSync(process.execPath, [cli, ...flags], options)
    : spawnSync("npm", flags, { ...options, shell: process.platform === "win32" });
  if (done.error) return `npm could not be started (${done.error.message}). Is it installed?`;
  return done.status === 0 ? null : "npm ci failed. It needs the network the first time; its own message is above.";
}

/** Makes sure that Node and node_modules are right, installing what is missing; ends the process where it cannot. */
export function prepare() {
  const stop = (message) => {
    console.error(message);
    process.exit(1);
  };
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) stop(problem);
  const reason = installProblem(root);
  if (reason === null) return;
  if (isLinked(root)) stop(`node_modules is a link, and ${reason}. Run npm ci where it leads, or remove the link.`);
  console.log(`Installing packages (${reason}).`);
  const failure = install();
  if (failure !== null) stop(failure);
}
