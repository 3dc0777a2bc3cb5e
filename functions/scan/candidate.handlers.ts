/** One candidate's cards: every page that was scanned of them, by which card it was read, and all papers of the exam. */
import * as calls from '#shared/scan/candidate.calls.ts'
import { ownerIn, scriptState } from '#shared/scan/scan.rules.ts'
import type { ScanPage, Slot } from '#shared/scan/sheet.types.ts'
import { seesCandidate } from '#shared/exam/sight.rules.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { papersOf } from '#functions/exam/exam.public.ts'
import { pageRow } from './batches/batch.read.ts'
import { seenCandidate, seenPaper, sightsIn } from './managed.ts'
import { absents, batches, pages, slotsOfStudent } from './scan.store.ts'
import * as commands from './candidate.commands.ts'

const candidateIn = async ({ paperId, studentId }: { paperId: string; studentId: string }, caller: Caller) => {
  const seen = await seenPaper(paperId, caller)
  return { ...seen, candidate: await seenCandidate(seen, studentId) }
}

const thereOf = (own: readonly Slot[]): Slot[] =>
  own.filter((s) => s.scanId !== undefined).sort((a, b) => a.page - b.page)
const pagesIn = (own: readonly Slot[]): Promise<ScanPage[]> =>
  pages.getMany(own.flatMap((s) => (s.batchId && s.no ? [{ batchId: s.batchId, no: s.no }] : [])))

export const candidateHandlers = [
  implement(calls.studentCards, async ({ input, caller }) => {
    const { candidate } = await candidateIn(input, caller)
    const seated = await pagesIn(await slotsOfStudent(input.paperId, input.studentId))
    // Second pictures wait under the same student; those that were thrown out remember whose they were.
    const [waiting, binned] = await Promise.all([
      pages.queryIndex('gsi1', `doubts#${input.paperId}`, { limit: mostLooked }),
      pages.queryIndex('gsi1', `bin#${input.paperId}`, { reverse: true, limit: mostLooked }),
    ])
    const others = [...waiting, ...binned].filter((p) => ownerIn(p) === input.studentId)
    const all = [...new Map([...seated, ...others].map((p) => [p.scanId, p])).values()]
    const own = await batches.getMany(
      [...new Set(all.map((p) => p.batchId))].map((batchId) => ({ paperId: input.paperId, batchId })),
    )
    const inScript = new Set(seated.map((p) => p.scanId))
    const rows = await Promise.all(
      all.map(async (p) => ({
        ...(await pageRow(p, candidate)),
        uploaderName: own.find((b) => b.batchId === p.batchId)?.uploaderName ?? '',
        inScript: inScript.has(p.scanId),
      })),
    )
    return rows.sort((a, b) => (a.page ?? 99) - (b.page ?? 99) || Number(b.inScript) - Number(a.inScript))
  }),

  implement(calls.studentFirstPage, async ({ input, caller }) => {
    await candidateIn(input, caller)
    const [first] = thereOf(await slotsOfStudent(input.paperId, input.studentId))
    if (!first?.imageKey) return null
    return { page: first.page, url: await signedUrl(first.imageKey), width: first.width, height: first.height }
  }),

  implement(calls.studentTemplate, async ({ input, caller }) => {
    await candidateIn(input, caller)
    const own = thereOf(await slotsOfStudent(input.paperId, input.studentId))
    const [found, card] = await Promise.all([pagesIn(own), printedCardOfPaper(input.paperId)])
    return own.flatMap(({ page, pageCount, batchId, no }) => {
      const code = found.find((p) => p.batchId === batchId && p.no === no)?.code
      return code && batchId && no ? [{ page, pageCount, code, batchId, no, current: code === card?.code }] : []
    })
  }),

  implement(calls.studentPapers, async ({ input, caller }) => {
    const { exam, candidate } = await candidateIn(input, caller)
    const seen = await sightsIn(exam, await papersOf(exam.examId), caller)
    return Promise.all(
      seen
        .flatMap((s) => (seesCandidate(s.sight, candidate) ? [s.paper] : []))
        .map(async ({ paperId, courseName }) => {
          const at = { paperId, studentId: input.studentId }
          const [own, mark] = await Promise.all([slotsOfStudent(paperId, at.studentId), absents.get(at)])
          const { state, missingPages, complete } = scriptState(at.studentId, own, mark?.absent === true)
          const there = thereOf(own)
          const doubtful = there.flatMap((s) => Object.values(s.choices)).filter((c) => c === null).length
          return { paperId, courseName, state, pages: there.map((s) => s.page), missingPages, doubtful, complete }
        }),
    )
  }),

  implement(calls.exportAbsentOfExam, ({ input, caller }) => commands.exportAbsentOfExam(input, caller)),
]

/** So many pages that wait or were thrown out are looked at for those of one candidate. */
const mostLooked = 1000
