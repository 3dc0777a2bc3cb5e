import type { Student } from '#shared/school/roster/school.types.ts'
import { closingUser, hashPassword, renamingUser } from '#functions/identity/identity.public.ts'
import { now, newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { pinyinOf } from './pinyin.ts'
import { classOf, gradesOf, studentOf } from '../roster/school.public.ts'
import { students, acts } from '../roster/school.store.ts'
import type { OfPerson } from './told.ts'
import { importStudentsJob, printSlipsJob } from '#shared/school/school.jobs.ts'
import type { ImportKind } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { audited, auditRecord, audits } from '#functions/kit/audit.ts'
import { isDemo } from '#functions/kit/messenger.ts'
import { keepLife, objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { chosenRows, movingTo } from './act.commands.ts'
import { templateOf, templates } from '../imports/roster.file.ts'
import { attendingClass } from '../classes/attending.ts'
import { newSecret, slipBooks } from './slips.ts'
import { changePerson } from './told.ts'
import type * as studentCalls from '#shared/school/people/student.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

type Fresh = Omit<Student, 'schema' | 'pinyin' | 'createdAt' | 'version'>

/** A student's row as it begins. */
export const studentRow = async (fresh: Fresh): Promise<Student> => ({
  ...fresh,
  schema: 1,
  pinyin: await pinyinOf(fresh.studentName),
  createdAt: now(),
  version: 1,
})

/** A student as the records tell of one. */
export const shown = async (s: Student): Promise<OfPerson & { after: NonNullable<OfPerson['after']> }> => ({
  schoolId: s.schoolId,
  personId: s.studentId,
  name: s.studentName,
  after: {
    姓名: s.studentName,
    学号: s.studentNumber,
    性别: s.gender === 1 ? '男' : s.gender === 2 ? '女' : '',
    班级: (await classOf(s.classId))?.className ?? '',
  },
})

type Write = (writes: readonly WriteItem[], student: Student) => Promise<boolean>

const unrecorded: Write = (writes) => transact(writes, newId('attempt'))

/**
 * Adds a student. A deleted student's number is free again; the same name gets the old row back, with its results.
 * An import is on record as one act, and writes what it adds without.
 */
export const addStudent = async (
  fresh: Fresh,
  write: Write = unrecorded,
): Promise<{ added: boolean; student: Student }> => {
  const row = await studentRow(fresh)
  if (await write([students.creating(row)], row)) return { added: true, student: row }
  const there = await students.get(row)
  if (!there) throw new Error(`student ${row.studentNumber} neither created nor there`)
  if (there.deletedAt === undefined) return { added: false, student: there }
  const { deletedAt: _gone, ...kept } = there
  const next: Student =
    there.studentName === row.studentName
      ? { ...kept, gradeId: row.gradeId, classId: row.classId, ...(row.gender ? { gender: row.gender } : {}) }
      : { ...row, version: there.version }
  // The old row comes back with its identity.
  const opening = next.userId ? await closingUser(next.userId, false) : []
  const saved = await write([students.saving(next), ...opening], next)
  return saved
    ? { added: true, student: { ...next, version: next.version + 1 } }
    : { added: false, student: (await students.get(row)) ?? there }
}

const importNames = {
  students: '学生名单',
  teachers: '教师名单',
  classes: '班级名单',
  parents: '家长名单',
  oneroster: 'OneRoster全校数据',
} as const satisfies Record<ImportKind, string>

const placeBefore = ({ gradeId, classId }: Student): Pick<Student, 'gradeId' | 'classId'> => ({ gradeId, classId })

export const createStudent = async (
  input: InputOf<typeof studentCalls.createStudent>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.createStudent>> => {
  const own = await attendingClass(input.classId)
  const studentId = newId<StudentId>('student')
  const fresh = { ...input, studentId, schoolId: own.schoolId, gradeId: own.gradeId }
  const { added, student } = await addStudent(fresh, async (writes, row) =>
    changePerson(writes, caller, 'school.createStudent', await shown(row)),
  )
  if (!added) return refuse(schoolProblems.numberTaken, { number: input.studentNumber, name: student.studentName })
  return { studentId: student.studentId }
}

export const updateStudent = async (
  input: InputOf<typeof studentCalls.updateStudent>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.updateStudent>> => {
  const row = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
  const classNow = input.classId === row.classId ? await classOf(input.classId) : await attendingClass(input.classId)
  if (!classNow || classNow.schoolId !== row.schoolId) return refuse(schoolProblems.notOfSchool)
  const { gender: _before, ...rest } = row
  const next: Student = {
    ...rest,
    studentName: input.studentName,
    pinyin: await pinyinOf(input.studentName),
    studentNumber: input.studentNumber,
    classId: classNow.classId,
    gradeId: classNow.gradeId,
    ...(input.gender ? { gender: input.gender } : {}),
    version: input.version,
  }
  // The name on the roster and the name in the session are one.
  const renaming =
    row.userId && row.studentName !== input.studentName ? await renamingUser(row.userId, input.studentName) : []
  // Another class is a move like any other: on record, and taken back from there.
  const moving =
    classNow.classId === row.classId ? null : movingTo([{ ...next, ...placeBefore(row) }], classNow, caller)
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
}

export const deleteStudents = async (
  input: InputOf<typeof studentCalls.deleteStudents>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.deleteStudents>> => {
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
}

export const restoreStudents = async (
  input: InputOf<typeof studentCalls.restoreStudents>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.restoreStudents>> => {
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
}

export const importStudents = async (
  input: InputOf<typeof studentCalls.importStudents>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.importStudents>> => {
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
  return startJob(importStudentsJob, { ...rest, ...first }, { tenant: caller.tenant, userId: caller.userId }, { jobId })
}

export const takeSlips = async (
  input: InputOf<typeof studentCalls.takeSlips>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.takeSlips>> => {
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
}

export const studentTemplate = async (
  input: InputOf<typeof studentCalls.studentTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.studentTemplate>> => {
  const { kind } = input
  const fileName = `${templates[kind].name}导入模板.xlsx`
  const key = objectKey(`${kind}-template-1`, caller.tenant, 'school', 'templates', `${kind}-1.xlsx`)
  await putObject(key, await templateOf(kind), { type: 'application/octet-stream', replace: true })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}
