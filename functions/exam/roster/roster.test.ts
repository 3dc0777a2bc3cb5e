/** The rosters of several schools read as one, and cut into slices. */
import { expect, it } from 'vitest'
import type { RosterSlice } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { asFunction } from '#functions/kit/testing.ts'
import {
  candidateOf,
  candidatesByIds,
  candidatesIn,
  candidatesOf,
  candidatesOfClasses,
  examClassesOf,
  examSchoolsOf,
  rosterSlices,
} from '../exam.public.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  storeExam,
  storeSchool,
} from '../stored.fixtures.ts'

const size = 4

/** Three schools whose students came at these moments: the second's lie among the first's, the third has none. */
const joint = async () => {
  const began = now()
  const moments = [[1, 2, 3, 4, 5, 60, 61], [10, 11, 12, 13, 70], []]
  const classes = classesNamed('1班')
  const stored = examOfSchool(newId<SchoolId>('school'), [], { classes, candidateCount: 12, schoolCount: 3 })
  const studentAt = (i: number): StudentId => composeId('student', began + i, new Uint8Array(10))
  const rosters = moments.map((of, s) => {
    const school =
      s === 0
        ? stored.school
        : schoolIn(stored.exam, newId<SchoolId>('school'), s + 1, { classCount: 1, candidateCount: of.length })
    const own = s === 0 ? stored.classes : classesIn(school, classesNamed(`${s + 1}校1班`))
    return { school, classes: own, candidates: of.map((i) => candidateAt(school, i, studentAt(i), own[0]!)) }
  })
  await storeExam(stored, rosters[0]!.candidates)
  for (const { school, classes: own, candidates } of rosters.slice(1)) await storeSchool(school, own, candidates)
  return { exam: stored.exam, rosters, studentAt }
}

const slicesOf = async (exam: { examId: string }): Promise<RosterSlice[]> => {
  const found: RosterSlice[] = []
  for await (const { slice } of rosterSlices(exam as never, size)) found.push(slice)
  return found
}

it('slices of interleaved rosters hold every candidate once and leave no id unread', async () => {
  const { exam, rosters, studentAt } = await joint()
  await asFunction('exam-api', async () => {
    const slices = await slicesOf(exam)
    expect(slices.every((s) => s.students <= size)).toBe(true)
    const read = await Promise.all(slices.map((s) => candidatesIn(exam.examId, s)))
    const all = rosters.flatMap((r) => r.candidates.map((c) => c.studentId as string))
    expect(read.map((c) => c.length)).toEqual(slices.map((s) => s.students))
    expect(
      read
        .flat()
        .map((c) => c.studentId as string)
        .sort(),
    ).toEqual([...all].sort())
    // Whom no roster has, some slice looks at: before all, between, after all.
    for (const i of [0, 6, 9, 20, 65, 80]) {
      const id = studentAt(i)
      expect(
        slices.some((s) => s.from <= id && id < s.before),
        `the id at ${i}`,
      ).toBe(true)
    }
    expect(await slicesOf(exam)).toEqual(slices)
  })
})

it('the candidates of classes are read from the rosters of their schools alone', async () => {
  const { exam, rosters } = await joint()
  const [one, two] = rosters.map((r) => r.classes[0]!.classId)
  const read = async (classIds: readonly string[]) => {
    const counted = withFaults(() => null)
    try {
      const found = await candidatesOfClasses(exam.examId, classIds)
      const queries = counted.calls.filter((c) => c.command.startsWith('Query')).length
      return { ids: found.map((c) => c.studentId), queries }
    } finally {
      counted.stop()
    }
  }
  const idsOf = (i: number) => rosters[i]!.candidates.map((c) => c.studentId)
  await asFunction('exam-api', async () => {
    // The classes, and a roster.
    expect(await read([two!])).toEqual({ ids: idsOf(1), queries: 2 })
    const both = await read([one!, two!])
    expect([...both.ids].sort()).toEqual([...idsOf(0), ...idsOf(1)].sort())
    expect(both.queries).toBe(3)
    expect(await read([])).toEqual({ ids: [], queries: 1 })
  })
})

it('its candidates are found without their school, its classes stand school after school', async () => {
  const { exam, rosters } = await joint()
  await asFunction('exam-api', async () => {
    const [one, two] = [rosters[0]!.candidates[0]!, rosters[1]!.candidates[4]!]
    expect(await candidatesOf(exam.examId)).toHaveLength(12)
    expect(await candidateOf(exam, two.studentId)).toEqual(two)
    const stranger = newId<StudentId>('student')
    expect(await candidateOf(exam, stranger)).toBeNull()
    expect(await candidatesByIds(exam, [two.studentId, stranger, one.studentId])).toEqual([two, one])
    expect((await examSchoolsOf(exam.examId)).map((s) => s.ordinal)).toEqual([1, 2, 3])
    expect((await examClassesOf(exam.examId)).map((c) => c.className)).toEqual(['1班', '2校1班', '3校1班'])
  })
})
