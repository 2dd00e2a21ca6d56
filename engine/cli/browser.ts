/**
 * Finds a Chromium for the browser tests: the one named by ROUNDTRIP_CHROMIUM, Playwright's own, the system's, or one
 * that apt can install. A browser counts when it says its version; a package that only points elsewhere does not.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

interface Browser {
  readonly path: string;
  readonly version: string; // "Chromium 156.0.8078.79"
  readonly from: "ROUNDTRIP_CHROMIUM" | "Playwright" | "the system" | "apt";
}

/** The facts of a machine that the search needs; a test passes those of another machine. */
export interface Machine {
  readonly named: string | undefined; // ROUNDTRIP_CHROMIUM
  readonly playwright: string; // where Playwright keeps its own, installed or not
  readonly onPath: (command: string) => string | undefined;
  readonly version: (path: string) => string | undefined; // undefined where it does not run
  readonly canInstall: boolean;
  readonly install: () => boolean;
}

/** The first has no window to draw, and takes a quarter less of the processor for the same tests. */
const SYSTEM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
];
const PACKAGES = ["chromium-headless-shell", "chromium"]; // of Debian; older ones have the second alone
/** Places of browsers that are not on the PATH. */
const SYSTEM_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser to use; or, where there is none, a text that says what to do. */
export function findBrowser(machine: Machine): Browser | string {
  const usable = (path: string | undefined, from: Browser["from"]): Browser | undefined => {
    const version = path === undefined ? undefined : machine.version(path);
    return path === undefined || version === undefined ? undefined : { path, version, from };
  };
  const onSystem = (from: Browser["from"]): Browser | undefined => {
    for (const path of [...SYSTEM_NAMES.map(machine.onPath), ...SYSTEM_PATHS]) {
      const found = usable(path, from);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  if (machine.named !== undefined) {
    return (
      usable(machine.named, "ROUNDTRIP_CHROMIUM") ??
      `ROUNDTRIP_CHROMIUM is ${machine.named}, which is not a browser that runs. Name another, or unset it.`
    );
  }
  const present = usable(machine.playwright, "Playwright") ?? onSystem("the system");
  if (present !== undefined) return present;
  const installed = machine.canInstall && machine.install() ? onSystem("apt") : undefined;
  return (
    installed ??
    "no Chromium was found and none could be installed. Run `npx playwright install --with-deps chromium`, install " +
      "Chromium or Chrome, or set ROUNDTRIP_CHROMIUM to one."
  );
}

function commandPath(command: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}

function versionOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
  const version = status === 0 ? /\S.*\d+\.\d+\.\d+\.\d+/.exec(stdout)?.[0] : undefined;
  return version;
}

function installWithApt(): boolean {
  const apt = (...args: string[]): boolean =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  console.log("Installing Chromium with apt-get.");
  apt("update", "-qq"); // may fail for one source of several; only the next line counts
  return PACKAGES.some((name) => apt("install", "-y", "-qq", "--no-install-recommends", name));
}

/** This machine. `playwright` comes from the caller, because only the browser part needs that package. */
export const thisMachine = (playwright: string): Machine => ({
  named: process.env["ROUNDTRIP_CHROMIUM"],
  playwright,
  onPath: commandPath,
  version: versionOf,
  canInstall: process.getuid?.() === 0 && commandPath("apt-get") !== undefined,
  install: installWithApt,
});
