/**
 * Everything that rings, as data: what has happened in a person's words, and which figures say so. What to do about each
 * stands in RUNBOOK.md under its id; a test holds the two together.
 */
export type Figure = {
  readonly namespace: string
  readonly metric: string
  readonly dimensions?: Readonly<Record<string, string>>
  readonly statistic?: 'Sum' | 'Maximum' | 'p99'
}

export type Alarm = {
  readonly id: string
  /** One sentence for the person who is woken. */
  readonly says: string
  readonly figures: readonly Figure[]
  /** How several figures become one. */
  readonly by?: 'sum' | 'highest'
  readonly above: number
  /** Minutes of one look; and how many looks in a row. */
  readonly minutes?: number
  readonly looks?: number
  /** No figure at all rings too. */
  readonly silenceRings?: boolean
}

/** What is there to be watched, by physical name. */
export type Watched = {
  readonly namespace: string
  readonly apiId: string
  readonly work: readonly string[]
  readonly readers: readonly string[]
  readonly tables: readonly string[]
  readonly queues: readonly string[]
  readonly canary: string | undefined
  readonly backs: boolean
  /** How many executions of functions the account may run at once. */
  readonly concurrency: number
}

const lambda = (metric: string, statistic: Figure['statistic'] = 'Sum') => ({
  of: (name: string): Figure => ({
    namespace: 'AWS/Lambda',
    metric,
    dimensions: { FunctionName: name },
    statistic: statistic,
  }),
})
const table = (metric: string) => (name: string) => ({
  namespace: 'AWS/DynamoDB',
  metric,
  dimensions: { TableName: name },
})

export const alarmsOf = (w: Watched): Alarm[] => {
  const ofApi = (metric: string, statistic: Figure['statistic'] = 'Sum'): Figure => ({
    namespace: 'AWS/ApiGateway',
    metric,
    dimensions: { ApiId: w.apiId },
    statistic,
  })
  const ownFigure = (service: string, metric: string): Figure => ({
    namespace: w.namespace,
    metric,
    dimensions: { service },
  })
  return [
    {
      id: 'calls-fail',
      says: 'People see the network dialogue: calls end in errors of ours.',
      figures: [ofApi('5xx')],
      above: 5,
    },
    {
      id: 'calls-slow',
      says: 'The product is slow: one call in a hundred has taken longer than five seconds for a quarter of an hour.',
      figures: [ofApi('Latency', 'p99')],
      above: 5_000,
      looks: 3,
    },
    {
      id: 'job-failed',
      says: 'A job has failed, run out of time or was ended from outside; its starter sees a failure.',
      figures: [ownFigure('platform', 'jobFailed')],
      above: 0,
      minutes: 1,
    },
    {
      id: 'work-fails',
      says: 'Background functions fail: jobs are tried again and may end late or not at all.',
      figures: [...w.work].map(lambda('Errors').of),
      by: 'sum',
      above: 3,
    },
    {
      id: 'readers-behind',
      says: 'Readers of changes are more than a minute behind: counters, lists and the journal of marks show old figures.',
      figures: w.readers.map(lambda('IteratorAge', 'Maximum').of),
      by: 'highest',
      above: 60_000,
    },
    ...(w.queues.length === 0
      ? []
      : [
          {
            id: 'set-aside',
            says: 'Something could not be handled after all tries and waits in a queue for a person.',
            figures: w.queues.map((name): Figure => ({
              namespace: 'AWS/SQS',
              metric: 'ApproximateNumberOfMessagesVisible',
              dimensions: { QueueName: name },
              statistic: 'Maximum',
            })),
            by: 'highest' as const,
            above: 0,
            minutes: 1,
          },
        ]),
    {
      id: 'functions-throttled',
      says: 'The account has no executions left for functions: calls are refused with 503 and jobs wait.',
      figures: [{ namespace: 'AWS/Lambda', metric: 'Throttles' }],
      above: 10,
      minutes: 1,
    },
    {
      id: 'functions-many',
      says: `Four fifths of the account's ${w.concurrency} executions at once are taken: soon calls will be refused.`,
      figures: [{ namespace: 'AWS/Lambda', metric: 'ConcurrentExecutions', statistic: 'Maximum' }],
      above: Math.round(w.concurrency * 0.8),
      minutes: 1,
      looks: 3,
    },
    {
      id: 'writes-throttled',
      says: 'A table refuses writes for a while: marks, scans or sign-ins are tried again and become slow.',
      figures: w.tables.map(table('WriteThrottleEvents')),
      by: 'sum',
      above: 100,
    },
    {
      id: 'reads-throttled',
      says: 'A table refuses reads for a while: screens become slow.',
      figures: w.tables.map(table('ReadThrottleEvents')),
      by: 'sum',
      above: 100,
    },
    {
      id: 'codes-near-cap',
      says: "Codes to phones near their cap, a school's or the day's: soon no code goes out, or they are abused.",
      figures: [ownFigure('identity', 'codesNearCap')],
      above: 0,
      minutes: 1,
    },
    {
      id: 'audit-broken',
      says: 'The audit trail does not fit its chain or its copies, or a record was touched: what was on record has been changed.',
      figures: [ownFigure('platform', 'auditBroken')],
      above: 0,
      minutes: 1,
    },
    {
      id: 'rows-disagree',
      says: 'By night the journal of marks, or counters of scans or rosters, did not say what the rows say: look before scores are published.',
      figures: [
        ownFigure('marking', 'journalBroken'),
        ownFigure('marking', 'journalLate'),
        ownFigure('scan', 'countsLate'),
        ownFigure('school', 'countsLate'),
      ],
      by: 'sum' as const,
      above: 0,
      minutes: 1,
    },
    ...(w.canary === undefined
      ? []
      : [
          {
            id: 'canary-fails',
            says: 'The canary could not load the screens, sign in and read, three times in a row: people cannot either.',
            figures: [lambda('Errors').of(w.canary)],
            above: 0,
            looks: 3,
            silenceRings: true,
          },
        ]),
    ...(w.backs
      ? [
          {
            id: 'backup-failed',
            says: "Last night's backup has failed; the data of the last 35 days can still be had back to the second.",
            figures: [{ namespace: 'AWS/Backup', metric: 'NumberOfBackupJobsFailed' }],
            above: 0,
            minutes: 60,
          },
        ]
      : []),
  ]
}

/** An alarm may look at ten figures; more of them are watched in parts, and one bell rings for all parts. */
export const partsOf = (alarm: Alarm): readonly (readonly Figure[])[] => {
  const most = 9
  const parts = Math.ceil(alarm.figures.length / most)
  const size = Math.ceil(alarm.figures.length / Math.max(1, parts))
  return Array.from({ length: parts }, (_, i) => alarm.figures.slice(i * size, (i + 1) * size))
}
