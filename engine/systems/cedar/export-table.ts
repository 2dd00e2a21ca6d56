/** The table of a machine's exports: the interface in its first row, and behind it the instances made at run time. */
import { itemAt } from "../../kernel/reads.ts";
import { toMillis, type Nanos } from "../../kernel/time.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";

/** The stamp of entries of the name service that were written before the run. */
export const FIRST_STAMP = 2;
/** The row that the one interface has. */
export const EXPORT_ROW = 0;

interface Export {
  readonly name: string;
  readonly identifier: number; // unique on its machine
}

export class ExportTable {
  private rows: Export[] = [];
  private lastIdentifier = 0;

  /** The machine has come up: it exports this instance, and nothing else. */
  begin(instance: string, now: Nanos): void {
    this.rows = [{ name: instance, identifier: this.newIdentifier(now) }];
  }

  /** The machine may not export its interface, so it exports nothing. */
  clear(): void {
    this.rows = [];
  }

  /** Makes an instance at run time, in a row of its own; gives its name. */
  make(instance: string, now: Nanos): string {
    const identifier = this.newIdentifier(now);
    const name = `${instance}.${identifier}`; // so that no later instance has it, after a restart either
    this.rows.push({ name, identifier });
    return name;
  }

  /** The unique identifier of the interface. Throws where it is not exported. */
  get identifier(): number {
    return itemAt(this.rows, EXPORT_ROW, "row of the export table").identifier;
  }

  /** The binding that an importer learns of an instance; null where it is not exported. */
  find(name: string): { readonly interface: number; readonly identifier: number } | null {
    const row = this.rows.findIndex((one) => one.name === name);
    const found = this.rows[row];
    return found === undefined ? null : { interface: row, identifier: found.identifier };
  }

  /** Whether a call names a row; with `checks`, also whether it names the unique identifier there. */
  has({ interface: row, binding }: ExchangePacket, checks: boolean): boolean {
    const found = this.rows[row];
    return found !== undefined && (!checks || found.identifier === binding);
  }

  /** It comes from the clock, so it is never used twice. */
  private newIdentifier(now: Nanos): number {
    this.lastIdentifier = Math.max(this.lastIdentifier, Math.floor(toMillis(now))) + 1;
    return this.lastIdentifier;
  }
}
