/** Which courses of a joint exam are sat by those who chose them, and the rosters that follow from it. */
import { isDeepStrictEqual } from 'node:util'
import type * as calls from '#shared/exam/joint/elective.calls.ts'
import { electivesJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { Candidate, Exam } from '#shared/exam/exam.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { examOf, examSchoolsOf } from '../exam.public.ts'
import { candidates, exams, examSchools } from '../exam.store.ts'
import { organised } from './part.commands.ts'
import { sumRoster } from '../roster/roster.commands.ts'
import { classesJoin, rosterOf, teachingKept } from '../roster/roster.plan.ts'
import type { SheetsOf } from '../roster/roster.public.ts'
import { schoolCopy } from '../roster/school.copy.ts'

/** Why it stands who sits a paper: cards of it have been read. Of single pages that come before it does not know. */
const fixedBy = ({ furthest }: Exam['papers'][number]): string | null =>
  furthest >= markingProgress.cardExceptions ? '已有答题卡' : null

/** @throws Refused notFound, areaOnly */
export const electiveCourses = async (
  { examId }: InputOf<typeof calls.electiveCourses>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.electiveCourses>> => {
  const exam = await organised(examId, caller)
  const schools = await examSchoolsOf(examId)
  return exam.papers.map((p) => {
    const taking = schools.flatMap((s) =>
      s.papers.flatMap((own) => (own.paperId === p.paperId ? [own.takers ?? s.candidateCount] : [])),
    )
    return {
      paperId: p.paperId,
      courseName: p.courseName,
      schools: taking.length,
      takers: taking.reduce((a, b) => a + b, 0),
      elective: exam.electives?.[p.paperId],
      fixed: fixedBy(p),
      version: exam.electivesVersion ?? 0,
    }
  })
}

/** @throws Refused notFound, areaOnly, electiveFixed, electiveSame, stale */
export const chooseElectives = async (
  { examId, paperIds, elective, version }: InputOf<typeof calls.chooseElectives>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.chooseElectives>> => {
  // The rosters that follow an earlier word write the exam's sums: such a write refuses no other word.
  const about = await edit(`the courses of ${examId}`, async () => {
    const exam = await organised(examId, caller)
    if (version !== (exam.electivesVersion ?? 0)) return refuseStale(exams, exam)
    const wanted = [...new Set(paperIds)].map(
      (id) => exam.papers.find((p) => p.paperId === id) ?? refuse(examProblems.notFound),
    )
    const fixed = wanted.find((p) => fixedBy(p) !== null)
    if (fixed) return refuse(examProblems.electiveFixed, { course: fixed.courseName })
    const electives = { ...exam.electives, ...Object.fromEntries(wanted.map((p) => [p.paperId, elective])) }
    if (isDeepStrictEqual(electives, exam.electives)) return refuse(examProblems.electiveSame)
    const said = elective ? '选考' : '必考'
    const courses = wanted.map((p) => p.courseName).join('、')
    const record = auditRecord(caller, 'exam.courses', examId, {
      before: { electives: exam.electives ?? {} },
      after: { electives },
      told: { name: exam.examName, changes: [{ field: courses, before: '', after: said }] },
      tenant: exam.owner,
    })
    const saved = exams.saving({ ...exam, electives, electivesVersion: version + 1 })
    return (await audited([saved], record)) ? exam.examName : beaten
  })
  const { uuid } = await startJob(electivesJob, { examId }, caller, { about })
  return { uuid, version: version + 1 }
}

type Taken = Pick<Candidate, 'chosen' | 'without'>
const takenIn = ({ chosen, without }: Taken, id: string): string =>
  `${chosen?.some((c) => c === id)} ${without?.some((w) => w === id)}`

/** By paper, who has a page of it: he sits it already, at any choice. Only of those is asked to whom it would be another. */
const withPages = async (
  roster: readonly Candidate[],
  next: ReadonlyMap<string, Taken>,
  papers: readonly PaperId[],
  sheetsOf: SheetsOf,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> =>
  new Map(
    await inTurns(papers, 4, async (id) => {
      const others = roster.filter((c) => takenIn(c, id) !== takenIn(next.get(c.studentId) ?? c, id))
      return [
        id,
        others.length > 0
          ? await sheetsOf(
              id,
              others.map((c) => c.studentId),
            )
          : new Set<string>(),
      ] as const
    }),
  )

/**
 * A school's roster as the exam's courses are chosen now. Of a paper whose cards have come nothing is changed, nor of one
 * of which the candidate has a page. Again it writes nothing.
 */
export const chooseInSchool = async (examId: Exam['examId'], schoolId: string, sheetsOf: SheetsOf): Promise<void> => {
  const [exam, school] = await Promise.all([examOf(examId), examSchools.get({ examId, schoolId })])
  if (!exam || !school) return
  const roster = await rosterOf(school)
  // Of the whole grade: a class of the roster may be closed since, and a student be in one that is not in it.
  const copy = await schoolCopy(exam, school)
  const copied = new Map(copy.candidates.map((c) => [c.studentId as string, c]))
  const open = exam.papers.filter((p) => fixedBy(p) === null).map((p) => p.paperId)
  const sat = await withPages(roster, copied, open, sheetsOf)
  const settled = (studentId: string, ids: Candidate['without'], next: Candidate['without']) => {
    const stands = (id: string): boolean => sat.get(id)?.has(studentId) !== false
    return [...(ids ?? []).filter(stands), ...(next ?? []).filter((id) => !stands(id))]
  }
  const fresh = new Set(
    roster.flatMap((c) =>
      Object.entries(copied.get(c.studentId)?.teaching ?? {}).flatMap(([id, classId]) =>
        takesPaper(c, id as PaperId) ? [] : [classId],
      ),
    ),
  )
  if (fresh.size > 0) await classesJoin(copy, fresh)
  await inTurns(roster, 25, ({ studentId }) =>
    edit(`what ${studentId} sits in ${examId}`, async () => {
      const [there, now] = [await candidates.get({ examId, schoolId, studentId }), copied.get(studentId)]
      if (!there || !now) return
      const { chosen: _chosen, without: _without, teaching: _teaching, ...rest } = there
      const [chosen, without] = [
        settled(studentId, there.chosen, now.chosen),
        settled(studentId, there.without, now.without),
      ]
      const taken: Candidate = {
        ...rest,
        ...(chosen.length > 0 ? { chosen } : {}),
        ...(without.length > 0 || chosen.length > 0 ? { without } : {}),
      }
      const next: Candidate = { ...taken, ...teachingKept({ ...taken, teaching: now.teaching }, there) }
      if (isDeepStrictEqual(next, there)) return
      return (await candidates.replace(next, there)) ? undefined : beaten
    }),
  )
  // Another choice may have been written beside this one, and under it.
  const since = await examOf(examId)
  if (since && !isDeepStrictEqual(since.electives, exam.electives)) return chooseInSchool(examId, schoolId, sheetsOf)
  await edit(`the sums of ${examId}`, async () => {
    const [now, own] = await Promise.all([examOf(examId), examSchools.get({ examId, schoolId })])
    if (!now || !own) return
    const { writes } = await sumRoster(now, own)
    return (await transact(writes, randomText(24))) ? undefined : beaten
  })
}
