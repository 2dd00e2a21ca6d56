/** The file server: a process that answers calls of NFS, after an access to its disk where it needs one. */
import { durationOf } from "../../../hardware/cost.ts";
import { SUN3_ASSUMED } from "../../../hardware/sun3-costs.ts";
import type { RandomStream } from "../../../kernel/random.ts";
import type { Nanos } from "../../../kernel/time.ts";
import type { Call, Ending } from "../../../protocols/sunrpc/message.ts";
import { sunServer } from "../../../protocols/sunrpc/server.ts";
import { WireError } from "../../../wire/error.ts";
import {
  encodeNfsReply,
  NFS,
  NFS_BLOCK,
  NFS_PORT,
  NFS_PROGRAM,
  NFS_VERSION,
  parseNfsCall,
  type NfsCall,
} from "../../../wire/nfs.ts";
import { SUN_RPC } from "../format.ts";
import type { SunHost } from "../host.ts";
import { Server } from "../server.ts";
import type { ServerSegments } from "../steps.ts";
import { DIRECTORY, fileIn, FILE_BYTES, handleOf } from "./files.ts";

const DISK = durationOf(SUN3_ASSUMED.diskAccess);

/** The bytes of a block: letters, so that a capture can be read. */
const BLOCK = Uint8Array.from({ length: NFS_BLOCK }, (_, i) => 97 + (i % 26));

function results(call: NfsCall): Uint8Array {
  const number = fileIn(call.handle);
  const file = { file: number, size: FILE_BYTES, isDirectory: number === DIRECTORY };
  switch (call.what) {
    case "lookup": {
      const found = Number(/\d+$/.exec(call.name)?.[0]);
      return encodeNfsReply({
        what: "lookup",
        handle: handleOf(found),
        file: { file: found, size: FILE_BYTES, isDirectory: false },
      });
    }
    case "read":
      return encodeNfsReply({ what: "read", file, data: BLOCK.subarray(0, call.count) });
    default:
      return encodeNfsReply({ what: call.what, file });
  }
}

/** The time of the disk for a call: names and attributes lie in memory. */
function diskTime({ procedure }: Call, random: RandomStream): Nanos {
  if (procedure === NFS.write) return SUN3_ASSUMED.diskWrites.value * DISK;
  if (procedure === NFS.read) return random.float() < SUN3_ASSUMED.fileCache.value ? 0 : DISK;
  return 0;
}

function answer(call: Call): Ending {
  try {
    return { status: "SUCCESS", data: results(parseNfsCall(call.procedure, call.data)) };
  } catch (error) {
    if (error instanceof WireError) return { status: "GARBAGE_ARGS" };
    throw error; // a bug of ours, not of the bytes
  }
}

/** The process, to be started. Its packets are of the kind "NFS reply". */
export function fileServer(host: SunHost, segments: ServerSegments): Server {
  const random = host.world.streams.stream("disk of the file server");
  return new Server(host, {
    name: "NFS server",
    port: NFS_PORT,
    isStream: false,
    machine: sunServer({
      registered: [{ program: NFS_PROGRAM, version: NFS_VERSION, procedures: Object.values(NFS) }],
      cache: 0,
      without: [],
    }),
    format: SUN_RPC,
    kind: "NFS reply",
    segments,
    procedure: { waits: (call) => diskTime(call, random), run: answer },
  });
}
