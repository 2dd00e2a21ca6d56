/** Notes on the simulation of written rules. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "written/call": [
    "The experiment has no paper. Its machines, its wire and its timers are ours, and nobody has measured them. So the " +
      "times say nothing of a real system. What counts is which packets there are, and how often the procedure runs.",
    "A reader writes the rules as cells of a table. The rule book has those of Cedar’s and Sprite’s protocols that make " +
      "a call run exactly once. It leaves out large arguments, exceptions, and a server that forgets an idle client.",
    "The client’s clock never goes back. It is modelled as the number of the client’s life: a life counts from a " +
      "thousand more than the one before.",
    "A client that starts learns the server’s life, as from a registry of names. The registry is not simulated.",
  ],
};
