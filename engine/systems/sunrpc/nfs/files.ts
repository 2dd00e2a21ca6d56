/** The files of the file server: their handles and their size, alike for all. */
import { SUN3_ASSUMED } from "../../../hardware/sun3-costs.ts";
import { putU32, u32 } from "../../../wire/bytes.ts";
import { NFS_BLOCK, NFS_HANDLE } from "../../../wire/nfs.ts";

/** The number of the directory that all files are in. */
export const DIRECTORY = 2;
const FIRST_FILE = 1001;

export const FILE_BLOCKS = SUN3_ASSUMED.nfsBlocks.value;
export const FILE_BYTES = FILE_BLOCKS * NFS_BLOCK;

/** The nth file that a client uses, from 1: its name holds its number. */
export const nameOfFile = (nth: number): string => `file${FIRST_FILE + nth - 1}`;

/** A handle begins with the number of its file; only the server knows that. */
export function handleOf(file: number): Uint8Array {
  const handle = new Uint8Array(NFS_HANDLE);
  putU32(handle, 0, file);
  return handle;
}

export const fileIn = (handle: Uint8Array): number => u32(handle, 0);
