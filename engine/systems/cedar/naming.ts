/** The names in a run: the machines and their numbers, the names of the interface, and the name service. */
import type { Wanted } from "../../protocols/cedar/importer.ts";
import { Bystander } from "./bystander.ts";
import type { CallerBinding } from "./caller.ts";
import { EXPORT_ROW } from "./export-table.ts";
import type { Surroundings } from "./host.ts";

export interface NamingOptions {
  /**
   * The way in which the caller gets its binding: given by hand, or imported by an address, an instance, a type or a
   * broadcast. "made": the exporter makes an instance for it at run time, and answers with its name.
   */
  readonly binding: "given" | "address" | "instance" | "type" | "broadcast" | "made";
  /** The first of the two replicas of the name service. */
  readonly replica: "up" | "down" | "stale";
  /** Whether the name service lets the server export the instance. Where it does, it did so before the run. */
  readonly access: "granted" | "denied";
  /** Whether calls are encrypted. An impostor calls without the secret that its machine shares with Grapevine. */
  readonly security: "none" | "encrypted" | "impostor";
  /** Machines that a broadcast reaches beside the server. */
  readonly bystanders: number;
}

// The caller is host 0 and the server host 1, because that is the order in which the lanes are drawn.
export const CALLER = 0;
export const SERVER = 1;
export const REPLICAS = [2, 3] as const;
const FIRST_BYSTANDER = 4;

export const REPLICA_NAMES = ["grapevine1", "grapevine2"] as const;
const usesNames = ({ binding }: Pick<NamingOptions, "binding">): boolean =>
  binding === "instance" || binding === "type";

/** Whether a run asks Grapevine for names or for keys. */
export const usesGrapevine = (options: Pick<NamingOptions, "binding" | "security">): boolean =>
  usesNames(options) || options.security !== "none";

export const TYPE = "Files";
export const INSTANCE = "Files.server";

const bystanderNames = ({ binding, bystanders }: Pick<NamingOptions, "binding" | "bystanders">): readonly string[] =>
  Array.from({ length: binding === "broadcast" ? bystanders : 0 }, (_, i) => `bystander${i + 1}`);

/** The machines of a run, as a fault script calls them. */
export const machinesOf = (options: Pick<NamingOptions, "binding" | "bystanders" | "security">): readonly string[] => [
  "caller",
  "server",
  ...(usesGrapevine(options) ? REPLICA_NAMES : []),
  ...bystanderNames(options),
];

/** The hosts of the name service; none where nobody asks it for names. */
export const replicasOf = (options: Pick<NamingOptions, "binding">): readonly number[] =>
  usesNames(options) ? REPLICAS : [];

export const bystandersOf = (around: Surroundings, options: NamingOptions): readonly Bystander[] =>
  bystanderNames(options).map((name, i) => new Bystander(around, name, FIRST_BYSTANDER + i));

function wantedOf(binding: Exclude<NamingOptions["binding"], "given">): Wanted {
  switch (binding) {
    case "type":
      return { by: "type", type: TYPE };
    case "instance":
      return { by: "instance", instance: INSTANCE };
    case "address":
      return { by: "address", host: SERVER, instance: INSTANCE };
    case "broadcast":
      return { by: "broadcast", instance: INSTANCE };
    case "made":
      return { by: "made", host: SERVER };
  }
}

/** The caller's way to its binding. */
export function bindingOf(options: NamingOptions, identifier: () => number): CallerBinding {
  const { binding } = options;
  if (binding === "given") return () => ({ host: SERVER, interface: EXPORT_ROW, identifier: identifier() });
  return { wanted: wantedOf(binding), replicas: replicasOf(options) };
}
