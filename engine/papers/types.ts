/**
 * The types of a paper's data: tables, claims, errata and the signatures of its analytic model. This folder imports
 * nothing from outside itself, so no published number can reach a simulation unseen.
 */

export type CellValue = number | string | boolean | null;
export type Row = Readonly<Record<string, CellValue>>;
/** Columns and values that name a row: `{ side: "sender", action: "Handle trap to Nub" }`. */
export type RowKey = Readonly<Record<string, string | number>>;

/** Address of a published cell: a paper, one of its tables, a row named by its key columns, a column. */
export interface CellAddress {
  readonly paper: string;
  readonly table: string;
  readonly row: RowKey;
  readonly column: string;
}

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly unit: string | null; // null where the column has no unit
}

/** A place where the scanned text and the printed table differ, and why we read it as we do. */
export interface Correction {
  readonly table: string; // id
  readonly row: number | null; // null where it concerns the whole table or column
  readonly rowKey: RowKey | null;
  readonly column: string | null;
  readonly ocr: string; // what the scan reads
  readonly value: CellValue;
  readonly certainty: "certain" | "likely";
  readonly why: string;
}

/** A cell whose reading cannot be proved. */
export interface Uncertain {
  readonly row: number;
  readonly rowKey: RowKey;
  readonly column: string;
  readonly value: CellValue;
  readonly why: string;
}

export interface Table {
  readonly id: string; // "table-vi"
  readonly title: string;
  readonly source: string; // "Section 3.3, Table VI"
  readonly conditions: string | null; // under which it was measured, as printed
  readonly keys: readonly string[]; // columns that together name a row
  readonly unitColumn?: string; // the column that holds each row's unit, where rows differ
  readonly labelColumn?: string; // the column that says in words what a row is
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly uncertain: readonly Uncertain[];
  readonly notes?: string;
}

/**
 * The role of a number. An `input` may feed a model or a simulation; an `identity` follows from inputs by adding or
 * dividing and tests the wiring; a `result` must be predicted and may feed nothing but a calibration that says so.
 */
export type Role = "input" | "identity" | "result";

/** The role of some columns of a table, in all rows or in those that match one of `rows`. The first that fits holds. */
export interface RoleRule {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows?: readonly RowKey[];
  readonly role: Role;
}

export interface Claim {
  readonly id: string; // "null-latency"
  readonly statement: string; // in our words
  readonly section: string;
  readonly kind: "design" | "estimate" | "measurement" | "mechanism" | "method" | "model" | "protocol" | "qualitative";
  readonly quantity: string | null;
  readonly value: number | null;
  readonly unit: string | null;
  readonly values?: Readonly<Record<string, number>>; // where the claim has several numbers
  readonly threads?: number;
  readonly tables: readonly string[];
  readonly errata: readonly string[];
  readonly origin?: "printed" | "computed"; // whether the paper prints the number or it follows from what it prints
  readonly check: string; // how it can be tried
}

/** A sum that shows an erratum: `expression` gives `gives` (to its own decimals) where the paper has `printed`. */
export interface Arithmetic {
  readonly expression: string; // numbers, + - * / and parentheses
  readonly gives: number;
  readonly printed?: number;
  readonly unit: string;
}

export interface Erratum {
  readonly id: string; // "E-F01"
  /**
   * paper: the paper contradicts itself. cross: it contradicts another document. scan: the scan cannot be read for
   * sure. note: no error, but a reader needs it to compute a published number.
   */
  readonly kind: "paper" | "cross" | "scan" | "note";
  readonly title: string;
  readonly text: string;
  readonly arithmetic: readonly Arithmetic[];
  readonly tables: readonly string[];
}

interface Cited {
  readonly key: string; // of the BibTeX entry
  readonly authors: readonly string[]; // "Family, Given"
  readonly title: string;
  readonly month: string; // "feb"
  readonly year: number;
  readonly doi?: string;
}

/** An article of a journal. */
interface Article extends Cited {
  readonly journal: string;
  readonly volume: number;
  readonly number: number;
  readonly pages: readonly [number, number];
}

/** A technical report. */
interface Report extends Cited {
  readonly institution: string;
  readonly report: string; // its number: "CU-CS-426-89"
}

/** Numbers from many sources, each of which is named where its number stands. */
interface Collection extends Cited {
  readonly collection: string; // what it is: "a collection of published numbers"
}

export type Citation = Article | Report | Collection;

interface ArgumentInfo {
  readonly name: string; // as in the Python signature
  readonly what: string;
}

export interface NumberArgument extends ArgumentInfo {
  readonly kind: "number";
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly whole?: true; // no value between whole numbers
}

export interface ChoiceArgument extends ArgumentInfo {
  readonly kind: "choice";
  readonly options: readonly string[];
  readonly default: string;
}

export type ModelArgument = NumberArgument | ChoiceArgument;
export type ModelArguments = Readonly<Record<string, number | string>>;

/** A public function of a paper's model.py. */
export interface ModelFunction {
  readonly name: string; // "null_us"
  readonly what: string;
  readonly returns: "number" | "parts"; // parts: a dictionary from a part's name to its number
  readonly unit: string; // of what it returns
  readonly arguments: readonly ModelArgument[];
}

/** A published cell that the model answers by itself, without an experiment. */
export interface ModelCell {
  readonly table: string;
  readonly row: RowKey;
  readonly column: string;
  readonly function: string;
  readonly arguments: ModelArguments;
  /** Why no run answers the cell, where a reader would expect one. */
  readonly alone?: string;
}

export interface Paper {
  readonly id: string; // "firefly"
  readonly name: string; // of the system: "Firefly RPC"
  readonly citation: Citation;
  readonly tables: readonly Table[];
  readonly roles: readonly RoleRule[];
  readonly modelFile: string; // path from this folder: "firefly/model.py"
  readonly modelFunctions: readonly ModelFunction[];
  readonly modelCells: readonly ModelCell[];
}

/** A paper by name and citation alone: its data is fetched when somebody asks for it (load.ts). */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string; // of the system: "Firefly RPC"
  readonly citation: Citation;
}

interface Json {
  readonly default: readonly unknown[];
}

/** Fetches something of each paper, by its id. */
export type Fetched<What> = Readonly<Record<string, () => Promise<What>>>;

/** Fetches a paper's prose, each kind in a file of its own. */
export interface ProseFiles {
  readonly claims: () => Promise<Json>;
  readonly errata: () => Promise<Json>;
  readonly corrections: () => Promise<Json>;
}

/** The prose of a paper, as its files hold it; shape.test.ts holds the files to their types. */
export interface Prose {
  readonly paper: string;
  readonly claims: readonly unknown[];
  readonly errata: readonly unknown[];
  readonly corrections: readonly unknown[];
}
