/** What the demo's user does with a job that a busy machine did not end in time. */
import { expect, it } from 'vitest'
import { JobFailed, jobDone } from './client.ts'

const ended = (...messages: string[]) => {
  let started = 0
  const start = () => Promise.resolve({ uuid: `job ${++started}` })
  const job = (uuid: string) => {
    const message = messages[Number(uuid.slice(4)) - 1]
    if (message) return Promise.reject(new JobFailed({ title: '发布成绩', message }))
    return Promise.resolve({ uuid } as never)
  }
  return { done: jobDone({ job }, start), started: () => started }
}
const late = '任务超时，请重试'

it('is asked for again, twice at most', async () => {
  const second = ended(late, late)
  await expect(second.done).resolves.toEqual({ uuid: 'job 3' })
  const never = ended(late, late, late, late)
  await expect(never.done).rejects.toThrow(late)
  expect(never.started()).toBe(3)
})

it('is told at once where it failed by itself', async () => {
  const failed = ended('两次计算不一致')
  await expect(failed.done).rejects.toThrow('发布成绩: 两次计算不一致')
  expect(failed.started()).toBe(1)
})
