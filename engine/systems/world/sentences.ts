/** One sentence for each event of networks, packets, machines and timers, the same in every system. */
import type { Sentences } from "./narration.ts";

export const NETWORK_SENTENCES: Sentences = {
  "Transmission time on Ethernet": "The packet is on the Ethernet.",
  "Transmission time on the token ring": "The packet is on the token ring.",
  "Transmission time on the link": "A segment is on the link between a machine and its switch.",
  "Forward a packet": "{machine} forwards the packet to the next network.",
};

const WRONG_SUM = "{machine} finds a wrong checksum, and throws the packet away.";

/** By the label of a mark. */
export const MARK_SENTENCES: Sentences = {
  "call registered": "{machine} has noted the call: its result can be handed to the thread that waits.",
  "thread registered": "A thread of {machine} waits for the next call.",
  "retransmission timer": "A timer of {machine} runs out: no answer came in time.",
  "probe is due":
    "{machine} has heard nothing of its call for a while, so it asks whether the server still works on it.",
  "enquiry is due":
    "{machine} has heard nothing of its transaction for 10 s, so it asks whether the server still works on it.",
  "client is silent": "{machine} has heard nothing of its client for 50 s, and gives it up.",
  "gap is over": "The gap between two fragments is over, so {machine} sends the next one.",
  "slow path": "No thread of {machine} waits for this packet, so it takes the slow path.",
  "interrupt held back": "The network interface of {machine} holds its interrupt back for a moment.",
  "argument forward": "{machine} begins to take in the argument and to hand it on.",
  process: "{machine} begins to run the procedure.",
  "result forward": "{machine} begins to pass on results.",
  done: "{machine} is done with this call.",
  "end of the procedure": "The procedure on {machine} ends its wait.",
  "the procedure waits": "The procedure on {machine} waits, as for a disk.",
  "the file server does not answer":
    "The file server has not answered {machine} for a minute, which gives the file up.",
  "the file server refuses a call of NFS": "The file server cannot read a call of {machine}, which gives the file up.",
  "no such program": "{machine} has no such program, so its portmapper stays silent.",
  "gave up the forwarded call": "A process of the portmapper on {machine} has waited 5 s for the program, and ends.",
  "the connection is broken": "TCP tells the process on {machine} that its connection is broken.",
  "slow procedure ends": "The slow procedure on {machine} ends.",
  "time-out of select": "A time-out wakes the waiting process on {machine}.",
  crash: "{machine} crashes.",
  restart: "{machine} starts again.",
  dead: "{machine} is dead from the beginning.",
  "machine is down": "A packet reaches {machine}, which is down.",
  "socket full": "The socket of {machine} is full, so the packet is lost.",
  "network cut": "The network between its sender and {machine} is cut, and the packet is lost.",
  "switch port full": "So many bytes wait at the switch’s port to {machine} that the packet is lost.",
  "no router buffer": "The router has no buffer left, so the packet is lost.",
  "IP checksum": WRONG_SUM,
  "UDP checksum": WRONG_SUM,
  "TCP checksum": WRONG_SUM,
  "Pup checksum": WRONG_SUM,
  "Firefly checksum": WRONG_SUM,
  "unreadable header": "{machine} cannot read the packet’s headers, and throws it away.",
  "the procedure runs with a wrong argument":
    "The procedure on {machine} runs with an argument that the client did not give. Nobody notices.",
  collision: "Two machines send at the same time, so both must try again.",
};
