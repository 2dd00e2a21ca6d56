/** One sentence for each step of RPC2 and MultiRPC. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["multirpc", "machine", "many", "sweepstakes"];

export const SENTENCES: Sentences = {
  "Pack the arguments": "The stub on {machine} packs the arguments.",
  "Prepare a request": "{machine} prepares a request[ for {to}].",
  "Encrypt the packet": "{machine} encrypts the packet[ for {to}].",
  "Decrypt the packet": "{machine} decrypts the packet[ from {from}].",
  "Send the packet (sendto)": "{machine} hands a packet[ for {to}] to its kernel, which sends it.",
  "Device interrupt: packet sent": "The network adapter tells {machine} that the packet has left.",
  "Device interrupt: packet received": "The network adapter tells {machine} that a packet has come[ from {from}].",
  "IP and UDP input of a packet, in the software interrupt":
    "The kernel of {machine} puts the packet into the socket of its process.",
  "Wake an idle process: select returns, two LWP switches, timers":
    "The kernel of {machine} wakes the process that waits for packets.",
  "Take a packet in: request": "The process on {machine} takes in the request[ from {from}].",
  "Take a packet in: reply": "The process on {machine} takes in a reply[ from {from}].",
  Compute: "The procedure computes on {machine}.",
  "Prepare the reply": "{machine} prepares the reply.",
  "Unpack a reply, and the handler": "{machine} unpacks a reply and calls its handler.",
  "The client’s handler": "The handler of {machine} works on the reply.",
};
