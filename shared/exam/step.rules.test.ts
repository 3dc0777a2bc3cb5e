import fc from 'fast-check'
import { expect, it } from 'vitest'
import { examStatus, markingProgress } from './exam.types.ts'
import {
  admitsStep,
  foldExam,
  mayMove,
  paperProgress,
  paperStep,
  standOf,
  stepMoves,
  newsSince,
  waitsForOthers,
  wholeSince,
} from './step.rules.ts'
import type { StepMove } from './step.rules.ts'

const moves = Object.keys(stepMoves) as StepMove[]
const steps = Object.values(paperStep)
const someSteps = fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 5 })

it('every step is reached from the first, and none is an end', () => {
  const reached = new Set<number>([paperStep.answerUpload])
  for (let grown = true; grown;) {
    grown = false
    for (const move of moves)
      if (!reached.has(stepMoves[move].to) && [...reached].some((s) => admitsStep(move, s))) {
        reached.add(stepMoves[move].to)
        grown = true
      }
  }
  expect([...reached].sort()).toEqual(steps)
  for (const step of steps)
    expect(
      moves.some((move) => admitsStep(move, step)),
      `step ${step}`,
    ).toBe(true)
})

it('no move begins where it ends, so that a repeat changes nothing', () => {
  for (const move of moves) expect(admitsStep(move, stepMoves[move].to), move).toBe(false)
})

it('only four moves go back: a pile that came, marks, a file of scores and a publication that are taken back', () => {
  const back = moves.filter((move) => stepMoves[move].from.some((step) => step > stepMoves[move].to))
  expect(back.sort()).toEqual(['emptied', 'reopened', 'unsettled', 'withdrawn'])
})

it('an exam is as far as what is least far of its papers in its schools', () => {
  fc.assert(
    fc.property(fc.array(someSteps, { minLength: 1, maxLength: 4 }), (papers) => {
      const all = papers.flat()
      const { status, markingProgress: progress, furthest } = foldExam(papers.map(standOf))
      expect(progress).toBe(Math.min(...all, markingProgress.done))
      expect(furthest).toBe(Math.min(Math.max(...all), markingProgress.done))
      expect(status === examStatus.released).toBe(all.every((s) => s === paperStep.released))
      expect(status === examStatus.inProgress).toBe(all.some((s) => s < paperStep.done))
    }),
  )
})

it('a stand never says that a move has nothing to do where a school waits for it', () => {
  fc.assert(
    fc.property(someSteps, fc.constantFrom(...moves), (of, move) => {
      if (of.some((s) => admitsStep(move, s))) expect(mayMove(move, standOf(of))).toBe(true)
    }),
  )
})

it('an exam without papers, and a paper that it does not name, stand at the beginning', () => {
  expect(foldExam([])).toEqual({ status: examStatus.inProgress, markingProgress: 1, furthest: 1 })
  expect(paperProgress({ papers: [] }, 'pa')).toEqual({ lowest: 1, furthest: 1 })
  const papers = [{ paperId: 'pa' as never, lowest: 3, furthest: 7 }]
  expect(paperProgress({ papers }, 'pa')).toEqual({ lowest: 3, furthest: 6 })
})

it('results of a joint exam wait for its other papers; those of a school for none', () => {
  const at = (...steps: number[]) => steps.map((lowest, i) => ({ paperId: `pa_${i}` as never, lowest }))
  const waits = (owner: string, papers: ReturnType<typeof at>) =>
    waitsForOthers({ owner: owner as never, papers }, { paperId: 'pa_0' })
  expect([waits('a:ar_1', at(6, 7)), waits('a:ar_1', at(7, 6)), waits('a:ar_1', at(1))]).toEqual([false, true, false])
  expect(waits('s:sc_1', at(7, 1))).toBe(false)
})

it('a joint exam is whole since it was so for the first time, also after a paper is withdrawn', () => {
  const { released, awaitingRelease } = examStatus
  const exam = (owner: string, status: number, whole?: number) => ({
    owner: owner as never,
    status,
    ...(whole === undefined ? {} : { wholeSince: whole }),
  })
  const since = (...of: Parameters<typeof exam>) => newsSince(exam(...of))
  expect(wholeSince(exam('a:ar_1', awaitingRelease), awaitingRelease, 5)).toEqual({})
  expect(wholeSince(exam('a:ar_1', awaitingRelease), released, 5)).toEqual({ wholeSince: 5 })
  expect(wholeSince(exam('a:ar_1', awaitingRelease, 5), released, 9)).toEqual({})
  // Whole before it was written down.
  expect(wholeSince(exam('a:ar_1', released), awaitingRelease, 9)).toEqual({ wholeSince: 0 })
  expect(wholeSince(exam('s:sc_1', awaitingRelease), released, 5)).toEqual({})
  expect([since('a:ar_1', awaitingRelease), since('a:ar_1', released), since('a:ar_1', awaitingRelease, 5)]).toEqual([
    null,
    0,
    5,
  ])
  expect(since('s:sc_1', awaitingRelease)).toBe(0)
})
