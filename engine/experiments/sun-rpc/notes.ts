/** Notes on the simulation of Sun RPC: it leaves these things out, and misses for these reasons. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "sun-rpc/call": [
    "The paper calls its times elapsed times. But it read them with the library routine clock, which in SunOS " +
      "counts the processor time of the process (E-N11). The profiles agree with that: they see processor time " +
      "alone, and add up to nearly the same. So Table 3 is held against the client’s processor time here. The true " +
      "time of a call is about twice as long, and both are shown.",
    "The costs of the client’s routines are those of Tables 4a, 4b and 5, which were measured in local calls. We " +
      "fitted one constant: the time of the network interface’s driver and interrupt, to the remote call of the " +
      "minimal program that blocks.",
    "With that constant and IP, a packet on the Ethernet takes the client 1.7 ms. That is much for such a machine. " +
      "But the paper’s remote calls take about 1 ms more than its local ones, although the other machine takes the " +
      "work of receiving the call. If the clock also counted interrupts that come while the client sleeps, 1.1 ms " +
      "for both packets of a call together would be enough.",
    "A message of UDP to the own machine skips IP and the loopback interface. SunOS 3.4 does so where a program " +
      "names its own host. The call of sendto puts it into the other process’s socket. The trace and the capture " +
      "show it as a packet all the same. How much of sendto that takes is ours. TCP has no such way.",
    "UDP makes no checksums unless they are switched on: SunOS 3.4 has them off. What a sum takes is ours.",
    "Local calls of the minimal program take 10 to 18 % less here than in Table 3. The paper has this gap, too. " +
      "Its profiles of the same programs add up to 2.45 and 2.75 ms a call. Its clock shows 2.87 and 3.07 ms.",
    "The struct is ours: no procedure of the paper takes one. Its string is taken to cost what xdr_bytes costs, and " +
      "its bool what xdr_enum costs (Table 5). Copying its bytes costs what other bytes cost.",
    "A profile charges a static routine to the routine that stands before it in the library. So " +
      "we read clntudp_create, with one call of 440 ms, as the 3,000 calls of clntudp_call. We read main, with one " +
      "call, as the 3,000 turns of the loop.",
    "The true time of a call may be too short here. The profiles see the client’s processor alone: the switch from " +
      "the interrupt to the process that waits, and the server’s kernel, are taken from them. A measurement of those " +
      "on a Sun 3 under SunOS 3.4 we do not know, and we fit none. Ousterhout timed operating systems in 1989 (WRL " +
      "TN-11); we have not seen his numbers.",
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
      "then waits 30 s for late segments.",
    "Sun RPC over TCP is not in the paper, and nothing was fitted to it. Its calls are taken to cost the library " +
      "what they cost over UDP. They cost the kernel what the minimal program’s cost over TCP. Each is one record " +
      "behind a mark of four bytes. The library sends it once, and TCP repeats what is lost.",
    "Without XDR the messages do not name their program, so there is nothing to ask the portmapper for. Both ends " +
      "know the port.",
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
    "The clock charges 20 ms whole to the process that then has the processor. The program reads the sum in 60ths " +
      "of a second (E-N13). So with ten turns it shows two or three of these where the true time lies between, and " +
      "sometimes one more or less. User and system time are one sum here.",
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
      "Ethernet and wait at random. The client’s interface has 32 receive buffers. Where many machines answer, it " +
      "loses the replies that find no buffer. Real machines differ a little, and would lose fewer.",
    "The portmapper starts a process that calls the program on its machine. To start it takes no time " +
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
