import { describe, expect, it } from 'vitest'
import type { markingTasks } from '#shared/marking/marking.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { markPath, trialPath } from './marking.paths.ts'
import { barOf, deskBar, emptyDesk, nextAction, restOf, taskCards, waitingLines } from './taskCards.ts'

type Task = OutputOf<typeof markingTasks>[number]
const task = (rest: Partial<Task>): Task => ({
  ...{ examName: '周测', courseName: '数学', number: '20', fullScore: 1200, role: 'first' },
  ...{ left: 58, held: false, done: 0, total: 58, mine: 0, paperId: 'p' as never, questionId: 'q' as never },
  ...rest,
})

describe('the cards of a marker', () => {
  it('are one a question: of two marks that an answer waits for, one marker gives one', () => {
    const both = [task({ left: 54, done: 4, mine: 4 }), task({ role: 'second', left: 58 })]
    expect(taskCards([...both, task({ role: 'final', left: 2, total: 2 })])).toMatchObject([
      { role: 'double', left: 58, total: 58, done: 2, mine: 4 },
      { role: 'final', left: 2, total: 2 },
    ])
    expect(taskCards([task({ number: '17' })])).toMatchObject([{ role: 'marking' }])
  })

  it('lead to one of them: what was begun before what was not, never to what others hold', () => {
    const of = (...tasks: Task[]) => taskCards(tasks).map((t) => [t.questionId, t.next])
    const [a, b, c] = ['a', 'b', 'c'].map((questionId) => ({ questionId }) as Partial<Task>)
    expect(of(task(a!), task(b!))).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(of(task(a!), task({ ...b, mine: 3 }))).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(of(task({ ...a, stopped: 'paused' }), task(b!))).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(of(task({ ...a, held: true }), task({ ...b, left: 0, mine: 5 }), task(c!))).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ])
  })
})

it('what waits is a line a paper; decisions between two marks are called so, and are no marking', () => {
  const tasks = [
    task({ left: 54 }),
    task({ role: 'second' }),
    task({ questionId: 'r' as never, number: '21', left: 8 }),
  ]
  expect(waitingLines([...tasks, task({ role: 'final', left: 9 }), task({ left: 0 })])).toMatchObject([
    { name: '周测 · 数学', text: '第 20、21 题，还有 66 份待评', begin: '开始评阅' },
    { text: '第 20 题，还有 9 份待仲裁', begin: '开始仲裁', to: { role: 'final' } },
  ])
  expect(waitingLines([task({ held: true }), task({ left: 0 })])).toMatchObject([])
  // Those of the own school are among them, and not for this marker.
  expect(waitingLines([task({ left: 8, ownApart: true })])).toMatchObject([
    { text: '第 20 题，还有 8 份待评（含本校的，由外校老师评）' },
  ])
})

describe('an empty desk', () => {
  const own = { paperId: 'p', questionId: 'q' }
  it('says what lies elsewhere, and leads to the question that is next', () => {
    const next = task({ questionId: 'r' as never, number: '21', left: 8 })
    expect(restOf([task({ left: 3, held: true }), next], own)).toMatchObject({
      left: 3,
      next: { number: '21', left: 8 },
    })
    expect(restOf([task({ left: 0, done: 58 })], own)).toEqual({ left: 0, others: false, next: undefined })
    expect(restOf([task({ left: 0, done: 50 })], own)).toMatchObject({ left: 0, others: true })
    expect(restOf([], own)).toEqual({ left: 0, others: false, next: undefined })
    // What is marked on one desk is left together, and leads to itself no more.
    const together = { lead: 'q' as never, numbers: ['20', '21'] }
    const second = task({ questionId: 'q2' as never, number: '21', left: 7, together })
    expect(restOf([task({ left: 3, together }), second], own)).toMatchObject({ left: 7, next: undefined })
    const other = { paperId: 'p', questionId: 'x' }
    expect(nextAction(restOf([second], other).next!, 'p')).toEqual({
      name: '继续评阅第20、21题（7份）',
      to: markPath({ paperId: 'p', questionId: 'q', together }),
    })
  })

  it('leads to the trial of the next question where that is still to be done', () => {
    const [card] = taskCards([task({ number: '21', left: 8, trial: 'going' })])
    expect(nextAction(card!, 'p')).toEqual({ name: '先试评第21题', to: trialPath(card!) })
    const [live] = taskCards([task({ number: '21', left: 8 })])
    expect(nextAction(live!, 'p')).toEqual({
      name: '继续评阅第21题（8份）',
      to: markPath({ ...live!, role: undefined }),
    })
  })

  it('leads to the same paper first, and names another', () => {
    const other = task({ paperId: 'o' as never, questionId: 'a' as never, number: '17', left: 18, mine: 4 })
    const same = task({ questionId: 'r' as never, number: '14', left: 15 })
    const to = (tasks: Parameters<typeof restOf>[0]) => nextAction(restOf(tasks, own).next!, own.paperId).name
    expect(to([other, same])).toBe('继续评阅第14题（15份）')
    expect(to([other])).toBe(`继续评阅“${other.examName} · ${other.courseName}”第17题（18份）`)
    const { next } = restOf([other], own)
    expect(emptyDesk(restOf([other], own), { given: 3, known: true, again: true }).text).toContain('按回车继续')
    expect(next!.paperId).toBe('o')
  })

  it('promises no more than would be handed out: what others hold is left, and not to be had', () => {
    const [of] = taskCards([task({ number: '21', left: 56, free: 36 })])
    expect([of!.left, nextAction(of!, 'p').name]).toEqual([56, '继续评阅第21题（36份）'])
    // Of two roles one is given.
    const both = [task({ number: '21', left: 9, free: 4 }), task({ number: '21', role: 'second', left: 9 })]
    expect(nextAction(taskCards(both)[0]!, 'p').name).toBe('继续评阅第21题（9份）')
  })

  const next = { number: '21' } as never
  it.each([
    [
      'is not known yet',
      { left: 0, others: false },
      { given: 20, known: false, again: false },
      '正在看还有没有答卷…',
      null,
    ],
    [
      'the own marks are not counted',
      { left: 20, others: false },
      { given: 20, known: true, again: false },
      '正在看还有没有答卷…',
      null,
    ],
    [
      'and another question waits',
      { left: 20, others: false, next },
      { given: 20, known: true, again: false },
      '正在看还有没有答卷…',
      'next',
    ],
    [
      'others hold the rest',
      { left: 18, others: false },
      { given: 20, known: true, again: true },
      '还有 18 份，正在其他老师手上',
      'tasks',
    ],
    [
      'nothing was given here, and others hold it',
      { left: 18, others: false },
      { given: 0, known: true, again: false },
      '还有 18 份，正在其他老师手上',
      'tasks',
    ],
    [
      'all is done',
      { left: 0, others: false },
      { given: 20, known: true, again: false },
      '这道题暂时没有待阅的答卷',
      'tasks',
    ],
  ])('takes nothing back: %s', (_, rest, of, title, to) => {
    expect(emptyDesk(rest, of)).toMatchObject({ title, to })
  })
})

it.each([
  [{}, false, null],
  [{ locked: true }, false, 'locked'],
  [{ largeScreen: true }, false, null],
  [{ largeScreen: true }, true, 'largeScreen'],
  [{ locked: true, largeScreen: true }, true, 'locked'],
] as const)('%o leads to its desk or to where all tasks are', (of, narrow, bar) =>
  expect(deskBar(task(of as Partial<Task>), narrow)).toBe(bar),
)

describe('why nothing would be handed out', () => {
  it.each([
    [{}, false],
    [{ stopped: 'paused' }, '组长已暂停您评这道题'],
    [{ stopped: 'quota' }, '您在这一组的定额已经领完'],
    [{ stopped: 'seeds' }, '您近期的评分与标准相差较多，已暂停发放，请与组长联系'],
    [{ trial: 'preparing' }, '组长正在准备这道题的试评'],
    [{ trial: 'failed' }, '试评没有通过，请与组长联系'],
    [{ held: true }, '剩下的都在其他老师手中，评完或30分钟后放回时可以继续'],
    [{ held: true, ownApart: true }, '您能评的都评完了：剩下的是本校的答卷（由外校老师评），或正在其他老师手中'],
    // It leads to the trial.
    [{ trial: 'going' }, false],
    [{ left: 0, trial: 'failed' }, '剩下的由其他老师评阅'],
  ] as const)('%j: %s', (more, said) => {
    expect(barOf(task(more), false)).toBe(said)
  })

  it('is no work that waits, but a trial that is to be done is', () => {
    expect(waitingLines([task({ trial: 'preparing' })])).toEqual([])
    expect(waitingLines([task({ trial: 'failed' })])).toEqual([])
    expect(waitingLines([task({ trial: 'going' })])).toHaveLength(1)
    expect(waitingLines([task({})])).toHaveLength(1)
  })
})
