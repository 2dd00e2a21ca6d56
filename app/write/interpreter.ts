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
import { CodeFault, type Place } from "../../engine/protocols/written/code-actions.ts";
import { LIMITS } from "../../engine/protocols/written/program-limits.ts";
import { groupsIn } from "../../engine/kernel/items.ts";
import { withoutTypes } from "./strip-types.ts";

const HOSTS = ["client", "server"] as const;

/** Run before the program, so that the same state and event always give the same. */
const WITHOUT_CHANCE = `Math.random = () => {
  throw new Error("There is no chance here: equal states must give equal steps.");
};`;

/**
 * Takes texts, gives texts: the program’s own objects never leave. It holds what it needs before the program runs. What
 * would not come back from a text as it went in is said: then the third text has words for it.
 */
const CALLER = `(() => {
  const { parse, stringify } = JSON;
  const { getPrototypeOf, prototype } = Object;
  const { isArray } = Array;
  const { isFinite } = Number;
  const { String } = globalThis;
  const nameOf = (value) => {
    try {
      const { name } = value.constructor;
      return typeof name === "string" && name !== "" ? "a " + name : "an object of a class";
    } catch { return "an object of a class"; }
  };
  const isPlain = (value) => isArray(value) || getPrototypeOf(value) === prototype || getPrototypeOf(value) === null;
  const texts = (value) => {
    let wrong = "";
    const text = stringify(value, (field, one) => {
      const is =
        typeof one === "function" || typeof one === "symbol" || typeof one === "bigint" ? "a " + typeof one
        : typeof one === "number" && !isFinite(one) ? String(one)
        : typeof one === "object" && one !== null && !isPlain(one) ? nameOf(one)
        : "";
      if (is !== "" && wrong === "") wrong = field === "" ? is : field + ": " + is;
      return is === "" ? one : null;
    });
    return [text, wrong];
  };
  return (who, state, event) => {
    const given = who === "client" ? typeof client === "function" && client : typeof server === "function" && server;
    if (given === false) return [null, null, ""];
    if (event === "") return ["", "", ""];
    const before = parse(state);
    const actions = given(before, parse(event));
    const [after, wrong] = texts(before);
    const [todo, amiss] = texts(actions === undefined ? null : actions);
    return [after, todo, wrong === "" ? (amiss === "" ? "" : "actions hold " + amiss) : "state holds " + wrong];
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

/** The program’s text has the name that its errors say, with the line. */
const FILE = "rules.js";

/** Reads a program, in TypeScript or JavaScript. Throws CodeFault where it cannot be read, or ends with an error. */
export function readProgram(quickJs: QuickJSWASMModule, text: string): Program {
  if (text.length > LIMITS.text) {
    const what = `it has ${inDigits(text.length)} characters`;
    throw new CodeFault("the program", null, what, `Write ${inDigits(LIMITS.text)} at most.`);
  }
  const plain = withoutTypes(text);
  const turns = { left: 0, until: 0 };
  const runtime = quickJs.newRuntime({ memoryLimitBytes: LIMITS.memory, maxStackSizeBytes: LIMITS.stack });
  runtime.setInterruptHandler(() => isOver(turns));
  const program = new Worlds(runtime, turns, plain);
  try {
    for (const who of HOSTS) program.check(who);
  } catch (error) {
    program.end();
    throw error;
  }
  return { call: remembered((who, state, event) => program.step(who, state, event)), end: () => program.end() };
}

const inDigits = (count: number): string => count.toLocaleString("en");

/** What a step may still take. */
interface Turns {
  left: number;
  until: number; // of the page’s clock, which the program does not see
}

function isOver(turns: Turns): boolean {
  if (--turns.left >= 0 && performance.now() < turns.until) return false;
  turns.left = -1;
  return true;
}

/**
 * Each step has a world of its own, in which the program has just been read: so nothing but the state stays between two
 * events, whatever the program keeps elsewhere.
 */
class Worlds {
  private readonly runtime: QuickJSRuntime;
  private readonly turns: Turns;
  private readonly text: string;
  private isDown = false;

  constructor(runtime: QuickJSRuntime, turns: Turns, text: string) {
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
    const [after = null, actions = null, wrong = null] = this.in(who, word, state, event);
    if (after === null || actions === null || wrong !== "") {
      const what = wrong === null || wrong === "" ? "state or its actions are no plain data" : short(wrong);
      throw new CodeFault(
        who,
        word,
        `its ${what}`,
        "Use numbers, texts, lists and plain objects, and no other values.",
      );
    }
    if (!after.startsWith("{")) {
      const todo = "Let the state be an object, and change its fields.";
      throw new CodeFault(who, word, `its state has become ${short(after)}`, todo);
    }
    if (after.length > LIMITS.state || actions.length > LIMITS.state) {
      const what = `its state has ${inDigits(after.length)} characters, its actions ${inDigits(actions.length)}`;
      throw new CodeFault(who, word, what, `Keep to ${inDigits(LIMITS.state)} each: only what the next event needs.`);
    }
    return { state: after, actions };
  }

  end(): void {
    if (!this.isDown) endQuietly(() => this.runtime.dispose());
  }

  /** The state after a step, its actions, and what is no plain data in them. */
  private in(who: string, word: string | null, state: string, event: string): readonly (string | null)[] {
    Object.assign(this.turns, { left: LIMITS.step, until: performance.now() + LIMITS.ms });
    const context = this.runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } });
    const scope = new Scope();
    try {
      const where = word === null ? "the program" : who;
      const valueOf = (result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle => {
        if (result.error !== undefined) throw faultOf(context, result.error, { who: where, word, turns: this.turns });
        return scope.manage(result.value);
      };
      const evaluated = (source: string, file: string): QuickJSHandle =>
        valueOf(context.evalCode(source, file, { type: "global" }));
      evaluated(WITHOUT_CHANCE, "world.js");
      const caller = evaluated(CALLER, "caller.js");
      evaluated(this.text, FILE);
      const args = [who, state, event].map((one) => scope.manage(context.newString(one)));
      const texts = valueOf(context.callFunction(caller, context.undefined, ...args));
      return [0, 1, 2].map((place) => textAt(context, texts, place));
    } catch (error) {
      if (error instanceof CodeFault) throw error;
      // The interpreter itself has failed, as its own stack is full: the next program gets a new one.
      this.isDown = true;
      loading = null;
      throw new CodeFault(
        who,
        word,
        "it brings the interpreter down",
        "Look at calls in calls, and at lists in lists.",
      );
    } finally {
      if (!this.isDown) {
        endQuietly(() => scope.dispose());
        endQuietly(() => context.dispose());
      }
    }
  }
}

function textAt(context: QuickJSContext, list: QuickJSHandle, place: number): string | null {
  const handle = context.getProp(list, place);
  const text = context.typeof(handle) === "string" ? context.getString(handle) : null;
  handle.dispose();
  return text;
}

/** A world whose memory is full may leave something behind: then the next program gets a new interpreter. */
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
  readonly turns: Turns;
}

const DEEP = "Look at functions that call themselves.";

/** The error of the program, in plain words. */
function faultOf(context: QuickJSContext, handle: QuickJSHandle, { who, word, turns }: Where): CodeFault {
  if (turns.left < 0) {
    handle.dispose();
    return new CodeFault(
      who,
      word,
      "it runs without an end",
      "Look at its loops and at functions that call themselves.",
    );
  }
  const { name, message, place } = saidBy(context, handle, turns);
  const [what, todo] = inWords(name, message);
  return new CodeFault(who, word, what, todo, place);
}

/** What is wrong, and what to do. */
function inWords(name: string, message: string): readonly [what: string, todo: string] {
  if (/out of memory/i.test(message)) {
    return ["it wants more memory than there is", "Make no long lists or texts: a state needs some numbers."];
  }
  if (/circular reference/i.test(message)) {
    return ["its state or its actions hold themselves, in a circle", "Use numbers, texts, lists and plain objects."];
  }
  if (/stack overflow/i.test(message)) return ["its functions call each other too deep", DEEP];
  if (name === "SyntaxError") return [`it cannot be read: ${message}`, "Mend this line, or the one before it."];
  const missing = /^'?([\w$]+)'? is not defined/.exec(message)?.[1];
  if (missing !== undefined) {
    const todo = "Look at its spelling. Only the language itself is there: no page, no network, no storage, no clock.";
    return [`there is no “${missing}” here`, todo];
  }
  if (name === "Error") return [`it throws an error: ${message}`, "Look at where the program throws it."];
  return [message, "Look at what this line does with the state and the event."];
}

interface Words {
  readonly name: string;
  readonly message: string;
  readonly place: Place | null;
}

const LONGEST_MESSAGE = 160;

/** A text of the program on one line, and not too long. */
function short(said: string): string {
  const text = said.replaceAll(/\s+/g, " ").trim();
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}

/** To read an error may run the program’s own code again: so long. */
const READING = { left: 20, ms: 100 } as const;

/** What an error says, as plain text. The program may have thrown anything, also something that lies. */
function saidBy(context: QuickJSContext, handle: QuickJSHandle, turns: Turns): Words {
  Object.assign(turns, { left: READING.left, until: performance.now() + READING.ms });
  const said = Scope.withScope((scope): Pick<Words, "name" | "message"> & { readonly stack: string } => {
    scope.manage(handle);
    const type = context.typeof(handle);
    if (type === "string") return { name: "", message: context.getString(handle), stack: "" };
    if (type !== "object") return { name: "", message: `it throws a ${type}`, stack: "" };
    const read = (field: string): string => {
      const result = context.unwrapResult(
        context.callFunction(
          readerIn(context, scope),
          context.undefined,
          handle,
          scope.manage(context.newString(field)),
        ),
      );
      return context.getString(scope.manage(result));
    };
    return { name: read("name"), message: read("message"), stack: read("stack") };
  });
  const message = short(said.message);
  const [, line, column] = groupsIn(new RegExp(`${FILE}:(\\d+):(\\d+)`), said.stack);
  const place = line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) };
  return { name: said.name, message: message === "" ? "it throws an error without words" : message, place };
}

/** Reads a field of what was thrown: its text, or "" for anything else, whatever its getters do. */
const READER = `(thrown, field) => {
  try {
    const value = thrown === null ? "" : thrown[field];
    return typeof value === "string" ? value : "";
  } catch { return ""; }
}`;

const readerIn = (context: QuickJSContext, scope: Scope): QuickJSHandle =>
  scope.manage(context.unwrapResult(context.evalCode(READER, "reader.js")));
