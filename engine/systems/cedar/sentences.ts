/** One sentence for each step of a Cedar RPC. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["cedar", "machine", "many", "sweepstakes"];

export const SENTENCES: Sentences = {
  "User stub puts the arguments into the packet": "The user’s stub on {machine} puts the arguments into the packet.",
  "Stub puts more words into a packet": "The stub on {machine} fills the next packet.",
  "RPC run time sends a packet": "The RPC run time of {machine} completes the packet and gives it to the network.",
  "RPC run time sends the packet again": "The RPC run time of {machine} sends the packet that it kept once more.",
  "Byte stream sends a packet": "The byte stream of {machine} completes the packet and gives it to the network.",
  "Byte stream sends the packet again": "The byte stream of {machine} sends the packet that it kept once more.",
  "Calling program puts words into a message": "The program on {machine} puts words into a message, and sends it.",
  "Message system sends a packet": "The message system of {machine} completes the packet and gives it to the network.",
  "Message system sends the packet again": "The message system of {machine} sends the packet that it kept once more.",
  "Serving program takes the words out of a message":
    "The program on {machine} has received the message, and reads it.",
  "Serving program puts words into a message": "The program on {machine} puts words into a message, and sends it.",
  "Calling program takes the words out of a message":
    "The program on {machine} has received the message, and reads it.",
  "Encrypt the packet from word 12":
    "{machine} encrypts all but the first words of the packet with the key of the conversation.",
  "Decrypt the packet from word 12": "{machine} decrypts the packet and checks that nobody has changed it.",
  "Encrypt the key": "{machine} encrypts the new key: once for the server, and once more for the caller.",
  "Decrypt the key": "{machine} decrypts the key with the secret that it shares with Grapevine.",
  "Interrupt routine takes a packet in":
    "The network interrupts {machine}. Its interrupt routine checks the packet and looks for the process that waits.",
  "Switch to the process that waits": "{machine} switches to the process that waits for the packet.",
  "Server stub takes the arguments out of the packet": "The server stub on {machine} takes the arguments out.",
  "The procedure": "The procedure runs on {machine}.",
  "Server stub puts the results into the packet": "The server stub on {machine} puts the results into the packet.",
  "The procedure raises an exception": "The procedure on {machine} raises an exception. The caller is to handle it.",
  "The caller’s handler runs": "A handler on {machine} catches the exception.",
  "User stub takes the results out of the packet": "The user’s stub on {machine} takes the results out and returns.",
};
