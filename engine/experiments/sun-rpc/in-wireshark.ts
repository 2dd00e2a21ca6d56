/** How Wireshark reads the packets of Sun RPC: our program has a number of the range that Sun leaves to its users. */
export const IN_WIRESHARK =
  "To see calls and replies in Wireshark, switch on “Dissect unknown RPC program numbers” under Edit, Preferences, " +
  "Protocols, RPC (rpc.dissect_unknown_programs).";
