/**
 * A replica of the name service. It keeps its directory on a disk, so a crash loses none of it. It tells the other
 * replica of what is written here, and that may be down.
 */
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { entryOf, mayWrite, written, type Directory } from "../../protocols/cedar/directory.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import {
  decodeEntry,
  decodeHost,
  decodeName,
  encodeEntry,
  GIVE_KEY,
  READ_NAME,
  REFUSED,
  WRITE_NAME,
  WRITTEN,
  type NameEntry,
} from "../../wire/names.ts";
import { sealGrant } from "../../wire/cedar-seal.ts";
import { CIPHER_KEY_BYTES } from "../../wire/cedar-sizes.ts";
import { NAME_SERVICE } from "../../wire/cedar-header.ts";
import type { Frame } from "../world/frame.ts";
import { Host, type Surroundings } from "./host.ts";
import { secretOf } from "./secrets.ts";

interface NameServerOptions {
  readonly name: string;
  readonly number: number;
  readonly directory: Directory;
  readonly others: readonly number[]; // hosts of the other replicas
}

export class NameServer extends Host {
  private readonly others: readonly number[];
  private directory: Directory;

  constructor(around: Surroundings, { name, number, directory, others }: NameServerOptions) {
    super(around, name, number);
    this.directory = directory;
    this.others = others;
  }

  /** It makes no calls and exports nothing: a packet of a call is for somebody else. */
  protected arrived(frame: Frame): void {
    this.ignore(frame);
  }

  protected crashed(): void {
    // Its directory is on the disk.
  }

  protected restarted(): void {
    this.note("directory read from the disk");
  }

  protected override answer(
    { interface: index, procedure, data, activity }: ExchangePacket,
    cause: Ref,
  ): Uint8Array | null {
    if (index !== NAME_SERVICE) return null;
    if (procedure === GIVE_KEY) return this.grant(activity.machine - 1, decodeHost(data));
    if (procedure === READ_NAME) return encodeEntry(entryOf(this.directory, decodeName(data)));
    const entry = procedure === WRITE_NAME ? decodeEntry(data) : null;
    return entry === null ? null : this.write(entry, activity.machine - 1, cause);
  }

  /** A key for two hosts, which each of them alone can read. */
  private grant(caller: number, callee: number): Uint8Array {
    const random = this.world.streams.stream("conversation keys");
    const key = Uint8Array.from({ length: CIPHER_KEY_BYTES }, () => random.integer(256));
    return sealGrant(key, { caller: secretOf(caller), callee: secretOf(callee), callersHost: caller + 1 });
  }

  private write(entry: NameEntry, from: number, cause: Ref): Uint8Array {
    const isReplica = this.others.includes(from);
    if (!isReplica && !mayWrite(this.directory, entry.name, from)) {
      this.note("not on the access list", { cause });
      return REFUSED;
    }
    const after = written(this.directory, entry);
    if (after === this.directory) return WRITTEN;
    this.directory = after;
    this.note("name written", { cause });
    for (const to of isReplica ? [] : this.others) {
      const question = { interface: NAME_SERVICE, procedure: WRITE_NAME, data: encodeEntry(entry) };
      this.asker.ask({ to, ...question, kind: "update", answered: () => undefined }, NO_REF);
    }
    return WRITTEN;
  }
}
