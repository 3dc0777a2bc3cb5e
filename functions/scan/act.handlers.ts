import * as calls from '#shared/scan/act.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { ownerIn } from '#shared/scan/scan.rules.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { kindsFrom } from '#shared/scan/tally.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { classNamesOf } from '#functions/exam/exam.public.ts'
import { acts, configOf } from './act.store.ts'
import { pageRow } from './batches/batch.read.ts'
import { ensureCounted, scriptCounts, sheetCounts } from './counts.ts'
import { foundPaper, managedBatch, managedPaper, seenPages, seenPaper } from './managed.ts'
import { batchesOfPaper, pages } from './scan.store.ts'
import * as commands from './act.commands.ts'
import { concerned, rollBack } from './act.commands.ts'

const statisticOf = async (seen: { exam: Exam; paper: Paper }, whole: boolean) => {
  const { paperId } = seen.paper
  const [sheets, scripts] = await Promise.all([sheetCounts.read(paperId), scriptCounts.read(paperId)])
  const s = (key: string): number => sheets.get(key) ?? 0
  const c = (key: string): number => scripts.get(key) ?? 0
  const onCard = [...scripts.keys()].flatMap((k) => (/^(page|miss)\./.test(k) ? [Number(k.split('.')[1])] : []))
  return {
    examName: seen.exam.examName,
    courseName: seen.paper.courseName,
    batches: s('batches'),
    pages: {
      handed: s('handed'),
      matched: s('matched'),
      duplicate: s('duplicate'),
      voided: s('voided'),
      open: s('open'),
    },
    scripts: {
      total: seen.exam.candidateCount,
      present: c('present'),
      absent: c('absent'),
      missing: c('missing'),
      incomplete: c('incomplete'),
      complete: c('complete'),
      allBlank: c('allBlank'),
      low: c('low'),
      whites: c('whites'),
    },
    byPage: [...new Set(onCard)]
      .sort((a, b) => a - b)
      .map((page) => ({ page, there: c(`page.${page}`), lacking: c(`miss.${page}`) })),
    kinds: kindsFrom(sheets, scripts),
    counting: !whole,
  }
}

export const actHandlers = [
  implement(calls.rollbackWhole, async ({ input, caller }) =>
    rollBack(await managedPaper(input.paperId, caller), { kind: 'whole' }, input, '整科', caller),
  ),
  implement(calls.rollbackSingle, async ({ input, caller }) => {
    const seen = await managedPaper(input.paperId, caller)
    const of = { kind: 'uploader', userId: input.userId } as const
    const [one] = await concerned(input.paperId, of)
    const own = one ? null : (await batchesOfPaper(input.paperId)).find((b) => b.uploadedBy === input.userId)
    const name = one?.userName ?? own?.uploaderName ?? refuse(scanProblems.noUploader)
    return rollBack(seen, of, input, name, caller)
  }),
  implement(calls.rollbackClasses, async ({ input, caller }) => {
    const seen = await managedPaper(input.paperId, caller)
    const all = await classNamesOf(seen.exam.examId)
    const named = all.filter((c) => input.classIds.includes(c.classId))
    if (named.length !== new Set(input.classIds).size) return refuse(scanProblems.notInExam)
    const note = named.map((c) => c.className).join('、')
    return rollBack(seen, { kind: 'class', classIds: input.classIds }, input, note, caller)
  }),
  implement(calls.deleteBatch, async ({ input, caller }) => {
    const at = await managedBatch(input.batchId, caller)
    const of = { kind: 'batch', batchId: input.batchId } as const
    const asked = { ...input, pages: true }
    const done = await rollBack(await foundPaper(at.paperId), of, asked, input.batchId, caller, 'deleteBatch')
    return { uuid: done.uuid! }
  }),

  implement(calls.deletePages, ({ input, caller }) => commands.deletePages(input, caller)),

  implement(calls.binList, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    // The latest first: `after` is where the page before ended.
    const to = input.after ?? '~'
    const found = await pages.queryIndex('gsi1', `bin#${input.paperId}`, {
      to,
      reverse: true,
      limit: input.pageSize + 1,
    })
    const rest = found.filter((p) => keyOf(p) !== input.after).slice(0, input.pageSize)
    const { list, byId } = await seenPages(seen, rest)
    const sums = await sheetCounts.read(input.paperId)
    return {
      list: await Promise.all(
        list.map(async (p) => ({
          ...(await pageRow(p, byId.get(ownerIn(p) ?? ''))),
          binnedAt: p.journal.at(-1)?.at ?? 0,
        })),
      ),
      total: seen.sight.classIds === null ? (sums.get('binned') ?? 0) : list.length,
      ...(rest.length === input.pageSize ? { next: keyOf(rest.at(-1)!) } : {}),
      mayManage: seen.sight.manages,
    }
  }),

  implement(calls.restorePages, ({ input, caller }) => commands.restorePages(input, caller)),

  implement(calls.transferPages, ({ input, caller }) => commands.transferPages(input, caller)),

  implement(calls.recognitionMode, async ({ input, caller }) => {
    const { paper, sight } = await seenPaper(input.paperId, caller)
    const { mode, version } = await configOf(paper)
    return { mode, version, mayManage: sight.manages }
  }),
  implement(calls.switchRecognitionMode, ({ input, caller }) => commands.switchRecognitionMode(input, caller)),

  implement(calls.actList, async ({ input, caller }) => {
    const { sight } = await seenPaper(input.paperId, caller)
    const found = await acts.queryIndex('gsi1', `acts#${input.paperId}`, {
      to: input.after ?? '~',
      reverse: true,
      limit: input.pageSize + 1,
    })
    const rest = found.filter((a) => `${a.at}#${a.actId}` !== input.after).slice(0, input.pageSize)
    const last = rest.length === input.pageSize ? rest.at(-1) : undefined
    // Notes and reasons name files, classes and people of the whole paper.
    const list = sight.classIds === null ? rest : rest.map((a) => ({ ...a, note: '', reason: '' }))
    return { list, ...(last ? { next: `${last.at}#${last.actId}` } : {}) }
  }),

  implement(calls.scanStatistics, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    return statisticOf(seen, await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId }))
  }),
]

/** Where a page lies in the bin's index. */
const keyOf = (p: ScanPage): string => `${p.journal.at(-1)?.at ?? 0}#${p.batchId}#${p.no}`
