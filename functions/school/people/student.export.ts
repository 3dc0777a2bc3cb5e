/** All that is kept of one student, for the student: a JSON that says everything, and the scanned pages. */
import { exportStudentJob } from '#shared/school/school.jobs.ts'
import { gradeNameOf } from '#shared/school/roster/school.rules.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { parentsOfTenant } from '#functions/identity/accounts/parents.public.ts'
import type { Given, Holding, SatPaper, Sittings } from '#functions/kit/holding.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { getObject, objectKey, ObjectMissing } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import type { Work } from '#functions/kit/work.ts'
import { zipWriter } from '#functions/kit/zip.ts'
import { personals, reveals, textsOf } from './personal.store.ts'
import { classesOf, coursesOf, gradesOf, schoolOf, studentOf } from '../roster/school.public.ts'
import { acts } from '../roster/school.store.ts'

const picture = async (key: string): Promise<Buffer | null> => {
  try {
    return await getObject(key)
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

type Page = { name: string; key: string }

/** All that the rooms have of the student in a paper; of what several know, the first one's word. */
const givenOf = async (holdings: readonly Holding[], paper: SatPaper, studentId: string): Promise<Given> => {
  const given = (await Promise.all(holdings.map(({ give }) => give?.(paper, studentId) ?? null))).filter(
    (g) => g !== null,
  )
  return {
    state: given.find((g) => g.state !== null)?.state ?? null,
    result: given.find((g) => g.result !== undefined)?.result ?? null,
    pages: given.flatMap((g) => g.pages ?? []),
  }
}

/** Exams sat, each paper with its scores, and where its pages lie. */
const examsOf = async (sittings: Sittings, holdings: readonly Holding[], studentId: string) => {
  const pages: Page[] = []
  const exams = []
  for (const { examId, exam, studentName, studentNumber, className } of await sittings.sittingsOf(studentId)) {
    if (!exam) continue
    const { examName, examDate, term } = exam
    const papers = []
    for (const { courseName, ...paper } of await sittings.papersSat(examId)) {
      const { state, result, pages: own = [] } = await givenOf(holdings, paper, studentId)
      for (const p of own) pages.push({ name: fileName(`${examName}-${courseName}-${p.page}`, 'jpg'), key: p.key })
      papers.push({ courseName, state, result })
    }
    exams.push({ examName, examDate, term, studentName, studentNumber, className, papers })
  }
  return { exams, pages }
}

export const exportStudentWork = (sittings: Sittings, holdings: readonly Holding[]): Work =>
  work(exportStudentJob, {
    write: async ({ input, jobId, tenant, offer, progress }) => {
      const { schoolId, studentId } = input
      const student = (await studentOf(studentId)) ?? refuse(commonProblems.notFound)
      const school = (await schoolOf(schoolId)) ?? refuse(commonProblems.notFound)
      await progress({ message: '正在汇总' })
      const [grades, classes, courses, parents, done, sealed, looks, sat] = await Promise.all([
        gradesOf(schoolId),
        classesOf(schoolId),
        coursesOf(schoolId),
        parentsOfTenant(schoolTenant(schoolId)),
        acts.query(`acts#${schoolId}`),
        personals.get({ schoolId, kind: 'student', personId: studentId }),
        reveals.query(`reveals#${schoolId}`),
        examsOf(sittings, holdings, studentId),
      ])
      const grade = grades.find((g) => g.gradeId === student.gradeId)
      const { schema: _schema, version: _version, ...row } = student
      const data = {
        exportedAt: now(),
        school: school.schoolName,
        student: {
          ...row,
          gradeName: grade && gradeNameOf(grade, now(), school.turnMonth),
          className: classes.find((c) => c.classId === student.classId)?.className,
          courses: courses.filter((c) => student.courseIds?.includes(c.courseId)).map((c) => c.courseName),
          ...(await textsOf(sealed)),
        },
        parents: parents
          .filter((p) => p.studentId === studentId)
          .map((p) => ({ name: p.userName, since: p.createdAt })),
        moves: done
          .filter((a) => a.moves?.some((m) => m.studentId === studentId))
          .map((a) => ({ at: a.createdAt, to: a.to, by: a.by.userName })),
        looks: looks
          .filter((l) => l.personId === studentId)
          .map(({ at, by, field, reason }) => ({ at, by: by.userName, field, reason })),
        exams: sat.exams,
      }
      let files = 1
      const members = async function* (): AsyncGenerator<Uint8Array> {
        const zip = zipWriter(data.exportedAt)
        yield* zip.add('data.json', Buffer.from(JSON.stringify(data, null, 2)))
        for (const page of sat.pages) {
          const bytes = await picture(page.key)
          if (!bytes) continue
          yield* zip.add(`pages/${page.name}`, bytes)
          files++
        }
        yield* zip.end()
      }
      const key = objectKey(jobId, tenant, 'school', 'export', jobId, 'student.zip')
      const { size } = await putStream(key, members())
      await offer([{ key, name: fileName('学生个人数据', 'zip'), size }])
      return { files, size }
    },
  })
