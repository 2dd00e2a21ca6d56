/** The actions that a reader’s functions give, and what is wrong with anything else. */

import { visible } from "../../faults/quote.ts";
import type { ClientAction, ServerAction } from "./program-types.ts";

/** A place in a program, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something is wrong with a reader’s program: where, what, and what to do. */
export class CodeFault extends Error {
  override readonly name = "CodeFault";
  readonly where: string;
  readonly what: string;
  readonly todo: string;
  /** Where in the program; null where that is not known. */
  readonly place: Place | null;

  constructor(who: string, event: string | null, what: string, todo: string, place: Place | null = null) {
    const where = event === null ? who : `${who}, at "${event}"`;
    const at = place === null ? "" : `line ${place.line}, column ${place.column}, `;
    const said = visible(what);
    super(`${at}${where}: ${said}. ${todo}`);
    this.where = where;
    this.what = said;
    this.todo = todo;
    this.place = place;
  }
}

/** An error that is a program’s fault; throws any other. */
export function asCodeFault(error: unknown): CodeFault {
  if (error instanceof CodeFault) return error;
  throw error;
}

export type Action = ClientAction | ServerAction;

/** A field of an action: a whole number from `least` to `most`. */
interface Field {
  readonly least: number;
  readonly most: number;
  readonly isOptional?: true;
  /** May be null, too. */
  readonly isNullable?: true;
}

const NUMBER: Field = { least: 0, most: 2 ** 31 - 1 };
const VALUE: Field = { least: 0, most: 255 };

/** The fields of each action, besides `do`. */
type Fields<Each extends { readonly do: string }> = {
  readonly [Do in Each["do"]]: Readonly<Record<Exclude<keyof Extract<Each, { do: Do }>, "do">, Field>>;
};

const ACTIONS: { readonly client: Fields<ClientAction>; readonly server: Fields<ServerAction> } = {
  client: {
    call: { number: NUMBER, life: { ...NUMBER, isOptional: true } },
    return: { value: VALUE },
    fail: {},
    timer: { ms: { least: 1, most: 10_000, isNullable: true } },
  },
  server: {
    run: { number: NUMBER, argument: VALUE },
    result: { number: NUMBER, value: VALUE },
    acknowledge: { number: NUMBER },
    reject: { number: NUMBER },
  },
};

/** The most actions of a step. */
const MOST_ACTIONS = 10;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? "nothing" : text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Reads what a function gave. Throws CodeFault for anything that is no list of its actions. */
export function readActions(who: "client" | "server", event: string, json: string): readonly Action[] {
  const fault = (what: string, todo: string): CodeFault => new CodeFault(who, event, what, todo);
  const given = JSON.parse(json) as unknown;
  if (!Array.isArray(given)) {
    throw fault(
      `it gives ${given === null ? "nothing" : shown(given)}, not a list of actions`,
      "Return a list, [] where there is nothing to do.",
    );
  }
  if (given.length > MOST_ACTIONS) {
    throw fault(`it gives ${given.length} actions`, `Give ${MOST_ACTIONS} at most.`);
  }
  return given.map((action: unknown) => {
    if (typeof action !== "object" || action === null || Array.isArray(action)) {
      throw fault(`it gives the action ${shown(action)}`, 'An action is an object such as { do: "fail" }.');
    }
    const fields: Readonly<Record<string, unknown>> = { ...action };
    const name = String(fields["do"]);
    const table: Readonly<Record<string, Readonly<Record<string, Field>>>> = ACTIONS[who];
    const known = Object.hasOwn(table, name) ? table[name] : undefined;
    if (known === undefined) {
      throw fault(`it gives the action ${shown(action)}`, `A ${who} can do: ${Object.keys(table).join(", ")}.`);
    }
    for (const [field, allowed] of Object.entries(known)) {
      const problem = problemOf(fields[field], allowed);
      if (problem !== null) throw fault(`in "${name}" the field ${field} is ${shown(fields[field])}`, problem);
    }
    const other = Object.keys(fields).find((field) => field !== "do" && !Object.hasOwn(known, field));
    if (other !== undefined) {
      const allowed = Object.keys(known).length === 0 ? "no field" : Object.keys(known).join(", ");
      throw fault(`in "${name}" there is a field ${other.slice(0, 40)}`, `Besides "do" it can have ${allowed}.`);
    }
    const kept = ["do", ...Object.keys(known)].filter((field) => fields[field] !== undefined);
    return Object.fromEntries(kept.map((field) => [field, fields[field]])) as unknown as Action;
  });
}

function problemOf(value: unknown, { least, most, isOptional, isNullable }: Field): string | null {
  if (value === undefined && isOptional === true) return null;
  if (value === null && isNullable === true) return null;
  const isFine = typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
  return isFine ? null : `It must be a whole number, ${least} to ${most}${isNullable === true ? ", or null" : ""}.`;
}
