/** The rules of the levels as a program: what the reader of the code form begins with, and the types that it may use. */

/** The types, as they stand beside the editor. */
export const TYPES = `type ClientEvent =
  | { what: "start", life: number, server: number } // your life and the server’s: 1, 2, …
  | { what: "call", argument: number }              // the program makes a call
  | { what: "result", number: number, life: number, value: number }
  | { what: "acknowledgement", number: number, life: number }
  | { what: "reject", number: number, life: number }
  | { what: "timer" };                              // your timer has ended
type ClientAction =
  | { do: "call", number: number, life?: number }   // send the call; life: the server’s
  | { do: "return", value: number }                 // the call returns
  | { do: "fail" }                                  // the call fails
  | { do: "timer", ms: number | null };             // start the timer, or stop it

type ServerEvent =
  | { what: "start", life: number }
  | { what: "call", number: number, life: number, argument: number }
  | { what: "done", number: number, value: number }; // the procedure has run
type ServerAction =
  | { do: "run", number: number, argument: number } // run the procedure
  | { do: "result", number: number, value: number } // send a result
  | { do: "acknowledge", number: number }
  | { do: "reject", number: number };

// state is plain data of your own, {} at first. You may change it. Only it stays between two events.
function client(state: object, event: ClientEvent): ClientAction[];
function server(state: object, event: ServerEvent): ServerAction[];
`;

const CLIENT = `function client(state, event) {
  switch (event.what) {
    case "start": // a clock that never goes back: each life counts from a thousand more
      state.number = (event.life - 1) * 1000;
      state.calling = false;
      return [];
    case "call":
      state.number = state.number + 1;
      state.calling = true;
      state.again = 0;
      return [{ do: "call", number: state.number }, { do: "timer", ms: 20 }];
    case "timer":
      if (state.again === 4) {
        state.calling = false;
        return [{ do: "fail" }];
      }
      state.again = state.again + 1;
      return [{ do: "call", number: state.number }, { do: "timer", ms: 20 }];
  }
  if (!state.calling || event.number !== state.number) return []; // late
  switch (event.what) {
    case "result":
      state.calling = false;
      return [{ do: "timer", ms: null }, { do: "return", value: event.value }];
    case "acknowledgement":
      state.again = 0;
      return [{ do: "timer", ms: 200 }];
    case "reject":
      state.calling = false;
      return [{ do: "timer", ms: null }, { do: "fail" }];
  }
}
`;

/** A client by the rule book and a server that runs whatever comes. */
export const FIRST_CODE = `// The client is by the rule book. The server runs whatever comes: mend it.

${CLIENT}
function server(state, event) {
  switch (event.what) {
    case "start":
      return [];
    case "call":
      return [{ do: "run", number: event.number, argument: event.argument }];
    case "done":
      return [{ do: "result", number: event.number, value: event.value }];
  }
}
`;

/** Both by the rule book: it solves all levels. */
export const SOLUTION_CODE = `${CLIENT}
function server(state, event) {
  switch (event.what) {
    case "start":
      state.life = event.life;
      state.row = null;
      return [];
    case "call": {
      const { number, argument } = event;
      if (event.life !== state.life) return [{ do: "reject", number }];
      if (state.row === null || number > state.row.number) {
        state.row = { number, value: null }; // before it runs
        return [{ do: "run", number, argument }];
      }
      if (number < state.row.number) return []; // a late copy
      if (state.row.value === null) return [{ do: "acknowledge", number }];
      return [{ do: "result", number, value: state.row.value }];
    }
    case "done":
      if (state.row !== null && state.row.number === event.number) state.row.value = event.value;
      return [{ do: "result", number: event.number, value: event.value }];
  }
}
`;
