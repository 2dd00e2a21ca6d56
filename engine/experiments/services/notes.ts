/** What services that call each other stand on, and what they leave out. */
import type { Notes } from "../types.ts";

const NO_SEARCH = "The search over faults does not follow these services: a graph has too many machines for it.";
/** What holds for all questions. */
const SHARED = [
  "The experiment shows some of the parameters of the graph of services. There the others can be set, too, and your " +
    "own graph can be run. Its notes name what is simulated.",
  NO_SEARCH,
];

export const NOTES: Notes = {
  "services/graph": [
    "The experiment has no paper. Its mechanisms are those of software of today, and their defaults are named beside " +
      "each parameter. How long a request takes is a number of yours. Runs are held to queueing theory: " +
      "to Little’s law, to the waits of Erlang, Pollaczek and Khinchine, and to two choices among many servers.",
    "With the defaults the storage can serve 800 calls a second, and 300 come. It stands still for two seconds, and " +
      "serves less than half of all calls for ever after. Each call is tried three times: 900 attempts a second are " +
      "more than it can serve. The queues before the first service stay full. A request waits there for longer than " +
      "its caller does, so four fifths of the work are for nobody.",
    "Without retries it is well again after a second. A budget of one retry for ten calls is enough. So are " +
      "deadlines that travel, CoDel, the youngest first, or a limit that follows what a server measures. Breakers " +
      "bring it back as well, but they refuse all calls for five seconds at a time.",
    "A worker that waits for a service below does nothing else. So a slow storage fills the workers of the services " +
      "above it, and the queue grows at the first one. More servers there do not help: they only wait.",
    "Messages have no bytes and take the network’s latency each. Connections and TCP are not simulated here. The " +
      "clients’ own work takes no time. A refusal costs a server 0.1 ms, which is ours. Before a service that stands " +
      "still the queue remains: it refuses requests that find it full. Each caller knows of its own requests only, " +
      "as the balancers of gRPC and Envoy do.",
    NO_SEARCH,
  ],
  "services/storm": [
    "The storage can serve 800 calls a second. With three attempts for each call that fails, a storm holds itself up " +
      "from 267 calls a second on. Below that, even three times the load finds a free worker. The chart by the load " +
      "shows the edge. It is not sharp: near it, chance decides.",
    "The disturbance only lights it. Its length matters little, as soon as it is longer than a time-out. Two things " +
      "end a storm. A budget and breakers make fewer attempts. Other rules let servers work only for those who still " +
      "wait.",
    ...SHARED,
  ],
  "services/layers": [
    "Each of three layers makes four attempts: the lowest gets four times four times four. A caller cannot know that " +
      "the ones above and below it try again, too. Where the clients alone try again, four attempts are made.",
    "A budget of a tenth at each layer allows 1.1 × 1.1 × 1.1 attempts in a long run. Each caller has ten retries in " +
      "stock at first, which short runs show. Where a share p of requests fails, each layer multiplies by " +
      "(1 − pᵏ⁺¹)/(1 − p) with k retries.",
    ...SHARED,
  ],
  "services/deadline": [
    "For two seconds four times as many calls come. The storage serves 800 a second, so three thousand calls more " +
      "than that wait afterwards. With 600 calls a second the queue is empty after a quarter of a minute. All that " +
      "time the servers work for callers who have left.",
    "The model knows one queue, whose workers are never idle. In a run each server of the first service has a queue " +
      "of its own, and some are longer than others. Where there are few servers, the storage stands idle now and " +
      "then. So it takes longer until nine of ten calls return, mostly by up to 40 %.",
    "More patience helps only where callers wait for longer than the queue takes. Deadlines that travel, or cancels, " +
      "empty the queue at once. A short queue does the same. A place in it is worth something only while its request " +
      "is served in time.",
    ...SHARED,
  ],
  "services/fan-out": [
    "A page waits for the slowest of its answers. With exponential times, forty answers take 4.3 times as long as " +
      "one in the mean, and a hundred 5.2 times. One slow server of forty makes every page slow.",
    "A second copy after 15 ms, three times the mean, costs five copies in a hundred. At 100 pages a second it cuts " +
      "the tail. At 300 it overloads the servers that it should help: each copy makes others late.",
    ...SHARED,
  ],
  "services/balancers": [
    "Each of 20 clients sees its own requests alone. With one client the least busy server is truly the least busy. " +
      "With many clients the choice is nearly random. The chart by the number of clients shows that.",
    "A server that hangs gets few requests more where the balancer counts those under way. A server that fails at " +
      "once has none under way, so the same balancers send it more. It attracts calls.",
    "A health check that a thread of its own answers passes while every call fails. One that a worker answers sees " +
      "that, and leaves out servers that are only full: the others then get their calls as well.",
    ...SHARED,
  ],
  "services/overload": [
    "The service can serve 800 calls a second, and 900 come. First in, first out with a long queue serves almost all " +
      "of them too late. A short queue refuses a ninth, and serves the others in time. The rule is: fewer places " +
      "than the deadline times the capacity, here 800 for both servers.",
    "The youngest first and CoDel need no such sum. CoDel turns requests away while the queue stands. The youngest " +
      "first leaves the oldest waiting until they give up, and serves most at once.",
    ...SHARED,
  ],
  "services/cold-start": [
    "With the cache 200 of 2,000 requests a second reach the storage, which can serve 800. Without it all of them " +
      "do. An answer fills the cache only where its caller still waits for it. With 2,000 things the cache is full " +
      "again after three seconds. With 20,000 the storage never answers in time, so the cache stays empty.",
    "Each thing is asked for as often as the others. Real caches have a few that are asked for most, and fill " +
      "sooner. Requests that want the same thing at once all go below.",
    ...SHARED,
  ],
  "services/pool": [
    "By Little’s law 600 requests a second of 20 ms keep twelve connections busy. Four servers with three each have " +
      "twelve: the wait has no end. With four each it is a quarter of a second at worst, and with ten nobody waits. " +
      "More than that only moves the queue to the storage.",
    "A request that waits for a connection holds its worker. So a pool that is too small fills the services above it.",
    ...SHARED,
  ],
  "services/idempotency": [
    "A caller that hears nothing sends a copy. The first one may have been done. A key must live until the last copy " +
      "can come: all time-outs and pauses of one call, and the time in queues. With the defaults a tenth of a second " +
      "is too short, and half a second is enough.",
    "Keys are kept by call. What a program makes of the copy, such as other arguments with the same key, is not " +
      "simulated. Stripe refuses those.",
    ...SHARED,
  ],
  "services/batching": [
    "To store a job alone takes 1.1 ms, so the queue stores 909 a second. Sixteen at once take 2.6 ms: 6,154 a " +
      "second. So a wait of five milliseconds carries 2,000 jobs a second that nobody could carry one by one.",
    "A job that comes alone pays for it: at 100 jobs a second each waits 4.7 ms, for company that seldom comes. The " +
      "more clients share the load, the fewer jobs meet in a batch.",
    "A client sends a batch again only where its program does; here none does. Kafka also fills a batch while " +
      "another one is under way. That is not simulated, so without a wait each job leaves alone.",
    NO_SEARCH,
  ],
  "services/redelivery": [
    "A job is out with a worker, and the queue hears nothing: it cannot know whether the worker has crashed or is " +
      "slow. With exponential work a job takes longer than three times the mean in one of twenty cases. Each of " +
      "those is done twice.",
    "A longer time makes fewer copies. But after a crash the job waits for all of it: with SQS’s 30 s a worker’s " +
      "crash costs its job half a minute. A job that nobody can do comes again until it is a dead letter, and keeps " +
      "workers busy for nothing.",
    "Near the workers’ limit copies take what little is left, and jobs wait behind them. A worker does one job at a " +
      "time here, and never asks for more time; SQS lets it.",
    NO_SEARCH,
  ],
  "services/contention": [
    "It is the run of Amazon’s architecture blog on back-off and jitter, after its program. Each way takes a normal " +
      "time. Clients and store take none, and nobody loses a message. The published numbers are means of a hundred " +
      "runs of that program.",
    "Without a pause the row is written as often as it can be, and 24 writes are tried for each that is taken. A " +
      "pause that doubles lets clients that began together come again together, each time later. A random part " +
      "spreads them: a third of the writes, in a little more than twice the time.",
    "The store never is full here, however many come. Where work costs something, as in a storm, fewer tries are " +
      "worth more than less time.",
    NO_SEARCH,
  ],
};
