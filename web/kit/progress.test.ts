import { expect, it } from 'vitest'
import { words } from './refusals.ts'
import { durationText, pollDelay, pollUntilOver, sizeText, uploadText } from './progress.ts'

it('polls up to every 5 s, and never waits longer than a third of what was waited before', () => {
  const delays = Array.from({ length: 40 }, (_, i) => pollDelay(i + 1))
  const looks = delays.map((_, i) => delays.slice(0, i + 1).reduce((a, b) => a + b, 0))
  expect(delays.at(-1)).toBe(5000)
  expect(Math.max(...delays)).toBe(5000)
  // Marking of sixty opens in 0.6 to 1.1 s: who waits for it sees so within a third of a second.
  for (const ends of [200, 640, 790, 1100, 1400])
    expect(looks.find((at) => at >= ends)! - ends).toBeLessThanOrEqual(300)
  // On a busy machine, or of more students: a wait is a part of the work, and not as long again.
  for (const [i, delay] of delays.entries()) if (i >= 3) expect(delay).toBeLessThanOrEqual(looks[i - 1]! / 3)
})
it('says how far an upload is, and never that nothing is left of what is still on its way', () => {
  const of = { sent: 4_700_000, total: 9_500_000, files: 1, done: 0 }
  expect(uploadText(of, null)).toBe('正在上传 0 / 1 个文件，4.7 MB / 9.5 MB')
  expect(uploadText(of, { perSecond: 2_400_000, leftMs: 2000 })).toMatch(/，每秒 2.4 MB，约剩 2秒$/)
  // All bytes are out, and they are put together and registered: no rest, no time.
  for (const done of [0, 1])
    expect(uploadText({ ...of, sent: of.total, done }, { perSecond: 2_400_000, leftMs: 0 })).toBe(
      '已传出 1 个文件（9.5 MB），正在登记…',
    )
})
it('writes times and sizes', () => {
  expect([900, 61_000, 3_660_000].map(durationText)).toEqual(['1秒', '2分钟', '1小时1分钟'])
  expect([12, 1500, 2_500_000, 4e9, 4.25e9].map(sizeText)).toEqual(['12 B', '2 KB', '2.5 MB', '4 GB', '4.25 GB'])
})

it('says 接口调用失败，正在重试！ of a poll that fails, and goes on', async () => {
  const answers = [{ status: 10 }, new Error('502'), new Error('no net'), { status: 20 }, { status: 40 }]
  const waited: number[] = []
  const told: number[] = []
  const said: string[] = []
  const stop = new AbortController()
  const poll = (final: boolean) =>
    pollUntilOver({
      ask: async () => {
        const next = answers.shift()!
        if (next instanceof Error) throw next
        return next
      },
      wait: async (ms) => void waited.push(ms),
      tell: ({ status }) => void told.push(status),
      failed: () => {
        said.push(words.pollFailed)
        return !final
      },
      signal: stop.signal,
    })
  expect(await poll(false)).toEqual({ status: 40 })
  expect(told).toEqual([10, 20, 40])
  expect(said).toEqual(['接口调用失败，正在重试！', '接口调用失败，正在重试！'])
  expect(waited).toEqual([300, 300, 300, 300])
  answers.push(new Error('session over'))
  expect(await poll(true)).toBeNull()
  stop.abort()
  expect(await poll(false)).toBeNull()
})
