import { chromium } from "playwright";
import { serve } from "../engine/cli/serve.mjs";
const server = await serve("/tmp/wa-dist", { host: "localhost", port: 4871, strict: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const shots = process.argv.slice(2); // name|path|w|h|scheme|clicks(;)
for (const shot of shots) {
  const [name, path, w, h, scheme, clicks = ""] = shot.split("|");
  const page = await browser.newPage({ viewport: { width: Number(w), height: Number(h) }, colorScheme: scheme as "light" });
  page.on("pageerror", (e) => console.log(name, "ERROR", e.message));
  page.on("console", (m) => m.type() === "error" && console.log(name, m.text()));
  await page.goto(`http://localhost:4871/${path}`);
  await page.waitForTimeout(3500);
  for (const click of clicks.split(";").filter(Boolean)) { await page.getByRole("button", { name: click }).first().click().catch((e) => console.log(name, "click", click, String(e).slice(0, 200))); await page.waitForTimeout(1800); }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  console.log(name, "overflow", over, await page.title());
  await page.screenshot({ path: `/tmp/wa-${name}.png`, fullPage: false });
  await page.close();
}
await browser.close();
process.exit(0);
