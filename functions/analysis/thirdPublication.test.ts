/**
 * One exam from its creation past its third publication, through its calls alone: an error in the key, a late sheet, an
 * appeal and a conversion. Every difference that a reader is shown is worked out here once more, from the raw marks.
 */
import { beforeAll, expect, it, vi } from 'vitest'
import { ownResult, summary, transcript } from '#shared/analysis/analysis.calls.ts'
import * as appeal from '#shared/analysis/appeal.calls.ts'
import * as change from '#shared/analysis/change.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import { correctionText } from '#shared/analysis/corrections.rules.ts'
import { createExam, savePaper } from '#shared/exam/exam.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AttemptId, JobId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { showDay } from '#shared/kit/time.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { aSchoolThroughGateway } from '#functions/exam/school.fixtures.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { answers } from '#functions/marking/marking.store.ts'
import { takeIn } from '#functions/marking/scripts.ts'
import { handedIn, journalSettled } from './analysis.fixtures.ts'

type Who = Awaited<ReturnType<typeof testCaller>>
beforeAll(() => actAs('analysis-work'))
const soon = { timeout: 120_000, interval: 200 }

/** What was chosen in 1 and 2, and what markers gave in 3 and 4, in points. The last sheet is late; the third was absent. */
const raw = [
  { class: 0, one: 'B', many: 'AC', blank: 8, essay: 13 },
  { class: 0, one: 'A', many: 'A', blank: 5, essay: 20 },
  { class: 0, one: '', many: '', blank: 0, essay: 0, absent: true },
  { class: 1, one: 'B', many: 'AD', blank: 0, essay: 7 },
  { class: 1, one: 'A', many: 'C', blank: 6, essay: 11 },
  { class: 0, one: 'B', many: 'AC', blank: 3, essay: 9 },
] as const
const late = 5
const fulls = [5, 6, 8, 20]

/** The points of one student under a key, with what an appeal gave in 4, at a weight of 4. */
const scored = (
  i: number,
  { key, essays = {}, weight = 1 }: { key: string; essays?: Record<number, number>; weight?: number },
) => {
  const { one, many, blank, essay } = raw[i]!
  const part = many !== '' && [...many].every((c) => 'AC'.includes(c)) ? 3 : 0
  return [one === key ? 5 : 0, many === 'AC' ? 6 : part, blank, (essays[i] ?? essay) * weight]
}
type Table = (number[] | null)[]
const tableOf = (with_: Parameters<typeof scored>[1] & { sheets: (i: number) => boolean }): Table =>
  raw.map((r, i) => ('absent' in r || !with_.sheets(i) ? null : scored(i, with_)))
const sum = (own: readonly number[]): number => own.reduce((a, b) => a + b, 0)
const said = (n: number): string => String(Number(n.toFixed(2)))
const signedBy = (n: number): string => `${n > 0 ? '+' : '−'}${said(Math.abs(n))}`

/** A publication as the test knows it: the scores, what became other for all, and its day. */
type Version = { table: Table; why?: { question: number; text: string }; because?: string; day: string }

/** What one student is told in words of every version after the first, the newest first. */
const linesOf = (versions: readonly Version[], i: number): string[] =>
  versions
    .flatMap(({ table, why, day }, v) => {
      const [was, is] = [versions[v - 1]?.table[i] ?? null, table[i] ?? null]
      if (v === 0 || is === null) return []
      if (was === null) return [`成绩已于${day}更正：总分无成绩→${said(sum(is))}`]
      const moved = (q: number): number => is[q]! - was[q]!
      const parts = [
        ...(why ? [`${why.text}（${moved(why.question) === 0 ? '得分不变' : signedBy(moved(why.question))}）`] : []),
        ...fulls.flatMap((_, q) =>
          q === why?.question || moved(q) === 0 ? [] : [`第${q + 1}题（${signedBy(moved(q))}）`],
        ),
        ...(sum(was) === sum(is) ? [] : [`总分${said(sum(was))}→${said(sum(is))}`]),
      ]
      return parts.length === 0 ? [] : [`成绩已于${day}更正：${parts.join('，')}`]
    })
    .reverse()
/** The same as it stands on a line of the transcript; null where there is none. */
const cellOf = (versions: readonly Version[], i: number): string | null =>
  versions
    .flatMap(({ table, day }, v) => {
      const [was, is] = [versions[v - 1]?.table[i] ?? null, table[i] ?? null]
      if (v === 0 || is === null) return []
      if (was === null) return [`${day} 总分无成绩→${said(sum(is))}`]
      const parts = fulls.flatMap((_, q) => (was[q] === is[q] ? [] : [`第${q + 1}题${said(was[q]!)}→${said(is[q]!)}`]))
      const total = sum(was) === sum(is) ? [] : [`总分${said(sum(was))}→${said(sum(is))}`]
      return parts.length === 0 ? [] : [`${day} ${[...parts, ...total].join('，')}`]
    })
    .reverse()
    .join('；') || null
const movedIn = (versions: readonly Version[], v: number, whose: (i: number) => boolean): number =>
  raw.filter((_, i) => {
    const [was, is] = [versions[v - 1]!.table[i], versions[v]!.table[i]]
    return whose(i) && JSON.stringify(was) !== JSON.stringify(is)
  }).length

it('goes from its creation past its third publication, and every difference that is shown is true', async () => {
  // Created as a manager does it.
  const { schoolId, admin, gradeId, classId } = await aSchoolThroughGateway('三次发布中学')
  const other = (await viaGateway(createClass, { gradeId, className: '2班' }, admin.token)).data.classId
  const courseId = (await viaGateway(listCourses, { schoolId }, admin.token)).data[1]!.courseId
  const studentIds: StudentId[] = []
  for (const [i, r] of raw.entries()) {
    const student = { classId: [classId, other][r.class]!, studentName: `学生${i}`, studentNumber: `2026000${i}` }
    studentIds.push((await viaGateway(createStudent, student, admin.token)).data.studentId)
  }
  const teacherOf = async (of: string): Promise<Who> => {
    const accountName = `v${newId('account').slice(-12)}`
    const teaches = [{ classId: of, isHead: true }]
    const wish = { schoolId, teacherName: '老师', accountName, password: 'first-password', teaches }
    const { teacherId } = (await viaGateway(createTeacher, wish as never, admin.token)).data
    return testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId })
  }
  const [first, second] = [await teacherOf(classId), await teacherOf(other)]
  const wish = {
    ...{ schoolId, gradeId, classIds: [classId, other], courseIds: [courseId], examName: '期中考试', examType: 3 },
    examDate: now() - 86_400_000,
  }
  const made = (await viaGateway(createExam, wish as never, admin.token)).data
  const { examId } = made
  const paperId = made.paperIds[0]!
  const question = (n: number, unitType: number, more: object = {}): PaperQuestion => ({
    ...{ questionId: newId<QuestionId>('question'), number: String(n), unitType, fullScore: 100 * fulls[n - 1]! },
    ...more,
  })
  // The key of the first question is typed wrong: B is right.
  const questions = [
    question(1, 1, { optionCount: 4, answer: 'A' }),
    question(2, 2, { optionCount: 4, answer: 'AC', halfScore: 300 }),
    question(3, 4),
    question(4, 5),
  ]
  const { version } = (await paperOf(paperId))!
  expect((await viaGateway(savePaper, { paperId, questions, version }, admin.token)).status).toBe(0)
  const paper = (await paperOf(paperId))!
  const marker = await testCaller({ userType: 3, tenant: `s:${schoolId}` })

  /** Sheets come, are read, and are marked. */
  const sheets = async (places: readonly number[]): Promise<void> => {
    const there = places.filter((i) => !('absent' in raw[i]!))
    await handedIn(
      { paperId, examId },
      admin.caller,
      there.map((i) => studentIds[i]!),
      places[0]!,
    )
    await asFunction('marking-work', async () => {
      for (const i of places) {
        const state: 'absent' | 'present' = 'absent' in raw[i]! ? 'absent' : 'present'
        const choices = { [questions[0]!.questionId]: [raw[i]!.one], [questions[1]!.questionId]: [...raw[i]!.many] }
        const reading = {
          state,
          imageVersion: 1,
          complete: state === 'present',
          choices,
          blocks: [],
          pages: [],
        }
        await takeIn(paper, { studentId: studentIds[i]!, ...reading })
      }
      for (const i of there)
        for (const [q, points] of [raw[i]!.blank, raw[i]!.essay].entries()) {
          const first = { attemptId: newId<AttemptId>('attempt'), epoch: 1, imageVersion: 1, by: marker.caller.userId }
          const value = { kind: 'score' as const, score: 100 * points }
          const key = { paperId, studentId: studentIds[i]!, questionId: questions[2 + q]!.questionId }
          await answers.update(key, { first: { ...first, value, at: now() } })
        }
    })
    await journalSettled(paperId, studentIds)
  }
  const state = async () => (await viaGateway(publication.publishState, { paperId }, admin.token)).data
  const versions: Version[] = []
  /** The job that a call began is over before anything else is asked. */
  const ended = (uuid: JobId): Promise<void> =>
    vi.waitFor(async () => expect((await jobNow(uuid))?.status).toBe(jobStatus.done), soon)
  const publishedAs = async (v: number, uuid: JobId, of: Omit<Version, 'day'>): Promise<void> => {
    await ended(uuid)
    expect((await state()).current).toBe(v)
    versions.push({ ...of, day: showDay((await state()).publishedAt!) })
  }
  /** What publishing from marking would change, signed as it is shown. */
  const publish = async (digest?: string): Promise<JobId> => {
    const asked = await viaGateway(publication.publishScores, { paperId, ...(digest ? { digest } : {}) }, admin.token)
    expect([asked.status, asked.message]).toEqual([0, asked.message])
    return asked.data.uuid
  }
  const detail = async (changeId: string) =>
    (await viaGateway(change.changeDetail, { paperId, changeId: changeId as never, pageSize: 50 }, admin.token)).data
  /** A set is replayed: what it shows is held against the marks; then it is signed. */
  const signedAs = async (v: number, changeId: string, of: Omit<Version, 'day'>): Promise<void> => {
    await ended((await detail(changeId)).jobId)
    expect((await detail(changeId)).change.state).toBe('ready')
    const before = versions.at(-1)!.table
    const found = await detail(changeId)
    const changed = raw.flatMap((_, i) => {
      const [was, is] = [before[i], of.table[i]]
      return was && is && JSON.stringify(was) !== JSON.stringify(is) ? [{ i, was: sum(was), is: sum(is) }] : []
    })
    const hundredths = (points: number): number => Math.round(100 * points)
    expect(found.list.map((r) => [r.studentName, r.before, r.after]).sort()).toEqual(
      changed.map(({ i, was, is }) => [`学生${i}`, hundredths(was), hundredths(is)]),
    )
    expect(found.facts).toMatchObject({
      changed: changed.length,
      up: changed.filter(({ was, is }) => is > was).length,
      down: changed.filter(({ was, is }) => is < was).length,
    })
    const mean = (table: Table): number => {
      const there = table.filter((own) => own !== null)
      return (100 * there.reduce((n, own) => n + sum(own), 0)) / there.length
    }
    expect(found.moved!.before.mean).toBeCloseTo(mean(before), 6)
    expect(found.moved!.after.mean).toBeCloseTo(mean(of.table), 6)
    const place = (table: Table, i: number): number =>
      1 + table.filter((own) => own && sum(own) > sum(table[i]!)).length
    for (const r of found.list) {
      const i = Number(r.studentName.slice(2))
      expect([r.placeBefore, r.placeAfter]).toEqual([place(before, i), place(of.table, i)])
    }
    const signed = { paperId, changeId: changeId as never, reason: '核对无误' }
    const { status, data } = await viaGateway(change.signChange, signed, admin.token)
    expect(status).toBe(0)
    await publishedAs(v, data.uuid!, of)
    expect((await detail(changeId)).change.state).toBe('inForce')
  }
  const makes = async (tool: string, edit: object): Promise<string> => {
    const asked = await viaGateway(change.makeChange, { paperId, tool, edits: [edit] } as never, admin.token)
    expect([asked.status, asked.message]).toEqual([0, asked.message])
    return asked.data.changeId
  }

  /** Students, parents, teachers and the manager read what the marks say, and what of it was corrected. */
  const readers = async (): Promise<void> => {
    const { table } = versions.at(-1)!
    for (const [i, studentId] of studentIds.entries())
      for (const userType of [4, 5]) {
        const who = await testCaller({ userType, tenant: `s:${schoolId}`, studentId })
        const own = await viaGateway(ownResult, { paperId }, who.token)
        if (table[i] === null) expect(own.data?.total ?? null, `${i}`).toBe(null)
        else
          expect([own.data.total, own.data.items.map((q) => q.score)], `${i}`).toEqual(
            [sum(table[i]!), table[i]!].map((n) =>
              Array.isArray(n) ? n.map((p) => Math.round(100 * p)) : Math.round(100 * n),
            ),
          )
        expect((own.data?.corrections ?? []).map(correctionText), `${userType} ${i}`).toEqual(linesOf(versions, i))
      }
    for (const [who, sees] of [
      [first, (i: number) => raw[i]!.class === 0],
      [second, (i: number) => raw[i]!.class === 1],
      [admin, () => true],
    ] as const) {
      const { sections } = (await viaGateway(transcript, { paperId, pageSize: 50 }, who.token)).data
      const { columns, rows } = sections[0]!.table
      const at = (key: string): number => columns.findIndex((c) => c.key === key)
      const shown = new Map(rows.map((r) => [r.id, r.cells]))
      expect(raw.flatMap((_, i) => (shown.has(studentIds[i]!) ? [i] : []))).toEqual(
        raw.flatMap((_, i) => (sees(i) ? [i] : [])),
      )
      for (const [i, studentId] of studentIds.entries()) {
        const cells = shown.get(studentId)
        if (!cells) continue
        const total = table[i] ? Math.round(100 * sum(table[i]!)) : 'absent' in raw[i]! ? '缺考' : '无答卷'
        expect([cells[at('total')] ?? null, cells[at('corrected')] ?? null], `${i}`).toEqual([
          total,
          cellOf(versions, i),
        ])
      }
      if (versions.length === 1) continue
      const { source } = (await viaGateway(summary, { paperId }, who.token)).data
      const whole = who === admin
      const told = versions
        .flatMap(({ day, why, because }, v) => {
          if (v === 0) return []
          const people = `${whole ? '共' : '本班'}${movedIn(versions, v, sees)}人变化`
          const counted = !whole || v === versions.length - 1
          const parts = [...(why ? [why.text] : []), ...(because ? [because] : []), ...(counted ? [people] : [])]
          return [`${day}更正${parts.length > 0 ? `：${parts.join('，')}` : ''}`]
        })
        .reverse()
        // So many are told above a report.
        .slice(0, 3)
      const more = versions.length > 4 ? [`等${versions.length - 1}次`] : []
      expect(source.correction).toBe([...told, ...more].join('；'))
    }
  }

  const inTime = (i: number): boolean => i !== late
  await sheets(raw.flatMap((_, i) => (inTime(i) ? [i] : [])))
  await standAt(examId, paperStep.done)
  await publishedAs(1, await publish(), { table: tableOf({ key: 'A', sheets: inTime }) })
  await readers()

  // The key was wrong.
  const accepted = [{ letters: 'B', points: 500 }]
  const key = await makes('answer-edit', { kind: 'key', questionId: questions[0]!.questionId, accepted })
  const why = { question: 0, text: '第1题答案改为B' }
  await signedAs(2, key, { table: tableOf({ key: 'B', sheets: inTime }), why })
  await readers()

  // A sheet came late: what it changes is shown, and signed by what was shown.
  await sheets([late])
  const preview = (await viaGateway(publication.publishPreview, { paperId, pageSize: 50 }, admin.token)).data
  const whole = { key: 'B', sheets: () => true }
  expect(preview).toMatchObject({ first: false, changed: 1, present: 5, absent: 1, missing: 0 })
  expect(preview.list.map((r) => [r.studentName, r.before, r.after])).toEqual([
    [`学生${late}`, null, 100 * sum(tableOf(whole)[late]!)],
  ])
  await publishedAs(3, await publish(preview.digest), { table: tableOf(whole), because: '补收1份答卷' })
  await readers()

  // An appeal is answered: the fourth question of the first student earns two points more.
  const opens = { on: true, opens: now() - 3_600_000, closes: now() + 3_600_000, asks: ['student'], most: 2 }
  expect((await viaGateway(appeal.setAppeals, { examId, version: 0, ...opens } as never, admin.token)).status).toBe(0)
  const pupil = await testCaller({ userType: 4, tenant: `s:${schoolId}`, studentId: studentIds[0]! })
  const about = { paperId, questionId: questions[3]!.questionId }
  expect((await viaGateway(appeal.askAppeal, { ...about, reason: '第二步应当得分' }, pupil.token)).status).toBe(0)
  const answer = { ...about, studentId: studentIds[0]!, version: 1, kind: 'change' as const, answer: '第二步补给分' }
  const heard = await viaGateway(appeal.answerAppeal, { ...answer, score: 1500 }, admin.token)
  expect([heard.status, heard.message]).toEqual([0, heard.message])
  const gathered = (await viaGateway(appeal.changeByAppeals, { paperId }, admin.token)).data
  const essays = { 0: 15 }
  await signedAs(4, gathered.changeId, { table: tableOf({ ...whole, essays }), because: '成绩申诉改分' })
  expect((await viaGateway(appeal.ownAppeals, { paperId }, pupil.token)).data.list).toMatchObject([
    { state: 'changed', answer: '第二步补给分', scoreAfter: 1500 },
  ])
  await readers()

  // A conversion: the fourth question counts half.
  const weigh = await makes('question-conversion', { kind: 'weigh', questionId: questions[3]!.questionId, percent: 50 })
  const halved = { question: 3, text: '第4题满分改为10' }
  await signedAs(5, weigh, { table: tableOf({ ...whole, essays, weight: 0.5 }), why: halved })
  await readers()
  expect(linesOf(versions, 0)).toHaveLength(3)
  expect(linesOf(versions, late)).toHaveLength(2)
}, 400_000)
