import { describe, expect, it } from 'vitest'
import type { QuestionId } from '#shared/kit/ids.ts'
import { calm, finalOf, nextStep, stepsOf, worstFirst } from './steps.ts'

const paper = { questionCount: 20, missingKeys: 0, cardId: 'ca_1' }
const next = (status: number, markingProgress: number, more: Partial<typeof paper> & { cardId?: undefined } = {}) =>
  nextStep(stepsOf({ status, markingProgress }, { ...paper, ...more }))?.key

describe('the next step of an exam', () => {
  it.each([
    ['no questions', next(1, 1, { questionCount: 0 }), 'paper'],
    ['keys missing', next(1, 1, { missingKeys: 3 }), 'paper'],
    ['no card', next(1, 2, { cardId: undefined }), 'card'],
    ['card there', next(1, 2), 'scan'],
    ['scanned', next(1, 3), 'doubts'],
    ['settled', next(1, 4), 'marking'],
    ['being marked', next(1, 5), 'marking'],
    ['marked', next(2, 6), 'publish'],
    ['published', next(3, 6), undefined],
    ['scores from a file', next(2, 6, { cardId: undefined }), 'publish'],
    ['scores from a file, published', next(3, 6, { cardId: undefined }), undefined],
  ])('%s', (_, got, wanted) => {
    expect(got).toBe(wanted)
  })
  const live = { handed: 120, present: 60, candidates: 60, doubts: 0, balanced: true, reading: 0 }
  const nextLive = (markingProgress: number, more: Partial<typeof live>) =>
    nextStep(stepsOf({ status: 1, markingProgress }, paper, { ...live, ...more }))
  it.each([
    ['sheets in doubt', nextLive(3, { doubts: 7, balanced: false }), 'doubts', '存疑 7 页'],
    ['sheets that do not add up', nextLive(3, { balanced: false }), 'scan', '页数还没有对上，请核对'],
    [
      'sheets that are being read: no look is needed yet',
      nextLive(3, { balanced: false, reading: 21, present: 0 }),
      'scan',
      '已扫描 0 / 60 人，120 页，21 页正在识别',
    ],
    [
      'some are read and in doubt, some are not read',
      nextLive(3, { balanced: false, reading: 9, doubts: 2 }),
      'doubts',
      '存疑 2 页',
    ],
    ['the ledger balances: the next step is marking', nextLive(3, {}), 'marking', '扫描已处理完，可以安排阅卷'],
    ['another pile came after that', nextLive(4, { doubts: 1 }), 'doubts', '存疑 1 页'],
  ])('%s', (_, got, wanted, text) => {
    expect([got?.key, got?.text]).toEqual([wanted, text])
  })

  it('says what is missing', () => {
    expect(stepsOf({ status: 1, markingProgress: 1 }, { ...paper, missingKeys: 3 })[0]?.text).toBe(
      '20题，3题还没有答案',
    )
  })

  it.each([
    ['nothing is scanned', 2, undefined, '✓20题 ✓ ○ ○ ○ ○'],
    ['scanned, as told to one who may not see the counts', 3, undefined, '✓20题 ✓ — — ○ ○'],
    ['marked in part, as told to a teacher', 5, undefined, '✓20题 ✓ — — ◐ ○'],
    ['some have', 2, { present: 44, handed: 88 }, '✓20题 ✓ ◐44/60 ✓ ○ ○'],
    ['being read', 3, { present: 0, balanced: false, reading: 21 }, '✓20题 ✓ ◐0/60 ○ ○ ○'],
    ['other pages than sheets', 3, { balanced: false }, '✓20题 ✓ ▲页数不符 ○ ○ ○'],
    ['sheets in doubt', 3, { doubts: 7, balanced: false }, '✓20题 ✓ ✓60/60 ▲7页 ○ ○'],
    ['the ledger balances', 4, {}, '✓20题 ✓ ✓60/60 ✓ ▲待安排 ○'],
    ['marked in part', 5, { marked: { done: 679, total: 1000 } }, '✓20题 ✓ ✓60/60 ✓ ◐68% ○'],
    [
      'with the time of day',
      5,
      { marked: { done: 679, total: 1000, about: '约21:40' } },
      '✓20题 ✓ ✓60/60 ✓ ◐68%，约21:40 ○',
    ],
    ['marked but for one', 5, { marked: { done: 1999, total: 2000 } }, '✓20题 ✓ ✓60/60 ✓ ◐99% ○'],
    [
      'the rest waits for who looks',
      5,
      { marked: { done: 460, total: 479, final: { questionId: 'qu_20' as never, answers: 19 } } },
      '✓20题 ✓ ✓60/60 ✓ ▲19份待仲裁 ○',
    ],
    ['all is marked, and not closed', 5, { marked: { done: 479, total: 479 } }, '✓20题 ✓ ✓60/60 ✓ ◐100% ○'],
    ['marked', 6, {}, '✓20题 ✓ ✓60/60 ✓ ✓ ▲待发布'],
  ])('is a line of glyphs: %s', (_, progress, more, line) => {
    const glyphs = { none: '○', going: '◐', waits: '▲', done: '✓', untold: '—' }
    const steps = stepsOf({ status: 1, markingProgress: progress }, paper, more && { ...live, ...more })
    expect(steps.map((s) => glyphs[s.meaning] + (s.short ?? '')).join(' ')).toBe(line)
  })

  it.each([
    ['markers are at work', { done: 460, total: 479 }, '阅卷', undefined],
    [
      'the rest waits for who looks',
      { done: 460, total: 479, final: { questionId: 'qu_20' as never, answers: 19 } },
      '去仲裁',
      'qu_20',
    ],
    ['all is marked: it is to be closed', { done: 479, total: 479 }, '结束阅卷', undefined],
  ])('marking names what is next: %s', (_, marked, name, final) => {
    const step = nextStep(stepsOf({ status: 1, markingProgress: 5 }, paper, { ...live, marked }))
    expect([step?.name, step?.final]).toEqual([name, final])
  })

  it.each([
    ['two questions wait for nothing else', [8, 11], 0, ['qu_0', 'qu_1'], 'open', { questionId: 'qu_0', answers: 19 }],
    ['one is another arbitrator’s', [8, 11], 0, ['qu_1'], 'open', { questionId: 'qu_1', answers: 11 }],
    ['markers are still at work', [8, 11], 3, ['qu_0', 'qu_1'], 'open', undefined],
    ['nothing waits', [0, 0], 0, ['qu_0', 'qu_1'], 'open', undefined],
    ['it is being closed', [8, 11], 0, ['qu_0', 'qu_1'], 'closing', undefined],
  ])('the viewer’s own word: %s', (_, finals, others, arbitrates, state, told) => {
    const questions = finals.map((needFinal, i) => ({
      questionId: `qu_${i}` as QuestionId,
      needFinal,
      total: 58,
      done: 58 - needFinal - others,
    }))
    expect(finalOf({ state, questions, arbitrates: arbitrates as QuestionId[] })).toEqual(told)
  })

  it('is told whole to all once it is published', () => {
    const steps = stepsOf({ status: 3, markingProgress: 6 }, paper)
    expect(steps.map((s) => s.meaning)).toEqual(steps.map(() => 'done'))
  })

  it('a published paper that became other waits to be published again, and says what changed', () => {
    const same = { key: false, corrected: 0, sheets: 0, open: 0, unmarked: 0 }
    const at = (status: number, more: object) =>
      stepsOf({ status, markingProgress: 6 }, paper, undefined, { ...same, ...more })
    expect(nextStep(at(3, {}))).toBeUndefined()
    expect(nextStep(at(3, { key: true, corrected: 3 }))).toMatchObject({
      key: 'publish',
      name: '重新发布',
      meaning: 'waits',
      text: '发布以后答案或分值改过、3处得分或选择更正过，重新发布才看得到',
    })
    expect(nextStep(at(3, { sheets: 1, open: 2 }))?.text).toContain('多了1名考生的答卷、新扫描的2页还没有归位')
    // What came since is marked first.
    const late = at(3, { unmarked: 3 })
    expect(nextStep(late)).toMatchObject({ key: 'marking', meaning: 'waits', short: '3份未评' })
    expect(late.find((s) => s.key === 'publish')).toMatchObject({ meaning: 'waits', state: 'later' })
    // Before it is published there is nothing to be behind.
    expect(nextStep(at(2, { key: true }))?.name).toBe('发布成绩')
  })

  it('puts first what waits for a person, then what is furthest behind', () => {
    const row = (name: string, progress: number, more: object) => ({
      name,
      steps: stepsOf({ status: 1, markingProgress: progress }, paper, { ...live, ...more }),
      doubts: { ...live, ...more }.doubts,
    })
    const rows = [
      row('英语', 5, { marked: { done: 1, total: 9 } }),
      row('语文', 2, { present: 44, handed: 0 }),
      row('化学', 3, { doubts: 2, balanced: false }),
      row('数学', 3, { doubts: 7, balanced: false }),
    ]
    expect(worstFirst(rows).map((r) => r.name)).toEqual(['数学', '化学', '语文', '英语'])
  })
})

it('who can do nothing about them is told the same facts, without the sign that calls', () => {
  const live = { handed: 120, present: 60, candidates: 60, doubts: 13, balanced: false, reading: 0 }
  const steps = stepsOf({ status: 1, markingProgress: 3 }, paper, live)
  const seen = calm(steps, false)
  expect(calm(steps, true)).toEqual(steps)
  expect(seen.map((s) => [s.key, s.short, s.text])).toEqual(steps.map((s) => [s.key, s.short, s.text]))
  expect(seen.some((s) => s.meaning === 'waits' || s.meaning === 'untold')).toBe(false)
  expect([nextStep(seen)?.key, nextStep(seen)?.short]).toEqual(['doubts', '13页'])
})
