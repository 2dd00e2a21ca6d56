/** Why calls to many servers miss, which stands beside the numbers too. */
export const LOSSES =
  "Beyond 25 servers losses decide. The client reads nothing while it sends the last 32 requests, and its socket " +
  "has room for 25 replies. Each lost reply waits for its retry, which the calling thread sends when it comes to " +
  "it. The mean deviation there is 10 to 18 % in each table. Calls to 75 servers of 50 ms are far off: 40 and 48 " +
  "% below Tables VIII and IX. In our run their replies come just late enough to be read.";
