import * as calls from '#shared/scan/uploading/uploader.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { unallotted } from '#shared/scan/uploading/uploader.rules.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { SchoolId, UserId } from '#shared/kit/ids.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { classesOfSchoolIn, classNamesOf, examTeachersOf, examTeachersOfSchool } from '#functions/exam/exam.public.ts'
import { foundPaper, managedPaper, seenPaper } from '../managed.ts'
import { batchesOfPaper } from '../scan.store.ts'
import { actBy, everUploadersOf, giveClasses, uploaderOf, uploadersOf, withAct } from './uploader.store.ts'
import * as commands from './uploader.commands.ts'
import {
  teacherFor,
  uploaderAt,
  rowOf,
  rowsOf,
  classesNamed,
  saved,
  checkClasses,
  addClasses,
} from './uploader.commands.ts'

/**
 * Of which school teachers and classes are shown, of an area's exam: the own one to its people, to its organiser the one
 * that is asked for. Null: the exam is a school's own.
 */
const schoolShown = (exam: Exam, caller: Caller, asked: string | undefined): string | null =>
  !isJoint(exam) ? null : caller.tenant.startsWith('s:') ? caller.tenant.slice(2) : (asked ?? '')

const classesShown = async ({ examId }: Exam, schoolId: string | null) =>
  schoolId === null
    ? classNamesOf(examId)
    : (await classesOfSchoolIn({ examId, schoolId: schoolId as SchoolId }))
        .sort((a, b) => a.order - b.order)
        .map(({ classId, className }) => ({ classId, className }))

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

  implement(calls.uploaderChoices, async ({ input, caller }) => {
    const { exam } = await foundPaper(input.paperId)
    const schoolId = schoolShown(exam, caller, input.schoolId)
    const [teachers, chosen, classes] = await Promise.all([
      schoolId === null ? examTeachersOf(exam.examId) : examTeachersOfSchool(exam.examId, schoolId),
      uploadersOf(input.paperId),
      classesShown(exam, schoolId),
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

  implement(calls.uploadersByClass, async ({ input, caller }) => {
    const { exam } = await foundPaper(input.paperId)
    const schoolId = schoolShown(exam, caller, input.schoolId)
    const [all, classes] = await Promise.all([uploadersOf(input.paperId), classesShown(exam, schoolId)])
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

  implement(calls.handOverUploader, ({ input, caller }) => commands.handOverUploader(input, caller)),

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
