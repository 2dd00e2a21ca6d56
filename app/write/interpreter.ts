/**
 * Runs a reader’s rules in an interpreter of its own: QuickJS, compiled to WebAssembly. Its world has the language and
 * nothing else: no page, no network, no storage, no clock, no chance. A program that runs too long or wants too much
 * memory ends there, and the caller goes on.
 *
 * What goes in and out is text. So no object of this world reaches the program, and none of its objects reaches this.
 */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { DefaultIntrinsics, newQuickJSWASMModuleFromVariant, Scope } from "quickjs-emscripten-core";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten-core";
import type { CallCode } from "../../engine/protocols/written/code.ts";
import { CodeFault } from "../../engine/protocols/written/code-actions.ts";

export const LIMITS = {
  text: 20_000, // characters of the program
  memory: 16 * 2 ** 20, // bytes
  stack: 256 * 1024, // bytes
  step: 300, // turns of the interpreter for one step, of some ten thousand instructions each
  state: 4_000, // characters of a state
  all: 400_000, // steps that are computed for one search
} as const;

const HOSTS = ["client", "server"] as const;

/** Run before the program, so that the same state and event always give the same. */
const WITHOUT_CHANCE = `Math.random = () => { throw new Error("There is no chance here: equal states must give equal steps."); };`;

/** Takes texts, gives texts: the program’s own objects never leave. It holds what it needs before the program runs. */
const CALLER = `(() => {
  const { parse, stringify } = JSON;
  return (who, state, event) => {
    const given = who === "client" ? (typeof client === "function" ? client : null) : typeof server === "function" ? server : null;
    if (given === null) return [null, null];
    if (event === "") return ["", ""];
    const before = parse(state);
    const actions = given(before, parse(event));
    return [stringify(before), stringify(actions === undefined ? null : actions)];
  };
})()`;

let loading: Promise<QuickJSWASMModule> | null = null;

/** Fetches the interpreter, once. Rejects where its file does not come. */
export const loadInterpreter = (): Promise<QuickJSWASMModule> => {
  loading ??= newQuickJSWASMModuleFromVariant(variant);
  loading.catch(() => (loading = null)); // the next one tries again
  return loading;
};

/** A program that is ready to be called. */
export interface Program {
  readonly call: CallCode;
  readonly end: () => void;
}

interface Said {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly lineNumber?: unknown;
}

/** The program’s text has the name that its errors say, with the line. */
const FILE = "rules.js";

/** Reads a program. Throws CodeFault where it cannot be read, or ends with an error. */
export function readProgram(quickJs: QuickJSWASMModule, text: string): Program {
  if (text.length > LIMITS.text) {
    const what = `it has ${text.length} characters`;
    throw new CodeFault("the program", null, what, `Write ${LIMITS.text} at most.`);
  }
  const turns = { left: LIMITS.step as number };
  const runtime = quickJs.newRuntime({ memoryLimitBytes: LIMITS.memory, maxStackSizeBytes: LIMITS.stack });
  runtime.setInterruptHandler(() => --turns.left < 0);
  const program = new Worlds(runtime, turns, text);
  try {
    for (const who of HOSTS) program.check(who);
  } catch (error) {
    program.end();
    throw error;
  }
  return { call: remembered((who, state, event) => program.step(who, state, event)), end: () => program.end() };
}

/**
 * Each step has a world of its own, in which the program has just been read: so nothing but the state stays between two
 * events, whatever the program keeps elsewhere.
 */
class Worlds {
  private readonly runtime: QuickJSRuntime;
  private readonly turns: { left: number };
  private readonly text: string;

  constructor(runtime: QuickJSRuntime, turns: { left: number }, text: string) {
    this.runtime = runtime;
    this.turns = turns;
    this.text = text;
  }

  /** Throws CodeFault where the program has no such function. */
  check(who: "client" | "server"): void {
    const [found] = this.in(who, null, "{}", "");
    if (found !== null) return;
    const todo = `Write function ${who}(state, event) { … }, which returns a list of actions.`;
    throw new CodeFault("the program", null, `there is no function ${who}`, todo);
  }

  step(who: "client" | "server", state: string, event: string): ReturnType<CallCode> {
    const word = (JSON.parse(event) as { readonly what: string }).what;
    const [after, actions] = this.in(who, word, state, event);
    if (after === null || actions === null) {
      const todo = "Use numbers, texts, lists and objects.";
      throw new CodeFault(who, word, "its state or its actions are no plain data", todo);
    }
    if (after.length > LIMITS.state || actions.length > LIMITS.state) {
      const what = `its state has ${after.length} characters, its actions ${actions.length}`;
      throw new CodeFault(who, word, what, `Keep to ${LIMITS.state} each: only what the next event needs.`);
    }
    return { state: after, actions };
  }

  end(): void {
    endQuietly(() => this.runtime.dispose());
  }

  private in(who: string, word: string | null, state: string, event: string): readonly [string | null, string | null] {
    this.turns.left = LIMITS.step;
    const context = this.runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } });
    const scope = new Scope();
    try {
      const where = word === null ? "the program" : who;
      const valueOf = (result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle => {
        if (result.error !== undefined)
          throw faultOf(context, result.error, { who: where, word, left: this.turns.left });
        return scope.manage(result.value);
      };
      const evaluated = (source: string, file: string): QuickJSHandle =>
        valueOf(context.evalCode(source, file, { type: "global" }));
      evaluated(WITHOUT_CHANCE, "world.js");
      const caller = evaluated(CALLER, "caller.js");
      evaluated(this.text, FILE);
      const args = [who, state, event].map((one) => scope.manage(context.newString(one)));
      const texts = valueOf(context.callFunction(caller, context.undefined, ...args));
      return [textAt(context, texts, 0), textAt(context, texts, 1)];
    } finally {
      endQuietly(() => scope.dispose());
      endQuietly(() => context.dispose());
    }
  }
}

function textAt(context: QuickJSContext, list: QuickJSHandle, place: number): string | null {
  const handle = context.getProp(list, place);
  const text = context.typeof(handle) === "string" ? context.getString(handle) : null;
  handle.dispose();
  return text;
}

/** A world whose memory is full may leave something behind when it ends; then the next program gets a new interpreter. */
function endQuietly(end: () => void): void {
  try {
    end();
  } catch {
    loading = null;
  }
}

/** The same state and event give the same: they are computed once. */
function remembered(call: CallCode): CallCode {
  const known = new Map<string, ReturnType<CallCode>>();
  return (who, state, event) => {
    const key = `${who} ${event} ${state}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= LIMITS.all) {
      const todo = "Keep in the state only what the next event needs.";
      throw new CodeFault("the program", null, `it has more than ${LIMITS.all} different steps`, todo);
    }
    const made = call(who, state, event);
    known.set(key, made);
    return made;
  };
}

interface Where {
  readonly who: string;
  readonly word: string | null; // of the event
  readonly left: number; // turns
}

const DEEP = "Look at functions that call themselves.";

/** The error of the program, in plain words. */
function faultOf(context: QuickJSContext, handle: QuickJSHandle, { who, word, left }: Where): CodeFault {
  if (left < 0) {
    handle.dispose();
    return new CodeFault(
      who,
      word,
      "it runs without an end",
      "Look at its loops and at functions that call themselves.",
    );
  }
  const { name, message, line } = saidBy(context, handle);
  const [what, todo] = inWords(name, message);
  return new CodeFault(who, word, `${what}${line === null ? "" : ` (line ${line})`}`, todo, line);
}

/** What is wrong, and what to do. */
function inWords(name: string, message: string): readonly [what: string, todo: string] {
  if (/out of memory/i.test(message)) {
    return ["it wants more memory than there is", "Make no long lists or texts: a state needs some numbers."];
  }
  if (/stack overflow/i.test(message)) return ["its functions call each other too deep", DEEP];
  if (name === "SyntaxError") return [`it cannot be read: ${message}`, "Mend this line, or the one before it."];
  const missing = /^'?([\w$]+)'? is not defined/.exec(message)?.[1];
  if (missing !== undefined) {
    const todo = "Only the language itself is there: no page, no network, no storage, no clock.";
    return [`there is no ${missing} here`, todo];
  }
  return [message, "Look at what this line does with the state and the event."];
}

interface Words {
  readonly name: string;
  readonly message: string;
  readonly line: number | null;
}

const LONGEST_MESSAGE = 160;

/** What an error says, as plain text. The program may have thrown anything, also something that lies. */
function saidBy(context: QuickJSContext, handle: QuickJSHandle): Words {
  let said: unknown;
  try {
    said = context.dump(handle);
  } catch {
    said = null;
  } finally {
    handle.dispose();
  }
  const { name, message, stack, lineNumber }: Said =
    typeof said === "object" && said !== null ? said : { message: said };
  const text = (typeof message === "string" ? message : JSON.stringify(message ?? null)).replaceAll(/\s+/g, " ");
  const found = new RegExp(`${FILE}:(\\d+)`).exec(typeof stack === "string" ? stack : "")?.[1];
  const line = found === undefined ? (typeof lineNumber === "number" ? lineNumber : null) : Number(found);
  const short = text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
  return {
    name: typeof name === "string" ? name : "",
    message: short === "" ? "it throws an error without words" : short,
    line,
  };
}
