/** What is written down of every request to an API: never its query, which partners' protocols put tickets into. */
export const accessLogFormat = JSON.stringify({
  id: '$context.requestId',
  at: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  path: '$context.path',
  status: '$context.status',
  ms: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
})

/** Why the distribution keeps no log: its standard ones take queries along, and fields cannot be chosen in every region. */
export const unlogged = "Its logs would keep queries, and with them partners' tickets: every call is logged behind it."
