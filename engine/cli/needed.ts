/**
 * What single verbs need besides: a program that imports the engine does without, so the package asks for none of it
 * (peerDependencies that are optional), and the verb says what to install.
 */
import project from "../../package.json" with { type: "json" };
import { UsageError } from "./usage.ts";

type Needed = keyof typeof project.peerDependencies;

const isMissing = (error: unknown, needed: readonly Needed[]): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "ERR_MODULE_NOT_FOUND" &&
  needed.some((name) => error.message.includes(`'${name}'`));

/**
 * Loads code that imports these packages. Throws UsageError where one of them is not installed.
 * @param what needs them, as a sentence begins: "Python"
 */
export async function withPackages<Code>(
  verb: string,
  what: string,
  needed: readonly Needed[],
  load: () => Promise<Code>,
): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, needed)) throw error;
    const packages = needed.map((name) => `${name}@${project.peerDependencies[name]}`).join(" ");
    throw new UsageError(`lab ${verb}: ${what} is not installed here. This brings it: npm install ${packages}`);
  }
}

/** The Python that the models of the papers run in; it is large. */
export const loadPython = (verb: string): Promise<typeof import("./python-node.ts")> =>
  withPackages(verb, "Python", ["pyodide"], () => import("./python-node.ts"));
