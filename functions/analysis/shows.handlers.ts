import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import { shownToSchool } from '#shared/analysis/shows.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { resultSight } from '#shared/exam/sight.rules.ts'
import type { Exam, JointShows, Paper } from '#shared/exam/exam.types.ts'
import { examSchoolOf } from '#functions/exam/exam.public.ts'
import { classesOfSchool } from '#functions/exam/sight.public.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { dataOf, policyOf } from './report.data.ts'
import { seenAt } from './sight.ts'
import type { Seen } from './sight.ts'
import { headOf, versionFor } from './snapshot.ts'
import { examAndPaper } from './standing/standing.ts'

/** A paper as the director of a school would see it, by the one rule that judges him. */
const seenAsSchool = async (of: { exam: Exam; paper: Paper }, schoolId: string, shows: JointShows): Promise<Seen> => {
  const version = (await versionFor(of.paper, true)) ?? refuse(analysisProblems.notPublished)
  const [school, head] = await Promise.all([examSchoolOf(of.exam.examId, schoolId), headOf(of.paper, version.v)])
  if (!school) return refuse(commonProblems.notFound)
  const classIds = await classesOfSchool(school)
  const sight = resultSight({ manages: false, classIds, homeIds: classIds, takesOut: [], schoolIds: [schoolId] }, shows)
  const totalRank = sight.classIds === null || head.teacherTotalRank
  const classesSeen = sight.classIds && [...sight.classIds]
  return seenAt(of, version, { ...sight, classIds: classesSeen, totalRank }, schoolTenant(school.schoolId))
}

export const showsHandlers = [
  implement(shownToSchool, async ({ input: { paperId, schoolId, ...shows }, caller }) => {
    const of = await examAndPaper(paperId)
    if (!mayManage(of.exam, caller)) throw new Barred(403)
    if (!of.exam.owner.startsWith('a:')) return refuse(commonProblems.notFound)
    const seen = await seenAsSchool(of, schoolId, shows)
    const params = { pageNumber: 1, pageSize: 5 }
    const told = async (id: 'classContrast' | 'transcript') => {
      const report = reportNamed(id)
      const data = await dataOf(seen, report, params)
      return report.value(data, policyOf(seen, data), params)
    }
    return { contrast: await told('classContrast'), transcript: await told('transcript') }
  }),
]
