import type { Alarm, Watched } from '../alarms.ts'

type Metric = (string | { [option: string]: string | boolean })[]

/** What one looks at when something rings: a row of calls, of functions, of data, and the runbook's sentences. */
export const dashboardOf = (w: Watched, alarms: readonly Alarm[], region: string): object => {
  const graph = (title: string, metrics: Metric[], x: number, y: number, stat = 'Sum') => ({
    type: 'metric',
    ...{ x, y, width: 8, height: 6 },
    properties: { title, region, stat, period: 60, view: 'timeSeries', metrics },
  })
  const api = (metric: string, options: { [option: string]: string } = {}): Metric => [
    'AWS/ApiGateway',
    metric,
    'ApiId',
    w.apiId,
    options,
  ]
  const functions = (metric: string, names: readonly string[], options = {}): Metric[] =>
    names.map((name) => ['AWS/Lambda', metric, 'FunctionName', name, options])
  return {
    widgets: [
      graph('calls, and errors of ours', [api('Count'), api('5xx'), api('4xx')], 0, 0),
      graph('how long calls take (ms)', [api('Latency', { stat: 'p50' }), api('Latency', { stat: 'p99' })], 8, 0),
      graph(
        'functions at once, and refused',
        [
          ['AWS/Lambda', 'ConcurrentExecutions', { stat: 'Maximum' }],
          ['AWS/Lambda', 'Throttles'],
        ],
        16,
        0,
      ),
      graph('readers of changes: how far behind (ms)', functions('IteratorAge', w.readers), 0, 6, 'Maximum'),
      graph('background work: errors', functions('Errors', w.work), 8, 6),
      graph(
        'jobs that failed; codes near their cap',
        [
          [w.namespace, 'jobFailed', 'service', 'platform'],
          [w.namespace, 'codesNearCap', 'service', 'identity'],
        ],
        16,
        6,
      ),
      graph(
        'tables: units written',
        w.tables.map((t) => ['AWS/DynamoDB', 'ConsumedWriteCapacityUnits', 'TableName', t]),
        0,
        12,
      ),
      graph(
        'tables: units read',
        w.tables.map((t) => ['AWS/DynamoDB', 'ConsumedReadCapacityUnits', 'TableName', t]),
        8,
        12,
      ),
      graph(
        'tables: refused',
        w.tables.flatMap((t) => [
          ['AWS/DynamoDB', 'WriteThrottleEvents', 'TableName', t],
          ['AWS/DynamoDB', 'ReadThrottleEvents', 'TableName', t],
        ]),
        16,
        12,
      ),
      ...(w.queues.length === 0
        ? []
        : [
            graph(
              'set aside for a person',
              w.queues.map((q) => ['AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', q]),
              0,
              18,
              'Maximum',
            ),
          ]),
      {
        type: 'text',
        ...{ x: 8, y: 18, width: 16, height: 6 },
        properties: { markdown: alarms.map((a) => `- **${a.id}** ${a.says}`).join('\n') },
      },
    ],
  }
}
