/** `lab verify`: a receipt, or one report, checked by running it again. */
import { existsSync } from "node:fs";
import { countsOf, isCounted } from "../../lessons/hand-in/class-table.ts";
import { LARGEST } from "../../lessons/hand-in/read-report.ts";
import { quote, visible } from "../faults/quote.ts";
import { readBytes } from "./read-text.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { CHECK_FAILED, DONE } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Verb } from "./verb.ts";

export const verify: Verb = {
  name: "verify",
  summary: "Checks a receipt (a text that begins with RT1., or a file of it) or a report by running it again.",
  operands: ["TEXT"],
  flags: [],
  run: async (args, io) => {
    const given = args.operand(0);
    const { checkReceipt, checkReport } = await import("../../lessons/hand-in/check-report.ts");
    const { newChecker } = await import("./checker.ts");
    const path = inReadersFolder(given);
    const isFile = !given.startsWith("RT1.") || (given.length < 200 && existsSync(path));
    const text = isFile ? readBytes("verify:", given, path, LARGEST).toString("utf8") : given;
    const isReceipt = text.trimStart().startsWith("RT1.");
    const checked = isReceipt ? await checkReceipt(newChecker(), text) : await checkReport(newChecker(), given, text);
    const { data, kind, reasons } = checked;
    if (args.has("json")) printJson(io, checked);
    else if (data === null) io.out(visible(`${kind}: ${reasons.join(" ")}`));
    else {
      const { right, predictions, passed, parts } = countsOf(checked);
      const who = data.student === "" ? "Somebody without a name" : quote(data.student);
      const done = data.finished ? "has finished" : "has not finished";
      io.out(`${who} ${done} lesson ${data.lesson}. All its runs were made again, and agree.`);
      io.out(`Predicted at first: ${right} of ${predictions}. Checkpoints passed: ${passed} of ${parts}.`);
      for (const reason of reasons) io.out(visible(reason));
    }
    return isCounted(checked) ? DONE : CHECK_FAILED;
  },
};
