import type { AuditAct, Change } from '#shared/kit/acts.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AttemptId, JobId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Student, RosterAct, SchoolClass } from '#shared/school/roster/school.types.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inPieces, inTurns } from '#functions/kit/turns.ts'
import { studentOf, classOf, coursesOf, gradeOf, schoolOf, settingOf } from '../roster/school.public.ts'
import { students, acts, grades } from '../roster/school.store.ts'
import { noteTouched, peopleOf } from './told.ts'
import { exportRosterJob } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { gradeNameOf, hasGraduated } from '#shared/school/roster/school.rules.ts'
import { wrongInChoice } from '#shared/school/settings/setting.rules.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { startJob } from '#functions/kit/work.ts'
import { attendingClass } from '../classes/attending.ts'
import type * as studentCalls from '#shared/school/people/student.calls.ts'
import type * as actCalls from '#shared/school/people/act.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** Students of one transaction; it takes a hundred writes, and two are the act and its record. */
const atOnce = 90

export const chosenRows = async (studentIds: readonly string[]): Promise<Student[]> => {
  const rows = await inTurns([...new Set(studentIds)], 25, (id) => studentOf(id))
  return rows.map((s) => s ?? refuse(commonProblems.notFound))
}

/** Of rows that could not all be saved, tells of the first that another person has changed. */
export const refuseStaleOf = async (rows: readonly Student[]): Promise<never> => {
  for (const row of rows) {
    const there = await students.get(row)
    if (there?.version !== row.version) return refuseStale(students, row)
  }
  return refuseStale(students, rows[0]!)
}

/** The row as it is now, found by its number or, where that has changed, by its id. */
export const rowNow = async (of: {
  schoolId: string
  studentId: string
  studentNumber: string
}): Promise<Student | null> => {
  const there = await students.get(of)
  return there?.studentId === of.studentId ? there : studentOf(of.studentId)
}

/**
 * Saves many rows, `first` and the act's record in the transaction of the first of them. What does not fit into one
 * transaction follows, each row read again where another change was faster; `next` answers null for a row that is to stay as it is.
 */
export const saveAll = async (
  rows: readonly Student[],
  next: (row: Student) => Student | null,
  record: AuditRecord,
  first: readonly WriteItem[] = [],
): Promise<boolean> => {
  const head = rows.slice(0, atOnce)
  const schoolId = rows[0]?.schoolId
  const touched = rows.map((r) => r.studentId)
  if (schoolId) await noteTouched(schoolId, touched, record.object)
  if (!(await audited([...first, ...head.map((r) => students.saving(next(r) ?? r))], record))) return false
  for (const piece of inPieces(rows.slice(atOnce), atOnce)) {
    let part = piece
    await edit('students', async () => {
      const writes = part.flatMap((r) => {
        const after = next(r)
        return after ? [students.saving(after)] : []
      })
      if (writes.length === 0 || (await transact(writes, newId('attempt')))) return null
      part = (await Promise.all(part.map((r) => rowNow(r)))).filter((r) => r !== null)
      return beaten
    })
  }
  return true
}

export const by = (caller: Caller): RosterAct['by'] => ({ userId: caller.userId, userName: caller.userName })

/** Changes chosen students, all of them or (up to a transaction's size) none. */
export const changeAll = async (
  studentIds: readonly string[],
  next: (row: Student) => Student,
  of: { caller: Caller; act: AuditAct; changes: readonly Change[]; reason?: string },
): Promise<number> => {
  const rows = await chosenRows(studentIds)
  const [first] = rows
  if (!first) return 0
  const record = auditRecord(of.caller, of.act, newId<AttemptId>('attempt'), {
    after: [...studentIds, of.changes],
    told: { ...peopleOf(rows.map((s) => s.studentId)), changes: [...of.changes] },
    tenant: schoolTenant(first.schoolId),
    ...(of.reason ? { reason: of.reason } : {}),
  })
  const done = await saveAll(rows, next, record)
  return done ? rows.length : refuseStaleOf(rows)
}

/** The act of moving these students to a class, and its audit record. */
export const movingTo = (
  rows: readonly Student[],
  schoolClass: SchoolClass,
  caller: Caller,
): { act: RosterAct; record: AuditRecord } => {
  const to = { gradeId: schoolClass.gradeId, classId: schoolClass.classId }
  const act: RosterAct = {
    schema: 1,
    actId: newId<AttemptId>('attempt'),
    schoolId: schoolClass.schoolId,
    kind: 'move',
    title: `${rows.length === 1 ? rows[0]!.studentName : `${rows.length}名学生`}调到${schoolClass.className}`,
    by: by(caller),
    to,
    moves: rows.map((s) => ({
      studentId: s.studentId,
      studentNumber: s.studentNumber,
      from: { gradeId: s.gradeId, classId: s.classId },
    })),
    createdAt: now(),
    version: 1,
  }
  const record = auditRecord(caller, 'school.moveStudents', act.actId, {
    before: act.moves,
    after: to,
    told: {
      ...peopleOf(rows.map((s) => s.studentId)),
      changes: [{ field: '班级', after: schoolClass.className }],
      actId: act.actId,
    },
    tenant: schoolTenant(schoolClass.schoolId),
  })
  return { act, record }
}

/** Whom a later act moved on, or moved away and here again: where they stand is that one's doing. */
export const movedSince = async ({ schoolId, actId }: RosterAct): Promise<Set<string>> => {
  const later = await acts.query(`acts#${schoolId}`, { from: `${actId}\u0000` })
  return new Set(later.filter((a) => !a.undone).flatMap((a) => (a.moves ?? []).map((m) => m.studentId)))
}

const exportNames = {
  students: '学生名单',
  courses: '学生选课',
  teachers: '教师名单',
  classes: '班级名单',
  oneroster: 'OneRoster全校数据',
  records: '操作记录',
} as const

export const moveStudents = async (
  input: InputOf<typeof studentCalls.moveStudents>,
  caller: Caller,
): Promise<AnswerOf<typeof studentCalls.moveStudents>> => {
  const own = await attendingClass(input.classId)
  const all = await chosenRows(input.studentIds)
  if (all.some((s) => s.schoolId !== own.schoolId)) return refuse(schoolProblems.notOfSchool)
  const rows = all.filter((s) => s.classId !== own.classId)
  if (rows.length === 0) return { moved: 0 }
  const to = { gradeId: own.gradeId, classId: own.classId }
  const { act, record } = movingTo(rows, own, caller)
  const from = new Map(rows.map((s) => [s.studentId as string, s.classId]))
  const done = await saveAll(rows, (s) => (s.classId === from.get(s.studentId) ? { ...s, ...to } : null), record, [
    acts.creating(act),
  ])
  return done ? { moved: rows.length, actId: act.actId } : refuseStaleOf(rows)
}

export const graduateGrade = async (
  input: InputOf<typeof actCalls.graduateGrade>,
  caller: Caller,
): Promise<AnswerOf<typeof actCalls.graduateGrade>> => {
  const grade = (await gradeOf(input.gradeId)) ?? refuse(commonProblems.notFound)
  const school = (await schoolOf(grade.schoolId)) ?? refuse(commonProblems.notFound)
  const at = now()
  if (hasGraduated(grade, at, school.turnMonth)) return refuse(schoolProblems.alreadyGraduated)
  const act: RosterAct = {
    schema: 1,
    actId: newId<AttemptId>('attempt'),
    schoolId: grade.schoolId,
    kind: 'graduate',
    title: `${gradeNameOf(grade, at, school.turnMonth)}（${grade.enrolmentYear}级）毕业`,
    by: by(caller),
    gradeId: grade.gradeId,
    createdAt: at,
    version: 1,
  }
  const done = await audited(
    [grades.saving({ ...grade, graduatedAt: at, version: input.version }), acts.creating(act)],
    auditRecord(caller, 'school.graduate', grade.gradeId, {
      before: grade,
      told: { name: act.title, actId: act.actId },
      tenant: schoolTenant(grade.schoolId),
    }),
  )
  return done ? { actId: act.actId } : refuseStale(grades, grade)
}

export const undoAct = async (
  input: InputOf<typeof actCalls.undoAct>,
  caller: Caller,
): Promise<AnswerOf<typeof actCalls.undoAct>> => {
  const act = (await acts.get(input)) ?? refuse(commonProblems.notFound)
  if (act.undone) return refuse(schoolProblems.actUndone, { at: showTime(act.undone.at), who: act.undone.userName })
  const marked = acts.saving({ ...act, undone: { at: now(), userName: caller.userName } })
  const record = auditRecord(caller, 'school.undo', act.actId, {
    before: act,
    told: act.kind === 'graduate' ? { name: act.title } : peopleOf((act.moves ?? []).map((m) => m.studentId as string)),
    tenant: schoolTenant(act.schoolId),
  })
  if (act.kind === 'graduate') {
    const grade = (await gradeOf(act.gradeId ?? '')) ?? refuse(commonProblems.notFound)
    const { graduatedAt: _at, ...kept } = grade
    const done = await audited([marked, grades.saving(kept)], record)
    return done ? { undone: 1, kept: 0 } : refuseStale(grades, grade)
  }
  const moves = act.moves ?? []
  const stillOpen = new Set<string>()
  for (const classId of new Set(moves.map((m) => m.from.classId))) if (await classOf(classId)) stillOpen.add(classId)
  const found: Student[] = []
  for (const row of await inTurns(moves, 25, (m) => rowNow({ ...m, schoolId: act.schoolId })))
    if (row && row.deletedAt === undefined) found.push(row)
  const before = new Map(moves.map((m) => [m.studentId as string, m.from]))
  const since = await movedSince(act)
  const back = (s: Student): Student | null => {
    const from = before.get(s.studentId)
    return from && !since.has(s.studentId) && s.classId === act.to?.classId && stillOpen.has(from.classId)
      ? { ...s, ...from }
      : null
  }
  const rows = found.filter((s) => back(s) !== null)
  const done = await saveAll(rows, back, record, [marked])
  if (!done) return rows.length > 0 ? refuseStaleOf(rows) : refuseStale(acts, act)
  return { undone: rows.length, kept: moves.length - rows.length }
}

export const setLeave = async (
  input: InputOf<typeof actCalls.setLeave>,
  caller: Caller,
): Promise<AnswerOf<typeof actCalls.setLeave>> => {
  const { leave } = input
  const until = leave?.until === undefined ? '' : `至${showDate(leave.until)}`
  const after = leave ? `${leave.kind}（${showDate(leave.from)}起${until}）` : '在校'
  const of = { caller, act: 'school.setLeave' as const, changes: [{ field: '状态', after }] }
  const next = ({ leave: _before, ...s }: Student): Student => (leave ? { ...s, leave } : s)
  return { changed: await changeAll(input.studentIds, next, of) }
}

export const tagStudents = async (
  input: InputOf<typeof actCalls.tagStudents>,
  caller: Caller,
): Promise<AnswerOf<typeof actCalls.tagStudents>> => {
  // As the rows are when they are written: of a try that was overtaken the last look stands.
  const undoes = new Map<StudentId, { add: string[]; remove: string[] }>()
  const told = [
    ...(input.add.length > 0 ? [{ field: '标签', after: input.add.join('、') }] : []),
    ...(input.remove.length > 0 ? [{ field: '标签', before: input.remove.join('、') }] : []),
  ]
  const next = ({ tags = [], ...s }: Student): Student => {
    const own = [...new Set([...tags.filter((t) => !input.remove.includes(t)), ...input.add])]
    if (own.length > 10) return refuse(schoolProblems.tooManyTags)
    undoes.set(s.studentId, {
      add: tags.filter((t) => !own.includes(t)),
      remove: own.filter((t) => !tags.includes(t)),
    })
    return own.length > 0 ? { ...s, tags: own } : s
  }
  const of = { caller, act: 'school.tagStudents' as const, changes: told }
  const changed = await changeAll(input.studentIds, next, of)
  const alike = Map.groupBy(undoes, ([, undo]) => JSON.stringify(undo)).values()
  const undo = [...alike].map((of) => ({ studentIds: of.map(([id]) => id), ...of[0]![1] }))
  return { changed, undo: undo.filter((u) => u.add.length + u.remove.length > 0) }
}

export const chooseCourses = async (
  input: InputOf<typeof actCalls.chooseCourses>,
  caller: Caller,
): Promise<AnswerOf<typeof actCalls.chooseCourses>> => {
  const names = new Map<string, string>()
  const schoolIds = new Set((await chosenRows(input.studentIds)).map((s) => s.schoolId))
  for (const schoolId of schoolIds) {
    const own = await coursesOf(schoolId)
    for (const c of own) names.set(c.courseId, c.courseName)
    if (!input.courseIds.every((id) => own.some((c) => c.courseId === id))) return refuse(schoolProblems.notOfSchool)
    const rule = wrongInChoice(
      await settingOf(schoolId, 'seniorSetting'),
      own.filter((c) => input.courseIds.includes(c.courseId)),
    )
    if (rule) return refuse(schoolProblems.choiceRule, { rule })
  }
  const after = input.courseIds.map((id) => names.get(id) ?? '').join('、')
  const of = {
    caller,
    act: 'school.chooseCourses' as const,
    changes: [{ field: '选课', ...(after ? { after } : {}) }],
  }
  const next = ({ courseIds: _before, ...s }: Student): Student =>
    input.courseIds.length > 0 ? { ...s, courseIds: [...new Set(input.courseIds)] } : s
  return { changed: await changeAll(input.studentIds, next, of) }
}

export const exportRoster = async (
  input: InputOf<typeof actCalls.exportRoster>,
  caller: Caller,
): Promise<AnswerOf<typeof actCalls.exportRoster>> => {
  if (input.gradeId && (await gradeOf(input.gradeId))?.schoolId !== input.schoolId)
    return refuse(schoolProblems.notOfSchool)
  const uuid = newId<JobId>('job')
  // I16: what leaves the house is on record, or does not leave.
  const record = auditRecord(
    caller,
    input.kind === 'records' ? 'school.exportRecords' : 'school.export',
    input.schoolId,
    {
      after: input,
      reason: uuid,
      told: { name: exportNames[input.kind] },
      tenant: schoolTenant(input.schoolId),
    },
  )
  if (!(await audited([], record))) throw new Error('the export could not be put on record')
  return startJob(exportRosterJob, input, { tenant: caller.tenant, userId: caller.userId }, { jobId: uuid })
}
