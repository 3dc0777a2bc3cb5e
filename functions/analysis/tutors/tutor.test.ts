import { beforeAll, describe, expect, it } from 'vitest'
import { analysisProblems as no } from '#shared/analysis/analysis.problems.ts'
import { withdrawScores } from '#shared/analysis/publication.calls.ts'
import * as calls from '#shared/analysis/tutor.calls.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { ExamId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { candidates, disclosures, exams, examTeachers, papers } from '#functions/exam/exam.store.ts'
import { aSchoolThroughGateway } from '#functions/exam/school.fixtures.ts'
import { candidateAt } from '#functions/exam/stored.fixtures.ts'
import { audits } from '#functions/kit/audit.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { transact } from '#functions/kit/table.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { ask, release } from '../changes/change.fixtures.ts'
import { tutorsFor } from './tutor.commands.ts'
import { entriesOf, handingOn, takingOff, tutorEntries } from './tutor.store.ts'

beforeAll(() => actAs('analysis-work'))

/** The same students sit the same course again, so many days later, with the marks turned round. */
const again = async (of: Marked, days: number): Promise<Marked> => {
  const next = await markedPaper(of.studentIds.length, { ...of, studentIds: of.studentIds.toReversed() })
  const { courseId } = of.paper
  await asFunction('exam-api', async () => {
    const [exam, paper] = [(await exams.get(next))!, (await papers.get(next))!]
    await papers.save({ ...paper, courseId })
    const own = exam.papers.map((p) => ({ ...p, courseId }))
    await exams.save({ ...exam, papers: own, examDate: of.exam.examDate + days * 86_400_000, examName: '期末考试' })
  })
  return next
}

const wished = (of: Marked, rule: 'critical' | 'weak' | 'falling', more: object = {}) => ({
  classId: of.classes[0]!.classId,
  rule,
  ...more,
})

it('of a joint exam may be a teacher of the students’ own school alone', async () => {
  const one = await aSchoolThroughGateway(`辅导小学${newId('school').slice(-8)}`)
  const examId = newId<ExamId>('exam')
  const wish = {
    schoolId: one.schoolId,
    teacherName: '王老师',
    accountName: `t${newId('account').slice(-12)}`,
    teaches: [],
  }
  const { teacherId } = (await viaGateway(createTeacher, wish as never, one.admin.token)).data
  await asFunction('exam-api', async () => {
    const row = { schema: 1 as const, examId, teacherName: '王老师', teaches: [] }
    await examTeachers.put({ ...row, teacherId })
    await examTeachers.put({ ...row, teacherId: newId<TeacherId>('teacher') })
  })
  const able = (owner: Tenant, ...schoolIds: string[]) =>
    asFunction('analysis-api', async () =>
      (
        await tutorsFor(
          { examId, owner } as Exam,
          schoolIds.map((schoolId) => ({ schoolId: schoolId as SchoolId })),
        )
      ).map((t) => t.teacherId),
    )
  const area = `a:${newId('area')}` as Tenant
  expect(await able(area, one.schoolId)).toEqual([teacherId])
  expect(await able(area, one.schoolId, newId('school'))).toEqual([])
  expect(await able(area)).toEqual([])
  expect(await able(`s:${one.schoolId}` as Tenant, one.schoolId)).toHaveLength(2)
})

describe('who is tutored', () => {
  it('is found near a line within a class, put on the list with the reason, handed to a teacher, and taken off', async () => {
    const of = await markedPaper(10)
    expect((await ask(of, calls.tutorStart, {})).status).toBe(no.notPublished.status)
    await release(of)
    const { data: start } = await ask(of, calls.tutorStart, {})
    expect(start.classes.map((c) => c.listed)).toEqual([0, 0])
    // Of class 1 the totals are 6, 8, 10, 12 and 14 points; the line is at 11.
    const by = wished(of, 'critical', { line: 1100, distance: 300 })
    const { data: found } = await ask(of, calls.tutorSuggest, by)
    expect(found.list.map((s) => [s.studentId, s.why, s.listed])).toEqual([
      [of.studentIds[4], '距11分线差1分', false],
      [of.studentIds[2], '距11分线差3分', false],
    ])
    const teacher = of.teachers[0]!
    const studentIds = [of.studentIds[4]!, of.studentIds[1]!]
    const put = { studentIds, by, teacher: teacher.caller.userId }
    expect((await ask(of, calls.putTutor, put)).data).toEqual({ put: 2 })
    const { data: listed } = await ask(of, calls.tutorList, {})
    const told = new Map(listed.list.map((e) => [e.studentId, [e.rule, e.why, e.teacherName, e.since]]))
    expect(told.get(of.studentIds[4]!)).toEqual(['critical', '距11分线差1分', expect.any(String), undefined])
    // Not of the class, or not named by the rule: put there by hand.
    expect(told.get(of.studentIds[1]!)).toEqual(['hand', '', expect.any(String), undefined])
    expect((await ask(of, calls.tutorSuggest, by)).data.list.map((s) => s.listed)).toEqual([true, false])
    const mine = async (who: Marked['teachers'][number]) => (await ask(of, calls.myTutored, {}, who)).data.total
    expect([await mine(teacher), await mine(of.teachers[1]!)]).toEqual([2, 0])

    // Handed on: the reason stays.
    const other = of.teachers[1]!.caller.userId
    expect((await ask(of, calls.putTutor, { studentIds: [of.studentIds[4]!], teacher: other })).data).toEqual({
      put: 1,
    })
    expect([await mine(teacher), await mine(of.teachers[1]!)]).toEqual([1, 1])
    const { data: handed } = await ask(of, calls.tutorList, {})
    expect(handed.list.find((e) => e.studentId === of.studentIds[4])?.why).toBe('距11分线差1分')
    expect((await ask(of, calls.removeTutor, { studentIds })).data).toEqual({ removed: 2 })
    expect((await ask(of, calls.removeTutor, { studentIds })).data).toEqual({ removed: 0 })
    expect((await ask(of, calls.tutorList, {})).data.total).toBe(0)
    // Of results that were taken back, or an exam that is gone, no reason is told.
    await ask(of, calls.putTutor, put)
    expect(await mine(teacher)).toBe(2)
    const deletedAt = async (at: number | undefined) =>
      asFunction('exam-api', async () => void (await exams.edit(of, (e) => ({ ...e!, deletedAt: at }))))
    // While results are not shown to teachers nothing of them is told here either.
    const shows = disclosureOfStage(4)
    const policy = {
      ...shows,
      teacher: { ...shows.teacher, visible: false },
      schema: 1 as const,
      examId: of.examId,
      version: 1,
    }
    await asFunction('exam-api', () => disclosures.put(policy))
    expect(await mine(teacher)).toBe(0)
    await asFunction('exam-api', () => disclosures.remove(of))
    expect((await ask(of, calls.myTutored, {}, teacher)).data.list.map((e) => e.opens)).toEqual([true, true])
    await deletedAt(now())
    expect(await mine(teacher)).toBe(0)
    await deletedAt(undefined)
    expect(await mine(teacher)).toBe(2)
    expect((await ask(of, withdrawScores, { paperId: of.paperId, reason: '核对' })).status).toBe(0)
    expect(await mine(teacher)).toBe(0)
    const acts = await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })
    expect(acts.filter((r) => r.act === 'analysis.tutor')).toHaveLength(4)
  })

  it('is of no more at once than one transaction takes, and of two hand-overs at a time one is refused', async () => {
    const of = await markedPaper(5)
    await release(of)
    const roster = Array.from({ length: 92 }, (_, i) =>
      candidateAt(of.school, 100 + i, newId<StudentId>('student'), of.classes[0]!),
    )
    await asFunction('exam-api', () => candidates.putMany(roster))
    const ids = roster.map((c) => c.studentId)
    const numbers = (from: number, to: number) =>
      roster
        .slice(from, to)
        .map((c) => c.studentNumber)
        .join('，')
    const total = async () => (await ask(of, calls.tutorList, {})).data.total
    const many = await ask(of, calls.putTutor, { studentIds: ids.slice(0, 60), numbers: numbers(50, 92) })
    expect([many.status, many.message]).toEqual([no.manyTutored.status, '一次最多90人，这次有92人，请分几次加入'])
    expect(await total()).toBe(0)
    const most = await ask(of, calls.putTutor, { studentIds: ids.slice(0, 60), numbers: numbers(30, 90) })
    expect(most.data).toEqual({ put: 90 })
    const give = async (i: number) =>
      (await ask(of, calls.putTutor, { studentIds: ids.slice(0, 90), teacher: of.teachers[i]!.caller.userId })).status
    // Until they meet: one of the two is told to look again, and never are both lost.
    const answers = new Set<number>()
    for (let i = 0; i < 10 && !answers.has(commonProblems.stale.status); i++) {
      const both = await Promise.all([give(0), give(1)])
      expect(both).toContain(0)
      for (const status of both) answers.add(status)
    }
    expect([...answers].toSorted((a, b) => a - b)).toEqual([0, commonProblems.stale.status])
    expect((await ask(of, calls.removeTutor, { studentIds: ids.slice(0, 90) })).data).toEqual({ removed: 90 })
    expect(await total()).toBe(0)
    // As it was read: what another has written since is neither handed on nor taken off.
    await ask(of, calls.putTutor, { studentIds: ids.slice(0, 1) })
    const [read] = await entriesOf(of.paperId)
    await tutorEntries.put({ ...read!, at: read!.at + 1 })
    expect(await transact([handingOn(read!, read!)], newId<string>('attempt'))).toBe(false)
    expect(await transact([takingOff(read!)], newId<string>('attempt'))).toBe(false)
    expect(await total()).toBe(1)
  })

  it('has fallen behind the exam before, and is followed in the one since', async () => {
    const before = await markedPaper(9)
    await release(before)
    const of = await again(before, 30)
    await release(of)
    const by = wished(of, 'falling', { gap: 30 })
    const { data } = await ask(of, calls.tutorSuggest, by)
    expect(data.against).toContain('期中考试')
    expect(data.list.length).toBeGreaterThan(0)
    for (const s of data.list) expect(s.why).toMatch(/^上次超过\d+%的考生，这次\d+%$/)
    // The exam before knows none earlier; whom it lists is found again in the later one.
    const first = await ask(before, calls.tutorSuggest, wished(before, 'falling'))
    expect([first.data.total, first.data.against]).toEqual([0, expect.stringContaining('没有更早的')])
    await ask(before, calls.putTutor, { studentIds: [before.studentIds[1]!] })
    const [entry] = (await ask(before, calls.tutorList, {})).data.list
    expect(entry?.since).toMatchObject({ examName: '期末考试' })
    expect(entry?.since?.percentile).toBeGreaterThan(50)
    expect((await ask(of, calls.tutorSuggest, wished(of, 'weak'))).data.against).toContain('没有其他')
  })

  it('is the manager’s list: no stranger, no student of another exam, no teacher of none', async () => {
    const of = await markedPaper(4)
    await release(of)
    const put = { studentIds: [of.studentIds[0]!] }
    for (const who of of.teachers) expect((await ask(of, calls.putTutor, put, who)).http).toBe(403)
    for (const who of of.teachers) expect((await ask(of, calls.tutorList, {}, who)).http).toBe(403)
    const unknown = { studentIds: [newId<StudentId>('student')] }
    expect((await ask(of, calls.putTutor, unknown)).status).toBe(commonProblems.notFound.status)
    // By numbers: all that were pasted, or none.
    const numbers = (await candidatesByIds(of.exam, of.studentIds)).map((c) => c.studentNumber)
    const pasted = (text: string) => ask(of, calls.putTutor, { numbers: text })
    expect((await pasted(`${numbers[0]!}\n99999`)).status).toBe(no.noNumber.status)
    expect((await ask(of, calls.tutorList, {})).data.total).toBe(0)
    expect((await pasted(` ${numbers[0]!}，${numbers[2]!}\n${numbers[0]!}`)).data).toEqual({ put: 2 })
    const third = { ...put, teacher: of.teachers[2]!.caller.userId }
    expect((await ask(of, calls.putTutor, third)).status).toBe(no.noTutor.status)
  })
})
