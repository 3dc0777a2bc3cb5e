import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostNotices } from './notices.ts'
import type { Dialogue, Toast } from './notices.ts'
import { openPaper, paperPassword, withPaper } from './paperPassword.ts'
import type { PaperLock } from './paperPassword.ts'
import { tabStore } from './ports.ts'

/** A person who types these answers, one a prompt; null cancels. */
const typing = (...answers: (string | null)[]) => {
  const shown: Dialogue[] = []
  const toasts: Toast[] = []
  const leave = hostNotices({
    toast: (t) => toasts.push(t),
    dialogue: (d) => {
      shown.push(d)
      const answer = answers.shift() ?? null
      const button = d.buttons.find((b) => b.primary === (answer === null ? undefined : true))!
      void button.run?.(answer ?? '')
    },
  })
  return { shown, toasts, leave }
}
const lock = (more: Partial<PaperLock> = {}): PaperLock => ({
  paperId: 'pa_1',
  status: () => Promise.resolve(1),
  verify: (password) => Promise.resolve(password === 'right'),
  ...more,
})

let person: ReturnType<typeof typing>
beforeEach(() => tabStore.clear())
afterEach(() => person.leave())

describe('a locked paper', () => {
  it('asks in the specification’s words, again after a wrong password, and opens', async () => {
    person = typing('wrong', 'right')
    expect(await openPaper(lock())).toBe(true)
    expect(person.shown.map((d) => [d.title, d.text])).toEqual([
      ['验证密码', '请输入试卷密码'],
      ['验证密码', '请输入试卷密码'],
    ])
    expect(person.shown[0]!.buttons.map((b) => b.name)).toEqual(['取消', '确定'])
    expect([person.shown[0]!.input!.check(''), person.shown[0]!.input!.check('x')]).toEqual(['请输入密码', null])
    expect(person.toasts.map((t) => t.paragraphs)).toEqual([['密码错误']])
  })
  it('opens at once when it was opened before, or is not locked', async () => {
    person = typing('right')
    await openPaper(lock())
    expect(await openPaper(lock({ verify: () => Promise.reject(new Error('not asked')) }))).toBe(true)
    expect(await openPaper(lock({ paperId: 'pa_2', status: () => Promise.resolve(0) }))).toBe(true)
    expect(person.shown).toHaveLength(1)
  })
  it('stays shut when the prompt is cancelled', async () => {
    person = typing(null)
    expect(await openPaper(lock())).toBe(false)
    expect(paperPassword('pa_1')).toBeNull()
  })
  it('forgets a password that an answer refuses, asks for it again, and asks the call again', async () => {
    person = typing('right', 'right')
    const refused = new Error('invalid password')
    const act = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue('paper')
    expect(await withPaper(lock(), act, (e) => e === refused)).toBe('paper')
    expect(act.mock.calls).toEqual([['right'], ['right']])
    expect(person.shown).toHaveLength(2)
    await expect(
      withPaper(
        lock(),
        () => Promise.reject(new Error('other')),
        () => false,
      ),
    ).rejects.toThrow('other')
  })
})
