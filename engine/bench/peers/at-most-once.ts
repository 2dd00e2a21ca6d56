/** At most once: see README.md. The protocol as rows of numbers in the table of the search. */
import { StateTable } from "../../explore/state-table.ts";

const CALLS = 4;
const RETRIES = 3;
const ROOM = 4;
const FAULTS = 3;

// Places in a row. Those of a call come behind one another, from call 1.
const [CALL, LEFT, LAST, WAITS, FAULTS_LEFT, REQUEST] = [0, 1, 2, 3, 4, 5];
const REPLY = REQUEST + CALLS;
const RAN = REPLY + CALLS;
const WORDS = RAN + CALLS;

const at = (row: Int32Array, place: number): number => row[place] ?? 0;

/** Takes a row, which is changed when it has come back. */
type Next = (row: Int32Array) => void;

const other = new Int32Array(WORDS);

/** Gives on a changed copy of the row. */
function changed(row: Int32Array, changes: readonly (readonly [place: number, by: number])[], next: Next): void {
  other.set(row);
  for (const [place, by] of changes) other[place] = at(other, place) + by;
  next(other);
}

function ofPacket(row: Int32Array, place: number, next: Next): void {
  const many = at(row, place);
  if (many === 0 || at(row, FAULTS_LEFT) === 0) return;
  changed(row, [[FAULTS_LEFT, -1], [place, -1]], next); // prettier-ignore
  if (many < ROOM) changed(row, [[FAULTS_LEFT, -1], [place, 1]], next); // prettier-ignore
}

function ofCall(row: Int32Array, number: number, next: Next): void {
  const [request, reply, last] = [REQUEST + number - 1, REPLY + number - 1, at(row, LAST)];
  if (at(row, request) > 0) {
    const answers = number >= last && at(row, reply) < ROOM ? 1 : 0;
    const runs = number > last ? 1 : 0;
    const executes = [[LAST, runs * (number - last)], [RAN + number - 1, runs]] as const; // prettier-ignore
    changed(row, [[request, -1], [reply, answers], ...executes], next);
  }
  if (at(row, reply) > 0) {
    const ends = at(row, WAITS) === 1 && at(row, CALL) === number ? 1 : 0;
    changed(row, [[reply, -1], [CALL, ends], [WAITS, -ends], [LEFT, -ends * at(row, LEFT)]], next); // prettier-ignore
  }
  ofPacket(row, request, next);
  ofPacket(row, reply, next);
}

function successors(row: Int32Array, next: Next): void {
  const call = at(row, CALL);
  const request = REQUEST + call - 1;
  const [waits, left] = [at(row, WAITS) === 1, at(row, LEFT)];
  if (call <= CALLS && at(row, request) < ROOM) {
    if (!waits) changed(row, [[WAITS, 1], [LEFT, RETRIES - left], [request, 1]], next); // prettier-ignore
    else if (left > 0) changed(row, [[LEFT, -1], [request, 1]], next); // prettier-ignore
  }
  for (let number = 1; number <= CALLS; number++) ofCall(row, number, next);
}

/** The number of states. Throws where a call is executed twice. */
export function statesOfPeer(): number {
  const table = new StateTable();
  const start = new Int32Array(WORDS);
  start[CALL] = 1;
  start[FAULTS_LEFT] = FAULTS;
  const open: Int32Array[] = [start];
  table.add(start, WORDS);
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    successors(row, (next) => {
      const known = table.size;
      if (table.add(next, WORDS) < known) return;
      if (next.subarray(RAN, WORDS).some((times) => times > 1)) throw new Error("A call was executed twice.");
      open.push(next.slice());
    });
  }
  return table.size;
}
