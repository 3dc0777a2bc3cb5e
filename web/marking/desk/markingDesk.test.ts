import { describe, expect, it, vi } from 'vitest'
import type { BundleId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { openDesk } from './markingDesk.ts'
import { newAttempt } from './outbox.ts'
import type { Sent } from './outbox.ts'

const bundle = (name: string, students: number, left = students): ClaimedBundle =>
  ({
    bundle: { bundleId: name, role: 'first', epoch: 1 },
    question: { questionId: 'qu', number: '1', unitType: 5, fullScore: 800, step: 100 },
    left,
    answers: Array.from({ length: students }, (_, i) => ({
      studentId: `${name}${i}`,
      imageVersion: 1,
      images: [{ url: `/${name}${i}.jpg`, width: 1, height: 1 }],
      likelyBlank: false,
      others: [],
    })),
  }) as unknown as ClaimedBundle

const until = (holds: () => void): Promise<void> => vi.waitFor(holds, 120_000)

/** A server that hands out these bundles, and an outbox whose answers the test gives. */
const start = (bundles: ClaimedBundle[], mostLent = 9, over = markingProblems.nothingLeft) => {
  let lent = 0
  let left = bundles.length
  const sent: Sent[] = []
  const asked: unknown[] = []
  const finished: string[] = []
  const fetched: string[] = []
  let settle: (mark: Sent, refusal: Refusal | null) => void = () => undefined
  const desk = openDesk({
    paperId: 'pa' as PaperId,
    questionId: 'qu' as QuestionId,
    claim: async (input) => {
      asked.push(input.besides)
      const next = lent < mostLent ? bundles.shift() : undefined
      if (!next) throw new Refusal(over.status, '')
      lent++
      return next
    },
    finish: async ({ bundleId }) => {
      finished.push(bundleId)
      lent--
      return { done: true, left: --left }
    },
    outbox: (settled) => {
      settle = settled
      return { put: (m) => void sent.push(m), waiting: () => sent, offline: () => false, close: () => undefined }
    },
    fetchAhead: (urls) => void fetched.push(...urls),
    pause: never,
  })
  const answer = (mark: Sent, refusal: Refusal | null = null): void => {
    sent.splice(sent.indexOf(mark), 1)
    settle(mark, refusal)
  }
  return {
    desk,
    sent,
    asked,
    finished,
    fetched,
    answer,
    marking: () => until(() => expect(desk.state().phase).toBe('marking')),
  }
}
const never = () => new Promise<void>(() => undefined)
const score = { kind: 'score' as const, score: 300 }

describe('the marking desk', () => {
  it('shows the next answer at once, has three pictures ahead, and takes the next bundle before this one ends', async () => {
    const { desk, sent, asked, fetched, marking } = start([bundle('a', 6, 30), bundle('b', 2, 30)])
    await marking()
    expect(fetched).toEqual(['/a1.jpg', '/a2.jpg', '/a3.jpg'])
    desk.mark(score)
    expect(desk.state()).toMatchObject({ at: 1, left: 29 })
    expect(sent.map((m) => [m.studentId, m.value])).toEqual([['a0', score]])
    desk.mark(score)
    expect(asked).toEqual([[]])
    desk.mark(score)
    await until(() => expect(desk.state().entries.length).toBe(8))
    expect(asked).toEqual([[], ['a' as BundleId]])
    expect(desk.state().at).toBe(3)
  })

  it('takes the questions of a group together: a turn is given at once, each part by itself, and each bundle is given back', async () => {
    const of = (name: string, questionId: string, students: string[]) => {
      const got = bundle(name, students.length, 5)
      const question = { ...got.question, questionId, number: questionId } as ClaimedBundle['question']
      return { ...got, question, answers: got.answers.map((a, i) => ({ ...a, studentId: students[i]! as never })) }
    }
    // Of the second question an answer is not there, and of the third one more.
    const joined = [of('b', 'q2', ['s1']), of('c', 'q3', ['s0', 's1', 's2'])]
    const { desk, sent, answer, finished, marking } = start([{ ...of('a', 'q1', ['s0', 's1']), joined }])
    await marking()
    const seen = () => desk.state().entries.map((e) => `${e.question.number}${e.answer.studentId}`)
    expect(seen()).toEqual(['q1s0', 'q3s0', 'q1s1', 'q2s1', 'q3s1', 'q3s2'])
    desk.give([score, { kind: 'noAnswer' }])
    expect(desk.state()).toMatchObject({ at: 2, left: 4 })
    expect(sent.map((m) => [m.questionId, m.bundleId, m.studentId])).toEqual([
      ['q1', 'a', 's0'],
      ['q3', 'c', 's0'],
    ])
    desk.next()
    expect(desk.state().at).toBe(5)
    desk.back()
    desk.give([score, score, score])
    // One is refused: it alone is open, and its turn comes again.
    const second = sent.find((m) => m.questionId === 'q2')!
    answer(second, new Refusal(markingProblems.badScore.status, '不在这一档'))
    expect(desk.state().at).toBe(5)
    desk.give([score])
    expect(desk.state().at).toBe(2)
    desk.give([undefined, score])
    expect(sent.filter((m) => m.questionId === 'q2').length).toBe(1)
    while (sent.length > 0) answer(sent[0]!)
    await until(() => expect(finished.toSorted()).toEqual(['a', 'b', 'c']))
  })

  it('asks once where ten answers with writing were given as unanswered in a row', async () => {
    const none = { kind: 'noAnswer' as const }
    const many = bundle('a', 40)
    // On two of them nothing is written: they are what they are called.
    for (const i of [3, 4]) many.answers[i]!.likelyBlank = true
    const { desk, marking } = start([many])
    await marking()
    const give = (value: Parameters<typeof desk.mark>[0], times: number): void => {
      for (let i = 0; i < times; i++) desk.mark(value)
    }
    const asks = () => desk.state().unanswered
    give(none, 8)
    give(score, 1)
    give(none, 9)
    // Another mark between them: no key lies under the finger by mistake.
    expect(asks()).toBeNull()
    give(none, 1)
    expect(asks()).toBe(10)
    give(none, 2)
    expect(asks()).toBe(12)
    desk.answerUnanswered(false)
    expect([asks(), desk.state().at]).toEqual([null, 9])
    // Given again as it was: it was meant, and is not asked about again.
    give(none, 1)
    give(none, 12)
    expect(asks()).toBeNull()
  })

  it('asks of a run that blank answers do not make up, and a mark ends the question', async () => {
    const many = bundle('a', 30)
    for (const a of many.answers.slice(0, 9)) a.likelyBlank = true
    const { desk, marking } = start([many])
    await marking()
    for (let i = 0; i < 18; i++) desk.mark({ kind: 'noAnswer' })
    expect(desk.state().unanswered).toBeNull()
    desk.mark({ kind: 'noAnswer' })
    expect(desk.state().unanswered).toBe(10)
    desk.mark(score)
    expect(desk.state().unanswered).toBeNull()
  })

  it('gives a bundle back as done only when its last mark is acknowledged', async () => {
    const { desk, sent, finished, answer, marking } = start([bundle('a', 2)])
    await marking()
    desk.mark(score)
    desk.mark(score)
    await until(() => expect(desk.state().phase).toBe('empty'))
    answer(sent[0]!)
    expect(finished).toEqual([])
    answer(sent[0]!)
    expect(finished).toEqual(['a'])
  })

  it('gives the last bundle back again where that was lost on the way, though no mark follows', async () => {
    let finishes = 0
    const pauses: (() => void)[] = []
    const claims = [Promise.resolve(bundle('a', 1))]
    const sent: Sent[] = []
    let settle: (mark: Sent, refusal: Refusal | null) => void = () => undefined
    const desk = openDesk({
      paperId: 'pa' as PaperId,
      questionId: 'qu' as QuestionId,
      claim: () => claims.shift() ?? Promise.reject(new Refusal(markingProblems.nothingLeft.status, '')),
      finish: () => (++finishes < 3 ? Promise.reject(new Error('no line')) : Promise.resolve({ done: true, left: 0 })),
      outbox: (settled) => {
        settle = settled
        return { put: (m) => void sent.push(m), waiting: () => sent, offline: () => false, close: () => undefined }
      },
      fetchAhead: () => undefined,
      pause: () => new Promise((done) => pauses.push(done)),
    })
    await until(() => expect(desk.state().phase).toBe('marking'))
    desk.mark(score)
    settle(sent.pop()!, null)
    for (const n of [1, 2]) {
      await until(() => expect([finishes, pauses.length]).toEqual([n, 1]))
      pauses.pop()!()
    }
    await until(() => expect(finishes).toBe(3))
    desk.close()
  })

  it('goes on with bundles of one answer, of which the server lends three at a time', async () => {
    // Arbitration: each answer is a bundle of its own.
    const waiting = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => bundle(name, 1, 7))
    const { desk, sent, finished, answer } = start(waiting, 3)
    const seen: string[] = []
    for (let n = 0; n < 7; n++) {
      await until(() => expect(desk.state().phase).toBe('marking'))
      seen.push(desk.state().entries[desk.state().at]!.answer.studentId)
      desk.mark(score)
      // The last in hand is given: the next is on its way, and nothing is said of an end.
      if (n < 6) expect(desk.state().phase).not.toBe('empty')
      if (n % 3 === 2 || n === 6) for (const mark of [...sent]) answer(mark)
    }
    expect(new Set(seen).size).toBe(7)
    await until(() => expect([finished.length, desk.state().phase]).toEqual([7, 'empty']))
  })

  it('has three answers ahead of an arbitrator too, whose bundles are of one, and asks besides all of them', async () => {
    const waiting = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => bundle(name, 1, 6))
    const { desk, asked, marking } = start(waiting, 20)
    await marking()
    await until(() => expect(desk.state().entries.length).toBe(4))
    expect(asked).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    // The next is there when this one is given, before the server has answered anything.
    desk.mark(score)
    expect(desk.state()).toMatchObject({ phase: 'marking', at: 1 })
    await until(() => expect(asked.at(-1)).toEqual(['a', 'b', 'c', 'd']))
  })

  it('keeps the question and where the marker stands while the next bundle is on its way, and takes no mark for it', async () => {
    const { desk, sent, marking } = start([bundle('a', 1, 2), bundle('b', 1, 2)], 1)
    await marking()
    desk.mark(score)
    await until(() => expect(desk.state().phase).toBe('loading'))
    expect(desk.state()).toMatchObject({ question: { number: '1' }, at: 0, entries: [{ value: score }] })
    desk.mark(score)
    expect(sent.length).toBe(1)
  })

  it('brings a refused mark back to be given again, and lets go of an answer that is not ours any more', async () => {
    const { desk, sent, answer, marking } = start([bundle('a', 5)])
    await marking()
    desk.mark(score)
    desk.mark(score)
    answer(sent[0]!, new Refusal(markingProblems.badScore.status, '分数不对'))
    expect(desk.state()).toMatchObject({ notice: '分数不对', at: 2 })
    expect(desk.state().entries[0]!.value).toBeUndefined()
    answer(sent[0]!, new Refusal(markingProblems.taken.status, '已被收回'))
    expect(desk.state().entries.map((e) => e.answer.studentId)).toEqual(['a0', 'a2', 'a3', 'a4'])
    expect(desk.state().at).toBe(1)
    desk.back()
    expect(desk.state().at).toBe(0)
  })

  it('stays at an answer that is looked at again while more comes, and one step back is to the one just given', async () => {
    let hand: (b: ClaimedBundle) => void = () => undefined
    const next = new Promise<ClaimedBundle>((done) => (hand = done))
    const claims = [Promise.resolve(bundle('a', 2, 5)), next]
    const desk = openDesk({
      paperId: 'pa' as PaperId,
      questionId: 'qu' as QuestionId,
      claim: () => claims.shift() ?? Promise.reject(new Refusal(markingProblems.nothingLeft.status, '')),
      finish: () => Promise.resolve({ done: true, left: 1 }),
      outbox: () => ({ put: () => undefined, waiting: () => [], offline: () => false, close: () => undefined }),
      fetchAhead: () => undefined,
      pause: never,
    })
    await until(() => expect(desk.state().phase).toBe('marking'))
    desk.mark(score)
    desk.mark(score)
    expect(desk.state()).toMatchObject({ at: 1, phase: 'loading' })
    desk.back()
    expect(desk.state()).toMatchObject({ at: 1, phase: 'marking' })
    hand(bundle('b', 3))
    await until(() => expect(desk.state().entries).toHaveLength(5))
    expect(desk.state()).toMatchObject({ at: 1, phase: 'marking' })
  })

  it('asks once where no more is handed out, and marks what is in hand', async () => {
    const { desk, asked, marking } = start([bundle('a', 3)], 9, markingProblems.quotaReached)
    await marking()
    await new Promise((done) => setTimeout(done, 20))
    expect(asked.length).toBe(2)
    desk.mark(score)
    expect(desk.state()).toMatchObject({ at: 1, phase: 'marking' })
    await new Promise((done) => setTimeout(done, 20))
    expect(asked.length).toBe(2)
  })

  it('gives each mark over the one it has seen, and asks where another was given elsewhere', async () => {
    const { desk, sent, answer, marking } = start([bundle('a', 4)])
    await marking()
    desk.mark(score)
    desk.mark(score)
    desk.back()
    desk.mark({ kind: 'score', score: 500 })
    const [first, second, again] = sent
    expect(sent.map((m) => m.over)).toEqual([null, null, second!.attemptId])
    const there = { attemptId: newAttempt(), value: { kind: 'score' as const, score: 700 } }
    const refusal = new Refusal(markingProblems.elsewhere.status, '另一处', there)
    answer(first!, refusal)
    answer(second!)
    answer(again!)
    // The marker stays where he is; what stands is shown, and nothing is sent until it is said which is meant.
    expect([desk.state().at, desk.state().entries[0]!.value, sent]).toEqual([2, there.value, []])
    expect(desk.state().clashes).toMatchObject([{ studentId: 'a0', there: there.value, here: score }])
    desk.settle('here')
    expect(sent).toMatchObject([{ studentId: 'a0', value: score, over: there.attemptId }])
    expect(desk.state()).toMatchObject({ clashes: [], at: 2 })
    answer(sent[0]!, refusal)
    desk.settle('there')
    expect([sent, desk.state().clashes, desk.state().entries[0]!.value]).toEqual([[], [], there.value])
  })

  it('asks no more which of two marks is meant once the answer is marked anew', async () => {
    const { desk, sent, answer, marking } = start([bundle('a', 4)])
    await marking()
    desk.mark(score)
    const there = { attemptId: newAttempt(), value: { kind: 'score' as const, score: 700 } }
    answer(sent[0]!, new Refusal(markingProblems.elsewhere.status, '另一处', there))
    expect(desk.state().clashes).toHaveLength(1)
    desk.back()
    desk.mark({ kind: 'score', score: 900 })
    expect(sent).toMatchObject([{ value: { score: 900 }, over: there.attemptId }])
    expect(desk.state().clashes).toEqual([])
  })

  it('says at once that nothing is left, before the server is asked for more', async () => {
    const claims = [Promise.resolve(bundle('a', 2)), new Promise<ClaimedBundle>(() => undefined)]
    const desk = openDesk({
      paperId: 'pa' as PaperId,
      questionId: 'qu' as QuestionId,
      claim: () => claims.shift()!,
      finish: () => Promise.resolve({ done: true, left: 0 }),
      outbox: () => ({ put: () => undefined, waiting: () => [], offline: () => false, close: () => undefined }),
      fetchAhead: () => undefined,
      pause: never,
    })
    await until(() => expect(desk.state().phase).toBe('marking'))
    desk.mark(score)
    expect(desk.state()).toMatchObject({ phase: 'marking', left: 1 })
    desk.mark(score)
    expect(desk.state()).toMatchObject({ phase: 'empty', left: 0 })
  })

  it('lets go of an answer whose marker was paused', async () => {
    const { desk, sent, answer, marking } = start([bundle('a', 3)])
    await marking()
    desk.mark(score)
    answer(sent[0]!, new Refusal(markingProblems.paused.status, '已暂停'))
    expect(desk.state()).toMatchObject({ notice: '已暂停' })
    expect(desk.state().entries.map((e) => e.answer.studentId)).toEqual(['a1', 'a2'])
  })

  it('opens an own mark again after everything is done, and sends the new one under its claim', async () => {
    const { desk, sent, finished, marking } = start([bundle('a', 1)])
    await marking()
    desk.mark(score)
    await until(() => expect(desk.state().phase).toBe('empty'))
    const done = bundle('z', 1)
    const again = {
      bundle: done.bundle,
      answer: { ...done.answers[0]!, mine: { value: score, attemptId: 'at' as never } },
    }
    desk.reopen(done.question, again)
    expect(desk.state()).toMatchObject({ phase: 'marking', at: 1 })
    expect(desk.state().entries[1]).toMatchObject({ value: score })
    desk.mark({ kind: 'score', score: 500 })
    expect(sent.at(-1)).toMatchObject({ bundleId: 'z', studentId: 'z0', epoch: 1, value: { score: 500 } })
    expect(desk.state().phase).toBe('empty')
    expect(finished).not.toContain('z')
  })

  it('says why no more is handed out, when what is in hand is given', async () => {
    // Stopped while answers are in hand: asked ahead, it is refused before the last of them is marked.
    const { desk, asked, marking } = start([bundle('a', 2)], 9, markingProblems.seedStopped)
    await marking()
    await until(() => expect(asked.length).toBe(2))
    desk.mark(score)
    expect(desk.state().phase).toBe('marking')
    desk.mark(score)
    await until(() => expect(desk.state().phase).toBe('failed'))
    expect(desk.state().error).toMatchObject({ status: markingProblems.seedStopped.status })
    // Going back to the last one is no way out of it, and asking again is.
    desk.back()
    expect(desk.state().phase).toBe('marking')
    desk.again()
    await until(() => expect(asked.length).toBe(3))
  })
})
