import {
  createStudent,
  deleteStudents,
  importStudents,
  listStudents,
  restoreStudents,
  studentDetail,
  studentsCounting,
  studentTemplate,
  takeSlips,
  updateStudent,
} from '#shared/school/student.calls.ts'
import { importStudentsJob, printSlipsJob } from '#shared/school/school.jobs.ts'
import type { ImportKind } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { gradeNameOf } from '#shared/school/roster/school.rules.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import { closingUser, hashPassword, renamingUser } from '#functions/identity/identity.public.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { audited, auditRecord, audits } from '#functions/kit/audit.ts'
import { isDemo } from '#functions/kit/messenger.ts'
import { keepLife, objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { chosenRows, movingTo } from './act.commands.ts'
import { pinyinOf } from './pinyin.ts'
import { templateOf, templates } from './roster.file.ts'
import { countingOf } from './roster.counting.ts'
import { attendingClass } from './attending.ts'
import { classesOf, classOf, gradesOf, schoolOf, studentOf } from './roster/school.public.ts'
import { scopeFor } from './roster/scope.ts'
import { studentPage } from './roster.list.ts'
import { acts, students } from './roster/school.store.ts'
import { newSecret, slipBooks } from './slips.ts'
import { changePerson } from './told.ts'
import { addStudent, shown } from './student.commands.ts'

const importNames = {
  students: '学生名单',
  teachers: '教师名单',
  classes: '班级名单',
  parents: '家长名单',
  oneroster: 'OneRoster全校数据',
} as const satisfies Record<ImportKind, string>

const placeBefore = ({ gradeId, classId }: Student): Pick<Student, 'gradeId' | 'classId'> => ({ gradeId, classId })

export const studentHandlers = [
  implement(listStudents, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [scope, ownGrades, ownClasses] = await Promise.all([
      scopeFor(caller),
      gradesOf(input.schoolId),
      classesOf(input.schoolId),
    ])
    const at = now()
    const classNames = new Map(ownClasses.map((c) => [c.classId as string, c.className]))
    const gradeNames = new Map(ownGrades.map((g) => [g.gradeId as string, gradeNameOf(g, at, school.turnMonth)]))
    const shown = await studentPage(school, scope, input)
    return {
      ...shown,
      list: shown.list.map((s) => ({
        ...s,
        className: classNames.get(s.classId) ?? '',
        gradeName: gradeNames.get(s.gradeId) ?? '',
      })),
    }
  }),

  implement(studentsCounting, async ({ input }) => ({ coming: await countingOf(input.schoolId) })),

  implement(studentDetail, async ({ input }) => (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)),

  implement(createStudent, async ({ input, caller }) => {
    const own = await attendingClass(input.classId)
    const studentId = newId<StudentId>('student')
    const fresh = { ...input, studentId, schoolId: own.schoolId, gradeId: own.gradeId }
    const { added, student } = await addStudent(fresh, async (writes, row) =>
      changePerson(writes, caller, 'school.createStudent', await shown(row)),
    )
    if (!added) return refuse(schoolProblems.numberTaken, { number: input.studentNumber, name: student.studentName })
    return { studentId: student.studentId }
  }),

  implement(updateStudent, async ({ input, caller }) => {
    const row = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
    const own = input.classId === row.classId ? await classOf(input.classId) : await attendingClass(input.classId)
    if (!own || own.schoolId !== row.schoolId) return refuse(schoolProblems.notOfSchool)
    const { gender: _before, ...rest } = row
    const next: Student = {
      ...rest,
      studentName: input.studentName,
      pinyin: await pinyinOf(input.studentName),
      studentNumber: input.studentNumber,
      classId: own.classId,
      gradeId: own.gradeId,
      ...(input.gender ? { gender: input.gender } : {}),
      version: input.version,
    }
    // The name on the roster and the name in the session are one.
    const renaming =
      row.userId && row.studentName !== input.studentName ? await renamingUser(row.userId, input.studentName) : []
    // Another class is a move like any other: on record, and taken back from there.
    const moving = own.classId === row.classId ? null : movingTo([{ ...next, ...placeBefore(row) }], own, caller)
    const [was, is] = await Promise.all([shown(row), shown(next)])
    const told = { ...is, before: was.after }
    const write = (writes: WriteItem[]): Promise<boolean> =>
      changePerson(
        [...(moving ? [acts.creating(moving.act), audits.creating(moving.record)] : []), ...writes, ...renaming],
        caller,
        'school.updateStudent',
        told,
      )
    if (input.studentNumber === row.studentNumber) {
      if (!(await write([students.saving(next)]))) return refuseStale(students, row)
      return { version: next.version + 1 }
    }
    // The number is the key: the row moves in one transaction, so that there is never none and never two.
    const other = await students.get(next)
    if (other && other.deletedAt === undefined)
      return refuse(schoolProblems.numberTaken, { number: input.studentNumber, name: other.studentName })
    const moved = { ...next, version: Math.max(input.version, other?.version ?? 0) + 1 }
    const done = await write([
      {
        Delete: {
          TableName: students.tableName(),
          Key: students.keyOf(row),
          ConditionExpression: '#version = :version AND attribute_not_exists(deletedAt)',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': input.version },
        },
      },
      other ? students.saving({ ...moved, version: other.version }) : students.creating(moved),
    ])
    if (!done) return refuseStale(students, row)
    return { version: other ? other.version + 1 : moved.version }
  }),

  implement(deleteStudents, async ({ input, caller }) => {
    const rows = await chosenRows(input.studentIds)
    for (const s of rows) {
      // The identity closes with the row, and its sessions end: one transaction.
      const closing = s.userId ? await closingUser(s.userId, true) : []
      const writes = [students.saving({ ...s, deletedAt: now() }), ...closing]
      const { after: before, ...of } = await shown(s)
      if (!(await changePerson(writes, caller, 'school.deleteStudent', { ...of, before })))
        return refuseStale(students, s)
    }
    return { deleted: rows.length }
  }),

  implement(restoreStudents, async ({ input, caller }) => {
    let restored = 0
    for (const studentId of input.studentIds) {
      const row = (await students.queryIndex('gsi1', `student#${studentId}`, { limit: 1 }))[0]
      if (!row || row.schoolId !== input.schoolId) return refuse(commonProblems.notFound)
      if (row.deletedAt === undefined) continue
      const { deletedAt: _gone, ...kept } = row
      const opening = row.userId ? await closingUser(row.userId, false) : []
      const writes = [students.saving(kept), ...opening]
      if (!(await changePerson(writes, caller, 'school.restoreStudent', await shown(kept))))
        return refuseStale(students, row)
      restored++
    }
    return { restored }
  }),

  implement(importStudents, async ({ input, caller }) => {
    if (tenantOfUpload(input.key) !== caller.tenant) return refuse(schoolProblems.notYourUpload)
    if (input.gradeId && !(await gradesOf(input.schoolId)).some((g) => g.gradeId === input.gradeId))
      return refuse(schoolProblems.notOfSchool)
    await keepLife(input.key)
    const { initialPassword, openAccounts, ...rest } = input
    const jobId = newId<JobId>('job')
    const opens =
      input.mode !== 'check' &&
      input.kind !== 'classes' &&
      (input.kind !== 'students' || openAccounts || initialPassword !== undefined)
    // A job's input is kept in its history: no password stands in it, and the secret is sealed.
    const first = !opens
      ? {}
      : initialPassword !== undefined && isDemo()
        ? { passwordHash: await hashPassword(initialPassword) }
        : { firstSecret: await newSecret(jobId) }
    // What only looks changes nothing.
    if (input.mode !== 'check') {
      const told = { name: `${importNames[input.kind]}（${input.mode === 'all' ? '全部导入' : '只导入正确的行'}）` }
      const record = auditRecord(caller, 'school.import', jobId, {
        after: rest,
        told,
        tenant: schoolTenant(input.schoolId),
      })
      if (!(await audited([], record))) throw new Error('the import could not be put on record')
    }
    return startJob(
      importStudentsJob,
      { ...rest, ...first },
      { tenant: caller.tenant, userId: caller.userId },
      { jobId },
    )
  }),

  implement(takeSlips, async ({ input, caller }) => {
    const { importId, schoolId } = input
    const book = await slipBooks.get({ jobId: importId })
    if (!book || book.schoolId !== schoolId) return refuse(commonProblems.notFound)
    const before = book.takingJob ? await jobNow(book.takingJob) : null
    // A file that could not be written may be asked for again; nothing was handed out.
    if (book.takenAt !== undefined && before?.status !== jobStatus.failed)
      return refuse(schoolProblems.slipsTaken, { at: showTime(book.takenAt) })
    const takingJob = newId<JobId>('job')
    const taken = { ...book, takenAt: now(), takenBy: caller.userId, takingJob }
    const record = auditRecord(caller, 'school.takeSlips', importId, {
      after: [schoolId, book.count],
      told: { name: `${book.count}人` },
      tenant: schoolTenant(schoolId),
    })
    if (!(await audited([slipBooks.saving(taken)], record))) return refuseStale(slipBooks, book)
    const by = { tenant: caller.tenant, userId: caller.userId }
    return startJob(printSlipsJob, { schoolId, importId }, by, { jobId: takingJob })
  }),

  implement(studentTemplate, async ({ input, caller }) => {
    const { kind } = input
    const fileName = `${templates[kind].name}导入模板.xlsx`
    const key = objectKey(`${kind}-template-1`, caller.tenant, 'school', 'templates', `${kind}-1.xlsx`)
    await putObject(key, await templateOf(kind), { type: 'application/octet-stream', replace: true })
    return { url: await signedUrl(key, { name: fileName }), fileName }
  }),
]
