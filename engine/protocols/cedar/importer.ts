/**
 * A program that imports an interface: it asks the name service which machine exports it, and that machine's RPC run
 * time for the row of its export table and the unique identifier there (slides on Birrell & Nelson, "Binding").
 *
 *     unbound --import--> asking --answer--> asking (its address), binding
 *     asking --silent--> asking (the other replica), failed
 *     binding --bound--> bound
 *             --refused, silent--> asking (the other replica, the next member), failed
 *     unbound --import--> broadcasting --bound--> bound
 *             --import--> making --made--> binding
 *     broadcasting, making --silent--> failed
 *
 * Rules
 * 1. By type the importer asks for the members of the group, and takes the first that answers. By instance it asks for
 *    that instance alone. By address it asks nobody.
 * 2. Each entry stands in two replicas. One that is silent is left, and the other is asked.
 * 3. A machine that exports no such interface, or is silent, has left an old address behind. The importer asks the
 *    other replica. A later entry leads on, and the importer tells the first replica of it, which is healed by that.
 * 4. A program whose call was rejected imports again, from the beginning.
 * 5. By broadcast it asks all machines of its network at once, and takes the first that answers. Only a machine that
 *    exports the interface does; the others read the question for nothing.
 * 6. An instance that is made for it has no name before: the importer calls the exporter, which makes one and answers
 *    with its name. The name service never learns of that.
 */
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Entry } from "./directory.ts";

/** The program's wish: the exporter that it wants. */
export type Wanted =
  | { readonly by: "type"; readonly type: string }
  | { readonly by: "instance"; readonly instance: string }
  | { readonly by: "address"; readonly host: number; readonly instance: string }
  | { readonly by: "broadcast"; readonly instance: string }
  /** One that this machine makes at run time. */
  | { readonly by: "made"; readonly host: number };

/** The names that a call must carry. */
export interface Binding {
  readonly host: number;
  readonly interface: number; // index in the exporter's table
  readonly identifier: number;
}

/** The state of a search for one name. */
interface Asking {
  readonly name: string;
  readonly replica: number;
  readonly others: readonly number[]; // replicas that were not asked for this name
  readonly old: { readonly entry: Entry; readonly replica: number } | null; // an entry that led nowhere
  readonly members: readonly string[]; // of the group, those that were not tried
}

export type ImporterState =
  | { readonly tag: "unbound" }
  | ({ readonly tag: "asking" } & Asking)
  | ({ readonly tag: "binding"; readonly host: number; readonly entry: Entry | null } & Asking)
  | { readonly tag: "broadcasting" }
  | { readonly tag: "making"; readonly host: number }
  | ({ readonly tag: "bound" } & Binding)
  | { readonly tag: "failed" };

export type ImporterInput =
  | { readonly tag: "import" }
  | { readonly tag: "answer"; readonly entry: Entry | null }
  | ({ readonly tag: "bound" } & Binding)
  | { readonly tag: "made"; readonly name: string }
  | { readonly tag: "refused" }
  /** The machine that was asked gives no answer. */
  | { readonly tag: "silent" };

export type ImporterEffect =
  | { readonly tag: "look up"; readonly replica: number; readonly name: string }
  | { readonly tag: "bind"; readonly host: number; readonly name: string }
  | { readonly tag: "ask all"; readonly name: string }
  | { readonly tag: "make"; readonly host: number }
  | { readonly tag: "heal"; readonly replica: number; readonly entry: Entry }
  | { readonly tag: "imported"; readonly binding: Binding }
  | { readonly tag: "not imported" };

export const IMPORTER_STATES: readonly StateWord<ImporterState["tag"]>[] = [
  { tag: "unbound", what: "the program has no binding" },
  { tag: "asking", what: "it asks a replica of the name service" },
  { tag: "binding", what: "it asks the exporting machine for its row and its unique identifier" },
  { tag: "broadcasting", what: "it asks all machines of its network for the interface" },
  { tag: "making", what: "it waits for the name of the instance that an exporter makes for it" },
  { tag: "bound", what: "its calls name the row and the unique identifier" },
  { tag: "failed", what: "nobody exports the interface, or nobody answers" },
];

type Step = readonly [ImporterState, readonly ImporterEffect[]];

/** @param replicas hosts of the name service, in the order in which they are asked */
export function importer(
  wanted: Wanted,
  replicas: readonly number[],
): Machine<ImporterState, ImporterInput, ImporterEffect> {
  return {
    protocol: "Cedar importer",
    states: IMPORTER_STATES,
    start: () => ({ tag: "unbound" }),
    step: (state, input) => step(state, input, wanted, replicas),
    deadline: () => null,
    name: ({ tag }) => tag,
    input: ({ tag }) => tag,
    key: keyText,
    facts,
  };
}

function facts(state: ImporterState): readonly Fact[] {
  switch (state.tag) {
    case "asking":
      return [{ name: "replica", kind: "number", value: state.replica }];
    case "binding":
    case "making":
      return [{ name: "machine", kind: "number", value: state.host }];
    case "bound":
      return [
        { name: "machine", kind: "number", value: state.host },
        { name: "row of its table", kind: "number", value: state.interface },
        { name: "unique identifier", kind: "number", value: state.identifier },
      ];
    default:
      return [];
  }
}

function step(state: ImporterState, input: ImporterInput, wanted: Wanted, replicas: readonly number[]): Step {
  switch (input.tag) {
    case "import":
      return begin(wanted, replicas);
    case "answer":
      return state.tag === "asking" ? onAnswer(state, input.entry, replicas) : [state, []];
    case "bound": {
      if (state.tag !== "binding" && state.tag !== "broadcasting") return [state, []];
      const { host, interface: index, identifier } = input;
      const binding = { host, interface: index, identifier };
      return [{ tag: "bound", ...binding }, [{ tag: "imported", binding }]];
    }
    case "made":
      return state.tag === "making" ? bind(state.host, null, { ...NOTHING_ASKED, name: input.name }) : [state, []];
    case "refused":
    case "silent":
      if (state.tag === "binding") return elsewhere({ ...state, old: oldOf(state) }, replicas); // rule 3
      if (state.tag === "broadcasting" || state.tag === "making") return FAILED;
      return state.tag === "asking" ? elsewhere(state, replicas) : [state, []]; // rule 2
  }
}

const FAILED: Step = [{ tag: "failed" }, [{ tag: "not imported" }]];

function begin(wanted: Wanted, replicas: readonly number[]): Step {
  if (wanted.by === "address") return bind(wanted.host, null, { ...NOTHING_ASKED, name: wanted.instance });
  if (wanted.by === "broadcast") return [{ tag: "broadcasting" }, [{ tag: "ask all", name: wanted.instance }]];
  if (wanted.by === "made") return [{ tag: "making", host: wanted.host }, [{ tag: "make", host: wanted.host }]];
  return ask(wanted.by === "type" ? wanted.type : wanted.instance, [], replicas);
}

const NOTHING_ASKED: Asking = { name: "", replica: 0, others: [], old: null, members: [] };

/** Asks the first replica for a name. */
function ask(name: string, members: readonly string[], replicas: readonly number[]): Step {
  const [replica, ...others] = replicas;
  if (replica === undefined) return FAILED;
  return [{ tag: "asking", name, replica, others, old: null, members }, [{ tag: "look up", replica, name }]];
}

function bind(host: number, entry: Entry | null, asking: Asking): Step {
  const { name, replica, others, old, members } = asking;
  return [{ tag: "binding", host, entry, name, replica, others, old, members }, [{ tag: "bind", host, name }]];
}

const oldOf = ({ entry, replica, old }: Extract<ImporterState, { tag: "binding" }>): Asking["old"] =>
  entry === null ? old : { entry, replica };

function onAnswer(state: Asking, entry: Entry | null, replicas: readonly number[]): Step {
  if (entry === null) return elsewhere(state, replicas);
  if (entry.kind === "group") {
    const [first, ...members] = entry.members;
    return first === undefined ? elsewhere(state, replicas) : ask(first, members, replicas);
  }
  const { old } = state;
  if (old === null) return bind(entry.host, entry, state);
  if (entry.stamp <= old.entry.stamp) return elsewhere(state, replicas);
  const [next, effects] = bind(entry.host, entry, { ...state, old: null });
  return [next, [...effects, { tag: "heal", replica: old.replica, entry }]];
}

/** Rules 2 and 3: the next replica for this name, else the next member of the group. */
function elsewhere(state: Asking, replicas: readonly number[]): Step {
  const [replica, ...others] = state.others;
  const { name, old, members } = state;
  if (replica !== undefined) {
    return [{ tag: "asking", name, replica, others, old, members }, [{ tag: "look up", replica, name }]];
  }
  const [member, ...rest] = members;
  return member === undefined ? FAILED : ask(member, rest, replicas);
}
