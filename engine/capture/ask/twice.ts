/** Was an operation executed twice? */
import { itemAt, present } from "../../kernel/reads.ts";
import { groupedBy, listUnder } from "../../kernel/tally.ts";
import type { Call, Reply } from "../call.ts";
import { PROGRAM } from "../programs.ts";
import { called, framesOf, type Answer, type Finding, type Recorded, some, someWere, listed } from "./recorded.ts";

/** What a second execution of a procedure does. */
type Effect = "none" | "harm" | "unknown";

/** RFC 1813 §4.5 names them: a second execution of these fails, or does its work again. */
const NOT_IDEMPOTENT: readonly string[] = [
  ...["CREATE", "REMOVE", "RENAME", "LINK", "SYMLINK", "MKDIR", "RMDIR", "MKNOD"],
  ...["OPEN", "LOCK", "SET", "UNSET", "WRITE_SAME", "ALLOCATE"],
];
const NFS_READS: readonly string[] = ["NULL", "GETATTR", "LOOKUP", "ACCESS", "READLINK", "READ", "WRITE", "READDIR"];

const namesOf = ({ operations, procedureName }: Call): readonly string[] =>
  operations ?? (procedureName === null ? [] : [procedureName]);

function effectOf(call: Call): Effect {
  const { program, procedureName, operations } = call;
  const names = namesOf(call);
  if (names.some((name) => NOT_IDEMPOTENT.includes(name))) return "harm";
  const isFiles = program === PROGRAM.nfs || program === PROGRAM.mount || program === PROGRAM.portmap;
  if (operations === null && procedureName === "NULL") return "none";
  return isFiles || (names.length > 0 && names.every((name) => NFS_READS.includes(name))) ? "none" : "unknown";
}

/** What the protocol promises of it. */
function promiseOf(call: Call): string {
  if (call.family === "rpc2") return "RPC2 promises at most one execution: the second is the saved reply, or a fault.";
  if (call.family === "lab") return `The rules of ${call.programName ?? "its system"} say what a second packet does.`;
  if (call.operations?.includes("SEQUENCE") === true) {
    return "A session of NFS 4.1 promises exactly one execution (RFC 8881 §2.10.6): the second is its saved reply.";
  }
  if (call.program === PROGRAM.nfs) {
    return (
      "NFS promises nothing here: a server may keep replies for such calls, and forgets them when it " +
      "likes (RFC 1813 §4.5)."
    );
  }
  return "Sun RPC promises at least one execution where a reply comes, and none where no reply comes (RFC 5531 §4).";
}

const resultOf = ({ status, result }: Reply): string => result ?? status ?? "unseen";

/** Results that a second execution of these gives, where the first went well. */
const TELLTALE: readonly (readonly [procedure: string, result: RegExp])[] = [
  ["REMOVE", /NOENT$/],
  ["RMDIR", /NOENT$/],
  ["RENAME", /NOENT$/],
  ["CREATE", /EXIST$/],
  ["MKDIR", /EXIST$/],
  ["SYMLINK", /EXIST$/],
  ["LINK", /EXIST$/],
];

function findingOf(call: Call, others: readonly Call[]): Finding | null {
  const { sends, replies, number } = call;
  const frames = framesOf(call);
  const [first, ...again] = replies;
  const base = { calls: [number], frames, ns: null };
  const other =
    first === undefined ? undefined : again.find(({ sum, result }) => sum !== first.sum || result !== first.result);
  if (first !== undefined && other !== undefined) {
    const isClear = first.result !== other.result;
    const shown = isClear ? `first ${resultOf(first)}, then ${resultOf(other)}` : "with other results the second time";
    const text =
      `${called(call)} was answered ${replies.length} times, ${shown}: it was executed anew. ` + `${promiseOf(call)}`;
    return { ...base, text, kind: "executed-twice" };
  }
  if (first !== undefined && again.length > 0) {
    const harm = effectOf(call);
    const what =
      harm === "none"
        ? "a second execution would do no harm"
        : "its reply was kept and sent again, or it was executed again with the same result";
    const text = `${called(call)} was answered ${replies.length} times with equal results: ${what}. ${promiseOf(call)}`;
    return { ...base, text, kind: "answered-twice" };
  }
  const names = namesOf(call);
  const isTelltale = TELLTALE.some(([name, result]) => names.includes(name) && result.test(first?.result ?? ""));
  if (first !== undefined && sends.length > 1 && isTelltale) {
    const text =
      `${called(call)} was sent ${sends.length} times and answered ${resultOf(first)}, as after an ` +
      `execution whose reply was not recorded. ${promiseOf(call)}`;
    return { ...base, text, kind: "perhaps-twice" };
  }
  return anew(call, others);
}

/** A client that gave up on a call and made it again under another identifier. */
const AGAIN_NS = 120e9;

function anew(call: Call, others: readonly Call[]): Finding | null {
  if (call.replies.length > 0 || effectOf(call) !== "harm") return null;
  const sent = itemAt(call.sends, 0, "sending");
  const host = call.client.slice(0, call.client.lastIndexOf(":"));
  const second = others.find((one) => {
    const [again] = one.sends;
    const later = again === undefined ? 0 : again.timeNs - sent.timeNs;
    const isSame = one.sum === call.sum && one.procedure === call.procedure && one.program === call.program;
    return one !== call && isSame && later > 0 && later < AGAIN_NS && one.client.startsWith(`${host}:`);
  });
  if (second === undefined) return null;
  const text =
    `${called(call)} has no reply, and its client made it again as call ${second.number} under ` +
    `another identifier: if the first was executed, this was a second time. ${promiseOf(call)}`;
  const frames = [...framesOf(call), ...framesOf(second)];
  return { text, calls: [call.number, second.number], frames, kind: "perhaps-twice", ns: null };
}

export function executedTwice({ calls }: Recorded): Answer {
  const open = calls.filter(({ replies }) => replies.length === 0);
  const byArguments = groupedBy(open.length === 0 ? [] : calls, ({ sum }) => sum);
  const findings = present(calls, (call) => findingOf(call, listUnder(byArguments, call.sum)));
  const count = (kind: string): number => findings.filter((one) => one.kind === kind).length;
  const [sure, again, perhaps] = [count("executed-twice"), count("answered-twice"), count("perhaps-twice")];
  const verdict = sure > 0 ? "yes" : again + perhaps > 0 ? "perhaps" : "no";
  const signs = [
    ...(again > 0 ? [`${someWere(again, "call")} answered twice, with equal results`] : []),
    ...(perhaps > 0 ? [`${some(perhaps, "call")} may have run before, with a reply that was not recorded`] : []),
  ];
  const text =
    sure > 0
      ? `Yes: ${someWere(sure, "call")} executed again, with another result.`
      : again + perhaps > 0
        ? `Perhaps: ${listed(signs)}.`
        : "No: no call was answered twice, and none shows that it had run before.";
  const assumed = ["Replies that are equal in their first 4096 bytes and in length count as equal."];
  return { question: "executed-twice", verdict, text, findings, assumed };
}
