/** What was put into the scanner and what came of it: how a paper is scanned, a batch by sheets and by files, one page whole. */
import * as calls from '#shared/scan/uploading/sheetCount.calls.ts'
import { isHalf, isTorn, scanModeFor, sheetsFrom } from '#shared/scan/uploading/sheetCount.rules.ts'
import type { ScanMode } from '#shared/scan/helper/sheetCount.types.ts'
import { recognitionVersion } from '#shared/scan/helper/scanner.calls.ts'
import { isJudgedIn, noteText } from '#shared/scan/results/marks.rules.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { byNumber } from '#shared/scan/scan.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { Batch, ScanPage } from '#shared/scan/sheet.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { jobsNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { actOnRecord, configOf } from '../act.store.ts'
import { failedOf, pageRow } from '../batches/batch.read.ts'
import { takeOut } from './bin.ts'
import { ensureCounted } from '../counts.ts'
import { followMarking } from '../followMarking.ts'
import { managedBatch, seenBatch, seenPage, seenPages, seenPaper } from '../managed.ts'
import type { Seen } from '../managed.ts'
import { batches, batchesOfPaper, files, filesOfBatch, pages, readings } from '../scan.store.ts'
import { countAgain, wasDoneBy } from '../doubts/settle.ts'
import * as commands from './sheetCount.commands.ts'
import { configured } from './sheetCount.commands.ts'

const sidesOf = async (batch: Batch, paper: Paper): Promise<ScanMode> => {
  if (batch.fed) return batch.fed.mode
  const [config, card] = await Promise.all([configOf(paper), printedCardOfPaper(paper.paperId)])
  return config.sides ?? scanModeFor(card?.geometry.pages.length ?? 2)
}

const rowsOf = async (found: readonly ScanPage[], seen: Seen) => {
  const { list, byId } = await seenPages(seen, found)
  return Promise.all(list.map((p) => pageRow(p, p.studentId ? byId.get(p.studentId) : undefined)))
}

const five = (n: number): string => String(n).padStart(5, '0')
/** Every page that came out of one file, also out of the members of a zip. */
const pagesOfFile = (batchId: string, file: number): Promise<ScanPage[]> =>
  pages.query(`batch#${batchId}`, { from: `page#${five(file)}.`, to: `page#${five(file)}.~`, consistent: true })

const by = (caller: Caller) => ({ by: caller.userId, byName: caller.userName, at: now() })

const removeFile = async (
  { batchId, file, reason }: InputOf<typeof calls.deleteFile>,
  caller: Caller,
): Promise<{ deleted: number }> => {
  const key = await managedBatch(batchId, caller)
  const [batch, row] = await Promise.all([batches.get(key), files.get({ batchId, file })])
  if (!batch || !row) return refuse(commonProblems.notFound)
  // What is still being opened would come back behind the act.
  if (batch.state === 'recognising' && (await failedOf([batch])).size === 0)
    return refuse(scanProblems.stillReading, { n: 1 })
  const all = await pagesOfFile(batchId, file)
  const standing = all.filter((p) => p.state !== 'voided')
  if (standing.length === 0) {
    // Taken out by an earlier request that ended before marking was told.
    const before = all.filter((p) => p.reason === reason && wasDoneBy(p, caller, 'void'))
    for (const page of before) await countAgain(page)
    if (before.length > 0) await followMarking(key.paperId, caller)
    return { deleted: 0 }
  }
  await actOnRecord(
    key.paperId,
    { actId: newId<string>('attempt'), act: 'deleteFile', note: `${row.name} ${standing.length}页`, reason },
    caller,
  )
  let deleted = 0
  for (const page of standing) if (await takeOut(page, 'void', reason, by(caller))) deleted++
  await followMarking(key.paperId, caller)
  return { deleted }
}

export const sheetCountHandlers = [
  implement(calls.scanConfig, async ({ input, caller }) => configured(await seenPaper(input.paperId, caller), caller)),
  implement(calls.setScanConfig, ({ input, caller }) => commands.setScanConfig(input, caller)),

  implement(calls.stateFed, ({ input, caller }) => commands.stateFed(input, caller)),

  implement(calls.sheetGroups, async ({ input, caller }) => {
    const { batch, whole, ...seen } = await seenBatch(input.batchId, caller)
    // Sheets are counted from the first page on: a part of them would be other sheets.
    if (!whole) throw new Barred(403)
    const { exam, paper } = seen
    await ensureCounted({ exam, paper }, { tenant: exam.owner, userId: caller.userId })
    const mode = await sidesOf(batch, paper)
    const sides = mode === 'DOUBLE' ? 2 : 1
    const [first, last] = (input.after ?? '').split('#')
    const before = Number(first) || 0
    const from = last ? `page#${last}\u0000` : 'page#'
    const limit = input.pageSize * sides
    const found = await pages.query(`batch#${input.batchId}`, { from, to: 'page#~', limit, consistent: true })
    const sheets = sheetsFrom(await rowsOf(found, seen), mode, before)
    // The last sheet may go on behind these pages: it comes whole with the next ones.
    const more = found.length === limit && sheets.length > 1
    const list = more ? sheets.slice(0, -1) : sheets
    return {
      list: list.map(({ sheet, pages: own }) => ({ sheet, torn: isTorn(own), half: isHalf(own, mode), pages: own })),
      ...(more ? {} : { total: list.at(-1)?.sheet ?? before }),
      mode,
      ...(batch.fed ? { fed: batch.fed } : {}),
      ...(more ? { next: `${list.at(-1)!.sheet}#${list.at(-1)!.pages.at(-1)!.no}` } : {}),
    }
  }),

  implement(calls.batchFiles, async ({ input, caller }) => {
    const { batch, whole } = await seenBatch(input.batchId, caller)
    if (!whole) throw new Barred(403)
    const all = (await filesOfBatch(input.batchId)).filter((f) => f.file > input.after)
    const shown = all.slice(0, input.pageSize)
    const list = await Promise.all(
      shown.map(async ({ file, name, size }) => {
        const filePages = await pagesOfFile(input.batchId, file)
        const count = (state: ScanPage['state']): number => filePages.filter((p) => p.state === state).length
        const broken = filePages.find((p) => !p.imageKey)
        const problem = (broken?.doubts[0]?.detail ?? broken?.reason)?.replace(`${name}：`, '')
        return {
          file,
          name,
          size,
          pages: filePages.length,
          matched: count('matched'),
          waiting: filePages.filter((p) => p.waits).length,
          duplicate: count('duplicate'),
          voided: count('voided'),
          ...(problem ? { problem } : {}),
        }
      }),
    )
    return { list, total: batch.fileCount, ...(all.length > shown.length ? { next: shown.at(-1)!.file } : {}) }
  }),
  implement(calls.deleteFile, ({ input, caller }) => removeFile(input, caller)),
  implement(calls.deleteZip, ({ input, caller }) => removeFile(input, caller)),

  implement(calls.pageDetail, async ({ input, caller }) => {
    const { batch, ...seen } = await seenBatch(input.batchId, caller)
    const { exam, paper } = seen
    const page = await seenPage(seen, (await pages.get(input)) ?? refuse(commonProblems.notFound))
    const [reading, [row], card] = await Promise.all([
      readings.get(page),
      rowsOf([page], seen),
      printedCardOfPaper(paper.paperId),
    ])
    const former = page.studentId ? undefined : page.journal.at(-1)?.before?.studentId
    const [was] = former ? await candidatesByIds(exam, [former]) : []
    const numbers = new Map(
      card?.geometry.pages.flatMap((p) => p.choices.map((c) => [c.questionId, c.number] as const)),
    )
    return {
      ...row!,
      paperId: paper.paperId,
      uploaderName: batch.uploaderName,
      uploadedAt: batch.createdAt,
      width: page.width,
      height: page.height,
      ...(page.code ? { code: page.code } : {}),
      ...(reading?.rotation === undefined ? {} : { rotation: reading.rotation }),
      choices: byNumber(
        Object.entries(reading?.choices ?? {}).map(([questionId, read]) => ({
          questionId,
          number: numbers.get(questionId) ?? questionId,
          chosen: page.settled[questionId] ?? read,
          settled: questionId in page.settled,
          judged: isJudgedIn(paper.questions, questionId),
        })),
      ),
      ...(was ? { before: { studentId: was.studentId, studentName: was.studentName } } : {}),
      journal: page.journal
        .map(({ at, byName, act, note }) => ({ at, byName, act, note: noteText(note, paper.questions) }))
        .reverse(),
      mayManage: seen.sight.manages,
      released: isReleased(exam, paper.paperId),
    }
  }),

  implement(calls.recognitionTasks, async ({ input }) => {
    const reading = (await batchesOfPaper(input.paperId)).filter((b) => b.state === 'recognising')
    const records = await jobsNow(reading)
    return reading.flatMap((b) => {
      const job = records.find((r) => r.jobId === b.jobId)
      if (!job) return []
      const { status, processDone, processTotal, processMsg } = job
      const { batchId, uploaderName, jobId } = b
      return [{ batchId, uuid: jobId, uploaderName, status, processDone, processTotal, processMsg }]
    })
  }),

  implement(calls.completeRecognition, ({ input, caller }) => commands.completeRecognition(input, caller)),

  implement(calls.recognitionParams, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const card = (await printedCardOfPaper(input.paperId)) ?? refuse(scanProblems.noCard)
    const { sides, mode } = await configured(seen, caller)
    const { pages: cardPages, width, height } = card.geometry
    return {
      code: card.code,
      version: card.version,
      pageCount: cardPages.length,
      sheetCount: Math.ceil(cardPages.length / 2),
      width,
      height,
      questions: cardPages.reduce((n, p) => n + p.choices.length, 0),
      blocks: cardPages.reduce((n, p) => n + p.blocks.length, 0),
      digits: cardPages[0]?.studentNumber?.columns.length ?? 0,
      byTemplate: card.guide !== undefined,
      sides,
      mode,
      recognitionVersion,
    }
  }),

  implement(calls.paperScoreMode, async ({ input, caller }) => {
    const { paper } = await seenPaper(input.paperId, caller)
    const card = await printedCardOfPaper(input.paperId)
    const own = card?.geometry.pages ?? []
    const boxed = new Set(own.flatMap((p) => (p.scoreRows ?? []).flatMap((r) => r.questionIds)))
    const marked = new Set(own.flatMap((p) => p.blocks.flatMap((b) => b.questionIds)))
    const onPaper = paper.questions.filter((q) => boxed.has(q.questionId)).map((q) => q.number)
    const all = [...marked].every((id) => boxed.has(id))
    return { scoreMode: boxed.size === 0 ? (0 as const) : all ? (1 as const) : (2 as const), onPaper }
  }),
]
