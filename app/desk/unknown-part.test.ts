import { expect, it } from "vitest";
import { readPlace } from "../setup/location.ts";
import { unknownPart } from "./unknown-part.ts";

const said = (hash: string): string | null => unknownPart(readPlace(hash));

it("an address of the desk that asks for nothing unknown needs no sentence", () => {
  for (const hash of [
    "#/desk",
    "#/desk/",
    "#/desk?lessons=blip",
    "#/desk/plans",
    "#/desk/guide",
    "#/desk/guide/blip",
  ]) {
    expect(said(hash), hash).toBeNull();
  }
});

it("an unknown part of the desk, an unknown lesson and a part too many are named", () => {
  expect(said("#/desk/nothing")).toContain('no part "nothing"');
  expect(said("#/desk/guide/nothing")).toBe('The course has no lesson "nothing".');
  expect(said("#/desk/plans/term")).toContain('"term", names no place');
});
