import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installProblem, isLinked, nodeProblem, root } from "./bootstrap.mjs";

describe("the check of Node", () => {
  it.each(["20.19.0", "20.20.2", "22.0.0", "30.1.0"])("accepts %s", (version) => {
    expect(nodeProblem(version)).toBeNull();
  });

  it.each(["16.20.2", "18.99.0", "20.18.3"])("refuses %s and says which it needs", (version) => {
    expect(nodeProblem(version)).toBe(
      `Roundtrip needs Node 20.19 or later; this is Node ${version}. Install a newer one and try again.`,
    );
  });
});

describe("the check of node_modules", () => {
  let folder = "";
  const put = (path: string, content: object): void => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  };
  const lock = (packages: object): void => put("package-lock.json", { packages: { "": {}, ...packages } });
  const installed = (packages: object): void => {
    put("node_modules/.package-lock.json", { packages });
    for (const path of Object.keys(packages)) put(`${path}/package.json`, {});
  };
  const a = (version: string): object => ({ "node_modules/a": { version } });
  const otherMachine = { "node_modules/b": { version: "1.0.0", optional: true } };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "roundtrip-install-"));
    lock({ ...a("1.0.0"), ...otherMachine });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("knows a link, through which npm ci would empty a folder that others use", () => {
    expect(isLinked(folder)).toBe(false);
    symlinkSync(tmpdir(), join(folder, "node_modules"), "junction");
    expect(isLinked(folder)).toBe(true);
  });

  it("is content where everything is as locked; what is for other machines may be missing", () => {
    installed(a("1.0.0"));
    expect(installProblem(folder)).toBeNull();
  });

  it("sees that nothing is installed", () => {
    expect(installProblem(folder)).toBe("node_modules is missing");
  });

  it("sees another version, a missing package, one too many, and one deleted by hand", () => {
    installed(a("1.0.1"));
    expect(installProblem(folder)).toMatch(/node_modules\/a is 1\.0\.1/);
    installed(otherMachine);
    expect(installProblem(folder)).toBe("node_modules/a is missing");
    installed({ ...a("1.0.0"), "node_modules/c": { version: "2.0.0" } });
    expect(installProblem(folder)).toMatch(/node_modules\/c is not in/);
    installed(a("1.0.0"));
    rmSync(join(folder, "node_modules/a"), { recursive: true });
    expect(installProblem(folder)).toBe("node_modules/a is gone");
  });
});

describe("npm start and npm test", () => {
  const command = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, "engine/cli", file), ...args], { encoding: "utf8", cwd: tmpdir() });

  it.each([
    ["start.mjs", ["--port", "x"], /^start: --port x: want a whole number, 0 to 65535 \(default 4173\)\.\n$/],
    ["start.mjs", ["--prot", "1"], /^start: Unknown option '--prot'.*Usage: npm start .*\n$/],
    ["test.mjs", ["--only", "unit,nope"], /^test: there is no part "nope"; the parts are types, .*, browser\.\n$/],
    ["test.mjs", ["--fast"], /^test: Unknown option '--fast'.*Usage: npm test .*\n$/],
  ])("%s %j is bad usage: exit 2 and one line", (file, args, message) => {
    const { status, stdout, stderr } = command(file, ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});
