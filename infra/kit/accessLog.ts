/** What is written down of every request to an API. */
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
