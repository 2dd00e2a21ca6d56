/** Questions from memory that later lessons ask about 1.5, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "two-restarts",
    about: "predict-restart",
    question: "A server has crashed twice and is up again, at its old address. Which bindings does it still take?",
    options: [
      {
        id: "all",
        text: "All of them, because the address is the same",
        reply: "A binding also names the unique identifier of an export. It changes with each start.",
      },
      {
        id: "last",
        text: "Only those that were made since its last start",
        right: true,
        reply: "Yes. Each older binding is rejected. In the lesson this took {rejected}.",
      },
      {
        id: "none",
        text: "None, until its callers are told",
        reply: "Nobody tells them. A call with a new binding is taken, and one with an old binding is rejected.",
      },
    ],
  },
  {
    id: "million-importers",
    about: "no-state",
    question: "A million programs import an interface and then do nothing. What does this cost its server?",
    options: [
      {
        id: "memory",
        text: "A row of memory for each program",
        reply: "The binding is kept by the program that imports. The server keeps nothing for an idle one.",
      },
      {
        id: "nothing",
        text: "Nothing that lasts",
        right: true,
        reply: "Yes. Each asked one question, and the server may forget it.",
      },
      {
        id: "probes",
        text: "A probe to each of them now and then",
        reply: "Probes go from a caller to a server, and only while a call is under way.",
      },
    ],
  },
  {
    id: "what-for",
    about: "unguarded",
    question: "A server with an empty table takes a call that was meant for it before its crash. What can go wrong?",
    options: [
      {
        id: "address",
        text: "The result goes to the wrong machine",
        reply: "The caller’s address is in the packet. The harm is that the procedure may run {twice}.",
      },
      {
        id: "twice",
        text: "The procedure runs a second time",
        right: true,
        reply: "Yes. The table that knew the first time was lost. With the unique identifier it ran {once}.",
        tags: ["M2"],
      },
      {
        id: "nothing",
        text: "Nothing: the call just runs late",
        reply: "It may have run before the crash already. In the check it ran {twice}.",
      },
    ],
  },
];
