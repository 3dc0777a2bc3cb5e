/** The steps of a print. */
import { cardPrint } from '#shared/card/card.jobs.ts'
import type { PrintInput, PrintPart } from '#shared/card/card.jobs.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Card } from '#shared/card/card.types.ts'
import type { Seat } from '#shared/card/print/seats.rules.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { fileName } from '#shared/kit/text.ts'
import { zipWriter } from '#functions/kit/zip.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { ObjectMissing, getJson, getObject, objectKey, putJson, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobRecords, work } from '#functions/kit/work.ts'
import { printedCardByCode } from '../card.public.ts'
import { cardPdfs, cards } from '../card.store.ts'
import { picturesIn } from '../designer/picture.commands.ts'
import { printCards } from './card.print.ts'
import type { PrintStudent } from './card.print.ts'
import { printGroups, printOrder } from './print.students.ts'
import { printedRoster } from './start.commands.ts'

/** What one file of a print came to; written when the file is whole, so that a repeat finds it done. */
type Outcome = { key: string; size: number; copies: number; pages: number; missing: string[]; whose: string[] }

const cardOf = async (cardId: string): Promise<Card> =>
  (await cards.get({ cardId })) ?? refuse(cardProblemList.notFound)

const keyOf = (input: Pick<PrintInput, 'examId' | 'by'>, owner: string, jobId: string, file: string): string =>
  objectKey(jobId, owner, 'card', input.examId, 'print', jobId, file)

const missingText = (outcomes: readonly Outcome[]): string => {
  const lacking = [...new Set(outcomes.flatMap((o) => o.missing))]
  if (lacking.length === 0) return ''
  const whose = [...new Set(outcomes.flatMap((o) => o.whose))]
  const names =
    whose.length > 0 ? `（${whose.slice(0, 5).join('、')}${whose.length > 5 ? `等${whose.length}人` : ''}）` : ''
  return `字库中没有“${lacking.slice(0, 20).join('')}”${names}，已印成“〓”，请手工补写`
}

/** Prints one file and answers how many copies it holds. */
const printPart = async (part: PrintPart, input: PrintInput, jobId: string): Promise<number> => {
  const card = await cardOf(part.cardId)
  const outcomeKey = keyOf(input, card.owner, jobId, `${part.index}.json`)
  const before = await getJson<Outcome>(outcomeKey).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return null
    throw error
  })
  if (before) return before.copies
  const printed = (await printedCardByCode(card.code, part.publishedVersion)) ?? refuse(cardProblemList.notPublished)
  const students = part.studentsKey ? await getJson<PrintStudent[]>(part.studentsKey) : undefined
  const lacking = new Set<string>()
  const key = keyOf(input, card.owner, jobId, `${part.index}.pdf`)
  try {
    const { size } = await putStream(
      key,
      printCards({
        card: printed,
        title: `${card.title} 答题卡`,
        missing: lacking,
        pictures: await picturesIn(part.cardId, printed.geometry),
        red: input.red ?? false,
        oneSided: input.oneSided ?? false,
        ...(students ? { students } : {}),
      }),
      { type: 'application/pdf', name: fileName(part.name, 'pdf') },
    )
    const copies = students?.length ?? 1
    const whose = (students ?? []).filter((s) => [...s.name].some((c) => lacking.has(c))).map((s) => s.name)
    const outcome: Outcome = { key, size, copies, pages: printed.geometry.pages.length, missing: [...lacking], whose }
    await putJson(outcomeKey, outcome, { replace: true })
    return copies
  } catch (error) {
    // The printer says in Chinese which number does not fit.
    if (error instanceof RangeError) refuse(cardProblemList.badNumber, { detail: error.message })
    throw error
  }
}

/** Several files as one zip, one of them in memory at a time. */
async function* bound(parts: readonly PrintPart[], outcomes: readonly Outcome[], at: number): AsyncGenerator<Buffer> {
  const zip = zipWriter(at)
  for (const [i, part] of parts.entries()) yield* zip.add(part.name, await getObject(outcomes[i]!.key))
  yield* zip.end()
}

/** A member's path: the subject's folder where there are several, then class or room. */
const memberName = (folder: string | null, stem: string): string => {
  const safe = (text: string): string => fileName(text, 'x').slice(0, -2)
  return folder === null ? `${safe(stem)}.pdf` : `${safe(folder)}/${safe(stem)}.pdf`
}

type File = { key: string; name: string; size: number }

/** The file is on the job's record, on the list of prints and in the audit trail, or in none of them (I16). */
const handOver = async (
  jobId: JobId,
  input: PrintInput,
  owner: Card['owner'],
  file: File,
  of: { files: number; copies: number },
): Promise<void> => {
  const there = async () => (await cardPdfs.get({ examId: input.examId, jobId })) !== null
  if (await there()) return
  const record = auditRecord(input.by, 'card.print', input.examId, { after: { file, input } })
  const done = await audited(
    [
      jobRecords.updating({ jobId }, { files: [file], lastTimestamps: now() }),
      cardPdfs.creating({
        schema: 1,
        examId: input.examId,
        jobId,
        owner,
        cardIds: input.cards.map((c) => c.cardId),
        kind: input.kind,
        versions: input.cards.map((c) => c.publishedVersion),
        ...file,
        ...of,
        printedBy: input.by.userName,
        printedAt: now(),
      }),
    ],
    record,
  )
  if (!done && !(await there())) throw new Error('the print could not be offered')
}

export const printWork = work(cardPrint, {
  /** Who is on which sheet of which file is settled once: the roster may change while the job runs. */
  plan: async ({ input, jobId, progress }) => {
    const roster = input.kind === 'students' ? await printedRoster(input.examId) : null
    const seated = input.seatsKey ? new Map(await getJson<[string, Seat][]>(input.seatsKey)) : undefined
    const groups = roster ? printGroups(printOrder(roster, input, seated), input.split) : null
    if (groups?.length === 0) refuse(cardProblemList.noStudents)
    const several = input.cards.length * (groups?.length ?? 1) > 1
    const parts: PrintPart[] = []
    let owner = ''
    for (const [c, { cardId, publishedVersion }] of input.cards.entries()) {
      const card = await cardOf(cardId)
      owner = card.owner
      const folder = input.cards.length > 1 && groups && groups.length > 1 ? `${c + 1} ${card.courseName}` : null
      for (const [g, group] of (groups ?? [null]).entries()) {
        const count = group ? `${group.students.length}人` : '空白'
        const whole = `${card.title} ${card.courseName}答题卡（${count}）`
        const own = group?.name ? `${String(g + 1).padStart(2, '0')} ${group.name}（${count}）` : whole
        const studentsKey = keyOf(input, owner, jobId, `students-${g}.json`)
        if (group && c === 0) await putJson(studentsKey, group.students, { replace: true })
        parts.push({
          index: parts.length,
          cardId,
          publishedVersion,
          name: several ? memberName(folder, own) : whole,
          ...(group ? { studentsKey } : {}),
        })
      }
    }
    const copies = (groups?.reduce((n, g) => n + g.students.length, 0) ?? 1) * input.cards.length
    const manifestKey = keyOf(input, owner, jobId, 'parts.jsonl')
    await putLines(manifestKey, parts)
    await progress({ total: copies, message: `正在生成${copies}份答题卡` })
    return { manifestKey, files: parts.length, copies }
  },

  /** Writes the same bytes to the same key when it runs again. */
  print: async ({ input, items, jobId }) => {
    let copies = 0
    for (const part of items) copies += await printPart(part, input, jobId)
    return copies
  },

  bind: async ({ input, jobId, out, progress }) => {
    const { manifestKey, copies } = out.plan
    const parts = (await getObject(manifestKey))
      .toString('utf8')
      .split('\n')
      .map((line) => JSON.parse(line) as PrintPart)
    const { owner, title } = await cardOf(input.cards[0]!.cardId)
    const outcomes: Outcome[] = []
    for (const part of parts) outcomes.push(await getJson(keyOf(input, owner, jobId, `${part.index}.json`)))
    let file: File
    if (parts.length === 1) {
      const [{ key, size }] = outcomes as [Outcome]
      file = { key, size, name: fileName(parts[0]!.name, 'pdf') }
    } else {
      await progress({ message: `正在打包${parts.length}个文件` })
      const exam = await examOf(input.examId)
      const name = fileName(`${exam?.examName ?? title} 答题卡（${copies}份）`, 'zip')
      const key = keyOf(input, owner, jobId, 'all.zip')
      const { size } = await putStream(key, bound(parts, outcomes, exam?.examDate ?? 0), {
        type: 'application/zip',
        name,
      })
      file = { key, name, size }
    }
    await handOver(jobId, input, owner, file, { files: parts.length, copies })
    // Shown with the finished job: these are written in by hand.
    await progress({ message: missingText(outcomes) })
    const missing = [...new Set(outcomes.flatMap((o) => o.missing))].slice(0, 200)
    return { key: file.key, copies, pages: outcomes[0]!.pages, missing }
  },
})
