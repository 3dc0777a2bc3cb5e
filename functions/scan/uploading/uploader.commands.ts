import type * as calls from '#shared/scan/uploading/uploader.calls.ts'
import type { UploaderRow } from '#shared/scan/uploading/uploader.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { stateOf } from '#shared/scan/uploading/uploader.rules.ts'
import type { Uploader } from '#shared/scan/uploading/uploader.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import type { Exam, ExamClass, ExamTeacher, Paper } from '#shared/exam/exam.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import { classNamesOf, examTeachersOf } from '#functions/exam/exam.public.ts'
import { partNamed, sheetCounts } from '../counts.ts'
import { managedPaper } from '../managed.ts'
import { batchesOfPaper } from '../scan.store.ts'
import { actBy, giveClasses, uploaderOf, uploaders, withAct } from './uploader.store.ts'

export const classesNamed = (classes: readonly Pick<ExamClass, 'classId' | 'className'>[], ids: readonly string[]) =>
  classes.filter((c) => ids.includes(c.classId))

/** The uploaders as they are shown: with what they have handed in. */
export const rowsOf = async (
  { exam, paper }: { exam: Exam; paper: Paper },
  of: readonly Uploader[],
): Promise<UploaderRow[]> => {
  const [all, classes] = await Promise.all([batchesOfPaper(paper.paperId), classNamesOf(exam.examId)])
  const own = all.filter((b) => of.some((u) => u.userId === b.uploadedBy))
  const counts = await sheetCounts.readParts(
    paper.paperId,
    own.map(({ batchId }) => ({ of: batchId, part: partNamed(batchId) })),
  )
  return of.map((u) => {
    const mine = own.flatMap((b, i) => (b.uploadedBy === u.userId ? [{ b, counts: counts[i]! }] : []))
    return {
      userId: u.userId,
      teacherId: u.teacherId,
      userName: u.userName,
      classes: classesNamed(classes, u.classIds),
      status: stateOf(u, mine.length, paperProgress(exam, paper.paperId).lowest),
      batches: mine.length,
      pages: mine.reduce((n, { b, counts: c }) => n + (c.get(`${partNamed(b.batchId)}.pages`) ?? 0), 0),
      ...(u.finishedAt === undefined ? {} : { finishedAt: u.finishedAt }),
      version: u.version,
    }
  })
}

export type Seen = { exam: Exam; paper: Paper }

export const rowOf = async (seen: Seen, u: Uploader): Promise<UploaderRow> => (await rowsOf(seen, [u]))[0]!

/** The exam's teacher who has this user, with an account. */
export const teacherFor = (teachers: readonly ExamTeacher[], userId: string) => {
  const found = teachers.find((t) => t.userId === userId)
  return found ? { ...found, userId: userId as UserId } : refuse(scanProblems.noUploader)
}

/** The uploader under the version that was seen. `done` says that it is already as wished: a repeat is welcome. */
export const uploaderAt = async (
  of: { paperId: string; userId: string; version: number },
  done: (u: Uploader) => boolean,
): Promise<{ before: Uploader; already: boolean }> => {
  const before = (await uploaders.get(of)) ?? refuse(commonProblems.notFound)
  if (done(before)) return { before, already: true }
  return before.version === of.version ? { before, already: false } : refuseStale(uploaders, of)
}

export const handOverUploader = async (
  input: InputOf<typeof calls.handOverUploader>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.handOverUploader>> => {
  const seen = await managedPaper(input.paperId, caller)
  const teacher = teacherFor(await examTeachersOf(seen.exam.examId), input.to)
  const there = await uploaders.get({ paperId: input.paperId, userId: input.to })
  const note = `交给${teacher.teacherName}`
  const { before, already } = await uploaderAt(
    input,
    (u) => u.deletedAt !== undefined && u.journal.at(-1)?.note === note && there?.deletedAt === undefined,
  )
  if (already && there) return rowOf(seen, there)
  if (there && there.deletedAt === undefined) return refuse(scanProblems.alreadyUploader, { name: teacher.teacherName })
  const next: Uploader = withAct(
    {
      ...before,
      userId: teacher.userId,
      teacherId: teacher.teacherId,
      userName: teacher.teacherName,
      journal: there?.journal ?? [],
      version: there?.version ?? 1,
    },
    actBy(caller, 'handOver', `从${before.userName}接手`),
  )
  const gone = withAct(before, actBy(caller, 'handOver', note), {
    deletedAt: now(),
    deletedBy: caller.userId,
  })
  const writes = [uploaders.saving(gone), there ? uploaders.saving(next) : uploaders.creating(next)]
  if (!(await transact(writes, randomText(27)))) return refuseStale(uploaders, before)
  return rowOf(seen, (await uploaderOf(input.paperId, input.to)) ?? next)
}

export const checkClasses = async ({ examId }: Exam, classIds: readonly string[]): Promise<void> => {
  if (classIds.length === 0) return
  const known = new Set<string>((await classNamesOf(examId)).map((c) => c.classId))
  if (!classIds.every((id) => known.has(id))) refuse(scanProblems.notInExam)
}

export const saved = async (seen: Seen, before: Uploader, next: Uploader): Promise<UploaderRow> => {
  const stored = await uploaders.save(next)
  return stored ? rowOf(seen, stored) : refuseStale(uploaders, before)
}

export const addClasses = async (
  input: { paperId: string; userId: UserId; classIds: Uploader['classIds'] },
  caller: Caller,
): Promise<UploaderRow> => {
  const seen = await managedPaper(input.paperId, caller)
  await checkClasses(seen.exam, input.classIds)
  const teacher = teacherFor(await examTeachersOf(seen.exam.examId), input.userId)
  await giveClasses(seen.paper, teacher, input.classIds, true, caller)
  return rowOf(seen, (await uploaderOf(input.paperId, input.userId)) ?? refuse(commonProblems.notFound))
}
