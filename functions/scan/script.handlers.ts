import { acceptMissing, scriptList, setAbsent, sheetStatistic, studentSheets } from '#shared/scan/scan.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { ledgerOf as sum } from '#shared/scan/scan.rules.ts'
import type { AbsentMark } from '#shared/scan/sheet.types.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { waitingOf } from './doubt.handlers.ts'
import { managedPaper, seenPaper } from './managed.ts'
import { pagesOfStudent, scriptsOf, sheetsOf } from './scan.public.ts'
import { absents, missings, slots, slotsOfStudent } from './scan.store.ts'

/** Writes the mark over whatever stands; a repeat changes nothing. */
const markAbsent = async (
  at: { paperId: AbsentMark['paperId']; studentId: AbsentMark['studentId'] },
  absent: boolean,
  reason: string,
  caller: Caller,
): Promise<boolean> => {
  for (let attempt = 0; attempt < 4; attempt++) {
    const known = await absents.get(at)
    if ((known?.absent ?? false) === absent) return false
    const row: AbsentMark = {
      schema: 1,
      ...at,
      absent,
      by: caller.userName,
      at: now(),
      reason,
      version: known?.version ?? 1,
    }
    if (known ? await absents.save(row) : await absents.create(row)) return true
  }
  return refuseStale(absents, at)
}

export const scriptHandlers = [
  implement(setAbsent, async ({ input, caller }) => {
    const { exam } = await managedPaper(input.paperId, caller)
    const roster = new Map((await candidatesOf(exam.examId)).map((c) => [c.studentId as string, c]))
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
    return { changed }
  }),

  implement(acceptMissing, async ({ input, caller }) => {
    const { exam } = await managedPaper(input.paperId, caller)
    const { paperId, studentId, page, accepted } = input
    if (!(await candidatesOf(exam.examId)).some((c) => c.studentId === studentId))
      return refuse(scanProblems.noCandidate, { number: '' })
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
    return stored ? { accepted } : refuseStale(missings, input)
  }),

  implement(sheetStatistic, async ({ input, caller }) => {
    const [{ paper, exam }, { batches, pages }, scripts, card] = await Promise.all([
      seenPaper(input.paperId),
      sheetsOf(input.paperId),
      scriptsOf(input.paperId),
      printedCardOfPaper(input.paperId),
    ])
    const states = new Map(scripts.states.map((s) => [s.studentId, s]))
    return {
      ledger: sum(input.paperId, batches, pages, scripts.states),
      examId: exam.examId,
      examName: exam.examName,
      courseName: paper.courseName,
      hasCard: card !== null,
      mayManage: mayManage(exam, caller),
      doubts: (await waitingOf(input.paperId, scripts)).length,
      classes: exam.classes.map((c) => {
        const own = scripts.candidates.filter((x) => x.classId === c.classId).map((x) => states.get(x.studentId)!)
        const of = (state: string) => own.filter((s) => s.state === state).length
        return {
          ...c,
          total: own.length,
          present: of('present'),
          absent: of('absent'),
          missing: of('missing'),
          incomplete: own.filter((s) => s.state === 'present' && s.missingPages.length > 0).length,
        }
      }),
    }
  }),

  implement(scriptList, async ({ input }) => {
    const { candidates, slots: bySlot, states } = await scriptsOf(input.paperId)
    const name = input.name?.trim().toLowerCase()
    const list = candidates
      .map((c, i) => ({ c, s: states[i]! }))
      .filter(({ c }) => input.classId === undefined || c.classId === input.classId)
      .filter(
        ({ s }) =>
          input.state === undefined ||
          (input.state === 'incomplete' ? s.state === 'present' && s.missingPages.length > 0 : s.state === input.state),
      )
      .filter(
        ({ c }) => !name || c.studentName.includes(name) || c.studentNumber.includes(name) || c.pinyin.includes(name),
      )
    const shown = pageOfRows(list, input)
    return {
      ...shown,
      list: shown.list.map(({ c, s }) => ({
        studentId: c.studentId,
        studentName: c.studentName,
        studentNumber: c.studentNumber,
        pinyin: c.pinyin,
        classId: c.classId,
        className: c.className,
        state: s.state,
        pages: (bySlot.get(c.studentId) ?? []).filter((x) => x.scanId !== undefined).map((x) => x.page),
        missingPages: s.missingPages,
        complete: s.complete,
      })),
    }
  }),

  implement(studentSheets, async ({ input, caller }) => {
    const { exam } = await seenPaper(input.paperId)
    // Students see their own pages, and only once the exam is released.
    if (caller.userType === 4 || caller.userType === 5) {
      if (caller.studentId !== input.studentId || exam.status !== examStatus.released) throw new Barred(403)
    }
    const own = (await pagesOfStudent(input.paperId, input.studentId)) ?? refuse(commonProblems.notFound)
    return {
      state: own.state,
      complete: own.complete,
      pages: await Promise.all(own.pages.map(async ({ key, ...p }) => ({ ...p, url: await signedUrl(key) }))),
    }
  }),
]
