import * as calls from '#shared/scan/uploader.calls.ts'
import type { UploaderRow } from '#shared/scan/uploader.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { stateOf, unallotted } from '#shared/scan/uploader.rules.ts'
import type { Uploader } from '#shared/scan/uploader.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import type { Exam, ExamClass, ExamTeacher, Paper } from '#shared/exam/exam.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import { randomText } from '#functions/kit/ports.ts'
import { classNamesOf, examTeachersOf } from '#functions/exam/exam.public.ts'
import { partNamed, sheetCounts } from './counts.ts'
import { foundPaper, managedPaper, seenPaper } from './managed.ts'
import { batchesOfPaper } from './scan.store.ts'
import { actBy, everUploadersOf, giveClasses, uploaderOf, uploaders, uploadersOf, withAct } from './uploader.store.ts'

const classesNamed = (classes: readonly Pick<ExamClass, 'classId' | 'className'>[], ids: readonly string[]) =>
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

type Seen = { exam: Exam; paper: Paper }
const rowOf = async (seen: Seen, u: Uploader): Promise<UploaderRow> => (await rowsOf(seen, [u]))[0]!

/** The exam's teacher who has this user, with an account. */
const teacherFor = (teachers: readonly ExamTeacher[], userId: string) => {
  const found = teachers.find((t) => t.userId === userId)
  return found ? { ...found, userId: userId as UserId } : refuse(scanProblems.noUploader)
}

const checkClasses = async ({ examId }: Exam, classIds: readonly string[]): Promise<void> => {
  if (classIds.length === 0) return
  const known = new Set<string>((await classNamesOf(examId)).map((c) => c.classId))
  if (!classIds.every((id) => known.has(id))) refuse(scanProblems.notInExam)
}

const saved = async (seen: Seen, before: Uploader, next: Uploader): Promise<UploaderRow> => {
  const stored = await uploaders.save(next)
  return stored ? rowOf(seen, stored) : refuseStale(uploaders, before)
}

/** The uploader under the version that was seen. `done` says that it is already as wished: a repeat is welcome. */
const uploaderAt = async (
  of: { paperId: string; userId: string; version: number },
  done: (u: Uploader) => boolean,
): Promise<{ before: Uploader; already: boolean }> => {
  const before = (await uploaders.get(of)) ?? refuse(commonProblems.notFound)
  if (done(before)) return { before, already: true }
  return before.version === of.version ? { before, already: false } : refuseStale(uploaders, of)
}

const addClasses = async (
  input: { paperId: string; userId: UserId; classIds: Uploader['classIds'] },
  caller: Caller,
): Promise<UploaderRow> => {
  const seen = await managedPaper(input.paperId, caller)
  await checkClasses(seen.exam, input.classIds)
  const teacher = teacherFor(await examTeachersOf(seen.exam.examId), input.userId)
  await giveClasses(seen.paper, teacher, input.classIds, true, caller)
  return rowOf(seen, (await uploaderOf(input.paperId, input.userId)) ?? refuse(commonProblems.notFound))
}

export const uploaderHandlers = [
  implement(calls.uploaderList, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const all = (await uploadersOf(input.paperId)).sort((a, b) => a.userName.localeCompare(b.userName, 'zh'))
    const shown = pageOfRows(
      all.filter((u) => !input.name || u.userName.includes(input.name)),
      input,
    )
    return {
      ...shown,
      list: await rowsOf(seen, shown.list),
      examId: seen.exam.examId,
      examName: seen.exam.examName,
      courseName: seen.paper.courseName,
      mayManage: seen.sight.manages,
    }
  }),

  implement(calls.uploaderChoices, async ({ input }) => {
    const { exam } = await foundPaper(input.paperId)
    const [teachers, chosen, classes] = await Promise.all([
      examTeachersOf(exam.examId),
      uploadersOf(input.paperId),
      classNamesOf(exam.examId),
    ])
    return teachers.map((t) => ({
      teacherId: t.teacherId,
      ...(t.userId ? { userId: t.userId } : {}),
      teacherName: t.teacherName,
      classes: classesNamed(
        classes,
        t.teaches.map((x) => x.classId),
      ),
      chosen: chosen.some((u) => u.userId === t.userId),
    }))
  }),

  implement(calls.uploadersByClass, async ({ input }) => {
    const { exam } = await foundPaper(input.paperId)
    const [all, classes] = await Promise.all([uploadersOf(input.paperId), classNamesOf(exam.examId)])
    const shown = pageOfRows(classes, input)
    return {
      ...shown,
      list: shown.list.map((c) => ({
        ...c,
        uploaders: all
          .filter((u) => u.classIds.length === 0 || u.classIds.includes(c.classId))
          .map(({ userId, userName }) => ({ userId, userName })),
      })),
    }
  }),

  implement(calls.addUploaders, async ({ input, caller }) => {
    const { paper, exam } = await managedPaper(input.paperId, caller)
    await checkClasses(exam, input.classIds)
    const teachers = await examTeachersOf(exam.examId)
    const people = [...new Set(input.userIds)].map((userId) => teacherFor(teachers, userId))
    let added = 0
    for (const teacher of people) if (await giveClasses(paper, teacher, input.classIds, false, caller)) added++
    return { added }
  }),

  implement(calls.addClassUploader, ({ input, caller }) => addClasses(input, caller)),
  implement(calls.addClassToUploader, ({ input, caller }) => addClasses(input, caller)),

  implement(calls.allotClasses, async ({ input, caller }) => {
    const seen = await managedPaper(input.paperId, caller)
    await checkClasses(seen.exam, input.classIds)
    const classIds = [...new Set(input.classIds)].sort()
    const { before, already } = await uploaderAt(input, (u) => [...u.classIds].sort().join() === classIds.join())
    if (already) return rowOf(seen, before)
    const note = classIds.length === 0 ? '全部班级' : `${classIds.length}个班级`
    return saved(seen, before, withAct(before, actBy(caller, 'allot', note), { classIds }))
  }),

  implement(calls.deleteUploader, async ({ input, caller }) => {
    const seen = await managedPaper(input.paperId, caller)
    const { before, already } = await uploaderAt(input, (u) => input.undo === (u.deletedAt === undefined))
    if (already) return rowOf(seen, before)
    const { deletedAt: _at, deletedBy: _by, ...live } = before
    const entry = actBy(caller, input.undo ? 'restore' : 'remove', '')
    const gone = input.undo ? {} : { deletedAt: now(), deletedBy: caller.userId }
    return saved(seen, before, withAct(live, entry, gone))
  }),

  implement(calls.handOverUploader, async ({ input, caller }) => {
    const seen = await managedPaper(input.paperId, caller)
    const teacher = teacherFor(await examTeachersOf(seen.exam.examId), input.to)
    const there = await uploaders.get({ paperId: input.paperId, userId: input.to })
    const note = `交给${teacher.teacherName}`
    const { before, already } = await uploaderAt(
      input,
      (u) => u.deletedAt !== undefined && u.journal.at(-1)?.note === note && there?.deletedAt === undefined,
    )
    if (already && there) return rowOf(seen, there)
    if (there && there.deletedAt === undefined)
      return refuse(scanProblems.alreadyUploader, { name: teacher.teacherName })
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
  }),

  implement(calls.unallottedClasses, async ({ input }) => {
    const { exam } = await foundPaper(input.paperId)
    return unallotted(await classNamesOf(exam.examId), await uploadersOf(input.paperId))
  }),

  implement(calls.myUploader, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const own = await uploaderOf(input.paperId, caller.userId)
    const { manages } = seen.sight
    return {
      mayUpload: manages || (own !== null && own.finishedAt === undefined),
      mayManage: manages,
      ...(own ? { uploader: await rowOf(seen, own) } : {}),
    }
  }),

  implement(calls.uploaderNames, async ({ input }) =>
    (await uploadersOf(input.paperId)).map(({ userId, userName }) => ({ userId, userName })),
  ),

  implement(calls.finishUploading, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const own = (await uploaderOf(input.paperId, caller.userId)) ?? refuse(scanProblems.noUploader)
    if (own.finishedAt !== undefined) return rowOf(seen, own)
    const reading = (await batchesOfPaper(input.paperId)).filter(
      (b) => b.uploadedBy === caller.userId && b.state === 'recognising',
    )
    if (reading.length > 0) return refuse(scanProblems.stillReading, { n: reading.length })
    return saved(seen, own, withAct(own, actBy(caller, 'finish', ''), { finishedAt: now() }))
  }),

  implement(calls.uploaderHistory, async ({ input }) => {
    const all = (await everUploadersOf(input.paperId)).flatMap(({ userId, userName, journal }) =>
      journal.map((entry) => ({ ...entry, userId, userName })),
    )
    return pageOfRows(
      all.sort((a, b) => b.at - a.at),
      input,
    )
  }),

  implement(calls.workingUploaders, async ({ input }) => {
    const working = new Map<
      string,
      { userId: UserId; userName: string; batches: number; files: number; since: number }
    >()
    for (const b of await batchesOfPaper(input.paperId)) {
      if (b.state !== 'recognising') continue
      const known = working.get(b.uploadedBy)
      working.set(b.uploadedBy, {
        userId: b.uploadedBy,
        userName: b.uploaderName,
        batches: (known?.batches ?? 0) + 1,
        files: (known?.files ?? 0) + b.fileCount,
        since: Math.min(known?.since ?? b.createdAt, b.createdAt),
      })
    }
    return [...working.values()]
  }),
]
