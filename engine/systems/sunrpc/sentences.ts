/** One sentence for each step of a call between Sun 3/50s. */
import type { Sentences } from "../world/narration.ts";

const DECODES = "The XDR routines of {machine} decode the reply.";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["sun-rpc"];

export const SENTENCES: Sentences = {
  "The turns of the empty loop": "The program on {machine} counts the turns of its loop.",
  "The calls of the C function": "The program on {machine} calls a C function in each turn of its loop.",
  "NFS makes a call": "The kernel of {machine} makes a call of NFS, because another program wants a file.",
  "NFS copies data": "The kernel of {machine} copies the bytes of a file.",
  "NFS’s packet: driver of the LANCE": "The driver of {machine} copies a packet of NFS into the ring of the interface.",
  "NFS takes a reply": "The kernel of {machine} takes a reply of its file server in.",
  "The program’s loop": "The program on {machine} begins the next turn of its loop.",
  "Find the handle of the server’s program (callrpc)":
    "The stub callrpc on {machine} looks for the handle of the server’s program.",
  "Compare the server’s name (strcmp)": "callrpc compares the server’s name with that of the last call.",
  "Make the call message (clntudp_call)": "The library on {machine} puts the head of the call into its buffer.",
  "Make the call message (clnttcp_call)":
    "The library on {machine} puts the mark of a record and the head of the call into its buffer.",
  "Encode the argument (xdr_void)": "XDR on {machine} encodes an argument of no bytes.",
  "Encode the argument (xdr_short)": "XDR on {machine} encodes the two bytes of the argument in four.",
  "Encode the argument (xdr_long)": "XDR on {machine} encodes the argument.",
  "Encode the struct’s short (xdr_short)": "XDR on {machine} encodes the two bytes of the struct’s short in four.",
  "Encode the struct’s string (xdr_bytes)": "XDR on {machine} writes the string’s length, its characters and zeros.",
  "Encode the struct’s bool (xdr_enum)": "XDR on {machine} encodes the struct’s bool in four bytes.",
  "sendto: copy the argument": "The kernel of {machine} copies the argument out of the process.",
  "sendto: socket and UDP": "The kernel of {machine} puts a header of UDP before the message.",
  "sendto: socket and TCP": "The kernel of {machine} puts the message behind what the connection has sent.",
  "sendto: into the other process’s socket":
    "The kernel of {machine} puts the message straight into the socket of the other process, which wakes.",
  "sendto: checksum": "The kernel of {machine} adds the bytes of the packet up, and writes the sum into its header.",
  "The kernel checks the sum": "The kernel of {machine} adds the bytes of the packet up, and compares the sum.",
  "sendto: IP": "The kernel of {machine} puts a header of IP before the packet and chooses its interface.",
  "sendto: driver of the LANCE": "The driver of {machine} copies the packet into the ring of the network interface.",
  "sendto: loopback interface": "The loopback interface of {machine} puts the packet into the kernel’s input queue.",
  "Interrupt of the LANCE: packet received":
    "The network interface interrupts {machine}: a packet[ from {from}] has come.",
  "Interrupt of the LANCE: packet sent": "The network interface interrupts {machine}: the packet has left.",
  "UDP takes a packet in": "UDP on {machine} puts the message into its socket.",
  "IP takes a packet in": "The kernel of {machine} takes the packet in.",
  "TCP takes a segment in": "TCP on {machine} takes the segment in and puts its bytes into their socket.",
  "TCP finds the connection": "TCP on {machine} looks for the connection of the segment.",
  "TCP’s segment: IP": "The kernel of {machine} puts a header of IP before the segment.",
  "TCP sends a segment by itself": "TCP on {machine} sends a segment that no program has asked for.",
  "TCP’s segment: driver of the LANCE": "The driver of {machine} copies the segment into the ring of the interface.",
  "select looks at the socket": "select on {machine} looks whether a datagram lies in the socket.",
  "The process goes to sleep": "Nothing lies in the socket, so the process on {machine} goes to sleep.",
  "The process wakes up": "The kernel of {machine} switches to the process that slept.",
  recvfrom: "The process on {machine} reads the datagram from its socket.",
  "recvfrom: copy the argument": "The kernel of {machine} copies the argument into the process.",
  "Make a stream of the reply (xdrmem_create)": "XDR on {machine} makes a stream of the reply’s bytes.",
  "Copy bytes of the reply (bcopy)": DECODES,
  "Decode the reply (xdr_replymsg)": DECODES,
  "Decode the reply (xdr_union)": DECODES,
  "Decode the reply (xdr_accepted_reply)": DECODES,
  "Decode the reply (xdr_opaque_auth)": DECODES,
  "Decode the reply (xdr_bytes)": DECODES,
  "Decode four enumerations (xdr_enum)": DECODES,
  "Decode four enumerations (xdr_long)": DECODES,
  "Decode two numbers (xdr_u_long)": DECODES,
  "Decode the result (xdr_void)": "XDR on {machine} decodes a result of no bytes.",
  "See how the call ended (seterr_reply)": "The library on {machine} sees from the reply how the call ended.",
  "Decode the call (XDR)": "XDR on {machine} decodes the call and its argument.",
  "Search the list of procedures": "{machine} searches its list of procedures from the head, entry by entry.",
  "Encode the reply (XDR)": "XDR on {machine} encodes the reply.",
  "Find the reply in the cache": "{machine} finds the call in its cache of replies, so it does not run it again.",
};
