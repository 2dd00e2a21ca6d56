/** The exporter's RPC run time and its work with names and keys: it answers importers, and tells Grapevine. */
import { toMillis, type Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { CipherKey } from "../../wire/block-cipher.ts";
import { openAuthenticator } from "../../wire/cedar-seal.ts";
import { NAME_SERVICE, RUN_TIME } from "../../wire/cedar-header.ts";
import { WireError } from "../../wire/error.ts";
import {
  BIND,
  CONVERSE,
  decodeName,
  encodeBinding,
  encodeEntry,
  encodeName,
  isWritten,
  MAKE,
  REFUSED,
  WRITE_NAME,
  WRITTEN,
} from "../../wire/names.ts";
import type { Answer, Asker } from "./asker.ts";
import { FIRST_STAMP, type ExportTable } from "./export-table.ts";
import { secretOf } from "./secrets.ts";

/** An exporter as its run time knows it. */
export interface Exporter {
  readonly number: number; // on the medium
  readonly now: Nanos;
  readonly instance: string;
  readonly table: ExportTable;
  /** By the calling machine. */
  readonly keys: Map<number, CipherKey>;
}

/** The answer to a question; null where the run time has none. It says which row of its table an instance has. */
export function answerOfExporter(exporter: Exporter, question: ExchangePacket): Uint8Array | null {
  const { table, instance, now } = exporter;
  const { interface: index, procedure, data, activity } = question;
  if (index !== RUN_TIME) return null;
  if (procedure === CONVERSE) return converse(exporter, data, activity.machine);
  if (procedure === MAKE) return encodeName(table.make(instance, now));
  return procedure === BIND ? encodeBinding(table.find(decodeName(data))) : null;
}

/** Learns the key of a conversation from what Grapevine says, for the machine that it was made for alone. */
function converse({ number, keys }: Exporter, authenticator: Uint8Array, machine: number): Uint8Array {
  try {
    const { key, callersHost } = openAuthenticator(authenticator, secretOf(number));
    if (callersHost !== machine) return REFUSED;
    keys.set(machine, key);
    return WRITTEN;
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return REFUSED;
  }
}

/** The asker of an exporter, and the hosts of the name service's replicas. */
interface Registration {
  readonly asker: Asker;
  readonly replicas: readonly number[];
  /** The name service does not let this machine export the instance. */
  readonly refused: (cause: Ref) => void;
}

/** Tells the name service where the instance is: the first replica that answers passes it on. */
export function register(exporter: Exporter, { asker, replicas, refused }: Registration, cause: Ref): void {
  const [to, ...others] = replicas;
  if (to === undefined) return;
  const stamp = 1 + FIRST_STAMP + Math.floor(toMillis(exporter.now));
  const entry = { name: exporter.instance, stamp, kind: "individual", host: exporter.number } as const;
  const question = { interface: NAME_SERVICE, procedure: WRITE_NAME, data: encodeEntry(entry) };
  const answered = (answer: Answer | null, ref: Ref): void => {
    if (answer === null) register(exporter, { asker, replicas: others, refused }, ref);
    else if (!isWritten(answer.data)) refused(ref);
  };
  asker.ask({ to, ...question, kind: "export", answered }, cause);
}
