import {
  acceptMissing,
  classSheets,
  scriptList,
  setAbsent,
  sheetStatistic,
  studentSheets,
} from '#shared/scan/scan.calls.ts'
import { decideAbsences } from '#shared/scan/doubts/absence.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { disclosedTo } from '#functions/exam/tools/disclosure.public.ts'
import { ensureCounted } from '../counts.ts'
import { countedPaper, figuresOf } from '../figures.ts'
import { seenCandidate, seenPaper } from '../managed.ts'
import { pagesOfStudent } from '../scan.public.ts'
import { classesSeenIn, classScripts } from '../walked.read.ts'
import { scriptPage } from './scriptPage.ts'
import * as absence from './absence.commands.ts'
import * as commands from './script.commands.ts'

const markingOf = (exam: Parameters<typeof paperProgress>[0], paperId: string): 'before' | 'open' | 'done' => {
  const { lowest, furthest } = paperProgress(exam, paperId)
  return lowest >= markingProgress.done ? 'done' : furthest >= markingProgress.marking ? 'open' : 'before'
}

export const scriptHandlers = [
  implement(setAbsent, ({ input, caller }) => commands.setAbsent(input, caller)),

  implement(decideAbsences, ({ input, caller }) => absence.decideAbsences(input, caller)),

  implement(acceptMissing, ({ input, caller }) => commands.acceptMissing(input, caller)),

  implement(sheetStatistic, async ({ input, caller }) => {
    const seen = await countedPaper(input.paperId, caller)
    const { paper, exam, whole } = seen
    return {
      ...(await figuresOf(seen)),
      examId: exam.examId,
      examName: exam.examName,
      courseName: paper.courseName,
      mayManage: seen.sight.manages,
      takesOut: seen.sight.takesOut?.length !== 0,
      counting: !whole,
      classCount: exam.classCount,
      marking: markingOf(exam, input.paperId),
    }
  }),

  implement(classSheets, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    const shown = pageOfRows(await classesSeenIn(seen), input)
    return {
      ...shown,
      list: (await classScripts(seen, shown.list)).map(({ classId, className, of }) => ({
        classId,
        className,
        total: of('total'),
        present: of('present'),
        absent: of('absent'),
        missing: of('missing'),
        incomplete: of('incomplete'),
      })),
    }
  }),

  implement(scriptList, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    return scriptPage(seen, input)
  }),

  implement(studentSheets, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const { exam } = seen
    await seenCandidate(seen, input.studentId)
    // Students see their own pages only once the exam is released, and its results are shown to them.
    if (seen.sight.studentId !== undefined) {
      const shown = exam.status === examStatus.released ? await disclosedTo(seen, caller) : null
      if (!shown || ('own' in shown && !shown.own.paper)) throw new Barred(403)
    }
    const own = (await pagesOfStudent(input.paperId, input.studentId)) ?? refuse(commonProblems.notFound)
    return {
      state: own.state,
      complete: own.complete,
      pages: await Promise.all(own.pages.map(async ({ key, ...p }) => ({ ...p, url: await signedUrl(key) }))),
    }
  }),
]
