import type { S3Client } from '@aws-sdk/client-s3'
import { GetExecutionHistoryCommand } from '@aws-sdk/client-sfn'
import { afterEach, describe, expect, it } from 'vitest'
import { csvItems, parseCsv } from './mapItems.ts'
import { makeRig, task } from './states.rig.ts'
import type { Rig } from './states.rig.ts'
import type { JsonObject } from './states.types.ts'

let rig: Rig
afterEach(() => rig?.dispose())

const distributed = (work: object, rest: object = {}, type = 'EXPRESS') => ({
  StartAt: 'Map',
  States: {
    Map: {
      Type: 'Map',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: type },
        StartAt: 'Work',
        States: { Work: work },
      },
      End: true,
      ...rest,
    },
  },
})

/** A client over objects in memory that knows what the maps use: GetObject and PutObject. */
function memoryS3(objects: Map<string, string>): S3Client {
  const send = (command: { constructor: { name: string }; input: { Bucket: string; Key: string; Body?: string } }) => {
    const { Bucket, Key, Body } = command.input
    const path = `${Bucket}/${Key}`
    if (command.constructor.name === 'PutObjectCommand') {
      objects.set(path, Body ?? '')
      return Promise.resolve({ ETag: '"new"' })
    }
    const text = objects.get(path)
    if (text === undefined) return Promise.reject(new Error('NoSuchKey'))
    return Promise.resolve({ ETag: `"${text.length}"`, Body: { transformToString: () => Promise.resolve(text) } })
  }
  return { send } as unknown as S3Client
}

const oddFails = (payload: JsonObject) => {
  if (Number(payload['i']) % 2 === 1) throw Object.assign(new Error('odd'), { name: 'Odd' })
  return payload['i']
}
const upTo = (n: number) => ({ Items: `{% $map([0..${n - 1}], function($i) {{"i": $i}}) %}` })

describe('distributed map: speed', () => {
  it.each(['EXPRESS', 'STANDARD'])(
    'ten times the items with a no-op function take no thirty times the processor (%s children)',
    async (type) => {
      rig = await makeRig({ noop: () => 1 })
      const { run } = rig
      const taken = async (n: number) => {
        const from = process.cpuUsage()
        const ended = await run(distributed(task('noop'), upTo(n), type))
        const { user, system } = process.cpuUsage(from)
        expect((JSON.parse(ended.output ?? '[]') as number[]).length).toBe(n)
        return { ended, processor: user + system }
      }
      const few = await taken(500)
      const many = await taken(5000)
      expect(many.processor).toBeLessThan(30 * few.processor)
      const { events = [] } = await rig.client.send(
        new GetExecutionHistoryCommand({ executionArn: many.ended.executionArn }),
      )
      expect(events.length).toBeLessThan(10)
    },
  )
})

describe('Step Functions quotas, "maximum execution time"', () => {
  /** A clock a thousand times as fast. */
  const clock = {
    now: () => performance.now() * 1000,
    after: (ms: number, wake: () => void) => {
      const timer = setTimeout(wake, ms / 1000)
      return () => clearTimeout(timer)
    },
  }
  it.each([
    ['EXPRESS', 'FAILED'],
    ['STANDARD', 'SUCCEEDED'],
  ])('a child that takes seven minutes (%s children): %s', async (type, status) => {
    rig = await makeRig({ slow: () => new Promise((done) => setTimeout(done, 420)) }, { clock })
    expect((await rig.run(distributed(task('slow'), upTo(2), type))).status).toBe(status)
  })
})

describe('Developer guide, "ItemReader (Map)"', () => {
  const reader = (Key: string, ReaderConfig: object) => ({
    ItemReader: {
      Resource: 'arn:aws-cn:states:::s3:getObject',
      Arguments: { Bucket: '{% $states.input.bucket %}', Key },
      ReaderConfig,
    },
  })
  const objects = new Map([
    ['b/list.json', '[{"n":1},{"n":2},{"n":3}]'],
    ['b/object.json', '{"x":1,"y":2}'],
    ['b/list.jsonl', '{"n":1}\n{"n":2}\n'],
    ['b/list.csv', '\ufeffid,name\r\n1,"王, ""小明"""\r\n2\r\n'],
  ])
  it.each<[string, object, unknown]>([
    ['list.json', { InputType: 'JSON' }, [{ n: 1 }, { n: 2 }, { n: 3 }]],
    ['list.json', { InputType: 'JSON', MaxItems: 2 }, [{ n: 1 }, { n: 2 }]],
    [
      'object.json',
      { InputType: 'JSON' },
      [
        { Key: 'x', Value: 1 },
        { Key: 'y', Value: 2 },
      ],
    ],
    ['list.jsonl', { InputType: 'JSONL' }, [{ n: 1 }, { n: 2 }]],
    [
      'list.csv',
      { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' },
      [
        { id: '1', name: '王, "小明"' },
        { id: '2', name: '' },
      ],
    ],
    [
      'list.csv',
      { InputType: 'CSV', CSVHeaderLocation: 'GIVEN', CSVHeaders: ['a'] },
      [{ a: 'id' }, { a: '1' }, { a: '2' }],
    ],
  ])('%s as %o', async (key, config, items) => {
    rig = await makeRig({ echo: (payload) => payload }, { s3: memoryS3(objects) })
    const ended = await rig.run(distributed(task('echo'), reader(key, config)), { bucket: 'b' })
    expect(JSON.parse(ended.output ?? '')).toEqual(items)
  })

  it('what cannot be read is States.ItemReaderFailed', async () => {
    rig = await makeRig({}, { s3: memoryS3(objects) })
    const ended = await rig.run(distributed(task('echo'), reader('none.json', { InputType: 'JSON' })), { bucket: 'b' })
    expect(ended).toMatchObject({
      status: 'FAILED',
      error: 'States.ItemReaderFailed',
      cause: expect.stringContaining('NoSuchKey'),
    })
  })

  it('CSV: quotes, doubled quotes, line breaks and other delimiters', () => {
    expect(parseCsv('a|"b|\n""c"""\n\n1|2\n', '|')).toEqual([
      ['a', 'b|\n"c"'],
      ['1', '2'],
    ])
    expect(csvItems('a\tb\n1\t2\t3', { CSVDelimiter: 'TAB' })).toEqual([{ a: '1', b: '2' }])
  })
})

describe('Developer guide, "ItemSelector (Map)" and "ItemBatcher (Map)"', () => {
  it('selects each item, and hands batches of them on with BatchInput', async () => {
    rig = await makeRig({ echo: (payload) => payload })
    const rest = {
      ...upTo(5),
      ItemSelector: { at: '{% $states.context.Map.Item.Index %}', i: '{% $states.context.Map.Item.Value.i * 10 %}' },
      ItemBatcher: { MaxItemsPerBatch: '{% $states.input.per %}', BatchInput: { exam: '{% $states.input.exam %}' } },
    }
    const ended = await rig.run(distributed(task('echo'), rest), { per: 2, exam: 'E' })
    const item = (at: number) => ({ at, i: at * 10 })
    expect(JSON.parse(ended.output ?? '')).toEqual([
      { BatchInput: { exam: 'E' }, Items: [item(0), item(1)] },
      { BatchInput: { exam: 'E' }, Items: [item(2), item(3)] },
      { BatchInput: { exam: 'E' }, Items: [item(4)] },
    ])
    expect(rig.calls['echo']).toBe(3)
  })

  it('MaxConcurrency bounds the children that run at a time', async () => {
    let [now, most] = [0, 0]
    const busy = async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 2))
      now--
    }
    rig = await makeRig({ busy })
    await rig.run(distributed(task('busy'), { ...upTo(20), MaxConcurrency: 3 }))
    expect(most).toBe(3)
  })
})

describe('Developer guide, "Setting failure thresholds for Distributed Map states"', () => {
  it('one failure fails the run; the count and the percentage tolerate, batches by their items', async () => {
    rig = await makeRig({ odd: oddFails, fail: () => oddFails({ i: 1 }) })
    const strict = await rig.run(distributed(task('odd'), upTo(4)))
    expect(strict).toMatchObject({ status: 'FAILED', error: 'States.ExceedToleratedFailureThreshold' })
    const half = await rig.run(distributed(task('odd'), { ...upTo(4), ToleratedFailurePercentage: 50 }))
    const outputs = JSON.parse(half.output ?? '') as unknown[]
    expect(outputs).toMatchObject([0, { Status: 'FAILED', Error: 'Odd', Input: '{"i":1}' }, 2, { Status: 'FAILED' }])
    const batches = { ...upTo(4), ItemBatcher: { MaxItemsPerBatch: 2 } }
    expect((await rig.run(distributed(task('fail'), { ...batches, ToleratedFailureCount: 4 }))).status).toBe(
      'SUCCEEDED',
    )
    expect((await rig.run(distributed(task('fail'), { ...batches, ToleratedFailureCount: 3 }))).status).toBe('FAILED')
  })

  it('a failed run can be caught and retried', async () => {
    let left = 1
    const shaky = () => (left-- > 0 ? oddFails({ i: 1 }) : 'ok')
    rig = await makeRig({ shaky })
    const Retry = [{ ErrorEquals: ['States.ExceedToleratedFailureThreshold'], IntervalSeconds: 1, MaxDelaySeconds: 1 }]
    const ended = await rig.run(distributed(task('shaky'), { Items: ['a'], Retry }))
    expect(ended.output).toBe('["ok"]')
  })
})

describe('Developer guide, "ResultWriter (Map)"', () => {
  it('exports succeeded and failed children, and a manifest', async () => {
    const objects = new Map<string, string>()
    rig = await makeRig({ odd: oddFails }, { s3: memoryS3(objects) })
    const writer = (more: object) => ({
      ResultWriter: {
        Resource: 'arn:aws-cn:states:::s3:putObject',
        Arguments: { Bucket: 'b', Prefix: 'out/' },
        ...more,
      },
    })
    const rest = { ...upTo(3), ToleratedFailurePercentage: 100 }
    const ended = await rig.run(distributed(task('odd'), { ...rest, ...writer({}) }))
    const result = JSON.parse(ended.output ?? '') as {
      MapRunArn: string
      ResultWriterDetails: { Bucket: string; Key: string }
    }
    expect(result.ResultWriterDetails.Key).toMatch(/^out\/[\w-]{36}\/manifest\.json$/)
    const manifest = JSON.parse(objects.get(`b/${result.ResultWriterDetails.Key}`) ?? '') as {
      ResultFiles: Record<string, { Key: string }[]>
    }
    expect(manifest).toMatchObject({
      DestinationBucket: 'b',
      MapRunArn: result.MapRunArn,
      ResultFiles: { PENDING: [] },
    })
    const file = (status: string) =>
      JSON.parse(objects.get(`b/${manifest.ResultFiles[status]?.[0]?.Key}`) ?? '') as JsonObject[]
    expect(file('SUCCEEDED').map((child) => child['Output'])).toEqual(['0', '2'])
    expect(file('FAILED')).toMatchObject([{ Status: 'FAILED', Error: 'Odd', Input: '{"i":1}' }])
    const compact = writer({ WriterConfig: { Transformation: 'COMPACT', OutputType: 'JSONL' } })
    await rig.run(distributed(task('odd'), { ...rest, ...compact }))
    const lines = [...objects].filter(([key]) => key.endsWith('SUCCEEDED_0.jsonl'))
    expect(lines.map(([, text]) => text)).toEqual(['0\n2\n'])
  })

  it('FLATTEN opens the lists that children answer', async () => {
    rig = await makeRig({ pair: (payload) => [payload['i'], payload['i']] })
    const rest = { ...upTo(2), ResultWriter: { WriterConfig: { Transformation: 'FLATTEN' } } }
    expect((await rig.run(distributed(task('pair'), rest))).output).toBe('[0,0,1,1]')
  })
})
