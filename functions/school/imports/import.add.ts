/** One part of an import written: every item may come twice, and is there once. */
import type {
  ClassItem,
  FillItem,
  ImportItem,
  ParentItem,
  SealedTexts,
  StudentItem,
  TeacherItem,
} from '#shared/school/school.jobs.ts'
import { classKey } from '#shared/school/roster.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { School, Student, Teacher } from '#shared/school/roster/school.types.ts'
import type { ClassId } from '#shared/kit/ids.ts'
import { accountNameOf, isReservedName, openAccount, openingAccount } from '#functions/identity/identity.public.ts'
import type { NewAccount, OpenAccount } from '#functions/identity/identity.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inPieces, inTurns } from '#functions/kit/turns.ts'
import { newClass } from '../classes/class.commands.ts'
import { bindOne } from '../people/parent.commands.ts'
import { notePersonal, openForJob } from '../people/personal.store.ts'
import type { Person } from '../people/personal.store.ts'
import { pinyinOf, initialsOf } from '../people/pinyin.ts'
import { identityOf } from '../people/findPeople.ts'
import { classesOf, studentOfNumber, teachersOf } from '../roster/school.public.ts'
import { areas, students, teachers } from '../roster/school.store.ts'
import type { First } from '../people/slips.ts'
import { noteTouched } from '../people/told.ts'
import { addStudent, studentRow } from '../people/student.commands.ts'

/** Writes of one transaction, and those that a student with an account takes: the account, its user, the row. */
const atOnce = 100
const writesOfOne = 3
type Places = ReadonlyMap<string, ClassId>
/** Told of each person on whom the import is on record. */
type Touch = (personId: string) => void

/** A school's students begin with its initials; where another school has the same, the area's code tells them apart. */
const accountFor = async (
  school: School,
  { studentId, studentName, studentNumber }: Student,
  first: First,
): Promise<NewAccount> => ({
  accountName: `${await initialsOf(school.schoolName)}${studentNumber}`,
  userName: studentName,
  passwordHash: await first.hashFor(studentId),
  passwordStatus: first.passwordStatus,
  users: [identityOf(school, 4, { studentId })],
})

const openFor = async (school: School, student: Student, first: First) => {
  const wanted = await accountFor(school, student, first)
  const opened = await openAccount(wanted)
  if (opened) return { ...opened, accountName: wanted.accountName }
  const area = await areas.get({ areaId: school.areaId })
  const accountName = `${await initialsOf(school.schoolName)}${area?.areaCode ?? ''}_${student.studentNumber}`
  const openedOther = await openAccount({ ...wanted, accountName })
  return openedOther && { ...openedOther, accountName }
}

const placeIn = (places: Places, at: { gradeId: string; className: string }): ClassId =>
  places.get(`${at.gradeId}/${classKey(at.className)}`) ?? refuse(schoolProblems.notOfSchool)

/** Notes what came sealed with an item. */
const note = async (of: Person, sealed: SealedTexts | undefined, jobId: string): Promise<boolean> =>
  sealed === undefined || notePersonal(of, await openForJob(jobId, sealed))

const fieldsOf = (school: School, { className, sealed: _sealed, ...item }: StudentItem, places: Places) => ({
  ...item,
  schoolId: school.schoolId,
  classId: placeIn(places, { ...item, className }),
})

/** What follows the row: the account, and what came sealed. */
const finishStudent = async (
  jobId: string,
  school: School,
  student: Student,
  { sealed, className }: Pick<StudentItem, 'sealed' | 'className'>,
  first: First | null,
  touch: Touch,
  accountName?: string,
): Promise<boolean> => {
  touch(student.studentId)
  if (first && accountName !== undefined) {
    await first.note(student.studentId, { place: className, name: student.studentName, accountName }, true)
  } else if (first) {
    const { studentId, studentName: name, userId } = student
    const opened = userId ? null : await openFor(school, student, first)
    if (opened) await students.update(student, { userId: opened.users[0]!.userId })
    // A student with an account is one of a part that was stopped.
    const accountName = opened?.accountName ?? (userId ? await accountNameOf(userId) : null)
    if (accountName) await first.note(studentId, { place: className, name, accountName }, opened?.opened ?? false)
  }
  return note({ schoolId: school.schoolId, kind: 'student', personId: student.studentId }, sealed, jobId)
}

const addOneStudent = async (
  jobId: string,
  school: School,
  item: StudentItem,
  places: Places,
  first: First | null,
  touch: Touch,
): Promise<boolean> => {
  const { student } = await addStudent(fieldsOf(school, item, places))
  // The number is another student's since it was read: it stays theirs, and the count says so.
  if (student.studentName !== item.studentName) return false
  return finishStudent(jobId, school, student, item, first, touch)
}

/** What a student's row is written with: the account that opens with it, where it is to have one. */
type Adding = { row: Student; item: StudentItem; accountName?: string; writes: readonly WriteItem[] }
const addingOf = async (school: School, item: StudentItem, places: Places, first: First | null): Promise<Adding> => {
  const row = await studentRow(fieldsOf(school, item, places))
  const wanted = first && (await accountFor(school, row, first))
  if (!wanted || isReservedName(wanted.accountName)) return { row, item, writes: [students.creating(row)] }
  const { users, writes } = await openingAccount(wanted)
  const known = { ...row, userId: users[0]!.userId }
  return { row: known, item, accountName: wanted.accountName, writes: [...writes, students.creating(known)] }
}

/**
 * All of them in one transaction, as it is when none of them is there yet: a hundred writes are one way to the store.
 * False when one of the numbers or of the accounts' names is taken, by the same part before it was stopped or by another
 * user: then nothing is written, and each is looked at alone.
 */
const addTogether = async (some: readonly Adding[]): Promise<boolean> =>
  some.length > 1 &&
  transact(
    some.flatMap((a) => a.writes),
    newId('attempt'),
  )

const fillOne = async (
  jobId: string,
  { schoolId }: School,
  { fills, sealed }: FillItem,
  touch: Touch,
): Promise<boolean> => {
  const student = await studentOfNumber(schoolId, fills)
  if (student) touch(student.studentId)
  return student !== null && note({ schoolId, kind: 'student', personId: student.studentId }, sealed, jobId)
}

const addOneParent = async (
  jobId: string,
  school: School,
  item: ParentItem,
  first: First | null,
  touch: Touch,
): Promise<boolean> => {
  const student = await studentOfNumber(school.schoolId, item.childNumber)
  if (!student || !first) return false
  const { parentName, accountName } = item
  const { passwordStatus } = first
  const passwordHash = await first.hashFor(accountName)
  const done = await bindOne(school, student, { parentName, accountName, passwordHash, passwordStatus })
  if (!done || done === 'full') return false
  touch(student.studentId)
  const slip = { place: `${student.studentName}的家长`, name: parentName, accountName }
  await first.note(accountName, slip, done !== 'bound' && done.opened)
  // Linked by the same file before, or by the parent since: it is there.
  if (done === 'bound') return true
  return note({ schoolId: school.schoolId, kind: 'parent', personId: done.userId }, item.sealed, jobId)
}

/** What is taught already and what is new, each once; a head stays head. */
const merged = (a: Teacher['teaches'], b: Teacher['teaches']): Teacher['teaches'] => {
  const all = new Map<string, Teacher['teaches'][number]>()
  for (const t of [...a, ...b]) {
    const key = `${t.classId}/${t.courseId ?? ''}`
    all.set(key, { ...t, isHead: t.isHead || (all.get(key)?.isHead ?? false) })
  }
  return [...all.values()]
}

const addOneTeacher = async (
  school: School,
  item: TeacherItem,
  places: Places,
  known: ReadonlyMap<string, Teacher>,
  first: First | null,
  touch: Touch,
): Promise<boolean> => {
  const teaches = item.taught.map((t) => ({
    classId: placeIn(places, t),
    ...(t.courseId ? { courseId: t.courseId } : {}),
    isHead: t.isHead,
  }))
  const { schoolId } = school
  const there = known.get(item.accountName.toLowerCase())
  const slip = { place: '教师', name: item.teacherName, accountName: item.accountName }
  if (there) await first?.note(item.teacherId, slip, false)
  const taught =
    there &&
    (await teachers.edit(there, (row) => {
      const next = merged(row?.teaches ?? [], teaches).slice(0, 60)
      return !row || JSON.stringify(next) === JSON.stringify(row.teaches) ? null : { ...row, teaches: next }
    }))
  if (there && taught) touch(there.teacherId)
  if (taught) return true
  if (!first) return false
  const { teacherId, teacherName, accountName } = item
  const pinyin = await pinyinOf(teacherName)
  const rowOf = ({ accountId, users }: Pick<OpenAccount, 'accountId' | 'users'>): Teacher => ({
    schema: 1,
    teacherId,
    schoolId,
    userId: users[0]!.userId,
    accountId,
    teacherName,
    pinyin,
    accountName,
    teaches: merged([], teaches),
    createdAt: now(),
    version: 1,
  })
  const opened = await openAccount(
    {
      accountName,
      userName: teacherName,
      passwordHash: await first.hashFor(teacherId),
      passwordStatus: first.passwordStatus,
      users: [identityOf(school, 3, { teacherId })],
    },
    (of) => [teachers.creating(rowOf(of))],
  )
  // The account belongs to another school.
  if (!opened) return false
  touch(teacherId)
  await first.note(item.teacherId, slip, opened.opened)
  // An account from before the row came with it.
  if (!opened.opened) await teachers.create(rowOf(opened))
  return true
}

/** Adds the classes that are not there yet; answers how many of them now are. */
export const addClasses = async (schoolId: School['schoolId'], wanted: readonly ClassItem[]): Promise<ClassId[]> => {
  const created: ClassId[] = []
  const known = wanted.length === 0 ? [] : await classesOf(schoolId)
  for (const c of wanted) {
    const existing = known.filter((e) => e.gradeId === c.gradeId)
    const there = existing.find((e) => classKey(e.className) === classKey(c.className))
    // Taken between the look and the write: another user has just added it, and that is all that is wanted.
    const own = there ?? (await newClass({ schoolId, ...c }, existing))
    if (own) created.push(own.classId)
    if (own && !there) known.push(own)
  }
  return created
}

/** Writes one part; answers how many of its items are now there. */
export const addItems = async (
  jobId: string,
  school: School,
  items: readonly ImportItem[],
  places: Places,
  first: First | null,
): Promise<number> => {
  const own = items.some((i) => 'teacherId' in i)
    ? new Map((await teachersOf(school.schoolId)).map((t) => [t.accountName.toLowerCase(), t]))
    : new Map<string, Teacher>()
  const classItems = items.filter(
    (i): i is ClassItem => !('accountName' in i) && !('studentName' in i) && !('fills' in i),
  )
  let done = (await addClasses(school.schoolId, classItems)).length
  const touched: string[] = []
  const touch: Touch = (personId) => void touched.push(personId)
  const addOne = async (item: ImportItem): Promise<boolean> => {
    if ('studentName' in item) return addOneStudent(jobId, school, item, places, first, touch)
    if ('fills' in item) return fillOne(jobId, school, item, touch)
    if ('childNumber' in item) return addOneParent(jobId, school, item, first, touch)
    return 'accountName' in item && addOneTeacher(school, item, places, own, first, touch)
  }
  const all = async <T>(of: readonly T[], one: (item: T) => Promise<boolean>): Promise<void> => {
    done += (await inTurns(of, 10, one)).filter(Boolean).length
  }
  const pupils = items.filter((i): i is StudentItem => 'studentName' in i)
  const together = first ? Math.floor(atOnce / writesOfOne) : atOnce
  for (const some of inPieces(pupils, together)) {
    const adding = await inTurns(some, 10, (item) => addingOf(school, item, places, first))
    if (await addTogether(adding))
      await all(adding, (a) => finishStudent(jobId, school, a.row, a.item, first, touch, a.accountName))
    else await all(some, addOne)
  }
  await all(
    items.filter((i) => !('studentName' in i)),
    addOne,
  )
  await noteTouched(school.schoolId, touched, jobId)
  return done
}
