import * as calls from '#shared/scan/doubts/exception.calls.ts'
import { isJudgedIn, noteText, offeredOf, scoreMarkFor } from '#shared/scan/results/marks.rules.ts'
import { byNumber, doubtTexts, scriptState } from '#shared/scan/scan.rules.ts'
import type { ScanPage, Slot } from '#shared/scan/sheet.types.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { ensureCounted } from '../counts.ts'
import { foundPaper, seenCandidate, seenPaper } from '../managed.ts'
import { absents, pages, slotsOfStudent } from '../scan.store.ts'
import { scriptPage } from './scriptPage.ts'
import { scoreOn } from '../results/score.commands.ts'
import * as commands from './exception.commands.ts'

const counted = async (paperId: string, caller: Caller) => {
  const seen = await seenPaper(paperId, caller)
  await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
  return seen
}

/** Questions of the card by id: the number as printed, the page, and whether one chooses. */
const questionsOf = async (paperId: string): Promise<OutputOf<typeof calls.cardQuestions>> => {
  const geometry = (await printedCardOfPaper(paperId))?.geometry
  const found = (geometry?.pages ?? []).flatMap((p) => [
    ...p.choices.map((c) => ({ questionId: c.questionId, number: c.number, page: p.page, objective: true })),
    ...p.blocks.flatMap((b) =>
      b.questionIds.map((questionId) => ({ questionId, number: '', page: p.page, objective: false })),
    ),
  ])
  const once = [...new Map(found.map((q) => [q.questionId, q])).values()]
  if (once.every((q) => q.number !== '')) return once
  const { paper } = await foundPaper(paperId)
  const numbers = new Map(paper.questions.map((q) => [q.questionId as string, q.number]))
  return once.map((q) => (q.number === '' ? { ...q, number: numbers.get(q.questionId) ?? q.questionId } : q))
}

const seated = (own: readonly Slot[]): Slot[] =>
  own.filter((s) => s.scanId !== undefined).sort((a, b) => a.page - b.page)
const pagesIn = (own: readonly Slot[]): Promise<ScanPage[]> =>
  pages.getMany(own.flatMap((s) => (s.batchId && s.no ? [{ batchId: s.batchId, no: s.no }] : [])))

/** A candidate of the paper with what is in the script. */
const scriptFor = async ({ paperId, studentId }: { paperId: string; studentId: string }, caller: Caller) => {
  const seen = await seenPaper(paperId, caller)
  const candidate = await seenCandidate(seen, studentId)
  const [own, mark] = await Promise.all([slotsOfStudent(paperId, studentId), absents.get({ paperId, studentId })])
  return { ...seen, candidate, own: seated(own), state: scriptState(studentId, own, mark?.absent === true) }
}

/** Candidates of a page of the roster, each with the slot that has the question. */
const slotsFor = async (
  input: { paperId: string; classId?: Candidate['classId'] | undefined; after?: string | undefined; pageSize: number },
  has: (slot: Slot) => boolean,
  caller: Caller,
) => {
  const seen = await counted(input.paperId, caller)
  const asked = {
    ...input,
    paperId: seen.paper.paperId,
    state: 'present' as const,
    pageSize: Math.min(100, input.pageSize),
  }
  const { list, next, total } = await scriptPage(seen, asked)
  const found = await Promise.all(
    list.map(async (row) => {
      const slot = seated(await slotsOfStudent(input.paperId, row.studentId)).find(has)
      return slot ? { row, slot } : null
    }),
  )
  const slotted = found.filter((f) => f !== null)
  // Who is there and has no such page is no row: of all that are here it is known how many.
  const whole = next === undefined && input.after === undefined
  return { paper: seen.paper, found: slotted, next, total: whole ? slotted.length : total }
}

export const exceptionHandlers = [
  implement(calls.lowStudents, async ({ input, caller }) =>
    scriptPage(await counted(input.paperId, caller), { ...input, state: 'low' }),
  ),
  implement(calls.blankStudents, async ({ input, caller }) =>
    scriptPage(await counted(input.paperId, caller), { ...input, state: 'allBlank' }),
  ),

  implement(calls.confirmMany, ({ input, caller }) => commands.confirmMany(input, caller)),

  implement(calls.studentState, async ({ input, caller }) => {
    const { own, paper } = await scriptFor(input, caller)
    const found = await pagesIn(own)
    const kinds = new Map<ScanPage['doubts'][number]['kind'], number>()
    for (const d of found.flatMap((p) => (p.waits ? p.doubts : []))) kinds.set(d.kind, (kinds.get(d.kind) ?? 0) + 1)
    const settlements = found
      .flatMap((p) =>
        p.journal.map(({ at, byName, act, note }) => ({ at, byName, act, note: noteText(note, paper.questions) })),
      )
      .sort((a, b) => b.at - a.at)
    return {
      state: kinds.size > 0 ? (2 as const) : settlements.length > 0 ? (3 as const) : (1 as const),
      kinds: [...kinds].map(([kind, count]) => ({ kind, name: doubtTexts[kind].name, count })),
      settlements,
    }
  }),

  implement(calls.setNormal, ({ input, caller }) => commands.setNormal(input, caller)),

  implement(calls.studentChoices, async ({ input, caller }) => {
    const { sight, paper, candidate, own, state } = await scriptFor(input, caller)
    const byNo = new Map((await pagesIn(own)).map((p) => [`${p.batchId}#${p.no}`, p]))
    const questions = await questionsOf(input.paperId)
    return {
      studentName: candidate.studentName,
      studentNumber: candidate.studentNumber,
      className: candidate.className,
      state: state.state,
      mayManage: sight.manages,
      choices: byNumber(
        own.flatMap((slot) => {
          const page = byNo.get(`${slot.batchId}#${slot.no}`)
          if (!page) return []
          return Object.entries(slot.choices).map(([questionId, chosen]) => ({
            questionId,
            number: questions.find((q) => q.questionId === questionId)?.number ?? questionId,
            page: slot.page,
            chosen,
            settled: questionId in page.settled,
            judged: isJudgedIn(paper.questions, questionId),
            batchId: page.batchId,
            no: page.no,
            version: page.version,
          }))
        }),
      ),
      marks: own.flatMap((slot) => {
        const page = byNo.get(`${slot.batchId}#${slot.no}`)
        return (page ? (slot.marks ?? []) : []).flatMap((mark) =>
          mark.kind === 'score'
            ? []
            : [
                {
                  questionId: mark.id,
                  kind: mark.kind,
                  ...offeredOf(mark, paper.questions),
                  page: slot.page,
                  settled: mark.id in page!.settled,
                  batchId: page!.batchId,
                  no: page!.no,
                  version: page!.version,
                },
              ],
        )
      }),
    }
  }),

  implement(calls.studentBlocks, async ({ input, caller }) => {
    const { own, paper } = await scriptFor(input, caller)
    const byNo = new Map((await pagesIn(own)).map((p) => [`${p.batchId}#${p.no}`, p]))
    const questions = new Map(paper.questions.map((q) => [q.questionId as string, q]))
    const found = own.flatMap((slot) => {
      const page = byNo.get(`${slot.batchId}#${slot.no}`)
      return page ? slot.blocks.map((block) => ({ slot, page, block })) : []
    })
    return Promise.all(
      found.map(async ({ slot, page, block }) => ({
        blockId: block.blockId,
        numbers: block.questionIds.map((id) => questions.get(id)?.number ?? id).join('、'),
        url: await signedUrl(block.key),
        width: block.width,
        height: block.height,
        likelyBlank: block.likelyBlank,
        page: slot.page,
        batchId: page.batchId,
        no: page.no,
        version: page.version,
        // Of an answer in several parts the score stands with the first.
        scores: block.questionIds.flatMap((id) => {
          const q = questions.get(id)
          if (!q || found.find((f) => f.block.questionIds.includes(id))?.block !== block) return []
          const score = scoreOn(page, scoreMarkFor(id, slot.marks ?? []))
          return [{ questionId: id, number: q.number, fullScore: q.fullScore, step: q.markStep ?? 100, score }]
        }),
      })),
    )
  }),

  implement(calls.questionChoices, async ({ input, caller }) => {
    const { paper, found, next, total } = await slotsFor(input, (s) => input.questionId in s.choices, caller)
    const judged = isJudgedIn(paper.questions, input.questionId)
    const settled = new Map(
      (await pagesIn(found.map((f) => f.slot))).map((p) => [`${p.batchId}#${p.no}`, input.questionId in p.settled]),
    )
    return {
      list: found.map(({ row, slot }) => ({
        studentId: row.studentId,
        studentName: row.studentName,
        studentNumber: row.studentNumber,
        className: row.className,
        chosen: slot.choices[input.questionId] ?? null,
        settled: settled.get(`${slot.batchId}#${slot.no}`) ?? false,
        judged,
      })),
      total,
      ...(next === undefined ? {} : { next }),
    }
  }),

  implement(calls.questionBlocks, async ({ input, caller }) => {
    const holds = (s: Slot) => s.blocks.some((b) => b.questionIds.includes(input.questionId))
    const { found, next } = await slotsFor(input, holds, caller)
    return {
      list: await Promise.all(
        found.map(async ({ row, slot }) => {
          const block = slot.blocks.find((b) => b.questionIds.includes(input.questionId))!
          return {
            studentId: row.studentId,
            studentName: row.studentName,
            className: row.className,
            url: await signedUrl(block.key),
            width: block.width,
            height: block.height,
            likelyBlank: block.likelyBlank,
          }
        }),
      ),
      ...(next === undefined ? {} : { next }),
    }
  }),

  implement(calls.cardQuestions, ({ input }) => questionsOf(input.paperId)),

  implement(calls.exportAbsent, ({ input, caller }) => commands.exportAbsent(input, caller)),
  implement(calls.exportStatuses, ({ input, caller }) => commands.exportStatuses(input, caller)),
]
