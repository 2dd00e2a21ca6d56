/**
 * The version of the engine: the package's, and a hash over the engine's sources. Two engines of one version give the
 * same rows, built or not.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENGINE_VERSION } from "../experiments/export/version.ts";

/** Set by lab.config.ts where the lab is built; the sources are not there then. */
declare const __ROUNDTRIP_ENGINE__: string | undefined;

const SOURCE = /\.(ts|json|py)$/;
const TEST = /\.test\.ts$/;
const SHOWN = 12; // digits of the hash

let known: string | null = null; // a process runs the sources that it began with

export function engineVersion(): string {
  // Empty while sources may change: on the development server, and in tests.
  const built = typeof __ROUNDTRIP_ENGINE__ === "string" ? __ROUNDTRIP_ENGINE__ : "";
  return (known ??= built === "" ? versionOfSources() : built);
}

/** "0.1.0+3f2a91c40b7e" */
export function versionOfSources(): string {
  const engine = fileURLToPath(new URL("../", import.meta.url));
  const files = readdirSync(engine, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => SOURCE.test(file) && !TEST.test(file))
    .sort();
  const hash = createHash("sha256");
  for (const file of files) {
    const content = createHash("sha256").update(readFileSync(`${engine}${file}`));
    hash.update(`${file} ${content.digest("hex")}\n`);
  }
  return `${ENGINE_VERSION}+${hash.digest("hex").slice(0, SHOWN)}`;
}
