/**
 * The operations of a COMPOUND of NFS 4 (RFC 7530, RFC 8881, RFC 7862), by walking over the arguments of each. A reply
 * needs no walk: it says how many operations were answered, and the last of them is the one that failed.
 */
import { padded, u32 } from "../wire/bytes.ts";

/**
 * The arguments of an operation, a letter a part: u 4 bytes, h 8, s 16 (a state id or a session), o bytes behind their
 * length, b a bit map, f attributes (a map and bytes), and words for what has branches.
 */
type Shape = string;

interface Operation {
  readonly name: string;
  readonly shape: Shape;
}

const op = (name: string, shape: Shape = ""): Operation => ({ name, shape });

/** By number: RFC 8881 §16.2 and §18, for 3 to 58; RFC 7862 §15 above. */
const OPERATIONS: Readonly<Record<number, Operation>> = {
  3: op("ACCESS", "u"),
  4: op("CLOSE", "us"),
  5: op("COMMIT", "hu"),
  6: op("CREATE", "[create]of"),
  7: op("DELEGPURGE", "h"),
  8: op("DELEGRETURN", "s"),
  9: op("GETATTR", "b"),
  10: op("GETFH"),
  11: op("LINK", "o"),
  12: op("LOCK", "uuhh[lock]"),
  13: op("LOCKT", "uhhho"),
  14: op("LOCKU", "uushh"),
  15: op("LOOKUP", "o"),
  16: op("LOOKUPP"),
  17: op("NVERIFY", "f"),
  18: op("OPEN", "uuuho[open][claim]"),
  19: op("OPENATTR", "u"),
  20: op("OPEN_CONFIRM", "su"),
  21: op("OPEN_DOWNGRADE", "suuu"),
  22: op("PUTFH", "o"),
  23: op("PUTPUBFH"),
  24: op("PUTROOTFH"),
  25: op("READ", "shu"),
  26: op("READDIR", "hhuub"),
  27: op("READLINK"),
  28: op("REMOVE", "o"),
  29: op("RENAME", "oo"),
  30: op("RENEW", "h"),
  31: op("RESTOREFH"),
  32: op("SAVEFH"),
  33: op("SECINFO", "o"),
  34: op("SETATTR", "sf"),
  35: op("SETCLIENTID", "houoou"),
  36: op("SETCLIENTID_CONFIRM", "hh"),
  37: op("VERIFY", "f"),
  38: op("WRITE", "shuo"),
  39: op("RELEASE_LOCKOWNER", "ho"),
  40: op("BACKCHANNEL_CTL", "u[secparms]"),
  41: op("BIND_CONN_TO_SESSION", "suu"),
  42: op("EXCHANGE_ID", "hou[protect][impl]"),
  43: op("CREATE_SESSION", "huu[channel][channel]u[secparms]"),
  44: op("DESTROY_SESSION", "s"),
  45: op("FREE_STATEID", "s"),
  46: op("GET_DIR_DELEGATION", "ubhuhubb"),
  47: op("GETDEVICEINFO", "suub"),
  48: op("GETDEVICELIST", "uuhh"),
  49: op("LAYOUTCOMMIT", "hhus[newoffset][newtime]uo"),
  50: op("LAYOUTGET", "uuuhhhsu"),
  51: op("LAYOUTRETURN", "uuu[layoutreturn]"),
  52: op("SECINFO_NO_NAME", "u"),
  53: op("SEQUENCE", "suuuu"),
  54: op("SET_SSV", "oo"),
  55: op("TEST_STATEID", "[stateids]"),
  56: op("WANT_DELEGATION", "u[claim]"),
  57: op("DESTROY_CLIENTID", "h"),
  58: op("RECLAIM_COMPLETE", "u"),
  59: op("ALLOCATE", "shh"),
  60: op("COPY", "sshhhuu[netlocs]"),
  61: op("COPY_NOTIFY", "s[netloc]"),
  62: op("DEALLOCATE", "shh"),
  63: op("IO_ADVISE", "shhb"),
  64: op("LAYOUTERROR", "hhs[errors]"),
  65: op("LAYOUTSTATS", "hhshhhhsuo"),
  66: op("OFFLOAD_CANCEL", "s"),
  67: op("OFFLOAD_STATUS", "s"),
  68: op("READ_PLUS", "shu"),
  69: op("SEEK", "shu"),
  70: op("WRITE_SAME", "suhhhhuho"),
  71: op("CLONE", "sshhh"),
  72: op("GETXATTR", "o"), // RFC 8276 §8.4, this one and the next three
  73: op("SETXATTR", "uoo"),
  74: op("LISTXATTRS", "hu"),
  75: op("REMOVEXATTR", "o"),
};

/** RFC 7530 §17 and RFC 8881 §20. */
const CALLBACKS: Readonly<Record<number, Operation>> = {
  3: op("CB_GETATTR", "ob"),
  4: op("CB_RECALL", "suo"),
  5: op("CB_LAYOUTRECALL", "uuu[layoutrecall]"),
  6: op("CB_NOTIFY", "so[notifies]"),
  7: op("CB_PUSH_DELEG", "o[?]"),
  8: op("CB_RECALL_ANY", "ub"),
  9: op("CB_RECALLABLE_OBJ_AVAIL", "u"),
  10: op("CB_RECALL_SLOT", "u"),
  11: op("CB_SEQUENCE", "suuuu[referring]"),
  12: op("CB_WANTS_CANCELLED", "uu"),
  13: op("CB_NOTIFY_LOCK", "oho"),
  14: op("CB_NOTIFY_DEVICEID", "[notifies]"),
  15: op("CB_OFFLOAD", "os[?]"),
};

const MOST_OPERATIONS = 1000; // a COMPOUND of more is damaged
const MOST_LIST = 4096;

/** Past the bytes, or into a branch that is not known. */
class Unseen extends Error {}

class Walk {
  at: number;
  private readonly bytes: Uint8Array;
  private readonly end: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  word(): number {
    if (this.at + 4 > this.end) throw new Unseen();
    this.at += 4;
    return u32(this.bytes, this.at - 4);
  }

  skip(bytes: number): void {
    if (bytes > this.end - this.at) throw new Unseen();
    this.at += bytes;
  }

  opaque(): Uint8Array {
    const length = this.word();
    this.skip(padded(length));
    return this.bytes.subarray(this.at - padded(length), this.at - padded(length) + length);
  }

  list(shape: Shape): void {
    const count = this.word();
    if (count > MOST_LIST) throw new Unseen();
    for (let i = 0; i < count; i++) this.shape(shape);
  }

  shape(shape: Shape): void {
    for (const [part] of shape.matchAll(/\[[^\]]+\]|./g)) {
      if (part.startsWith("[")) this.branch(part.slice(1, -1));
      else if (part === "u") this.word();
      else if (part === "h") this.skip(8);
      else if (part === "s") this.skip(16);
      else if (part === "o") this.opaque();
      else if (part === "b") this.list("u");
      else if (part === "f") this.shape("bo");
    }
  }

  /** Unions and lists, each by its RFC’s definition. */
  private branch(name: string): void {
    switch (name) {
      case "create": {
        const type = this.word(); // createtype4: a link has its text, a device its numbers
        return this.shape(type === 5 ? "o" : type === 3 || type === 4 ? "uu" : "");
      }
      case "lock":
        return this.shape(this.word() === 0 ? "su" : "usuho"); // locker4
      case "open": {
        if (this.word() === 0) return; // OPEN4_NOCREATE
        const mode = this.word(); // createmode4: unchecked, guarded, exclusive, exclusive with attributes
        return this.shape(mode === 2 ? "h" : mode === 3 ? "hf" : "f");
      }
      case "claim":
        return this.claim(this.word());
      case "secparms": {
        const count = this.word();
        if (count > MOST_LIST) throw new Unseen();
        for (let i = 0; i < count; i++) this.security();
        return;
      }
      case "channel":
        return this.shape("uuuuuu[ird]");
      case "ird":
        return this.list("u");
      case "protect": {
        const how = this.word(); // state_protect_how4
        return this.shape(how === 1 ? "bb" : how === 2 ? "bb[algorithms][algorithms]uu" : "");
      }
      case "algorithms":
        return this.list("o");
      case "impl":
        return this.list("oohu");
      case "newoffset":
        return this.shape(this.word() === 0 ? "" : "h");
      case "newtime":
        return this.shape(this.word() === 0 ? "" : "hu");
      case "layoutreturn":
        return this.shape(this.word() === 1 ? "hhso" : ""); // LAYOUTRETURN4_FILE
      case "layoutrecall": {
        const kind = this.word(); // layoutrecall_type4: a file, a file system, all
        return this.shape(kind === 1 ? "ohhs" : kind === 2 ? "hh" : "");
      }
      case "stateids":
        return this.list("s");
      case "errors":
        return this.list("suu"); // device_error4
      case "notifies":
        return this.list("bo"); // notify4
      case "referring":
        return this.list("s[pairs]");
      case "pairs":
        return this.list("uu");
      case "netlocs":
        return this.list("[netloc]");
      case "netloc":
        return this.shape(this.word() === 3 ? "oo" : "o"); // netloc_type4: a name, a URL, an address
      default:
        throw new Unseen();
    }
  }

  /** open_claim4: by name, before, of a delegation, of one before; by handle the same three. */
  private claim(claim: number): void {
    const shapes: Readonly<Record<number, Shape>> = { 0: "o", 1: "u", 2: "so", 3: "o", 4: "", 5: "s", 6: "" };
    const shape = shapes[claim];
    if (shape === undefined) throw new Unseen();
    this.shape(shape);
  }

  /** callback_sec_parms4. */
  private security(): void {
    const flavor = this.word();
    if (flavor === 0) return;
    if (flavor === 1) return this.shape("uouu[ird]"); // authsys_parms
    if (flavor === 6) return this.shape("uoo");
    throw new Unseen();
  }
}

interface Compound {
  /** The names in order; "…" behind them where the rest is not seen or not known. */
  readonly operations: readonly string[];
  readonly minorVersion: number | null;
  readonly handle: Uint8Array | null; // of the first PUTFH
  readonly name: string | null; // of the first operation that has a file’s name
}

const NAMED: readonly string[] = ["LOOKUP", "REMOVE", "LINK", "SECINFO"];

/** Walks the arguments of a call. */
export function readCompound(bytes: Uint8Array, at: number, end: number, isCallback: boolean): Compound {
  const walk = new Walk(bytes, at, end);
  const operations: string[] = [];
  let minorVersion: number | null = null;
  let handle: Uint8Array | null = null;
  let name: string | null = null;
  try {
    walk.opaque(); // the tag
    minorVersion = walk.word();
    if (isCallback) walk.word(); // callback_ident
    const count = walk.word();
    if (count > MOST_OPERATIONS) throw new Unseen();
    for (let i = 0; i < count; i++) {
      const number = walk.word();
      const known = (isCallback ? CALLBACKS : OPERATIONS)[number];
      operations.push(known?.name ?? `operation ${number}`);
      if (known === undefined) throw new Unseen();
      if (known.name === "PUTFH") {
        handle = walk.opaque();
        continue;
      }
      if (NAMED.includes(known.name)) {
        const text = textOf(walk.opaque());
        name ??= text;
        continue;
      }
      walk.shape(known.shape);
    }
  } catch (error) {
    if (!(error instanceof Unseen)) throw error;
    operations.push("…");
  }
  return { operations, minorVersion, handle, name };
}

/** How many operations of a reply were answered; null where the file does not hold the number. */
export function answeredOperations(bytes: Uint8Array, at: number, end: number): number | null {
  const walk = new Walk(bytes, at, end);
  try {
    walk.word(); // the status
    walk.opaque(); // the tag
    return walk.word();
  } catch (error) {
    if (error instanceof Unseen) return null;
    throw error;
  }
}

/** A name as it can be shown: other bytes than printable ones become dots. */
export const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 255), (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join(
    "",
  );
