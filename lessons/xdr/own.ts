/** What a student’s code draws in 3.2: the sizes of both messages. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  largest: {
    draws: {
      room: { from: everyFrom(70, 170).filter((room) => room !== 102), unit: "bytes" },
      units: { from: [2, 4, 5, 6, 7, 8, 9], unit: "" },
      padding: { from: [1, 2, 3], unit: "bytes" },
    },
    also: { message: { is: "52 + 4 * units", unit: "bytes" } },
    texts: {
      question: "A message may have {room} at most. How large can its argument be? And how is a struct laid out?",
      hints: [
        "The message is the header and the argument. The header of Sun RPC has {header}.",
        "In XDR an argument takes a multiple of four bytes. Which multiple is the last that fits?",
        "In the struct the short, the string’s length and the bool take a unit each. The rest is for the characters.",
      ],
      solution:
        "Take the header of {header} away from {room}, and go down to a multiple of four. In the struct take " +
        "away the header and three units. Of what is left {padding} are padding, and the others are characters.",
    },
    parts: {
      "sun-rpc": { bounds: ["room"] },
      struct: {
        title:
          "A struct of a short, a string and a bool, in Sun RPC. Set the string’s length so that the message " +
          "has {message}, {padding} of it padding",
        bounds: ["52 + 4 * units", "padding"],
        solution: { argumentBytes: "4 * units - padding" },
      },
    },
  },
};
