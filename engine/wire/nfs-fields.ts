/** Takes the arguments and results of NFS apart into fields. They stand behind the head of a message of Sun RPC. */
import { padded, u32 } from "./bytes.ts";
import { showHeader, type Header } from "./header.ts";
import { bytesLayer, shownField, type Field, type Layer } from "./layer.ts";
import { NFS, NFS_ATTRIBUTES, NFS_BLOCK, NFS_HANDLE, NFS_LENGTH, NFS_READ, NFS_STATUS, NFS_WRITE } from "./nfs.ts";
import { decodeUtf8 } from "./utf8.ts";

/** Goes from left to right while the bytes reach: a fragment has only the first of them. */
class Shown {
  readonly fields: Field[] = [];
  at: number;
  private readonly frame: Uint8Array;
  private readonly end: number;

  constructor(frame: Uint8Array, at: number, end: number) {
    this.frame = frame;
    this.at = at;
    this.end = end;
  }

  handle(): void {
    this.take(NFS_HANDLE, (at) => [shownField("file handle", `file ${u32(this.frame, at)}`, at, NFS_HANDLE)]);
  }

  table(table: Header): void {
    this.take(table.bytes, (at) => showHeader(table, this.frame, at));
  }

  name(): void {
    if (this.at + 4 > this.end) return;
    const length = u32(this.frame, this.at);
    this.table(NFS_LENGTH);
    this.take(padded(length), (at) => [
      shownField("name", decodeUtf8(this.frame.subarray(at, at + length)), at, padded(length)),
    ]);
  }

  private take(bytes: number, show: (at: number) => readonly Field[]): void {
    if (this.at + bytes > this.end) return;
    this.fields.push(...show(this.at));
    this.at += bytes;
  }

  layers(from: number): readonly Layer[] {
    const head = { name: "NFS", length: this.at - from, fields: this.fields };
    return [...(this.at > from ? [head] : []), ...bytesLayer("data", this.at, this.end, "of the file")];
  }
}

/** The arguments at `at`; null for a procedure that is not shown. */
export function nfsCallLayers(frame: Uint8Array, at: number, end: number, procedure: number): readonly Layer[] | null {
  if (!Object.values(NFS).some((one) => one === procedure)) return null;
  const shown = new Shown(frame, at, end);
  shown.handle();
  if (procedure === NFS.lookup) shown.name();
  if (procedure === NFS.read) shown.table(NFS_READ);
  if (procedure === NFS.write) shown.table(NFS_WRITE);
  return shown.layers(at);
}

/** Results do not say of which procedure they are: their length tells. */
export function nfsReplyLayers(frame: Uint8Array, at: number, end: number): readonly Layer[] {
  const shown = new Shown(frame, at, end);
  const attributesEnd = NFS_STATUS.bytes + NFS_ATTRIBUTES.bytes;
  shown.table(NFS_STATUS);
  if (end - at === attributesEnd + NFS_HANDLE) shown.handle();
  shown.table(NFS_ATTRIBUTES);
  const isRead = end - at > attributesEnd && shown.at + 4 <= end && u32(frame, shown.at) <= NFS_BLOCK;
  if (isRead) shown.table(NFS_LENGTH);
  return shown.layers(at);
}
