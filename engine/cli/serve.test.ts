import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HASHED, serve } from "./serve.mjs";
import type { Site } from "./serve.mjs";

describe("the server of the site", () => {
  let outside = "";
  let site: Site;
  const get = (path: string, init?: RequestInit): Promise<Response> => fetch(new URL(path, site.url), init);

  beforeAll(async () => {
    outside = mkdtempSync(join(tmpdir(), "roundtrip-serve-"));
    const folder = join(outside, "dist");
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>Roundtrip</title>");
    writeFileSync(join(folder, "assets/index-Dk3v9x_1.js"), "export const one = 1;");
    writeFileSync(join(folder, "python.wasm"), new Uint8Array([0, 97, 115, 109]));
    const policy = "default-src 'self'; script-src 'self'";
    writeFileSync(
      join(folder, "_headers"),
      `/*\n  Content-Security-Policy: ${policy}\n  X-Content-Type-Options: nosniff\n`,
    );
    writeFileSync(join(outside, "secret.txt"), "not for the web");
    writeFileSync(join(outside, "dist-secret.txt"), "nor this");
    site = await serve(folder, { host: "localhost", port: 0, strict: true });
  });
  afterAll(async () => {
    await site.close();
    rmSync(outside, { recursive: true });
  });

  it("gives the page at the root, with its type, to be asked for again", async () => {
    const response = await get("/");
    expect(await response.text()).toContain("Roundtrip");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-encoding")).toBe("gzip");
  });

  it("compresses as the browser asks, WebAssembly included, and not where it refuses", async () => {
    const encoding = async (path: string, accepted: string): Promise<string | null> =>
      (await get(path, { headers: { "accept-encoding": accepted } })).headers.get("content-encoding");
    expect(await encoding("/", "gzip, deflate")).toBe("gzip");
    expect(await encoding("/", "br;q=0, gzip;q=0.5")).toBe("gzip");
    expect(await encoding("/", "gzip;q=0")).toBeNull();
    expect(await encoding("/", "*")).toBe("br");
    expect(await encoding("/", "identity")).toBeNull();
    expect(await encoding("/python.wasm", "gzip, br")).toBe("br");
    const head = await get("/", { method: "HEAD", headers: { "accept-encoding": "br" } });
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
  });

  it("gives a file anew when it has changed", async () => {
    const file = join(outside, "dist/changing.txt");
    writeFileSync(file, "before");
    expect(await (await get("/changing.txt")).text()).toBe("before");
    writeFileSync(file, "and after");
    expect(await (await get("/changing.txt")).text()).toBe("and after");
  });

  it("sends the headers that the site asks for with every file", async () => {
    for (const path of ["/", "/assets/index-Dk3v9x_1.js", "/python.wasm"]) {
      const { headers } = await get(path);
      expect(headers.get("content-security-policy")).toBe("default-src 'self'; script-src 'self'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("lets a file with a hash in its name be kept, and says 304 to who has it", async () => {
    const first = await get("/assets/index-Dk3v9x_1.js");
    expect(first.headers.get("cache-control")).toContain("immutable");
    expect("assets/page-DvYAmcK.js").toMatch(HASHED);
    const again = await get("/", { headers: { "if-none-match": (await get("/")).headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  it("gives WebAssembly as such, so that a browser compiles it while it loads", async () => {
    const response = await get("/python.wasm");
    expect(response.headers.get("content-type")).toBe("application/wasm");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 97, 115, 109]));
  });

  it("has nothing outside its folder, however the path is written", async () => {
    const status = (path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        // fetch would tidy the path up before it asks
        const asked = request({ port: new URL(site.url).port, path }, ({ statusCode }) => resolve(statusCode));
        asked.on("error", reject).end();
      });
    const paths = ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/../dist-secret.txt", "/%00", "/%"];
    expect(await Promise.all(paths.map(status))).toEqual(paths.map(() => 404));
    expect((await get("/none.js")).status).toBe(404);
    expect((await get("/assets")).status).toBe(404);
  });

  it("answers only questions", async () => {
    expect((await get("/", { method: "POST" })).status).toBe(405);
  });

  it("takes the next port where one is in use, unless it was asked for that one", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "localhost", done));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(serve(outside, { host: "localhost", port, strict: true })).rejects.toThrow(/EADDRINUSE/);
    const next = await serve(outside, { host: "localhost", port, strict: false });
    expect(Number(new URL(next.url).port)).toBeGreaterThan(port);
    await next.close();
    await new Promise((done) => other.close(done));
  });
});
