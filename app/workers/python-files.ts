/** Fetches what Python needs: the page hands it to a room (room.ts), which can fetch nothing. */
import { PYTHON_FILES } from "./python-names.ts";
import type { PythonFile } from "./python-names.ts";

export type PythonFiles = Readonly<Record<PythonFile, ArrayBuffer>>;

const NOT_FETCHED = "could not be fetched. Check the network and try again.";

async function bytesOf(name: PythonFile, onChunk: (bytes: number) => void, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(new URL(`pyodide/${name}`, document.baseURI), { signal });
  if (!response.ok || response.body === null) {
    throw new Error(`the file ${name} did not come: the server said ${response.status}. Try again later.`);
  }
  // Read by hand: Firefox complains of a stream that is given up where a Response reads it.
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onChunk(read.value.byteLength);
    chunks.push(read.value);
  }
  return new Blob(chunks).arrayBuffer();
}

/**
 * All files; tells the bytes that have come. Rejects with a sentence that names the file that does not come, and where
 * `signal` gives them up.
 */
export async function fetchPython(onBytes: (bytes: number) => void, signal: AbortSignal): Promise<PythonFiles> {
  let sum = 0;
  const count = (bytes: number): void => onBytes((sum += bytes));
  const files = PYTHON_FILES.map(async (name) => {
    const bytes = await bytesOf(name, count, signal).catch((error: unknown) => {
      // A browser says of a network that is away only "TypeError", each in other words.
      throw error instanceof TypeError ? new Error(`the file ${name} ${NOT_FETCHED}`) : error;
    });
    return [name, bytes] as const;
  });
  return Object.fromEntries(await Promise.all(files)) as PythonFiles;
}

/** The room's own page and its worker's script, as text: a part of the site, so they fit each other. */
export async function fetchRoom(): Promise<typeof import("virtual:room")> {
  return import("virtual:room").catch(() => {
    throw new Error(`a file of the site ${NOT_FETCHED}`);
  });
}
