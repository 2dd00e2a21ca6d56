/**
 * Serves the files of a folder, as any web server would serve the built site. Text is compressed. A browser may keep
 * files with a hash in their name for ever, and asks for all others again.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";

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
const COMPRESSED = /^(text\/|application\/(json|manifest)|image\/svg)/;
const HASHED = /-[\w-]{8}\.\w+$/; // as the build names them: index-Dk3v9x_1.js
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

async function answer(folder, request, response) {
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
    "Content-Type": type,
    "Cache-Control": HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: tag,
    Vary: "Accept-Encoding",
  };
  if (request.headers["if-none-match"] === tag) {
    response.writeHead(304, headers).end();
    return;
  }
  const gzip = COMPRESSED.test(type) && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  response.writeHead(200, gzip ? { ...headers, "Content-Encoding": "gzip" } : { ...headers, "Content-Length": size });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const ended = () => undefined; // a reader who goes away early is no error
  if (gzip) pipeline(createReadStream(file), createGzip(), response, ended);
  else pipeline(createReadStream(file), response, ended);
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
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
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
