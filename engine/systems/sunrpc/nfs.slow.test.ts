/** The client's kernel as a client of NFS, beside a loop of calls. */
import { expect, it } from "vitest";
import { itemAt } from "../../kernel/reads.ts";
import { dissect } from "../../wire/layers.ts";
import { brokenLaws, marksOf, packetsOf } from "../testing.ts";
import { run } from "./testing.ts";

const LONG = { iterations: 3000, otherWork: true } as const;
const SEED = 3; // a file is written, too
const [beside, alone] = [run(LONG, [], SEED), run({ ...LONG, otherWork: false }, [], SEED)];
const nfs = packetsOf(beside.trace).filter(({ kind }) => kind.startsWith("NFS"));

/** "LOOKUP" and so on of each call, by the procedure in its first packet. */
const NAMES: Readonly<Record<string, string>> = { 1: "GETATTR", 4: "LOOKUP", 6: "READ", 8: "WRITE" };
const procedures = nfs.flatMap(({ kind, frame }) => {
  const rpc = kind === "NFS call" ? dissect(frame).find(({ name }) => name === "Sun RPC") : undefined;
  const procedure = rpc?.fields.find(({ name }) => name === "procedure")?.text ?? "";
  return NAMES[procedure] ?? [];
});

it("a file is looked up, its attributes are asked for, and its twelve blocks are read, or written", () => {
  const blocks = Array.from({ length: 12 });
  expect(procedures.slice(0, 14)).toEqual(["LOOKUP", "GETATTR", ...blocks.map(() => procedures[2])]);
  expect(procedures.filter((name) => name === "LOOKUP").length).toBeGreaterThan(1);
  expect(new Set(procedures)).toEqual(new Set(["LOOKUP", "GETATTR", "READ", "WRITE"]));
});

it("a block of 8 KB goes in six packets, with the credentials of a user", () => {
  const first = itemAt(nfs, 0, "packet");
  const rpc = dissect(first.frame).find(({ name }) => name === "Sun RPC");
  expect(rpc?.fields.find(({ name }) => name === "credentials")?.text).toBe("client, user 100, group 10, also in 10");
  const [calls, replies] = ["NFS call", "NFS reply"].map((word) => nfs.filter(({ kind }) => kind === word).length);
  const [reads, writes] = ["READ", "WRITE"].map((word) => procedures.filter((name) => name === word).length);
  expect([calls, replies]).toEqual([procedures.length + 5 * (writes ?? NaN), procedures.length + 5 * (reads ?? NaN)]);
});

it("takes the client’s processor, which its process is charged for, and breaks no law of a run", () => {
  expect(beside.clientCpuNs).toBeGreaterThan(1.01 * alone.clientCpuNs);
  expect(beside.resources.get("fileserver.cpu0")?.busyNs).toBeGreaterThan(0);
  expect([beside.ended, brokenLaws(beside)]).toEqual([3000, []]);
});

it("makes no call of select in the loop: the paper’s three extra ones come before it", () => {
  const selects = ({ profile }: typeof beside): number =>
    profile.filter(({ routine }) => routine === "_select").reduce((sum, { calls }) => sum + calls, 0);
  // Other work can delay a look until the reply is there, so that the client need not look again.
  expect(selects(beside)).toBeGreaterThan(0);
  expect(selects(beside)).toBeLessThanOrEqual(selects(alone));
});

it("beside processes of one machine its packets are on an Ethernet, and theirs stay on the loopback interface", () => {
  const { trace } = run({ ...LONG, place: "local" });
  const places = new Map<string, Set<string>>();
  for (let row = 0; row < trace.packets.count; row++) {
    const kind = trace.packetKinds[trace.packets.kind[row] ?? -1] ?? "";
    const track = trace.tracks[trace.packets.to[row] ?? -1]?.name ?? "";
    places.set(kind, (places.get(kind) ?? new Set()).add(track));
  }
  expect([places.get("call"), places.get("NFS call")]).toEqual([new Set(["Loopback in"]), new Set(["LANCE in"])]);
});

it("a file server that crashes is called again, and its file is given up after a minute; it may come back", () => {
  const lost = run({ ...LONG, iterations: 20_000 }, ["crash fileserver at 1ms"]);
  const labels = marksOf(lost.trace).map(({ label }) => label);
  expect(labels.filter((label) => label === "the file server does not answer").length).toBeGreaterThan(0);
  expect(lost.ended).toBe(20_000);
  const back = run(LONG, ["crash fileserver at 1ms", "restart fileserver at 15s"]);
  expect(packetsOf(back.trace).some(({ kind }) => kind === "NFS reply")).toBe(true);
});
