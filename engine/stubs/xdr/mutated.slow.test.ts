/** Interface files that are changed at some places: read, or refused with file, line and column; never another end. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { compileXdr } from "./compile.ts";
import { XdrTextError } from "./error.ts";

const FILE = `/* All of the language, and what stands around it. */
%#include "types.x"
%#define MOST (1 << 4) + N
#include "types.x"
#if defined(RPC_HDR) || N > 2 && !0
#define TWICE N N
#elif VERSION
#else
#endif
namespace a::b {
const N = 0x10; const NAME = "abc"; const C = 'c'; const FAR = LATER; // late
enum colour { RED = 0, GREEN, BLUE = -5, };
typedef opaque key[N]; typedef struct node *list;
struct node { unsigned hyper value; key k; list next; uint64_t u; netobj o; struct { int deep; } in; };
union answer switch (colour shade) {
  case RED: case GREEN: string name<MOST>;
  case OTHER: void;
  default: double d<017>;
};
program LAB { version ONE { int SUM(int a, node *b, string s<>) = 1; void PING(void) = 0; } = 1; } = 0x20004c41;
const LATER = 077;
}
`;
const PART = { name: "types.x", text: "typedef unsigned int id;\n%#define SIZE 8\n" };
const PIECES = [
  ...["{", "}", "(", ")", "[", "]", "<", ">", "*", ":", ";", ",", "=", "/*", "*/", '"', "'", "\\\n", "%", "#"],
  ...["#if ", "#endif\n", "#define N TWICE\n", '#include "types.x"\n', "struct ", "union ", "0x", "9".repeat(30), "\0"],
];

it("10,000 of them end in 10,000 answers", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const pick = (max: number): number => g(fc.integer, { min: 0, max });
      let text = FILE;
      for (let i = pick(3); i >= 0; i--) {
        const at = pick(text.length);
        const put = [PIECES[pick(PIECES.length - 1)] ?? "", "", text.slice(at, at + pick(30))][pick(2)] ?? "";
        text = pick(9) === 0 ? text.slice(0, at) : text.slice(0, at) + put + text.slice(at + pick(5));
      }
      const part = (): { name: string; text: string } => (pick(20) === 0 ? { name: "again.x", text } : PART);
      try {
        compileXdr([{ name: "file.x", text }], { part });
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(XdrTextError);
        expect((error as Error).message).toMatch(
          /^(?:file|again|types)\.x, line \d+, column \d+: got [^\n]+, want [^\n]+\.$/,
        );
      }
    }),
    { numRuns: 10_000 },
  );
  expect(read).toBeGreaterThan(100);
});
