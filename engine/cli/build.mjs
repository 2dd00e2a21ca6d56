/** `npm run build`: the site into dist/, the headless lab into dist-lab/. */
import { prepare } from "./bootstrap.mjs";
import { build } from "./site.mjs";

prepare();
const failure = build();
if (failure !== null) {
  console.error(`build: ${failure}; the messages are above.`);
  process.exitCode = 1;
} else {
  console.log("Built dist/ (the site) and dist-lab/lab.mjs (the headless lab).");
}
