/** Interface files that a reader gives together: of the XDR language (.x) and of RP2Gen (.rpc2), by their names. */
import { declaredByAny, type Declarations } from "./declared.ts";
import { partAmong, rootsOf, type Around, type Source } from "./parts.ts";
import { rp2Declarations } from "./rp2gen/declared.ts";
import { compileSubsystem } from "./rp2gen/parser.ts";
import { compileTogether } from "./xdr/together.ts";
import { xdrDeclarations } from "./xdr/declared.ts";

/** Whether a file is a specification for RP2Gen: Coda's have the ending .rpc2, and older ones .rpc. */
export const isRp2File = (name: string): boolean => /\.rpc2?$/i.test(name);

/** Specifications that no other includes. Throws Rp2GenError with file, line and column. */
export function compileSubsystems(sources: readonly Source[], around: Around = {}): readonly Declarations[] {
  const part = around.part ?? partAmong(sources);
  return rootsOf(sources).map((source) => rp2Declarations(compileSubsystem(source, { ...around, part })));
}

/** Throws XdrTextError or Rp2GenError, with file, line and column. */
export function compileInterfaces(sources: readonly Source[]): Declarations {
  const isRp2 = ({ name }: Source): boolean => isRp2File(name);
  const xdr = sources.filter((source) => !isRp2(source));
  return declaredByAny([
    ...(xdr.length === 0 ? [] : compileTogether(xdr).map(xdrDeclarations)),
    ...compileSubsystems(sources.filter(isRp2)),
  ]);
}
