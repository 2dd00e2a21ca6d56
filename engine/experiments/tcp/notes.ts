/** What TCP of today stands on here, and what it leaves out. */
import type { Notes } from "../types.ts";

const TCP =
  "TCP is Linux’s, as far as its rules say it: the window of Reno or CUBIC, selective acknowledgements, and the " +
  "time-out of RFC 6298. So are the tail-loss probe, delayed acknowledgements and Nagle’s algorithm. Scripts of " +
  "packetdrill, which say what Linux sends and when, are among its text traces. It has no time stamps, and finds no " +
  "loss by time alone.";
const MACHINES =
  "Machines take no time for packets: beside a round trip of a network that is little. The experiment “A call " +
  "between servers of today” has those costs.";

export const NOTES: Notes = {
  "tcp/transfer": [
    TCP,
    MACHINES,
    "The closed forms speak of even losses, one in so many packets. The mean window of such a run is a " +
      "little below the form’s. Where chance takes packets, the windows of long stretches without a loss weigh most. " +
      "So the mean of a run with a hundred losses is mostly above the form’s. It is a tenth where one packet in a " +
      "hundred is lost, and a quarter where it is one in a thousand.",
    "QUIC is TCP without its handshake here, whose packets hold whole pieces of messages. The last piece of a " +
      "message is filled up. Its own packets and timers are not simulated.",
    "A call on a connection that stands knows the round trip, as if it had been measured before.",
  ],
  "tcp/incast": [
    TCP,
    MACHINES,
    "All servers answer at once, and the port to the client cannot keep what comes. A server whose last segments are " +
      "lost hears of it by its timer alone. All others wait for it, since the client asks for the next block when it " +
      "has this one. The tail-loss probe ends the wait sooner; measurements before 2013 are without it.",
  ],
};
