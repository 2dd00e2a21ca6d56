/** `npm start`: installs what is missing, builds the site where it is missing or old, serves it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as util from "node:util"; // whole, so that an old Node gets as far as saying that it is old
import { nodeProblem, prepare, root } from "./bootstrap.mjs";

const DEFAULT_PORT = 4173;
const USAGE = "npm start -- [--port N] [--host NAME] [--no-build]";
const OPTIONS = {
  port: { type: "string" },
  host: { type: "string", default: "localhost" },
  "no-build": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

function stop(code, message) {
  console.error(message);
  process.exit(code);
}

function readFlags() {
  try {
    const { values } = util.parseArgs({ options: OPTIONS, args: process.argv.slice(2) });
    const port = Number(values.port ?? DEFAULT_PORT);
    if (values.port !== undefined && (!/^\d+$/.test(values.port) || port > 65535)) {
      stop(2, `start: --port ${values.port}: want a whole number, 0 to 65535 (default ${DEFAULT_PORT}).`);
    }
    return { ...values, port, portGiven: values.port !== undefined };
  } catch (error) {
    return stop(2, `start: ${error.message.split(/[\n.]/)[0]}. Usage: ${USAGE}`);
  }
}

async function serveSite({ host, port, portGiven }) {
  const { serve } = await import("./serve.mjs");
  const { url } = await serve(join(root, "dist"), { host, port, strict: portGiven }).catch((error) =>
    stop(1, `start: ${error.message}. Try another address with --port or --host.`),
  );
  console.log(`Roundtrip is at ${url} (Ctrl+C stops it)`);
}

const old = nodeProblem(process.versions.node);
if (old !== null) stop(1, old);
const flags = readFlags();
if (flags.help) {
  console.log(USAGE);
} else {
  prepare();
  const { build, siteIsStale } = await import("./site.mjs");
  if (flags["no-build"]) {
    const built = existsSync(join(root, "dist", "index.html"));
    if (!built) stop(1, "start: dist/ is not built. Run npm start without --no-build.");
  } else if (siteIsStale()) {
    console.log("Building the site.");
    const failure = build();
    if (failure !== null) stop(1, `start: ${failure}; the messages are above.`);
  }
  await serveSite(flags);
}
