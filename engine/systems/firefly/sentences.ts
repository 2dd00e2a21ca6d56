/** One sentence for each step of a Firefly RPC. */
import type { Sentences } from "../world/narration.ts";

export const SENTENCES: Sentences = {
  "Calling program (loop to repeat call)": "The program on {machine} makes the call.",
  "Calling stub (call)": "The stub on {machine} stands in for the remote procedure and prepares the call.",
  Starter: "The Starter of {machine} gets a packet buffer for the call.",
  "Marshal the argument": "The stub on {machine} copies the argument into the packet.",
  "Transporter (send call packet)": "The Transporter of {machine} hands the call packet to the Sender.",
  "Finish UDP header (Sender)": "The Sender of {machine} completes the UDP header of the packet.",
  "Calculate UDP checksum": "{cpu} of {machine} adds up all bytes of the packet for the UDP checksum.",
  "Handle trap to Nub": "A trap brings {cpu} of {machine} from the program into the Nub, the kernel.",
  "Queue packet for transmission": "The Nub of {machine} puts the packet into the queue of the network controller.",
  "Interprocessor interrupt to CPU 0":
    "{cpu} of {machine} interrupts CPU 0, because only CPU 0 reaches the network controller.",
  "Handle interprocessor interrupt": "CPU 0 of {machine} handles the interrupt that another processor sent.",
  "Prod Ethernet controller": "CPU 0 of {machine} tells the Ethernet controller that a packet waits.",
  "Register the call in the call table": "{machine} notes in its call table that a thread waits for the result.",
  "QBus/controller transmit latency: QBus": "The controller of {machine} reads the packet from memory over the QBus.",
  "QBus/controller transmit latency: controller": "The controller of {machine} makes the packet ready to send.",
  "Controller sends": "The controller of {machine} sends the packet to the network.",
  "QBus/controller receive latency: controller": "The controller of {machine} takes the packet in from the network.",
  "QBus/controller receive latency: QBus": "The controller of {machine} writes the packet to memory over the QBus.",
  "General I/O interrupt handler": "The controller interrupts CPU 0 of {machine}.",
  "Handle interrupt for received packet":
    "{cpu} of {machine} handles the packet and looks for the thread that waits for it.",
  "Handle transmit-complete interrupt": "CPU 0 of {machine} learns from the controller that the packet has left.",
  "Return the old buffer to the receive queue": "CPU 0 of {machine} gives a free buffer back to the controller.",
  "Demultiplex in the operating system":
    "No thread waits for the packet, so the operating system of {machine} sorts it out.",
  "Wake up RPC thread": "{cpu} of {machine} wakes the thread that waits for the packet.",
  "Receiver (receive call packet)": "The Receiver of {machine} takes the call packet.",
  "Server stub (call)": "The stub on {machine} unpacks the call and calls the procedure.",
  "Null (the server procedure)": "The procedure runs on {machine}.",
  "Server stub (return)": "The procedure returns, and the stub on {machine} packs the result.",
  "Receiver (send result packet)": "The Receiver of {machine} hands the result packet to the Sender.",
  "Transporter (receive result packet)": "The Transporter of {machine} takes the result packet.",
  "Unmarshal the result": "The stub on {machine} copies the result out of the packet.",
  Ender: "The Ender of {machine} gives the packet buffer back.",
  "Calling stub (return)": "The stub on {machine} returns to the program that made the call.",
  "Background threads": "Other threads of the operating system use {cpu} of {machine}.",
};
