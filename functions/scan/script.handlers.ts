import {
  acceptMissing,
  classSheets,
  scriptList,
  setAbsent,
  sheetStatistic,
  studentSheets,
} from '#shared/scan/scan.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { ledgerFrom } from '#shared/scan/tally.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { candidateOf, candidatesByIds, classNamesOf } from '#functions/exam/exam.public.ts'
import { countChanged, ensureCounted, partNamed, scriptCounts, sheetCounts } from './counts.ts'
import { followMarking } from './followMarking.ts'
import { managedPaper, seenCandidate, seenPaper } from './managed.ts'
import { pagesOfStudent } from './scan.public.ts'
import { scriptPage } from './scriptPage.ts'
import { missings, slots, slotsOfStudent } from './scan.store.ts'
import { markAbsent } from './script.commands.ts'

export const scriptHandlers = [
  implement(setAbsent, async ({ input, caller }) => {
    const { exam } = await managedPaper(input.paperId, caller)
    const roster = new Map((await candidatesByIds(exam, input.studentIds)).map((c) => [c.studentId as string, c]))
    const reason = input.reason?.trim() ?? ''
    for (const studentId of input.studentIds) {
      const candidate = roster.get(studentId) ?? refuse(scanProblems.noCandidate, { number: '' })
      if (!input.absent || reason !== '') continue
      const there = (await slotsOfStudent(input.paperId, studentId)).filter((s) => s.scanId !== undefined)
      if (there.length > 0) refuse(scanProblems.hasPages, { student: candidate.studentName, pages: there.length })
    }
    let changed = 0
    for (const studentId of input.studentIds)
      if (await markAbsent({ paperId: input.paperId, studentId }, input.absent, reason, caller)) changed++
    await countChanged(input.paperId, [], input.studentIds)
    await followMarking(input.paperId, caller, { settled: true })
    return { changed }
  }),

  implement(acceptMissing, async ({ input, caller }) => {
    const { exam } = await managedPaper(input.paperId, caller)
    const { paperId, studentId, page, accepted } = input
    if (!(await candidateOf(exam, studentId))) return refuse(scanProblems.noCandidate, { number: '' })
    if (accepted && (await slots.get({ paperId, studentId, page }))?.scanId !== undefined)
      return refuse(scanProblems.notMissing)
    const known = await missings.get({ paperId, studentId, page })
    if ((known?.accepted ?? false) === accepted) return { accepted }
    const row = {
      schema: 1 as const,
      paperId,
      studentId,
      page,
      accepted,
      by: caller.userName,
      at: now(),
      reason: input.reason?.trim() ?? '',
      version: known?.version ?? 1,
    }
    const stored = known ? await missings.save(row) : await missings.create(row)
    if (!stored) return refuseStale(missings, input)
    await countChanged(paperId, [], [studentId])
    await followMarking(paperId, caller, { settled: true })
    return { accepted }
  }),

  implement(sheetStatistic, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const { paper, exam } = seen
    const whole = await ensureCounted(seen, { tenant: exam.owner, userId: caller.userId })
    const [sheets, scripts, card] = await Promise.all([
      sheetCounts.read(input.paperId),
      scriptCounts.read(input.paperId),
      printedCardOfPaper(input.paperId),
    ])
    return {
      ledger: ledgerFrom(input.paperId, sheets, scripts, whole),
      examId: exam.examId,
      examName: exam.examName,
      courseName: paper.courseName,
      hasCard: card !== null,
      mayManage: seen.sight.manages,
      takesOut: seen.sight.takesOut?.length !== 0,
      doubts: (sheets.get('queue') ?? 0) + (scripts.get('lacking') ?? 0),
      counting: !whole,
      classCount: exam.classCount,
    }
  }),

  implement(classSheets, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    const { classIds } = seen.sight
    const all = await classNamesOf(seen.exam.examId)
    const own = all.filter((c) => classIds === null || classIds.includes(c.classId))
    const shown = pageOfRows(own, input)
    const wanted = shown.list.map(({ classId }) => ({ of: classId, part: partNamed(classId) }))
    const counts = await scriptCounts.readParts(input.paperId, wanted)
    return {
      ...shown,
      list: shown.list.map((c, i) => {
        const of = (key: string) => counts[i]!.get(`@${c.classId}.${key}`) ?? 0
        return {
          ...c,
          total: of('total'),
          present: of('present'),
          absent: of('absent'),
          missing: of('missing'),
          incomplete: of('incomplete'),
        }
      }),
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
    // Students see their own pages only once the exam is released.
    if (seen.sight.studentId !== undefined && exam.status !== examStatus.released) throw new Barred(403)
    const own = (await pagesOfStudent(input.paperId, input.studentId)) ?? refuse(commonProblems.notFound)
    return {
      state: own.state,
      complete: own.complete,
      pages: await Promise.all(own.pages.map(async ({ key, ...p }) => ({ ...p, url: await signedUrl(key) }))),
    }
  }),
]
