import { afterEach, describe, expect, it } from 'vitest'
import { memo } from './memo.ts'
import { usePorts } from './ports.ts'

const asking = (seconds: number) => {
  const asked: string[] = []
  const run = memo(seconds, (key: string) => {
    asked.push(key)
    return Promise.resolve(`${key}${asked.length}`)
  })
  return { asked, run }
}

describe('a memory', () => {
  let restore = (): void => undefined
  afterEach(() => restore())

  it('answers as before until its time is over', async () => {
    let at = 1_000_000
    restore = usePorts({ now: () => at })
    const { asked, run } = asking(3)
    expect([await run('a'), await run('a')]).toEqual(['a1', 'a1'])
    at += 2999
    expect(await run('a')).toBe('a1')
    at += 1
    expect(await run('a')).toBe('a2')
    expect(asked).toEqual(['a', 'a'])
  })

  it('of more than it holds forgets the oldest, and not what was asked for again since', async () => {
    let at = 1_000_000
    restore = usePorts({ now: () => at })
    const { asked, run } = asking(60)
    for (let i = 0; i < 19_999; i++) await run(`k${i}`)
    at += 60_000
    // Its time is over: it is asked for anew, and is the newest.
    await run('k0')
    await run('x')
    await run('y')
    asked.length = 0
    await run('k0')
    await run('x')
    await run('y')
    expect(asked).toEqual([])
  })

  it('remembers no failure and nothing that is not to be kept', async () => {
    let times = 0
    const run = memo(
      60,
      () => {
        times++
        return times === 1 ? Promise.reject(new Error('no')) : Promise.resolve(times < 3 ? null : times)
      },
      { keep: (value) => value !== null },
    )
    await expect(run()).rejects.toThrow('no')
    expect([await run(), await run(), await run()]).toEqual([null, 3, 3])
  })
})
