/**
 * Serves the files of a folder, as any web server would serve the built site, with the headers that its file _headers
 * names. Text and WebAssembly are compressed, each file once. A browser may keep files with a hash in their name for
 * ever, and asks for all others again.
 */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".pcapng": "application/octet-stream",
  ".png": "image/png",
  ".py": "text/x-python; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".zip": "application/zip",
};
const COMPRESSED = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
/** By name, the better one first. */
const ENCODINGS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
const HEADERS_FILE = "_headers";
/** The build names a file by its content: index-Dk3v9x_1.js, or with one letter less (app/build/chunks.ts). */
export const HASHED = /-[\w-]{7,8}\.\w+$/;
const PORTS_TRIED = 20; // after the one asked for

/** The file of `folder` at an address; null where there is none. */
async function find(folder, url) {
  let path;
  try {
    path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  } catch {
    return null; // not an address
  }
  const file = join(folder, path.endsWith(sep) ? `${path}index.html` : path);
  if (!file.startsWith(folder + sep)) return null;
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? { file, size: found.size, tag: `"${found.size}-${Math.round(found.mtimeMs)}"` } : null;
}

/** The headers that a folder's _headers asks for on all of its files: "/*", then a line "  Name: value" for each. */
async function headersOf(folder) {
  const text = await readFile(join(folder, HEADERS_FILE), "utf8").catch(() => "");
  const lines = [...text.matchAll(/^ +([\w-]+): (.+)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name, value]));
}

/** The first of ENCODINGS that an Accept-Encoding header names and does not refuse with q=0; null for none. */
function encodingFor(accepted) {
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name, ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice("q=".length))];
    }),
  );
  return Object.keys(ENCODINGS).find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0) ?? null;
}

/** A server's compressed files: each is made when it is first asked for, and anew when the file has changed. */
class Packed {
  #files = new Map();

  async bytes(file, tag, encoding) {
    const key = `${encoding} ${file}`;
    if (this.#files.get(key)?.tag !== tag) {
      this.#files.set(key, { tag, bytes: readFile(file).then(ENCODINGS[encoding]) });
    }
    return this.#files.get(key).bytes;
  }
}

async function answer(folder, packed, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const found = await find(folder, request.url);
  if (found === null) {
    response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("There is nothing at this address.\n");
    return;
  }
  const { file, size, tag } = found;
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  const headers = {
    ...(await headersOf(folder)),
    "Content-Type": type,
    "Cache-Control": HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: tag,
    Vary: "Accept-Encoding",
  };
  if (request.headers["if-none-match"] === tag) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = COMPRESSED.test(type) ? encodingFor(request.headers["accept-encoding"] ?? "") : null;
  if (encoding !== null) {
    const bytes = await packed.bytes(file, tag, encoding);
    response.writeHead(200, { ...headers, "Content-Encoding": encoding, "Content-Length": bytes.length });
    response.end(request.method === "HEAD" ? undefined : bytes);
    return;
  }
  response.writeHead(200, { ...headers, "Content-Length": size });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  pipeline(createReadStream(file), response, () => undefined); // a reader who goes away early is no error
}

const listen = (server, host, port) =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server.address().port);
    });
  });

/**
 * Resolves to the address and a way to stop. Without `strict` the next free port is taken where `port` is in use; port
 * 0 is any free one. Rejects where it cannot listen.
 */
export async function serve(folder, { host, port, strict }) {
  const packed = new Packed();
  const server = createServer((request, response) => {
    answer(folder, packed, request, response).catch(() => response.destroy());
  });
  const last = strict || port === 0 ? port : Math.min(port + PORTS_TRIED, 65535);
  for (let tried = port; ; tried++) {
    try {
      const taken = await listen(server, host, tried);
      const close = () => new Promise((done) => server.close(done).closeAllConnections());
      return { url: `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${taken}/`, close };
    } catch (error) {
      if (error.code !== "EADDRINUSE" || tried === last) throw error;
    }
  }
}
