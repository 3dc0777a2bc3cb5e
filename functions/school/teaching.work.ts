/** A file of teaching classes: judged whole by the roster's importer; the classes are made first, then who is in them. */
import type * as z from 'zod'
import { memberKey, planTeaching } from '#shared/school/imports/teaching.rules.ts'
import type { NamedClass, TeachingPlan } from '#shared/school/imports/teaching.rules.ts'
import { maxStaffRows } from '#shared/school/imports/sheet.rules.ts'
import { gradeNameOf } from '#shared/school/roster/school.rules.ts'
import type { Grade } from '#shared/school/roster/school.types.ts'
import { importTeachingJob } from '#shared/school/school.jobs.ts'
import type { ImportRead, TeachingItem } from '#shared/school/school.jobs.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { getJson, objectKey, putJson } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobParts, work } from '#functions/kit/work.ts'
import { classNamed, placeRows, termBegun, termToday } from './classes/teachingClass.commands.ts'
import { classesOfTerm, membersOfTerm, termInForce } from './roster/teachingClass.read.ts'
import { FileRefused, isUnreadable } from './imports/import.plan.ts'
import { manifestName, readJudged, writeReport } from './imports/import.read.ts'
import { readTable, TooLong } from './imports/roster.file.ts'
import { coursesOf, gradeOf, schoolOf, studentsOfGrade, teachersOf } from './roster/school.public.ts'

const judged = async (grade: Grade, fileName: string, bytes: Uint8Array): Promise<TeachingPlan> => {
  const table = await readTable(bytes, fileName, maxStaffRows).catch((error: unknown) => {
    if (error instanceof TooLong) throw new FileRefused(`一次最多导入${maxStaffRows}行，请分成几个文件`)
    if (!isUnreadable(error)) throw error
    throw new FileRefused('文件无法读取，请用模板另存为xlsx或csv后重新上传')
  })
  const [school, students, courses, teachers, term] = await Promise.all([
    schoolOf(grade.schoolId),
    studentsOfGrade(grade.gradeId),
    coursesOf(grade.schoolId),
    teachersOf(grade.schoolId),
    termToday(grade).then((today) => termInForce(grade, today)),
  ])
  const [classes, members] =
    term === null ? [[], []] : await Promise.all([classesOfTerm(grade, term), membersOfTerm(grade, term)])
  const plan = planTeaching(table, {
    gradeName: gradeNameOf(grade, now(), school?.turnMonth),
    students: new Map(students.map((s) => [s.studentNumber, s])),
    courses,
    teachers,
    classes,
    members: new Map(members.map((m) => [memberKey(m.courseId, m.studentId), m.classId as string])),
  })
  if (plan.rows === 0) throw new FileRefused(plan.problems[0]!.text)
  return plan
}

const classesName = 'classes.json'
const gradeIn = async (gradeId: string): Promise<Grade> => (await gradeOf(gradeId)) ?? refuse(commonProblems.notFound)

export const teachingWork = work(importTeachingJob, {
  read: async ({ input, jobId, tenant, progress, offer }) => {
    const grade = await gradeIn(input.gradeId)
    const of = { jobId, keyOf: (name: string) => objectKey(jobId, tenant, 'school', 'import', jobId, name) }
    let named: NamedClass[] = []
    const { newClasses: _none, ...told } = await readJudged(of, input, async function* (bytes) {
      const { good, classes, ...said } = await judged(grade, input.fileName, bytes)
      named = classes
      yield { ...said, items: good.map(({ row: _row, ...item }) => item as TeachingItem) }
    })
    if (told.go) {
      await putJson(of.keyOf(classesName), named, { replace: true })
      await progress({ total: told.good, message: '正在导入' })
    }
    const report = await writeReport(of, input.fileName, told)
    if (report) await offer([report])
    const newClasses = named.filter((c) => c.classId === undefined).length
    return { ...told, newClasses, manifestKey: of.keyOf(manifestName) } satisfies z.input<typeof ImportRead>
  },

  classes: async ({ input, jobId, tenant }) => {
    const grade = await gradeIn(input.gradeId)
    const term = await termBegun(grade)
    const wanted = await getJson<NamedClass[]>(objectKey(jobId, tenant, 'school', 'import', jobId, classesName))
    for (const c of wanted) await classNamed(grade, term, c as never)
    return { term }
  },

  add: async ({ input, items, out }) => {
    const grade = await gradeIn(input.gradeId)
    const { term } = out.classes
    const classes = new Map((await classesOfTerm(grade, term)).map((c) => [`${c.courseId}/${c.className}`, c.classId]))
    const { schoolId, gradeId } = grade
    const rows = items.flatMap(({ studentId, courseId, className }) => {
      const classId = classes.get(`${courseId}/${className}`)
      return classId
        ? [{ schema: 1 as const, schoolId, gradeId, term, courseId, studentId, classId, since: now() }]
        : []
    })
    await placeRows(rows)
    return rows.length
  },

  finish: async ({ input, jobId, out }) => {
    const { go: _go, manifestKey: _key, ...read } = out.read
    const parts = await jobParts.query(`job#${jobId}`, { prefix: 'part#add#', consistent: true })
    return { ...read, mode: input.mode, added: parts.reduce((n, p) => n + p.done, 0) }
  },
})
