/**
 * The content security policy, in the page itself and, for servers that read such a file, in dist/_headers: scripts
 * only from the site's own files, connections only to the site itself. The room for Python has a closer one of its own
 * (room.ts). Our server (engine/cli/serve.mjs), Netlify and Cloudflare Pages read _headers; a worker of a file has only
 * the policy that comes as a header with it.
 */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { roomText } from "./room.ts";

/** A browser looks for it in the first bytes alone; a plain server does not say it. */
const CHARSET = '<meta charset="utf-8" />';
const CHARSET_WITHIN = 1024; // bytes, by the HTML standard

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/**
 * @param html the finished page, whose few lines of script are named by their content
 * @param room the name of the script of the room for Python: its frame has this policy and its own
 */
export function policyOf(html: string, room: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, text = ""]) => {
    const hash = createHash("sha256").update(text).digest("base64");
    return `'sha256-${hash}'`;
  });
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", room, ...hashes].join(" "), // WebAssembly for Python
    "style-src 'self' 'unsafe-inline'", // figures and the editor set styles from their code
    "img-src 'self' data: blob:", // a figure on its way to PNG
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:", // the room's worker is made of what the page hands over
    "frame-src 'self'", // embed.html shows a lesson in a frame; the room has a policy of its own
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Names of headers and their values, as the site's files should be served with. */
const headersText = (policy: string): string =>
  [
    "/*",
    `Content-Security-Policy: ${policy}`,
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Access-Control-Allow-Origin: *", // a frame whose sandbox gives it no origin fetches the site from outside
  ].join("\n  ");

/** @param root the project's folder */
export function contentPolicy(root: string): Plugin {
  return {
    name: "roundtrip-content-policy",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html): Promise<string> {
        const { hash } = await roomText(root);
        const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html, hash)}">`;
        if (!html.includes(CHARSET)) throw new Error(`content policy: index.html has no ${CHARSET}`);
        return html.replace(
          CHARSET,
          () => `${CHARSET}\n    <meta name="referrer" content="no-referrer">\n    ${policy}`,
        );
      },
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("content policy: the build made no index.html");
        if (!String(page.source).slice(0, CHARSET_WITHIN).includes(CHARSET))
          throw new Error(`content policy: ${CHARSET} is not in the first ${CHARSET_WITHIN} bytes of index.html`);
        const policy = policyOf(String(page.source), (await roomText(root)).hash);
        this.emitFile({ type: "asset", fileName: "_headers", source: `${headersText(policy)}\n` });
      },
    },
  };
}
