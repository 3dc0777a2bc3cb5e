/** How far the uploading of an exam is, paper by paper; one's own tasks; uploaders out to files and in again. */
import * as calls from '#shared/scan/uploading/uploader.calls.ts'
import { importUploadersJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { doubtsIn, kindsFrom, ledgerFrom } from '#shared/scan/tally.rules.ts'
import { stateOf } from '#shared/scan/uploading/uploader.rules.ts'
import { uploadState } from '#shared/scan/uploading/uploader.types.ts'
import { isJoint, mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import type { PageInput } from '#shared/kit/paging.ts'
import { keepLife } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { classNamesOf, examOf, examSchoolsOf, paperOf, papersOf } from '#functions/exam/exam.public.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { ensureCounted, scriptCounts, sheetCounts } from '../counts.ts'
import { managedPaper, seenPaper, sightsIn } from '../managed.ts'
import { batchesOfPaper } from '../scan.store.ts'
import { classesSeenIn, classScripts } from '../walked.read.ts'
import { uploaders, uploadersOf } from './uploader.store.ts'
import * as commands from './upload.commands.ts'
import { rowsOf } from './uploader.commands.ts'
import { managedExam, seenExam, paperIdsOf } from './upload.commands.ts'

/** The papers of an exam that the caller sees, with their sums. */
const papersWithSums = async (exam: Exam, caller: Caller) =>
  Promise.all(
    (await sightsIn(exam, await papersOf(exam.examId), caller)).map(async ({ paper }) => {
      const whole = await ensureCounted({ paper, exam }, { tenant: exam.owner, userId: caller.userId })
      const [sheets, scripts] = await Promise.all([sheetCounts.read(paper.paperId), scriptCounts.read(paper.paperId)])
      return { paper, sheets, scripts, whole }
    }),
  )

/** A paper as its farthest uploader would put it; without uploaders, as its sheets tell. */
const paperState = async (exam: Exam, paper: Paper, handed: number): Promise<number> => {
  const own = await uploadersOf(paper.paperId)
  if (own.length === 0) return stateOf({}, handed, paperProgress(exam, paper.paperId).lowest)
  const finished = own.every((u) => u.finishedAt !== undefined)
  return stateOf(finished ? { finishedAt: 1 } : {}, handed, paperProgress(exam, paper.paperId).lowest)
}

const tasksOf = async (caller: Caller) => {
  const own = (await uploaders.queryIndex('gsi1', `uploads#${caller.userId}`)).filter((u) => u.deletedAt === undefined)
  const found = await Promise.all(
    own.map(async (u) => {
      const [paper, exam] = await Promise.all([paperOf(u.paperId), examOf(u.examId)])
      if (!paper || !exam || exam.deletedAt !== undefined) return null
      if (exam.owner !== caller.tenant && !isJoint(exam)) return null
      const [handed, classes] = await Promise.all([
        batchesOfPaper(u.paperId),
        u.classIds.length > 0 ? classNamesOf(u.examId) : [],
      ])
      const batches = handed.filter((b) => b.uploadedBy === u.userId).length
      return {
        paperId: u.paperId,
        examId: u.examId,
        examName: exam.examName,
        courseName: paper.courseName,
        classes: classes.filter((c) => u.classIds.includes(c.classId)),
        status: stateOf(u, batches, paperProgress(exam, u.paperId).lowest),
        batches,
        examDate: exam.examDate,
      }
    }),
  )
  return found.filter((t) => t !== null).sort((a, b) => b.examDate - a.examDate)
}

const startImport = async (
  of: { examId: ExamId; paperIds: PaperId[]; about: string },
  input: { key: string; fileName: string; mode: 'check' | 'all' },
  caller: Caller,
) => {
  if (tenantOfUpload(input.key) !== caller.tenant || !input.key.includes('/uploads/roster/'))
    return refuse(scanProblems.notYours, { name: input.fileName })
  await keepLife(input.key)
  const { key, fileName, mode } = input
  const { examId, paperIds, about } = of
  return startJob(importUploadersJob, { examId, paperIds, key, fileName, mode, byName: caller.userName }, caller, {
    about,
  })
}

export const uploadHandlers = [
  implement(calls.uploadTasks, async ({ input, caller }) =>
    pageOfRows(await tasksOf(caller), input satisfies PageInput),
  ),
  implement(calls.openUploadTasks, async ({ input, caller }) =>
    pageOfRows(
      (await tasksOf(caller)).filter((t) => t.status < uploadState.uploaded),
      input,
    ),
  ),

  implement(calls.uploadStatistic, async ({ input, caller }) => {
    const exam = await seenExam(input.examId)
    const papers = await papersWithSums(exam, caller)
    return {
      examName: exam.examName,
      mayManage: mayManage(exam, caller),
      papers: await Promise.all(
        papers.map(async ({ paper, sheets, scripts, whole }) => {
          const own = await uploadersOf(paper.paperId)
          const { handed, open, balanced, candidates } = ledgerFrom(paper.paperId, sheets, scripts, whole)
          return {
            paperId: paper.paperId,
            courseName: paper.courseName,
            uploaders: own.length,
            finished: own.filter((u) => u.finishedAt !== undefined).length,
            candidates: exam.candidateCount,
            handed,
            present: candidates.present,
            absent: candidates.absent,
            missing: candidates.missing,
            open,
            errors: doubtsIn(sheets, scripts),
            balanced,
          }
        }),
      ),
    }
  }),

  implement(calls.planWorkers, async ({ input, caller }) => {
    const exam = await seenExam(input.examId)
    const seen = await sightsIn(exam, await papersOf(exam.examId), caller)
    const all = await Promise.all(seen.map(async ({ paper }) => ({ paper, own: await uploadersOf(paper.paperId) })))
    const names = new Map(all.flatMap(({ own }) => own.map((u) => [u.userId, u.userName])))
    const shown = pageOfRows(
      [...names]
        .filter(([, name]) => name.includes(input.name?.trim() ?? ''))
        .sort(([, a], [, b]) => a.localeCompare(b, 'zh')),
      input,
    )
    const rows = await Promise.all(
      all.map(async ({ paper, own }) => ({
        paper,
        rows: await rowsOf(
          { exam, paper },
          own.filter((u) => shown.list.some(([userId]) => userId === u.userId)),
        ),
      })),
    )
    return {
      ...shown,
      list: shown.list.map(([userId, userName]) => ({
        userId,
        userName,
        papers: rows.flatMap(({ paper: { paperId, courseName }, rows: of }) =>
          of
            .filter((r) => r.userId === userId)
            .map(({ classes, status, pages }) => ({ paperId, courseName, classes, status, pages })),
        ),
      })),
    }
  }),

  implement(calls.schoolUploadStates, async ({ input, caller }) => {
    const exam = await seenExam(input.examId)
    const [schools, papers] = await Promise.all([examSchoolsOf(exam.examId), papersWithSums(exam, caller)])
    const states = await Promise.all(
      papers.map(async ({ paper, sheets }) => ({
        paperId: paper.paperId,
        courseName: paper.courseName,
        status: await paperState(exam, paper, sheets.get('handed') ?? 0),
      })),
    )
    // Who sits another's exam is told of itself alone.
    const isOwners = mayManage(exam, caller) || exam.owner === caller.tenant
    const told = schools.filter((s) => isOwners || schoolTenant(s.schoolId) === caller.tenant)
    const named = told.filter((s) => s.schoolName.includes(input.name?.trim() ?? ''))
    return named.map(({ schoolId, schoolName, papers: taken }) => ({
      schoolId,
      schoolName,
      papers: states.filter((s) => taken.some((p) => p.paperId === s.paperId)),
    }))
  }),

  implement(calls.courseErrors, async ({ input, caller }) => {
    const exam = await seenExam(input.examId)
    return (await papersWithSums(exam, caller)).map(({ paper, sheets, scripts }) => {
      const kinds = kindsFrom(sheets, scripts)
      return {
        paperId: paper.paperId,
        courseName: paper.courseName,
        errors: kinds.reduce((n, k) => n + k.count, 0),
        kinds,
      }
    })
  }),

  implement(calls.completedClasses, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    return (await classScripts(seen, await classesSeenIn(seen))).flatMap(({ classId, className, of }) =>
      of('total') > 0 && of('complete') + of('absent') === of('total') ? [{ classId, className }] : [],
    )
  }),

  implement(calls.uploaderTemplate, ({ input, caller }) => commands.uploaderTemplate(input, caller)),

  implement(calls.exportUploaders, ({ input, caller }) => commands.exportUploaders(input, caller)),
  implement(calls.exportAllUploaders, ({ input, caller }) => commands.exportAllUploaders(input, caller)),
  implement(calls.importUploaders, async ({ input, caller }) => {
    const { exam, paper } = await managedPaper(input.paperId, caller)
    const of = { examId: exam.examId, paperIds: [paper.paperId], about: paperTitle(exam, paper) }
    return startImport(of, input, caller)
  }),
  implement(calls.importAllUploaders, async ({ input, caller }) => {
    const exam = await managedExam(input.examId, caller)
    return startImport({ examId: exam.examId, paperIds: paperIdsOf(exam), about: exam.examName }, input, caller)
  }),
]
