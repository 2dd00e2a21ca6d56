/** Notes on the simulation of Sun RPC: it leaves these things out, and misses for these reasons. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "sun-rpc/call": [
    "The paper calls its times elapsed times. But it read them with the library routine clock, which on Unix " +
      "counts the processor time of the process (E-N11). The profiles agree with that: they see processor time " +
      "alone, and add up to nearly the same. So Table 3 is held against the client’s processor time here. The true " +
      "time of a call is about twice as long, and both are shown.",
    "The costs of the client’s routines are those of Tables 4a, 4b and 5, which were measured in local calls. We " +
      "fitted one constant: the time of the network interface’s driver and interrupt, to the remote call of the " +
      "minimal program that blocks.",
    "With that constant, a packet on the Ethernet takes the client nearly 2 ms. That is much for such a machine. " +
      "But the paper’s remote calls take about 1 ms more than its local ones, although the other machine takes the " +
      "work of receiving the call. If the clock also counted interrupts that come while the client sleeps, 1.5 ms " +
      "for both packets of a call together would be enough.",
    "Local calls of the minimal program take 10 to 18 % less here than in Table 3. The paper has this gap, too. " +
      "Its profiles of the same programs add up to 2.45 and 2.75 ms a call. Its clock shows 2.87 and 3.07 ms.",
    "The struct is ours: no procedure of the paper takes one. Its string is taken to cost what xdr_bytes costs, and " +
      "its bool what xdr_enum costs (Table 5). Copying its bytes costs what other bytes cost.",
    "A profile charges a static routine to the routine that stands before it in the library. So " +
      "we read clntudp_create, with one call of 440 ms, as the 3,000 calls of clntudp_call. We read main, with one " +
      "call, as the 3,000 turns of the loop.",
    "The paper profiles the client alone. The server’s work is taken to be the client’s. It counts in the time of " +
      "a call and not in the client’s processor time.",
    "The profiler’s own time (mcount) is left out: the programs that were timed had no profiler.",
    "4.2BSD lets a process that wakes up preempt another at the end of a system call. Here it waits until the " +
      "other one sleeps. On one machine, the server thus begins a little later.",
    "select wakes at the very moment of its time-out, and not at the next tick of the clock.",
    "A local server that is dead is a process that has ended. 4.2BSD would tell the client so by an ICMP message; " +
      "here nobody tells it.",
    "The paper has no profile of TCP. System calls are taken to cost what they cost with UDP. A third " +
      "constant is fitted: what TCP takes beyond UDP’s time for a segment that comes. The remote calls over " +
      "TCP then take as long as those over UDP, because the other machine receives. In the paper those that block " +
      "take 10 % less, and those with select 15 % more.",
    "The TCP connection is opened in the run, by three packets before the loop, and no measure counts them. The loop " +
      "begins a tick later, so that the last of them is in no call. After its last call the program closes the " +
      "connection, and so does the server; no measure but the count of packets sees that. The end that closed first " +
      "then waits 60 s for late segments. Segments carry time stamps, which TCP had only later.",
    "The minimal program’s messages carry a number, so that a late reply is not taken for the right one. The " +
      "paper does not print them. With select it sends again and gives up as Sun RPC does.",
    "The program of the client ends with the first call that fails.",
    "The other work is NFS, version 2. The client’s kernel looks files up on a third machine, and reads or writes " +
      "them, by packets on the same Ethernet. The time from one file to the next is a second fitted constant. It is " +
      "fitted to the spread of Table 1. The size of the files, the share that is written, the server’s disk and what " +
      "a call takes the kernel are ours. No other number of the paper is held against a run with them.",
    "The kernel calls one block at a time, and its time is charged to the process that has the processor. The paper " +
      "ascribes three extra calls of select to NFS. They are outside the loop, and our profile " +
      "sees the loop alone. The kernel’s own calls need no select.",
    "A clock in ticks charges each tick whole to the process that then has the processor, as 4.2BSD does. So with " +
      "ten turns it shows two ticks or three where the true time lies between, and sometimes one more or less.",
    "The costs of C calls are those of the loop of a million turns. The two other loops of Table 2 are computed " +
      "from them.",
  ],
  "sun-rpc/broadcast": [
    "The paper does not speak of broadcasts. The rules are those of Sun’s library and portmapper, and the machines " +
      "are the paper’s. So no number of the paper stands here, and nothing was fitted.",
    "A broadcast is not reliable. It goes over UDP alone. The client sends it again after 4, 6, 8, 10 and 12 s " +
      "without a reply, and ends 14 s later. It keeps no list of who has answered, so a machine that answers each " +
      "time is counted as often among the replies.",
    "A machine without the program stays silent, and so does one where the call fails. Otherwise each machine of the " +
      "network would answer that it cannot help. So the client cannot tell a machine that is down from one that has " +
      "no such program.",
    "Call and reply have to fit a message of 1,400 bytes, so that each is one packet.",
    "All machines are alike and begin at the same moment. So their replies come together: they collide on the " +
      "Ethernet and wait at random. The client’s interface has 16 receive buffers. Where many machines answer, it " +
      "loses the replies that find no buffer. Real machines differ a little, and would lose fewer.",
    "The portmapper starts a process that calls the program over the loopback interface. To start it takes no time " +
      "here, which is too little: we know no measurement. It costs machines with the program, and bystanders nothing.",
    "clnt_broadcast is taken to cost what clntudp_call costs, and the portmapper’s work what the server’s does.",
    "The client’s own machine does not take the broadcast in. Random loss takes packets of the Ethernet alone. It " +
      "draws for each machine that a broadcast goes to. A fault line that names the call befalls it for all machines.",
  ],
  "sun-rpc/olympus": [
    "The paper says what Olympus does. A graph is marked with tokens, and a node fires when its firing rule is " +
      "satisfied. Each firing runs the node’s procedure by a remote call, and calls need not block. The paper prints " +
      "no graph and no time of one. So no number of the paper stands here, and nothing was fitted.",
    "The two firing rules are ours: a node needs a token on all of its incoming arcs, or on any of them. A node may " +
      "fire again while it runs; an arc from a node to itself, with one token, prevents that. A limit ends cycles: " +
      "each node fires so often at most.",
    "A call has the costs of the library’s own call, whether it blocks or not. The paper does not say what its " +
      "extension cost. Firing a node and looking for its procedure take no time of their own.",
    "A call goes to the server with the fewest calls under way, the first of equals. The paper does not say how " +
      "Olympus chose. The backend knows the servers’ ports before the run.",
    "A node’s procedure waits and leaves its processor free. That makes no difference here, because a server works " +
      "at one call at a time.",
    "All handles share one socket, and replies are told apart by their identifiers. In the library each handle has a " +
      "socket of its own.",
    "Time of the nodes one after the other, and critical path, are computed from the graph. With calls, each firing " +
      "also takes what a call takes on idle machines. Blocking calls take that sum. Others take the critical path " +
      "where servers suffice. The client’s processor adds what it needs to send several calls and to read several " +
      "replies.",
    "A node that takes longer than the time after which a call is sent again is run twice, and its second reply is " +
      "ignored. A node whose call fails puts out no token.",
  ],
};
