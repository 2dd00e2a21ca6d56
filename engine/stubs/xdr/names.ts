/** The names of one text: what is declared, what is used, and what stands in another file. */
import { quote } from "../../faults/quote.ts";
import { checkType, type Checked } from "./checks.ts";
import { XdrTextError, type Place } from "./error.ts";
import { evaluated } from "../expression.ts";
import { NUMBERS_OF_LIBRARY, OF_LIBRARY } from "./predefined.ts";
import type { Constant, Definitions, Field, Missing, Procedure, Program, XdrType } from "./types.ts";

export const A_TYPE =
  "a type: int, unsigned, hyper, float, double, bool, enum, struct, union, string, opaque or a name";
export const ANOTHER_FILE = "Another file may have it: give that one as well, or --define it.";

/** A name that is used, perhaps above the line that declares it. */
interface Use extends Place {
  readonly name: string;
}

/** Names that stand for names for the C compiler, one behind the other. */
const MOST_STEPS = 32;

export class Names {
  private readonly forC: ReadonlyMap<string, string>;
  private readonly known: ReadonlyMap<string, Constant>;
  private readonly types = new Map<string, XdrType>();
  private readonly places = new Map<string, Place>(); // of names that are declared
  private readonly constants = new Map<string, Constant>([
    ["TRUE", 1n],
    ["FALSE", 0n],
  ]);
  private readonly uses: Use[] = [];
  private readonly missing = new Map<string, Missing>();
  private readonly parts = new Map<Field | Procedure, Place>();
  private readonly checked: Checked = { sizes: new Set(), unions: new Set() };

  /**
   * @param forC what lines for the C compiler say of a name
   * @param known constants of the whole text, where it was read before: a length may name one that stands below
   */
  constructor(forC: ReadonlyMap<string, string>, known: ReadonlyMap<string, Constant>) {
    this.forC = forC;
    this.known = known;
  }

  /** Takes a name that stands for nothing yet. */
  take(name: string, place: Place): void {
    if (this.places.has(name) || this.constants.has(name)) throw taken(name, place);
    this.places.set(name, place);
  }

  /** The value of a name that was taken. */
  setValue(name: string, value: Constant): void {
    this.constants.set(name, value);
  }

  /** A constant; null where its number stands in another file. The same may be said twice. */
  setConstant(name: string, place: Place, value: Constant | null): void {
    const before = this.constants.get(name);
    const isTaken = this.places.has(name) && before === undefined;
    if (isTaken || (before !== undefined && before !== value)) throw taken(name, place);
    this.places.set(name, place);
    if (value !== null) this.constants.set(name, value);
  }

  declare(name: string, type: XdrType, place: Place): void {
    const before = this.types.get(name);
    if (type.kind === "named" && type.name === name) return; // typedef struct name name
    const isAgain = before !== undefined && JSON.stringify(before) === JSON.stringify(type);
    if (isAgain) return; // parts often repeat each other
    if (this.places.has(name)) throw taken(name, place);
    this.places.set(name, place);
    this.types.set(name, type);
  }

  /** Notes where a part of a definition stands. */
  placed<Part extends Field | Procedure>(part: Part, { source, line, column }: Place): Part {
    this.parts.set(part, { source, line, column });
    return part;
  }

  use(name: Use): void {
    this.uses.push(name);
  }

  miss(missing: Missing): void {
    if (!this.missing.has(missing.name)) this.missing.set(missing.name, missing);
  }

  /** What a name stands for: a constant, one below, a number for the C compiler, or one of the library's. */
  numberOf(name: string, steps = 0): bigint | null {
    const constant = this.constants.get(name) ?? this.known.get(name);
    if (typeof constant === "bigint") return constant;
    const forC = steps < MOST_STEPS ? this.forC.get(name) : undefined;
    const value = forC === undefined ? null : evaluated(forC, (inner) => this.numberOf(inner, steps + 1));
    return value ?? NUMBERS_OF_LIBRARY.get(name) ?? null;
  }

  /** All of it, when the text has ended. Throws XdrTextError for types that cannot be. */
  finished(programs: readonly Program[], asked?: { readonly type: XdrType; readonly place: Place }): Definitions {
    const { types, constants } = this;
    for (const use of this.uses) {
      if (types.has(use.name)) continue;
      const ofLibrary = OF_LIBRARY.get(use.name);
      types.set(use.name, ofLibrary ?? { kind: "missing", name: use.name });
      if (ofLibrary === undefined) this.missing.set(use.name, { ...use, what: "a type" });
    }
    for (const [name, place] of this.places) {
      const type = types.get(name);
      if (type !== undefined) checkType({ type, types }, place, this.checked);
    }
    if (asked !== undefined) checkType({ type: asked.type, types }, asked.place, this.checked);
    return { types, constants, programs, missing: [...this.missing.values()], places: this.parts };
  }
}

const taken = (name: string, place: Place): XdrTextError =>
  new XdrTextError(place, quote(name), "a name that is not taken");
