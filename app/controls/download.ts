/** Hands a file to the browser to keep. */
import { inMegabytes } from "../words/numbers.ts";

const KEEP_MS = 60_000; // some browsers read the address after the click; a minute is enough for the largest file

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** "42 KB", "1.3 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${inMegabytes(bytes)} MB`;
}
