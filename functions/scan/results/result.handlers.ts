/** Results as they stand, by candidate and by question, and whether recognition of a paper is through. */
import * as calls from '#shared/scan/results/result.calls.ts'
import type { LowRow } from '#shared/scan/results/result.calls.ts'
import { scoreMarkFor } from '#shared/scan/results/marks.rules.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { isJudgedIn } from '#shared/scan/results/marks.rules.ts'
import { doubtTexts, scriptState } from '#shared/scan/scan.rules.ts'
import type { ScanPage, Slot } from '#shared/scan/sheet.types.ts'
import { queuedIn, waitsFor } from '#shared/scan/tally.rules.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { doubtRows, queueFrom } from '../doubts/doubt.read.ts'
import { scriptCounts, sheetCounts } from '../counts.ts'
import { countedPaper, figuresOf } from '../figures.ts'
import { seenCandidate, seenPages, seenPaper, takenOut } from '../managed.ts'
import { scoreOn } from './score.commands.ts'
import { scriptPage } from '../doubts/scriptPage.ts'
import { absents, pages, slotsOfStudent } from '../scan.store.ts'
import * as commands from './result.commands.ts'

const seated = (own: readonly Slot[]): Slot[] =>
  own.filter((s) => s.scanId !== undefined).sort((a, b) => a.page - b.page)

/** Waiting pages that are looked through for those of one candidate that are in no script: second pictures. */
const mostLooked = 1000

/** Every page of a candidate that waits, in the order of the card. */
const waitingOf = async (paperId: string, studentId: string): Promise<ScanPage[]> => {
  const own = seated(await slotsOfStudent(paperId, studentId)).flatMap(({ batchId, no }) =>
    batchId && no ? [{ batchId, no }] : [],
  )
  const [inScript, queue] = await Promise.all([
    pages.getMany(own),
    pages.queryIndex('gsi1', `doubts#${paperId}`, { limit: mostLooked }),
  ])
  const all = [...inScript.filter((p) => p.waits), ...queue.filter((p) => p.studentId === studentId)]
  return [...new Map(all.map((p) => [p.scanId, p])).values()].sort((a, b) => (a.page ?? 99) - (b.page ?? 99))
}

const candidateIn = async ({ paperId, studentId }: { paperId: string; studentId: string }, caller: Caller) => {
  const seen = await seenPaper(paperId, caller)
  return { ...seen, candidate: await seenCandidate(seen, studentId) }
}

const suffixOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** Doubts of questions on a page in a script, as rows. */
const lowOf = (page: ScanPage, questionId: string | undefined): ScanPage['doubts'] =>
  page.state !== 'matched'
    ? []
    : page.doubts.filter((d) => d.questionId !== undefined && (questionId === undefined || d.questionId === questionId))

/** Candidates are looked through by so many at a time for answers that seem blank. */
const blankLook = 200

const namedIn = (paper: Paper) => {
  const numbers = new Map(paper.questions.map((q) => [q.questionId as string, q.number]))
  return (questionIds: readonly string[]): string => questionIds.map((id) => numbers.get(id) ?? id).join('、')
}

export const resultHandlers = [
  implement(calls.resultErrors, async ({ input, caller }) => {
    const seen = await candidateIn(input, caller)
    return {
      list: await doubtRows(seen, await waitingOf(input.paperId, input.studentId), caller),
      mayManage: seen.sight.manages,
      takesOut: seen.sight.takesOut?.length !== 0,
    }
  }),

  implement(calls.errorCards, async ({ input, caller }) => {
    const { candidate, ...seen } = await candidateIn(input, caller)
    // Files of pictures, also for a caller who may open them one by one elsewhere.
    takenOut(seen)
    const found = (await waitingOf(input.paperId, input.studentId)).filter((p) => p.imageKey)
    return Promise.all(
      found.map(async (p, i) => {
        const stem = `${candidate.studentNumber}-${candidate.studentName}-${i + 1}-第${p.page ?? '?'}页`
        const name = fileName(stem, suffixOf(p.imageKey!))
        const reason = doubtTexts[waitsFor(p)].name
        return { name, url: await signedUrl(p.imageKey!, { name }), reason, ...(p.page ? { page: p.page } : {}) }
      }),
    )
  }),

  implement(calls.lowConfident, async ({ input, caller }) => {
    const seen = await countedPaper(input.paperId, caller)
    const { list: waiting, next } = await queueFrom(seen.paper.paperId, input.after, input.pageSize)
    const { list: found, byId } = await seenPages(seen, waiting)
    const rows: LowRow[] = []
    for (const page of found) {
      const owner = page.studentId && byId.get(page.studentId)
      if (!owner || (input.classId && owner.classId !== input.classId)) continue
      for (const d of lowOf(page, input.questionId))
        rows.push({
          studentId: owner.studentId,
          studentName: owner.studentName,
          className: owner.className,
          questionId: d.questionId!,
          number: d.number ?? '',
          page: page.page ?? 0,
          kind: d.kind,
          reason: d.detail ?? doubtTexts[d.kind].name,
          chosen: d.chosen ?? '',
          judged: isJudgedIn(seen.paper.questions, d.questionId!),
          cells: (d.cells ?? []).map(({ value, state }) => ({ value, state })),
          ...(d.cropKey ? { cropUrl: await signedUrl(d.cropKey) } : {}),
          batchId: page.batchId,
          no: page.no,
          version: page.version,
        })
    }
    const sheets = await sheetCounts.read(input.paperId)
    return {
      list: rows,
      total: seen.sight.classIds === null ? queuedIn(sheets).later : rows.length,
      ...(next === undefined ? {} : { next }),
      mayManage: seen.sight.manages,
    }
  }),

  implement(calls.likelyBlanks, async ({ input, caller }) => {
    const seen = await countedPaper(input.paperId, caller)
    const { paper } = seen
    const named = namedIn(paper)
    const asked = { ...input, paperId: paper.paperId, state: 'present' as const, pageSize: blankLook }
    const { list: people, next } = await scriptPage(seen, asked)
    const found = await Promise.all(
      people.map(async (row) =>
        seated(await slotsOfStudent(input.paperId, row.studentId)).flatMap((slot) =>
          slot.blocks
            .filter((b) => b.likelyBlank && (!input.questionId || b.questionIds.includes(input.questionId)))
            .map((block) => ({ row, slot, block })),
        ),
      ),
    )
    const list = found.flat()
    // Whole candidates, at least a page of rows: where more were found, the next page begins behind the last one shown.
    let end = list.length
    if (list.length > input.pageSize) {
      end = input.pageSize
      while (end < list.length && list[end]!.row.studentId === list[end - 1]!.row.studentId) end++
    }
    const last = end < list.length ? list[end - 1]!.row : undefined
    const after = last ? `${last.classId}#${last.studentId}` : next
    return {
      list: await Promise.all(
        list.slice(0, end).map(async ({ row, slot, block }) => ({
          studentId: row.studentId,
          studentName: row.studentName,
          className: row.className,
          numbers: named(block.questionIds),
          part: block.part,
          page: slot.page,
          url: await signedUrl(block.key),
          width: block.width,
          height: block.height,
        })),
      ),
      total: seen.sight.classIds === null ? ((await scriptCounts.read(input.paperId)).get('whites') ?? 0) : end,
      ...(after === undefined ? {} : { next: after }),
    }
  }),

  implement(calls.subjectiveDetail, async ({ input, caller }) => {
    const { exam, paper, sight, candidate } = await candidateIn(input, caller)
    const question = paper.questions.find((q) => q.questionId === input.questionId) ?? refuse(commonProblems.notFound)
    const [own, mark] = await Promise.all([slotsOfStudent(input.paperId, input.studentId), absents.get(input)])
    const { state } = scriptState(candidate.studentId, own, mark?.absent === true)
    const there = seated(own)
    const bearing = there.filter(
      (s) =>
        s.blocks.some((b) => b.questionIds.includes(input.questionId)) ||
        s.marks?.some((m) => m.kind === 'score' && m.questionIds.includes(input.questionId)),
    )
    const [first] = bearing
    const at = scoreMarkFor(input.questionId, first?.marks ?? [])
    const page = first?.batchId && first.no ? await pages.get({ batchId: first.batchId, no: first.no }) : null
    const score = page ? scoreOn(page, at) : null
    const barred = !sight.manages
      ? '只有考试的创建者和管理员可以登记'
      : paperProgress(exam, input.paperId).lowest >= markingProgress.done
        ? scanProblems.markingDone.message
        : first
          ? undefined
          : scanProblems.noPageFor.message.replace('{number}', question.number)
    return {
      studentId: candidate.studentId,
      studentName: candidate.studentName,
      className: candidate.className,
      state,
      number: question.number,
      fullScore: question.fullScore,
      step: question.markStep ?? 100,
      score,
      scoreFrom:
        page && at.id in page.settled ? ('person' as const) : score === null ? ('none' as const) : ('box' as const),
      ...(barred ? { barred } : {}),
      pieces: await Promise.all(
        bearing.flatMap((s) =>
          s.blocks
            .filter((b) => b.questionIds.includes(input.questionId))
            .map(async (b) => ({
              part: b.part,
              page: s.page,
              url: await signedUrl(b.key),
              width: b.width,
              height: b.height,
              likelyBlank: b.likelyBlank,
              pageUrl: s.imageKey ? await signedUrl(s.imageKey) : '',
              batchId: s.batchId!,
              no: s.no!,
            })),
        ),
      ),
    }
  }),

  implement(calls.completeStudents, async ({ input, caller }) =>
    scriptPage(await countedPaper(input.paperId, caller), { ...input, state: 'complete' }),
  ),

  implement(calls.recognitionCheck, async ({ input, caller }) => {
    const { check } = await figuresOf(await countedPaper(input.paperId, caller))
    return check
  }),

  implement(calls.pageNumbers, async ({ input, caller }) => {
    const { pages: own } = await figuresOf(await countedPaper(input.paperId, caller))
    return own
  }),

  implement(calls.downloadErrorCards, ({ input, caller }) => commands.downloadErrorCards(input, caller)),
]
