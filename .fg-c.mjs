import { build } from "esbuild";
const e = process.argv[2];
const r = await build({ entryPoints: [e], bundle: true, splitting: true, format: "esm", outdir: "/tmp/fg/o", write: false, minify: true, external: ["react", "react-dom", "react/jsx-runtime"], loader: { ".css": "empty", ".mdx": "text" }, metafile: true, logLevel: "silent" });
const outs = r.metafile.outputs; const key = Object.keys(outs).find((k) => outs[k].entryPoint === e);
const seen = new Set(); const walk = (k) => { if (seen.has(k)) return; seen.add(k); for (const i of outs[k].imports) if (i.kind === "import-statement" && outs[i.path]) walk(i.path); }; walk(key);
const all = {}; for (const k of seen) for (const [f, { bytesInOutput }] of Object.entries(outs[k].inputs)) all[f] = (all[f] ?? 0) + bytesInOutput;
for (const [f, n] of Object.entries(all).sort((a, b) => b[1] - a[1]).slice(0, 75)) console.log(n, f);
