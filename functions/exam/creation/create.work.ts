/** The making of a large exam: what is to be done lies in one object, and every step can be done again. */
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { getJson, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { creationKey } from './creation.ts'
import type { Wish } from './creation.ts'
import { createPapers, putExam } from '../exam.commands.ts'
import { examSchoolsOf } from '../exam.public.ts'
import { exams, purgesDue } from '../exam.store.ts'
import { takeContacts } from '../joint/groups/groupContact.commands.ts'
import { askedOf } from '../joint/invite.read.ts'
import { examInvites } from '../joint/joint.store.ts'
import { gradeIn, schoolCopy, writeSchool } from '../roster/school.copy.ts'

/** The row of the one school, or what every school calls by a row of its own. */
const gradeOfWish = async (schoolId: SchoolId, grade: Wish['grade']) =>
  typeof grade === 'string' ? { gradeId: grade } : gradeIn(schoolId, grade)

export const createExamWork = work(createExamJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const { exam, schools, grade, taken } = await getJson<Wish>(input.wishKey)
    const found = await inTurns(schools, 16, ({ schoolId }) => gradeOfWish(schoolId, grade))
    const without = found.flatMap((g) => ('without' in g ? [g.without] : []))
    if (without.length > 0)
      return refuse(examProblems.withoutGrade, { n: without.length, who: without.slice(0, 5).join('、') })
    // Given up halfway, what was written goes by itself.
    await purgesDue.put({ schema: 1, examId: exam.examId, owner: exam.owner, since: now() })
    await createPapers(exam, taken)
    const manifestKey = creationKey(jobId, tenant, exam.examId, 'schools.jsonl')
    await putLines(
      manifestKey,
      found.flatMap((g, i) => ('gradeId' in g ? [{ ...schools[i]!, gradeId: g.gradeId, ordinal: i + 1 }] : [])),
    )
    await progress({ total: schools.length, message: '正在复制各校名单' })
    return { manifestKey, schools: schools.length }
  },

  copy: async ({ input, items }) => {
    const { exam } = await getJson<Wish>(input.wishKey)
    for (const item of items) await writeSchool(await schoolCopy(exam, item))
    return items.length
  },

  finish: async ({ input }) => {
    const { exam: draft, caller, taken, invited = [], groupIds = [] } = await getJson<Wish>(input.wishKey)
    const there = await exams.get(draft)
    if (there) return { examId: there.examId, candidates: there.candidateCount }
    const schools = await examSchoolsOf(draft.examId, { consistent: true })
    const sum = (of: 'classCount' | 'candidateCount') => schools.reduce((n, s) => n + s[of], 0)
    const exam = { ...draft, classCount: sum('classCount'), candidateCount: sum('candidateCount') }
    if (exam.candidateCount === 0) return refuse(examProblems.noStudents)
    const sat = new Set(schools.flatMap((s) => s.papers.map((p) => p.paperId)))
    const nowhere = exam.papers.filter((p) => !sat.has(p.paperId))
    if (nowhere.length > 0)
      return refuse(examProblems.courseNowhere, { courses: nowhere.map((p) => p.courseName).join('、') })
    await takeContacts(exam, groupIds, caller)
    await examInvites.putMany(invited.map((school) => askedOf(exam, school, caller)))
    if (!(await putExam(exam, caller, taken))) throw new Error('the exam could not be put on record')
    await purgesDue.remove(exam)
    return { examId: exam.examId, candidates: exam.candidateCount }
  },
})
