import { build } from "esbuild"; import { gzipSync } from "node:zlib";
const root = process.argv[2];
for (const e of ["app/timeline/Timeline.tsx", "app/figure/figure-of.ts", "app/words/times.ts"]) {
  const r = await build({ entryPoints: [`${root}/${e}`], bundle: true, splitting: true, format: "esm", outdir: "/tmp/fg/o", write: false, minify: true, external: ["react", "react-dom", "react/jsx-runtime"], loader: { ".css": "empty", ".mdx": "text" }, metafile: true, logLevel: "silent" }).catch((x) => { console.log(String(x).slice(0, 300)); return null; });
  if (!r) continue;
  const main = r.outputFiles.find((f) => f.path.endsWith(e.split("/").pop().replace(/\.tsx?$/, ".js")));
  // entry + static chunks
  const outs = r.metafile.outputs; const key = Object.keys(outs).find((k) => outs[k].entryPoint?.endsWith(e));
  const seen = new Set(); const walk = (k) => { if (seen.has(k)) return; seen.add(k); for (const i of outs[k].imports) if (i.kind === "import-statement" && outs[i.path]) walk(i.path); }; walk(key);
  const text = r.outputFiles.filter((f) => [...seen].some((k) => f.path.endsWith(k.split("/").pop()))).map((f) => f.text).join("");
  console.log(e, text.length, gzipSync(text, { level: 9 }).length);
}
