/** `npm run tidy`: holds the project to its house rules. Warnings are listed; errors end it with 1. */
import { TO_MEND } from "../../lessons/catalogue.ts";
import { root } from "./bootstrap.mjs";
import { checkProject, readProject } from "./tidy/project.ts";

const files = readProject(root);
const toMend = TO_MEND.map((message) => ({
  path: "lessons/catalogue.ts",
  line: 1,
  severity: "error" as const,
  message,
}));
const findings = [...checkProject(files), ...toMend];
for (const { path, line, severity, message } of findings) console.log(`${path}:${line}: ${severity}: ${message}`);
const errors = findings.filter(({ severity }) => severity === "error").length;
console.log(`tidy: ${files.length} files, ${errors} errors, ${findings.length - errors} warnings`);
process.exitCode = errors === 0 ? 0 : 1;
