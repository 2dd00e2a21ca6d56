/** Interface files that the reader names, .x and .rpc2: with their parts, and with names that he defines. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { groupsIn } from "../kernel/items.ts";
import { quote } from "../faults/quote.ts";
import { declaredByAny, type Declarations } from "../stubs/declared.ts";
import { TextError } from "../stubs/error.ts";
import { compileSubsystems, isRp2File } from "../stubs/interface-files.ts";
import type { Around, Source } from "../stubs/parts.ts";
import { compileXdr } from "../stubs/xdr/compile.ts";
import { xdrDeclarations } from "../stubs/xdr/declared.ts";
import type { Definitions } from "../stubs/xdr/types.ts";
import type { Arguments, Flag } from "./arguments.ts";
import { readText } from "./read-text.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { UsageError } from "./usage.ts";

/** Names for the preprocessor. */
export const DEFINE: Flag = {
  name: "define",
  value: "NAME[=TEXT]",
  many: true,
  what: "a name that the preprocessor knows, as -D of rpcgen: RPC_HDR, or SIZE=16",
};

function definesOf(verb: string, args: Arguments): ReadonlyMap<string, string> {
  return new Map(
    args.all("define").map((text): [string, string] => {
      const [, name, body = ""] = groupsIn(/^([A-Za-z_]\w*)(?:=(.*))?$/s, text);
      if (name !== undefined) return [name, body];
      throw new UsageError(`lab ${verb}: --define = ${quote(text)}, want NAME or NAME=TEXT, such as SIZE=16.`);
    }),
  );
}

/** A part that an include names: among the files given, or beside one of them. */
function partIn(verb: string, flag: string, files: readonly string[]): (name: string) => Source | null {
  const read = (file: string): Source => ({
    name: file,
    text: readText(`${verb}: --${flag}`, file, inReadersFolder(file)),
  });
  return (name) => {
    const given = files.find((file) => basename(file) === basename(name));
    if (given !== undefined) return read(given);
    const beside = files.flatMap((file) => [join(dirname(file), name), join(dirname(file), basename(name))]);
    const found = beside.find((file) => existsSync(inReadersFolder(file)));
    return found === undefined ? null : read(found);
  };
}

/**
 * Compiles the files that --`flag` names. Throws UsageError, which names file, line and column.
 * @param compile given the texts and what stands around them
 */
export function readInterface<Compiled>(
  verb: string,
  flag: string,
  args: Arguments,
  compile: (sources: readonly Source[], around: Around) => Compiled,
): Compiled {
  const files = args.all(flag);
  const around = { defines: definesOf(verb, args), part: partIn(verb, flag, files) };
  const sources = files.map((file) => ({
    name: file,
    text: readText(`${verb}: --${flag}`, file, inReadersFolder(file)),
  }));
  try {
    return compile(sources, around);
  } catch (error) {
    if (error instanceof TextError) throw new UsageError(`lab ${verb}: ${error.message}`);
    throw error;
  }
}

/** The programs, types and constants of the files that --`flag` names. */
export const readDefinitions = (verb: string, flag: string, args: Arguments): Definitions =>
  readInterface(verb, flag, args, compileXdr);

/** The procedures that the files of --`flag` declare, of Sun RPC and of RPC2. Throws UsageError. */
export const readDeclarations = (verb: string, flag: string, args: Arguments): Declarations =>
  readInterface(verb, flag, args, (sources, around) => {
    const isRp2 = ({ name }: Source): boolean => isRp2File(name);
    const xdr = sources.filter((source) => !isRp2(source));
    return declaredByAny([
      ...(xdr.length === 0 ? [] : [xdrDeclarations(compileXdr(xdr, around))]),
      ...compileSubsystems(sources.filter(isRp2), around),
    ]);
  });
