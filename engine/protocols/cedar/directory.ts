/**
 * Names and what they stand for, as Grapevine keeps them (Birrell, Levin, Needham & Schroeder 1982): an entry has a
 * stamp, replicas tell each other of changes, and the entry with the later stamp is the true one.
 *
 * An interface has a type and an instance. The type is a group: the names of its instances. An instance is an
 * individual: the machine that exports it.
 */

import type { NameEntry } from "../../wire/names.ts";

/** An entry: a name, and its meaning. */
export type Entry = NameEntry;

/** The entries of one replica, and who may change each. */
export interface Directory {
  readonly entries: readonly Entry[];
  /** Hosts that may write a name; a name that is not here may be written by all. */
  readonly access: readonly { readonly name: string; readonly hosts: readonly number[] }[];
}

export const entryOf = ({ entries }: Directory, name: string): Entry | null =>
  entries.find((entry) => entry.name === name) ?? null;

/** The directory with an entry, where that is later than its own; else the same directory. */
export function written(directory: Directory, entry: Entry): Directory {
  const known = entryOf(directory, entry.name);
  if (known !== null && known.stamp >= entry.stamp) return directory;
  const others = directory.entries.filter(({ name }) => name !== entry.name);
  return { ...directory, entries: [...others, entry] };
}

/** Whether a host is on the access list of a name. */
export const mayWrite = ({ access }: Directory, name: string, host: number): boolean =>
  access.find((one) => one.name === name)?.hosts.includes(host) ?? true;
