import { DescribeExecutionCommand, GetExecutionHistoryCommand, RedriveExecutionCommand } from '@aws-sdk/client-sfn'
import { afterEach, describe, expect, it } from 'vitest'
import { makeRig, task } from './states.rig.ts'
import type { Rig } from './states.rig.ts'

let rig: Rig | undefined
afterEach(async () => {
  await rig?.dispose()
  rig = undefined
})

/** Two tasks, of which the second fails as long as it is broken. */
const broken = async (retries = 0) => {
  let works = false
  const on = await makeRig({
    first: () => 5,
    second: (payload) => {
      if (!works) throw Object.assign(new Error('broken'), { name: 'Broken' })
      return payload['n']
    },
  })
  rig = on
  const Retry = [{ ErrorEquals: ['States.ALL'], MaxAttempts: retries, IntervalSeconds: 1, MaxDelaySeconds: 1 }]
  const end = await on.run({
    StartAt: 'A',
    States: {
      A: task('first', {}, { Assign: { v: '{% $states.result.Payload * 2 %}' }, Next: 'B' }),
      B: task('second', { n: '{% $v %}' }, retries > 0 ? { Retry } : {}),
    },
  })
  const executionArn = end.executionArn ?? ''
  const again = () => on.client.send(new RedriveExecutionCommand({ executionArn }))
  return { on, end, executionArn, again, mend: () => void (works = true) }
}

describe('a failed execution that is redriven', () => {
  it('goes on at the state where it stopped, with its variables, and is told as running and ended again', async () => {
    const { on, end, executionArn, again, mend } = await broken()
    expect(end).toMatchObject({ status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 })
    mend()
    expect((await again()).redriveDate).toBeInstanceOf(Date)
    expect(await on.ended(executionArn)).toMatchObject({
      ...{ status: 'SUCCEEDED', output: '10', redriveCount: 1, redriveStatus: 'NOT_REDRIVABLE' },
    })
    expect(on.calls).toEqual({ first: 1, second: 2 })
    expect(on.events.map((e) => e.detail.status)).toEqual(['RUNNING', 'FAILED', 'RUNNING', 'SUCCEEDED'])
    const { events = [] } = await on.client.send(new GetExecutionHistoryCommand({ executionArn }))
    expect(events.filter((e) => e.type === 'ExecutionRedriven')).toHaveLength(1)
  })

  it('may fail again, has its retries anew, and survives a kill before and after', async () => {
    const { on, executionArn, again, mend } = await broken(1)
    expect(on.calls['second']).toBe(2)
    await on.restart()
    await on.client.send(new RedriveExecutionCommand({ executionArn }))
    expect(await on.ended(executionArn)).toMatchObject({ status: 'FAILED', redriveCount: 1 })
    expect(on.calls['second']).toBe(4)
    mend()
    await again()
    expect(await on.ended(executionArn)).toMatchObject({ status: 'SUCCEEDED', redriveCount: 2 })
    await on.restart()
    const kept = await on.client.send(new DescribeExecutionCommand({ executionArn }))
    expect(kept).toMatchObject({ status: 'SUCCEEDED', redriveCount: 2 })
  })

  it('is refused where it succeeded, runs or never was', async () => {
    const { on, executionArn, again, mend } = await broken()
    mend()
    await again()
    await on.ended(executionArn)
    await expect(again()).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' })
    const other = new RedriveExecutionCommand({ executionArn: `${executionArn}x` })
    await expect(on.client.send(other)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' })
  })
})
