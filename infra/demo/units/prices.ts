/**
 * List prices, USD, of us-east-1 in November 2026 (aws.amazon.com/…/pricing of each service), on demand and without any
 * free tier or discount. One table: every sum of ours is made from it.
 */
export const prices = {
  /** DynamoDB, a million request units. */
  write: 0.625 / 1e6,
  read: 0.125 / 1e6,
  /** S3 Standard: PUT, COPY, POST, LIST; GET and all others. */
  put: 5 / 1e6,
  get: 0.4 / 1e6,
  /** Lambda on arm64: a call, and a second of one GB. */
  call: 0.2 / 1e6,
  gbSecond: 0.000_013_333_4,
  /** An HTTP API's request, and CloudFront's before it. */
  request: 1 / 1e6,
  edgeRequest: 1 / 1e6,
  /** A GB from CloudFront to people, and one from S3 itself: pictures are read under signed addresses of the store. */
  edgeGb: 0.085,
  storeGb: 0.09,
  /** A GB of logs taken in. */
  logGb: 0.5,
  /** Step Functions: a transition of a Standard execution; an Express one, and a second of its 64 MB. */
  transition: 25 / 1e6,
  express: 1 / 1e6,
  expressSecond: 0.000_016_67 / 16,
  /** S3 Standard, a GB and month. */
  storedGb: 0.023,
} as const

/** What something uses. Requests are calls of people that come through the edge and the API. */
export type Spent = {
  read: number
  write: number
  puts: number
  gets: number
  calls: number
  requests: number
  gbSeconds: number
  transitions: number
  expresses: number
  edgeKb: number
  storeKb: number
  logKb: number
}

export const nothing: Spent = {
  ...{ read: 0, write: 0, puts: 0, gets: 0, calls: 0, requests: 0, gbSeconds: 0 },
  ...{ transitions: 0, expresses: 0, edgeKb: 0, storeKb: 0, logKb: 0 },
}

/** An Express child lives for as long as its one call. */
const expressLife = 5

/** What it costs, by what is paid for. */
export const costsOf = (spent: Spent): Record<string, number> => ({
  'database, writes': spent.write * prices.write,
  'database, reads': spent.read * prices.read,
  'objects, writes': spent.puts * prices.put,
  'objects, reads': spent.gets * prices.get,
  'functions, calls': spent.calls * prices.call,
  'functions, GB-seconds': spent.gbSeconds * prices.gbSecond,
  'edge and API': spent.requests * (prices.request + prices.edgeRequest),
  'state machines':
    spent.transitions * prices.transition + spent.expresses * (prices.express + expressLife * prices.expressSecond),
  'bytes to people': (spent.edgeKb / 1e6) * prices.edgeGb + (spent.storeKb / 1e6) * prices.storeGb,
  logs: (spent.logKb / 1e6) * prices.logGb,
})

export const costOf = (of: Spent): number => Object.values(costsOf(of)).reduce((sum, n) => sum + n, 0)

/** The province's exam: 500 000 students, six papers of two pages, nine answers a script of which half are marked twice. */
export const province = { pages: 6_000_000, scripts: 3_000_000, marks: 27_000_000, views: 6_000_000 } as const
export type Counted = keyof typeof province
