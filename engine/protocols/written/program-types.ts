// What the functions of a program get and give. The state is plain data of your own, {} at first: you may change it,
// and only it stays between two events.
//   function client(state, event: ClientEvent): ClientAction[]
//   function server(state, event: ServerEvent): ServerAction[]

export type ClientEvent =
  | { what: "start"; life: number; server: number } // your life, and the server’s: 1, 2, …
  | { what: "call"; argument: number } // the program makes a call
  | { what: "result"; number: number; life: number; value: number }
  | { what: "acknowledgement"; number: number; life: number }
  | { what: "reject"; number: number; life: number }
  | { what: "timer" }; // your timer has ended

export type ClientAction =
  | { do: "call"; number: number; life?: number } // send the call; life: the server’s, left out: the last known
  | { do: "return"; value: number } // the call returns
  | { do: "fail" } // the call fails
  | { do: "timer"; ms: number | null }; // start the timer anew, or stop it: null

export type ServerEvent =
  | { what: "start"; life: number } // your life: 1, 2, …
  | { what: "call"; number: number; life: number; argument: number } // life: which life of yours is meant
  | { what: "done"; number: number; value: number }; // the procedure has run

export type ServerAction =
  | { do: "run"; number: number; argument: number } // run the procedure
  | { do: "result"; number: number; value: number } // send a result
  | { do: "acknowledge"; number: number } // send an acknowledgement
  | { do: "reject"; number: number }; // send a reject
