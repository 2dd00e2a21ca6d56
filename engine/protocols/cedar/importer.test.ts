/** An import, question by question; and the state machine that the reference draws. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { mayWrite, written, type Directory, type Entry } from "./directory.ts";
import { importer, type ImporterEffect, type ImporterInput, type ImporterState, type Wanted } from "./importer.ts";
import { MACHINES } from "./states.ts";

const REPLICAS = [8, 9];
const BY_INSTANCE: Wanted = { by: "instance", instance: "Files.a" };
const BY_TYPE: Wanted = { by: "type", type: "Files" };
const at = (host: number, stamp = 1, name = "Files.a"): Entry => ({ name, stamp, kind: "individual", host });
const group = (...members: readonly string[]): Entry => ({ name: "Files", stamp: 1, kind: "group", members });

const told = (effect: ImporterEffect): string => {
  switch (effect.tag) {
    case "look up":
      return `look up ${effect.name} at ${effect.replica}`;
    case "bind":
      return `bind at ${effect.host}`;
    case "ask all":
      return `ask all for ${effect.name}`;
    case "make":
      return `make at ${effect.host}`;
    case "heal":
      return `heal ${effect.replica} with ${effect.entry.stamp}`;
    case "imported":
      return `imported ${effect.binding.identifier} from ${effect.binding.host}`;
    case "not imported":
      return "not imported";
  }
};

/** What the importer does at each input. */
function play(wanted: Wanted, inputs: readonly ImporterInput[], replicas = REPLICAS): readonly string[] {
  const machine = importer(wanted, replicas);
  let state: ImporterState = machine.start();
  return inputs.map((input) => {
    const [next, effects] = machine.step(state, input, 0);
    state = next;
    return effects.map(told).join(", ");
  });
}

const IMPORT = { tag: "import" } as const;
const SILENT = { tag: "silent" } as const;
const REFUSED = { tag: "refused" } as const;
const answer = (entry: Entry | null): ImporterInput => ({ tag: "answer", entry });
const bound = (identifier: number, host = 1): ImporterInput => ({ tag: "bound", host, interface: 0, identifier });
const MADE = { tag: "made", name: "Files.17" } as const;
const BY_ADDRESS: Wanted = { by: "address", host: 3, instance: "Files.a" };
const BY_BROADCAST: Wanted = { by: "broadcast", instance: "Files.a" };
const BY_MAKING: Wanted = { by: "made", host: 3 };

describe("an importer", () => {
  it("rule 1: by type it asks for the group, then for the first member, by address it asks nobody", () => {
    expect(play(BY_TYPE, [IMPORT, answer(group("Files.a", "Files.b")), answer(at(1)), bound(7)])).toEqual([
      "look up Files at 8",
      "look up Files.a at 8",
      "bind at 1",
      "imported 7 from 1",
    ]);
    expect(play(BY_ADDRESS, [IMPORT, bound(7, 3)])).toEqual(["bind at 3", "imported 7 from 3"]);
  });

  it("rule 1: a member that does not answer is followed by the next", () => {
    const inputs = [IMPORT, answer(group("Files.a", "Files.b")), answer(at(1)), SILENT, answer(at(1)), answer(at(2))];
    expect(play(BY_TYPE, inputs).slice(2)).toEqual([
      "bind at 1",
      "look up Files.a at 9", // perhaps the address is old
      "look up Files.b at 8", // it is not
      "bind at 2",
    ]);
  });

  it("rule 2: a silent replica is left; where both are silent nothing is imported", () => {
    expect(play(BY_INSTANCE, [IMPORT, SILENT, answer(at(1))])).toEqual([
      "look up Files.a at 8",
      "look up Files.a at 9",
      "bind at 1",
    ]);
    expect(play(BY_INSTANCE, [IMPORT, SILENT, SILENT]).at(-1)).toBe("not imported");
  });

  it("rule 3: an old address leads to the other replica, and the later entry heals the first", () => {
    expect(play(BY_INSTANCE, [IMPORT, answer(at(5)), REFUSED, answer(at(1, 2)), bound(7)])).toEqual([
      "look up Files.a at 8",
      "bind at 5",
      "look up Files.a at 9",
      "bind at 1, heal 8 with 2",
      "imported 7 from 1",
    ]);
    expect(play(BY_INSTANCE, [IMPORT, answer(at(5)), REFUSED, answer(at(5))]).at(-1)).toBe("not imported");
  });

  it("rule 4: a second import begins at the beginning", () => {
    expect(play(BY_INSTANCE, [IMPORT, answer(at(1)), bound(7), IMPORT]).at(-1)).toBe("look up Files.a at 8");
  });

  it("rule 5: by broadcast it takes the first machine that answers, and fails where none does", () => {
    expect(play(BY_BROADCAST, [IMPORT, bound(7, 5), bound(8, 6)])).toEqual([
      "ask all for Files.a",
      "imported 7 from 5",
      "", // a later answer
    ]);
    expect(play(BY_BROADCAST, [IMPORT, SILENT]).at(-1)).toBe("not imported");
  });

  it("rule 6: an instance that is made for it is asked for by the name that its maker gave it", () => {
    expect(play(BY_MAKING, [IMPORT, MADE, bound(9, 3)])).toEqual(["make at 3", "bind at 3", "imported 9 from 3"]);
    expect(play(BY_MAKING, [IMPORT, SILENT]).at(-1)).toBe("not imported");
    expect(play(BY_MAKING, [IMPORT, MADE, REFUSED]).at(-1)).toBe("not imported");
  });

  it("comes to an end, whatever is answered", () => {
    const input: fc.Arbitrary<ImporterInput> = fc.oneof(
      fc.constant(SILENT),
      fc.constant(REFUSED),
      fc.constant(bound(7)),
      fc.constant(MADE),
      fc.constantFrom(null, group("Files.a", "Files.b"), group(), at(1), at(2, 2), at(3, 3, "Files.b")).map(answer),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(BY_TYPE, BY_INSTANCE, BY_BROADCAST, BY_MAKING),
        fc.infiniteStream(input),
        (wanted, inputs) => {
          const machine = importer(wanted, REPLICAS);
          let [state] = machine.step(machine.start(), IMPORT, 0);
          const isOpen = (): boolean => !["bound", "failed"].includes(state.tag);
          let asked = 0;
          for (const given of inputs) {
            const isGroup = given.tag === "answer" && given.entry?.kind === "group";
            const isInstance = state.tag === "asking" && state.name !== "Files";
            if (!isOpen()) break;
            if (isGroup && isInstance) continue; // an instance is no group
            const before = machine.key(state);
            [state] = machine.step(state, given, 0);
            if (machine.key(state) !== before) asked++; // it passes over what it did not ask for
          }
          expect(asked).toBeLessThan(20);
        },
      ),
    );
  });

  it("does what its table lists, and nothing else", () => {
    const parts = MACHINES.filter(({ protocol }) => protocol === "Cedar importer");
    const [first] = parts;
    if (first === undefined) throw new Error("The importer has no table.");
    const table = { ...first, transitions: parts.flatMap(({ transitions }) => transitions) };
    const seen: Ways = new Map();
    const input: fc.Arbitrary<ImporterInput> = fc.oneof(
      fc.constant(IMPORT),
      fc.constant(SILENT),
      fc.constant(REFUSED),
      fc.constant(bound(7)),
      fc.constant(MADE),
      { weight: 5, arbitrary: fc.constantFrom(null, group("Files.a", "Files.b"), at(1), at(2, 2)).map(answer) },
    );
    const wanted = fc.constantFrom<Wanted>(BY_TYPE, BY_INSTANCE, BY_ADDRESS, BY_BROADCAST, BY_MAKING);
    const run = (one: Wanted, inputs: readonly ImporterInput[]): void => {
      const machine = importer(one, REPLICAS);
      let state = machine.start();
      for (const given of inputs) {
        // A program imports when it has no import under way.
        if (given.tag === "import" && !["unbound", "bound", "failed"].includes(state.tag)) continue;
        state = stepNoted(seen, machine, { state, input: given, now: 0, wordOf: ({ tag }) => tag });
      }
    };
    fc.assert(fc.property(wanted, fc.array(input, { minLength: 8, maxLength: 30 }), run), { numRuns: 600, seed: 1 });
    expect(inLines(seen)).toEqual(inLines(listedWays(table)));
  });
});

describe("a directory", () => {
  const empty: Directory = { entries: [], access: [{ name: "Files.a", hosts: [1] }] };

  it("keeps the later of two entries, in whatever order they come", () => {
    const entries = fc.array(
      fc.tuple(fc.nat(3), fc.nat(5)).map(([host, stamp]) => at(host, stamp)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(entries, (all) => {
        const latest = Math.max(...all.map(({ stamp }) => stamp));
        expect(all.reduce(written, empty).entries.map(({ stamp }) => stamp)).toEqual([latest]);
      }),
    );
  });

  it("lets those on the access list of a name write it, and everybody a name without a list", () => {
    expect([mayWrite(empty, "Files.a", 1), mayWrite(empty, "Files.a", 2), mayWrite(empty, "Other", 2)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
