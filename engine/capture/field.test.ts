/**
 * Captures of other people, which are not ours to give on: the folder that ROUNDTRIP_CAPTURES names, with what tshark
 * read in each in its expected.json.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dissected } from "./test-dissect.ts";

const FOLDER = process.env["ROUNDTRIP_CAPTURES"] ?? "";
const LIST = join(FOLDER, "expected.json");

interface Row {
  readonly frame: number;
  readonly msgtyp: string; // "0" for a call
  readonly xid: string; // "0x6a1bb0b5"
  readonly program: string;
  readonly procedure: string;
  readonly repframe?: string; // the frame of the call
}
interface Expected {
  readonly frames: number;
  readonly rpc: readonly Row[];
}

const isThere = FOLDER !== "" && existsSync(LIST);
const expected = isThere ? (JSON.parse(readFileSync(LIST, "utf8")) as Readonly<Record<string, Expected>>) : {};

/** tshark repeats a number that several layers have: "10,10". */
const once = (text: string): number => Number(text.split(",")[0]);

describe.skipIf(!isThere)("captures of the field (ROUNDTRIP_CAPTURES names their folder)", () => {
  test.each(Object.entries(expected))("%s has the calls and replies that tshark found", (name, { frames, rpc }) => {
    const { calls, dissection } = dissected(new Uint8Array(readFileSync(join(FOLDER, name))));
    expect(dissection.reader.facts.frames).toBe(frames);
    const seen = calls
      .filter(({ sends }) => sends.length > 0)
      .flatMap(({ xid, program, procedure, sends, replies }) => [
        ...sends.map(({ frame }) => ({ frame, isCall: true, xid, program, procedure, of: null as number | null })),
        ...replies.map(({ frame }) => ({ frame, isCall: false, xid, program, procedure, of: sends[0]?.frame ?? null })),
      ]);
    const wanted = rpc.map(({ frame, msgtyp, xid, program, procedure, repframe }) => ({
      ...{ frame, isCall: msgtyp === "0", xid: Number(xid), program: once(program), procedure: once(procedure) },
      of: repframe === undefined ? null : Number(repframe),
    }));
    expect(seen.toSorted((a, b) => a.frame - b.frame)).toEqual(wanted);
  });
});
