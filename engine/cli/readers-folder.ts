/** Files on a command line are relative to the reader's folder; npm runs scripts in the project's. */
import { resolve } from "node:path";

export function inReadersFolder(name: string): string {
  const { env } = process;
  const isByNpm = env["npm_lifecycle_event"] === "lab";
  return resolve(isByNpm ? (env["INIT_CWD"] ?? process.cwd()) : process.cwd(), name);
}
