/** Prose of a lesson's data: plain text in which "{name}" stands for one of the lesson's numbers. */
import type { Prose } from "./types.ts";

type Piece = { readonly text: string } | { readonly number: string };

export function piecesOf(prose: Prose): readonly Piece[] {
  return prose
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part): Piece => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? { text: part } : { number: name };
    });
}
