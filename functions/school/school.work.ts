import { importStudentsJob } from '#shared/school/school.jobs.ts'
import type { ImportItem, ImportRead } from '#shared/school/school.jobs.ts'
import { classKey, planRoster } from '#shared/school/roster.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { gradeNameOf } from '#shared/school/school.rules.ts'
import type { School, Student } from '#shared/school/school.types.ts'
import type * as z from 'zod'
import type { ClassId, GradeId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { openAccount } from '#functions/identity/identity.public.ts'
import { getJson, getObject, objectKey, putJson, putLines, putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobParts, work, workers } from '#functions/kit/work.ts'
import { newClass } from './class.handlers.ts'
import { initialsOf } from './pinyin.ts'
import { problemSheet, readTable } from './roster.file.ts'
import { identityOf } from './school.handlers.ts'
import { classesOf, gradesOf, schoolOf } from './school.public.ts'
import { areas, students } from './school.store.ts'
import { addStudent } from './student.handlers.ts'

type NewClass = { gradeId: GradeId; className: string }

const keyOf = (tenant: string, jobId: string, name: string) => objectKey(jobId, tenant, 'school', 'import', jobId, name)

/** A school's students begin with its initials; where another school has the same, the area's code tells them apart. */
const openFor = async (
  school: School,
  { studentId, studentName, studentNumber }: Student,
  first: { passwordHash: string; passwordStatus: number },
) => {
  const initials = await initialsOf(school.schoolName)
  const wanted = { userName: studentName, ...first, users: [identityOf(school, 4, { studentId })] }
  const opened = await openAccount({ accountName: `${initials}${studentNumber}`, ...wanted })
  if (opened) return opened
  const area = await areas.get({ areaId: school.areaId })
  return openAccount({ accountName: `${initials}${area?.areaCode ?? ''}_${studentNumber}`, ...wanted })
}

export const works = [
  work(importStudentsJob, {
    read: async ({ input, jobId, tenant, progress, offer }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      const bytes = await getObject(input.key)
      const [grades, classes, stored] = await Promise.all([
        gradesOf(school.schoolId),
        classesOf(school.schoolId),
        students.query(`students#${school.schoolId}`, { consistent: true }),
      ])
      const at = now()
      let table: string[][] = []
      let unreadable = ''
      try {
        table = await readTable(bytes, input.fileName)
      } catch {
        unreadable = '文件无法读取，请用模板另存为xlsx或csv后重新上传'
      }
      const plan = planRoster(table, {
        grades: grades.map((g) => ({ ...g, gradeName: gradeNameOf(g, at, school.turnMonth) })),
        classes,
        students: stored.map((s) => ({ ...s, deleted: s.deletedAt !== undefined })),
        gradeId: input.gradeId,
        createClasses: input.createClasses,
      })
      if (unreadable) plan.problems = [{ row: 0, column: '', text: unreadable }]
      const go = plan.good.length > 0 && (input.mode === 'good' || (input.mode === 'all' && plan.problems.length === 0))
      const manifestKey = keyOf(tenant, jobId, 'students.jsonl')
      if (go) {
        await putLines(
          manifestKey,
          plan.good.map(({ row: _row, ...r }) => ({ ...r, studentId: newId<StudentId>('student') })),
        )
        await putJson(keyOf(tenant, jobId, 'classes.json'), plan.newClasses, { replace: true })
        await progress({ total: plan.good.length, message: '正在添加学生' })
      }
      if (plan.problems.length > 0) {
        const sheet = await problemSheet(input.fileName, plan.problems)
        const key = keyOf(tenant, jobId, 'problems.xlsx')
        await putObject(key, sheet, { replace: true })
        const stem = input.fileName.replace(/\.[^.]*$/, '')
        await offer([{ key, name: fileName(`${stem}-问题`, 'xlsx'), size: sheet.length }])
      }
      return {
        go,
        manifestKey,
        rows: plan.rows,
        good: plan.good.length,
        existing: plan.existing,
        problemCount: plan.problems.length,
        newClasses: plan.newClasses.length,
        problems: plan.problems.slice(0, 30).map((p) => ({ ...p, text: p.text.slice(0, 60) })),
      } satisfies z.input<typeof ImportRead>
    },

    classes: async ({ input, jobId, tenant }) => {
      const wanted = await getJson<NewClass[]>(keyOf(tenant, jobId, 'classes.json'))
      const created: ClassId[] = []
      for (const c of wanted) {
        const existing = await classesOf(input.schoolId, c.gradeId)
        if (existing.some((e) => classKey(e.className) === classKey(c.className))) continue
        const classId = await newClass({ schoolId: input.schoolId, ...c }, existing)
        // Somebody else has just added it: it is there, and that is all that is wanted.
        if (classId && created.length < 100) created.push(classId)
      }
      return { created }
    },

    add: async ({ input, items }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      const classes = new Map(
        (await classesOf(school.schoolId)).map((c) => [`${c.gradeId}/${classKey(c.className)}`, c.classId]),
      )
      const hash = input.passwordHash
      const addOne = async ({ className, ...item }: ImportItem): Promise<boolean> => {
        const classId = classes.get(`${item.gradeId}/${classKey(className)}`)
        if (!classId) return refuse(schoolProblems.notOfSchool)
        const { student } = await addStudent({ ...item, schoolId: school.schoolId, classId })
        // Somebody else took the number meanwhile: it is theirs, and the count says so.
        if (student.studentName !== item.studentName) return false
        if (hash && !student.userId) {
          const opened = await openFor(school, student, {
            passwordHash: hash,
            passwordStatus: input.mustChangePassword ? 1 : 0,
          })
          if (opened) await students.update(student, { userId: opened.users[0]!.userId })
        }
        return true
      }
      const rows = items as ImportItem[]
      let done = 0
      for (let at = 0; at < rows.length; at += 10)
        done += (await Promise.all(rows.slice(at, at + 10).map(addOne))).filter(Boolean).length
      return done
    },

    finish: async ({ input, jobId, out }) => {
      const { go: _go, manifestKey: _key, ...read } = out['read'] as z.output<typeof ImportRead>
      const parts = await jobParts.query(`job#${jobId}`, { prefix: 'part#add#', consistent: true })
      return { ...read, mode: input.mode, added: parts.reduce((n, p) => n + p.done, 0) }
    },
  }),
]

export const handler = workers('school', works)
