import { examProblems } from '#shared/exam/exam.problems.ts'
import type { releasePreview } from '#shared/exam/tools/release.calls.ts'
import { planRelease, releaseSheet } from '#shared/exam/tools/release.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { Candidate, Exam, ExamSchool, Paper } from '#shared/exam/exam.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { paperOf } from '../exam.public.ts'
import { applyRoster } from '../roster/roster.commands.ts'
import { ownRoster } from '../roster/tag.commands.ts'
import { wishMeant, writeBook } from '../roster/candidateTable.ts'

/** The candidates who take a paper, or total, of a school's own exam. @throws Refused notFound, ownOnly */
export const takersOfPaper = async (
  paperId: string,
): Promise<{ exam: Exam; paper: Paper; school: ExamSchool; roster: Candidate[]; takers: Candidate[] }> => {
  const paper = (await paperOf(paperId)) ?? refuse(examProblems.notFound)
  const of = await ownRoster(paper.examId)
  return { ...of, paper, takers: of.roster.filter((c) => takesPaper(c, paper.paperId)) }
}

type Wished = InputOf<typeof releasePreview>

/** @throws Refused notFound, ownOnly, badRelease, releaseSame, releaseNone */
export const plannedRelease = async (wished: Wished, caller: Caller) => {
  const of = await takersOfPaper(wished.paperId)
  const wish = await wishMeant(wished.wish, caller, examProblems.badRelease)
  const was = of.school.releasedOnly ?? []
  const { paperId } = of.paper
  // A total is published once its papers are, if it is at all.
  const isPublished = [paperId, ...(of.paper.total ?? []).map((p) => p.paperId)].some((id) => isReleased(of.exam, id))
  const { put, released, only, problems } = planRelease({ ...wished, wish }, of.roster, {
    wasOnly: was.includes(paperId),
    ...(isPublished ? { publishedNow: now() } : {}),
  })
  if (problems.length > 0) return refuse(examProblems.badRelease, { detail: problems.join('；') })
  if (put.length === 0) return refuse(examProblems.releaseSame)
  if (released === 0) return refuse(examProblems.releaseNone)
  const releasedOnly = [...was.filter((id) => id !== paperId), ...(only ? [paperId] : [])]
  const school = { ...of.school, releasedOnly }
  return { ...of, school, put, released, withheld: of.takers.length - released }
}

/** @throws as `plannedRelease`, stale */
export const setRelease = async (
  wished: Wished & { version: number },
  caller: Caller,
): Promise<{ version: number; uuid?: JobId }> => {
  const { exam, paper, school, roster, put, released, withheld } = await plannedRelease(wished, caller)
  const touched = new Set(put.map((c) => c.studentId))
  const plan = {
    school,
    put,
    was: roster.filter((c) => touched.has(c.studentId)),
    gone: [],
    classes: [],
    goneClasses: [],
    teachers: [],
    candidateCount: exam.candidateCount,
    classCount: exam.classCount,
    told: {
      field: `${paper.courseName}成绩发布给`,
      after: withheld === 0 ? '全部考生' : `${released}名考生，另有${withheld}名不发布`,
    },
  }
  return applyRoster({ exam, plan }, wished.version, caller, 'exam.releaseTo')
}

/** @throws Refused notFound, ownOnly */
export const writeRelease = async (paperId: string): Promise<{ url: string; fileName: string }> => {
  const { exam, paper, takers } = await takersOfPaper(paperId)
  const rows = releaseSheet(takers, paper)
  return writeBook(exam, `${exam.examName}${paper.courseName}发布名单.xlsx`, [{ name: '发布名单', rows }])
}
