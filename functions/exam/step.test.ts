/** Every move of the exam's life, against the store. */
import { beforeAll, expect, it } from 'vitest'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { schoolStand } from '#shared/exam/atWork.rules.ts'
import { admitsStep, paperStep, stepMoves } from '#shared/exam/step.rules.ts'
import type { StepMove } from '#shared/exam/step.rules.ts'
import type { AreaId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs } from '#functions/kit/testing.ts'
import { examOf } from './exam.public.ts'
import { paperSteps } from './exam.store.ts'
import { moveInSchool, movePaper, stepsOfExam, stepsOfPaper, tellCame } from './step.public.ts'
import { classesNamed, examOfSchool, schoolIn, standAt, storeExam, storeSchool } from './stored.fixtures.ts'

const moves = Object.keys(stepMoves) as StepMove[]
const steps = Object.values(paperStep)
const next = (move: StepMove, step: number): number => (admitsStep(move, step) ? stepMoves[move].to : step)

/** An exam of two schools. */
const twoSchools = async (of: { owner?: Tenant } = {}) => {
  const stored = examOfSchool(newId<SchoolId>('school'), [], {
    classes: classesNamed('1班'),
    candidateCount: 0,
    schoolCount: 2,
    ...of,
  })
  await storeExam(stored, [])
  const second = schoolIn(stored.exam, newId<SchoolId>('school'), 2, { classCount: 1, candidateCount: 2 })
  await storeSchool(second, [], [])
  return { paper: stored.paper, schools: [stored.school.schoolId, second.schoolId] as const }
}

beforeAll(() => actAs('exam-api'))

it('is one conditional write: of any that are asked at once, one moves, and from its own steps alone', async () => {
  const { paper, schools } = await twoSchools()
  const [schoolId] = schools
  const at = { ...paper, schoolId }
  for (const move of moves)
    for (const step of steps) {
      await paperSteps.put({ schema: 1, examId: paper.examId, paperId: paper.paperId, schoolId, step })
      const done = await Promise.all([1, 2, 3].map(() => moveInSchool(at, move)))
      expect([move, step, done.filter(Boolean).length]).toEqual([move, step, admitsStep(move, step) ? 1 : 0])
      expect((await paperSteps.get(at))?.step).toBe(next(move, step))
    }
})

it('the exam is as far as the school that is least far, and knows the farthest', async () => {
  const { paper, schools } = await twoSchools()
  const look = async () => {
    const exam = (await examOf(paper.examId))!
    return [exam.status, exam.markingProgress, exam.furthest]
  }
  await movePaper(paper, 'keyed')
  expect(await look()).toEqual([examStatus.inProgress, markingProgress.cardUpload, markingProgress.cardUpload])
  await movePaper(paper, 'scanned', [schools[1]])
  expect(await look()).toEqual([examStatus.inProgress, markingProgress.cardUpload, markingProgress.cardExceptions])
  // Who organises it sees which school has begun, and when: of the rows that were there from the beginning.
  const moved = Map.groupBy(await stepsOfExam(paper), (s) => s.schoolId)
  const [first, second] = schools.map((id) => schoolStand(moved.get(id)!))
  expect([first!.begun, second!.begun, moved.size]).toEqual([0, 1, 2])
  expect([first!.lastAt, second!.lastAt! > 0]).toEqual([undefined, true])
  await movePaper(paper, 'opened')
  expect((await stepsOfPaper(paper)).map((s) => s.step)).toEqual([paperStep.marking, paperStep.marking])
  // What begins elsewhere changes nothing.
  await movePaper(paper, 'settled')
  expect(await look()).toEqual([examStatus.inProgress, markingProgress.marking, markingProgress.marking])
  await movePaper(paper, 'closed')
  expect(await look()).toEqual([examStatus.awaitingRelease, markingProgress.done, markingProgress.done])
  await movePaper(paper, 'released', [schools[0]])
  expect(await look()).toEqual([examStatus.awaitingRelease, markingProgress.done, markingProgress.done])
  await movePaper(paper, 'released')
  expect(await look()).toEqual([examStatus.released, markingProgress.done, markingProgress.done])
  await movePaper(paper, 'withdrawn')
  expect((await look())[0]).toBe(examStatus.awaitingRelease)
})

it('a school has come by its own answers: said of each, taken back, and left alone by a paper’s moves', async () => {
  const { paper, schools } = await twoSchools({ owner: `a:${newId<AreaId>('area')}` })
  const [first, second] = schools
  const come = async () => {
    const all = await stepsOfPaper(paper)
    return schools.map((id) => schoolStand(all.filter((s) => s.schoolId === id)).begun)
  }
  const tell = (...ids: string[]) =>
    tellCame(paper, () => Promise.resolve(ids.map((schoolId) => ({ schoolId, there: 1, absent: 0 }))))
  await tell(second)
  await movePaper(paper, 'keyed')
  await movePaper(paper, 'scanned')
  await movePaper(paper, 'opened')
  expect(await come()).toEqual([0, 1])
  // What is told while it is asked who came stands: of its row it is known that it had not come.
  await tellCame(paper, async () => {
    await tell(first, second)
    return [{ schoolId: second, there: 1, absent: 0 }]
  })
  expect(await come()).toEqual([1, 1])
  await tell(first)
  expect(await come()).toEqual([1, 0])
})

it('a school whose candidates were all absent has come, and one of whom some were absent has not', async () => {
  const { paper, schools } = await twoSchools({ owner: `a:${newId<AreaId>('area')}` })
  const told = async (absent: number, there = 0) => {
    await tellCame(paper, () => Promise.resolve([{ schoolId: schools[1], there, absent }]))
    const all = await stepsOfPaper(paper)
    return schools.map((id) => schoolStand(all.filter((s) => s.schoolId === id)).begun)
  }
  expect(await told(1)).toEqual([0, 0])
  expect(await told(2)).toEqual([0, 1])
  expect(await told(1, 1)).toEqual([0, 1])
  expect(await told(0)).toEqual([0, 0])
})

it('schools that move at once are all told to the exam, and a repeat makes up for one that was not', async () => {
  const { paper, schools } = await twoSchools()
  await Promise.all(schools.map((schoolId) => movePaper(paper, 'scanned', [schoolId])))
  expect((await examOf(paper.examId))?.markingProgress).toBe(markingProgress.cardExceptions)
  // Cut off between the schools and the exam.
  await standAt(paper.examId, paperStep.cardExceptions)
  for (const schoolId of schools) await moveInSchool({ ...paper, schoolId }, 'opened')
  expect((await examOf(paper.examId))?.markingProgress).toBe(markingProgress.cardExceptions)
  await movePaper(paper, 'opened')
  expect((await examOf(paper.examId))?.markingProgress).toBe(markingProgress.marking)
})
