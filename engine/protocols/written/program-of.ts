/**
 * A table as a program: two functions in TypeScript that do what the cells say. The page begins with such a program,
 * and a reader’s table becomes one.
 */
import { LATER, MOST_AGAIN, RETRY_AFTER } from "./message.ts";
import type { WrittenRules } from "./rules.ts";

const TIMER_MS = RETRY_AFTER / 1e6;
const LONG_MS = LATER * TIMER_MS;

/** The program with the rules of a table. */
export const programOf = (rules: WrittenRules): string => `${clientOf(rules)}\n${serverOf(rules)}`;

const indented = (text: string, by: number): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `${" ".repeat(by)}${line}`))
    .join("\n");

const TIMER = `{ do: "timer", ms: ${TIMER_MS} }`;
const STOPPED = `{ do: "timer", ms: null }`;
const CALL = `{ do: "call", number: state.number }`;
const SENT_TWICE = `return [${CALL}, ${CALL}, ${TIMER}];`;
const SENT = `return [${CALL}, ${TIMER}];`;
const IS_MINE = "if (event.number !== state.number) return []; // of another call";
const FAILED = `state.calling = false;
return [${STOPPED}, { do: "fail" }];`;

function clientOf(rules: WrittenRules): string {
  const twice = rules.rejected === "again";
  return `interface ClientState {
  number: number; // of the last call
  calling: boolean;
  again: number; // how often the call was sent again
${twice ? "  rejected: boolean;\n" : ""}}

function client(state: ClientState, event: ClientEvent): ClientAction[] {
  switch (event.what) {
    case "start":
${indented(startOf(rules), 6)}
      state.calling = false;
      return [];
    case "call":
      state.number = ${rules.number === "same" ? "1" : "state.number + 1"};
      state.calling = true;
      state.again = 0;
${twice ? "      state.rejected = false;\n" : ""}      ${rules.first === "twice" ? SENT_TWICE : SENT}
    case "timer":
${indented(timerOf(rules), 6)}
    case "result":
${indented(resultOf(rules), 6)}
    case "acknowledgement":
${indented(ackOf(rules), 6)}
    case "reject":
${indented(rejectedOf(rules), 6)}
  }
}
`;
}

const startOf = ({ restart }: WrittenRules): string =>
  restart === "clock"
    ? "state.number = (event.life - 1) * 1000; // each life begins a thousand higher"
    : "state.number = 0;";

/** Sends the call again, with a new number where each packet has its own. */
const again = ({ number }: WrittenRules, isCounted: boolean): string =>
  `${number === "packet" ? "state.number = state.number + 1;\n" : ""}${
    isCounted ? "state.again = state.again + 1;\n" : ""
  }${SENT}`;

function timerOf(rules: WrittenRules): string {
  switch (rules.timer) {
    case "nothing":
      return "return []; // wait on";
    case "fail":
      return `state.calling = false;\nreturn [{ do: "fail" }];`;
    case "forever":
      return again(rules, false);
    case "once":
    case "again":
      return `if (state.again === ${rules.timer === "once" ? 1 : MOST_AGAIN}) {
  state.calling = false;
  return [{ do: "fail" }];
}
${again(rules, true)}`;
  }
}

const resultOf = ({ reply }: WrittenRules): string => `if (!state.calling) return []; // late
${reply === "match" ? `${IS_MINE}\n` : ""}state.calling = false;
return [${STOPPED}, { do: "return", value: event.value }];`;

function ackOf({ ack }: WrittenRules): string {
  if (ack === "ignore") return "return [];";
  const timer = { later: `{ do: "timer", ms: ${LONG_MS} }`, soon: TIMER, rest: STOPPED }[ack];
  return `if (!state.calling) return [];
${IS_MINE}
state.again = 0;
return [${timer}];`;
}

function rejectedOf(rules: WrittenRules): string {
  if (rules.rejected === "ignore") return "return [];";
  const mine = `if (!state.calling) return [];\n${IS_MINE}\n`;
  if (rules.rejected === "fail") return `${mine}${FAILED}`;
  return `${mine}if (state.rejected) {
${indented(FAILED, 2)}
}
state.rejected = true;
${again(rules, rules.timer !== "forever")}`;
}

function serverOf(rules: WrittenRules): string {
  const hasRow = rules.larger === "rowRun" || rules.larger === "runRow";
  const knowsLife = rules.former === "reject";
  // Without a kept result the row must say besides whether the procedure runs.
  const isMarked = hasRow && rules.keep === "no" && rules.equal === "resultAck";
  const fields = [
    knowsLife ? "  life: number;\n" : "",
    hasRow ? `  row: { number: number; value: number | null${isMarked ? "; running: boolean" : ""} } | null;\n` : "",
  ].join("");
  const start = [knowsLife ? "state.life = event.life;" : "", hasRow ? "state.row = null;" : "", "return [];"];
  return `interface ServerState {${fields === "" ? "" : `\n${fields}`}}

function server(state: ServerState, event: ServerEvent): ServerAction[] {
  switch (event.what) {
    case "start":
${indented(start.filter((line) => line !== "").join("\n"), 6)}
    case "call": {
      const { number, argument } = event;
${indented(calledBy(rules, { hasRow, isMarked }), 6)}
    }
    case "done":
${indented(doneOf(rules, { hasRow, isMarked }), 6)}
  }
}
`;
}

const ACK = '{ do: "acknowledge", number }';
const RUN = '{ do: "run", number, argument }';
const REJECT = '{ do: "reject", number }';

interface Row {
  readonly hasRow: boolean;
  readonly isMarked: boolean; // says whether the procedure runs
}

function calledBy(rules: WrittenRules, { hasRow, isMarked }: Row): string {
  /** Returns these actions, behind an acknowledgement where each packet gets one. */
  const give = (...actions: readonly string[]): string => {
    const all = rules.acks === "no" ? actions : [ACK, ...actions.filter((action) => action !== ACK)];
    return `return [${all.join(", ")}];`;
  };
  // A call for another life is rejected, and not acknowledged.
  const former =
    rules.former === "reject" ? [`if (event.life !== state.life) return [${REJECT}]; // meant for a life before`] : [];
  if (!hasRow) return [...former, rules.larger === "ignore" ? give() : give(RUN)].join("\n");
  const written = `state.row = { number, value: null${isMarked ? ", running: true" : ""} };`;
  const larger = rules.larger === "rowRun" ? `${written} // before it runs\n${give(RUN)}` : give(RUN);
  const lines = [
    ...former,
    "const row = state.row;",
    `if (row === null || number > row.number) {\n${indented(larger, 2)}\n}`,
    `if (number === row.number) {\n${indented(equalOf(rules, isMarked, give), 2)}\n}`,
    smallerOf(rules, give),
  ];
  return lines.join("\n");
}

type Give = (...actions: readonly string[]) => string;

/** Sends the kept result; the row has its number. */
const keptOf = ({ keep }: WrittenRules, give: Give): string =>
  keep === "no"
    ? `${give()} // no result is kept`
    : `if (row.value === null) ${give()}\n${give('{ do: "result", number: row.number, value: row.value }')}`;

function equalOf(rules: WrittenRules, isMarked: boolean, give: Give): string {
  switch (rules.equal) {
    case "run":
      return give(RUN);
    case "ignore":
      return give();
    case "reject":
      return give(REJECT);
    case "ack":
      return give(ACK);
    case "result":
      return keptOf(rules, give);
    case "resultAck":
      return isMarked
        ? `if (row.running) ${give(ACK)}\n${keptOf(rules, give)}`
        : `if (row.value === null) ${give(ACK)} // it runs\n${give('{ do: "result", number, value: row.value }')}`;
  }
}

function smallerOf(rules: WrittenRules, give: Give): string {
  switch (rules.smaller) {
    case "run":
      return give(RUN);
    case "ignore":
      return `${give()} // a late copy`;
    case "reject":
      return give(REJECT);
    case "result":
      return keptOf(rules, give);
  }
}

function doneOf({ larger, keep }: WrittenRules, { hasRow, isMarked }: Row): string {
  const result = `return [{ do: "result", number: event.number, value: event.value }];`;
  if (!hasRow) return result;
  const value = keep === "next" ? "event.value" : "null";
  const row = `{ number: event.number, value: ${value}${isMarked ? ", running: false" : ""} }`;
  const known = larger === "runRow" ? "event.number >= state.row.number" : "state.row.number === event.number";
  const condition = larger === "runRow" ? `state.row === null || ${known}` : `state.row !== null && ${known}`;
  if (keep === "no" && !isMarked && larger === "rowRun") return `${result} // and keep no result`;
  return `if (${condition}) state.row = ${row};\n${result}`;
}
