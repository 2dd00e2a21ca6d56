/** Random subsystems and values of them, for the laws of RP2Gen. */
import { oneOf, times, type Pick } from "../testing.ts";
import { bare, isIn, SIMPLE } from "./types.ts";
import type { Field, Parameter, Procedure, Rp2Type, Subsystem, TypeDeclaration } from "./types.ts";
import type { Packet, Rp2Record, Rp2Value } from "./values.ts";

const MODES = ["IN", "OUT", "IN OUT"] as const;

/** A type of a parameter or a field: a simple one, or one that is declared. */
function randomType(pick: Pick, types: readonly TypeDeclaration[]): Rp2Type {
  if (types.length > 0 && pick(0, 2) === 0) {
    const { name, type } = oneOf(pick, types);
    return { tag: "named", name, is: type };
  }
  return { tag: oneOf(pick, Object.values(SIMPLE)) };
}

function randomDeclaration(pick: Pick, types: readonly TypeDeclaration[], i: number): TypeDeclaration {
  const name = `T${i}`;
  const kind = pick(0, 2);
  if (kind === 0) return { name, type: { tag: "bytes", length: pick(1, 9) } };
  if (kind === 1) {
    const names = times(pick(1, 4), (n) => ({ name: `e${i}_${n}`, value: n === 0 ? pick(-2, 2) : 10 * n }));
    return { name, type: { tag: "enum", names } };
  }
  const fields = times(pick(1, 4), (n): Field => ({ name: `f${n}`, type: randomType(pick, types) }));
  return { name, type: { tag: "struct", fields } };
}

export function randomSubsystem(pick: Pick): Subsystem {
  const types: TypeDeclaration[] = [];
  for (let i = pick(0, 4); i > 0; i--) types.push(randomDeclaration(pick, types, i));
  const structs = types.filter(({ type }) => type.tag === "struct");
  const parameter = (n: number): Parameter => {
    const mode = oneOf(pick, MODES);
    const name = `p${n}`;
    const chance = pick(0, 9);
    if (chance === 0) return { mode, name, type: { tag: "bulk" } };
    if (chance > 1 || structs.length === 0) return { mode, name, type: randomType(pick, types) };
    const { name: of, type } = oneOf(pick, structs);
    return { mode, name, type: { tag: "list", of: { tag: "named", name: of, is: type } } };
  };
  const procedures = times(pick(1, 4), (n): Procedure => ({
    name: `call${n}`,
    opcode: 3 * n + pick(1, 3),
    parameters: times(pick(0, 4), parameter),
  }));
  return {
    name: "Random",
    serverPrefix: oneOf(pick, ["", "serv"]),
    clientPrefix: oneOf(pick, ["", "my_"]),
    definitions: oneOf(pick, [
      [],
      [
        { name: "PORTAL", value: -3 },
        { name: "TITLE", value: "a b" },
      ],
    ]),
    types,
    procedures,
  };
}

const hex = (pick: Pick, length: number): string =>
  times(length, () => pick(0, 255).toString(16).padStart(2, "0")).join("");

const LETTERS = ["a", "z", " ", "é", "→", "𝒳", '"', "\n"] as const;

function randomValue(pick: Pick, type: Rp2Type, isOnlyRoom: boolean): Rp2Value {
  const is = bare(type);
  switch (is.tag) {
    case "integer":
      return oneOf(pick, [0, -1, -0x8000_0000, 0x7fff_ffff, pick(-1000, 1000)]);
    case "unsigned":
      return oneOf(pick, [0, 0xffff_ffff, pick(0, 1000)]);
    case "byte":
      return pick(0, 255);
    case "string":
      return times(pick(0, 6), () => oneOf(pick, LETTERS)).join("");
    case "counted bytes":
      return hex(pick, pick(0, 7));
    case "bounded bytes": {
      const length = isOnlyRoom ? 0 : pick(0, 7);
      return { max: length + pick(0, 9), bytes: hex(pick, length) };
    }
    case "key":
      return hex(pick, 8);
    case "double":
      return oneOf(pick, [0, -1.5, 1e300, Infinity]);
    case "bytes":
      return hex(pick, is.length);
    case "enum":
      return oneOf(pick, is.names).name;
    case "struct":
      return recordOf(pick, is.fields);
    case "list": {
      const of = bare(is.of);
      return of.tag === "struct" ? times(pick(0, 3), () => recordOf(pick, of.fields)) : [];
    }
    case "bulk":
      return null;
  }
}

const recordOf = (pick: Pick, fields: readonly Field[]): Rp2Record =>
  Object.fromEntries(fields.map(({ name, type }) => [name, randomValue(pick, type, false)]));

/** Values for the parameters that stand in a packet. */
export function randomValues(pick: Pick, packet: Packet, { parameters }: Procedure): Rp2Record {
  const there = parameters.filter((one) => isIn(packet, one) && bare(one.type).tag !== "bulk");
  return Object.fromEntries(
    there.map(({ name, type, mode }) => [name, randomValue(pick, type, packet === "request" && mode === "OUT")]),
  );
}
