import { existsSync, readFileSync } from "node:fs";
import { addTexts, speak, translated } from "../../app/language/look-up.ts";
import { compiled } from "../../app/language/compile.ts";
import { WITH } from "../../app/language/site-files.ts";
const [lang = "zh", place = "bench", ...texts] = process.argv.slice(2);
speak({ zh: "zh-CN", de: "de-DE", fr: "fr-FR", es: "es-ES" }[lang]!);
for (const f of [...(WITH[place] ?? []), ...place.split(",")]) {
  const p = `lessons/languages/${lang}/site/${f}.json`;
  if (existsSync(p)) addTexts(compiled(JSON.parse(readFileSync(p, "utf8"))));
}
for (const t of texts) console.log(JSON.stringify(translated(t)));
