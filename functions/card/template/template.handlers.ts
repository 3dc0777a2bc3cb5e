/** Lists of cards, published cards by code, QR codes and printing. */
import {
  currentTemplate,
  examCards,
  generateQr,
  listCards,
  templateByCode,
  templateStatus,
  unitTypeLookup,
} from '#shared/card/card.calls.ts'
import type { CardSummary } from '#shared/card/card.calls.ts'
import { paperMismatch } from '#shared/card/card.match.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { cardProblems, totalScore } from '#shared/card/card.rules.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import type { Card } from '#shared/card/card.types.ts'
import { page, sorted } from '#shared/kit/paging.ts'
import type { PageInput } from '#shared/kit/paging.ts'
import { examOf, mayManage, paperOf } from '#functions/exam/exam.public.ts'
import { paperResolver } from '#functions/exam/sight.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { printedCardByCode, printedCardOfPaper } from '../card.public.ts'
import type { PublishedCard } from '../card.public.ts'
import { cards, cardVersions } from '../card.store.ts'
import { live } from '../live.ts'
import { qrModules } from '../print/print.qr.ts'

const summary = async (card: Card, caller: Caller): Promise<CardSummary> => {
  const exam = await examOf(card.examId)
  return { ...summed(card), mayManage: exam !== null && mayManage(exam, caller) }
}
const summed = (card: Card): Omit<CardSummary, 'mayManage'> => ({
  ...card,
  sheetType: card.design.sheetType,
  questionCount: card.design.units.reduce((n, u) => n + u.questions.length, 0),
  fullScore: totalScore(card.design),
  locked: card.lock !== undefined,
  deleted: card.deletedAt !== undefined,
})

const templateOf = async (printed: PublishedCard) => {
  const row = await cardVersions.get({ code: printed.code, publishedVersion: printed.version })
  return row ? { ...printed, title: row.title, publishedAt: row.publishedAt } : refuse(cardProblemList.codeUnknown)
}

/** Cards of papers that the caller may see; each paper is asked about once. */
const seen = async (all: readonly Card[], caller: Caller): Promise<Card[]> => {
  const answers = new Map<string, Promise<boolean>>()
  const asked = all.map((c) => {
    const answer = answers.get(c.paperId) ?? paperResolver([c.paperId], caller)
    answers.set(c.paperId, answer)
    return answer
  })
  const may = await Promise.all(asked)
  return all.filter((_, i) => may[i])
}

const shownPage = async (own: readonly Card[], input: PageInput, caller: Caller) => {
  const { list, ...rest } = page(own, input)
  return { ...rest, list: await Promise.all(list.map((c) => summary(c, caller))) }
}

export const templateHandlers = [
  implement(examCards, async ({ input, caller }) => {
    const own = (await cards.queryIndex('gsi1', `exam#${input.examId}`, { reverse: true }))
      .filter((c) => c.deletedAt === undefined)
      .filter((c) => input.paperId === undefined || c.paperId === input.paperId)
    return shownPage(await seen(own, caller), input, caller)
  }),

  implement(listCards, async ({ input, caller }) => {
    const own = (await cards.queryIndex('gsi2', `owner#${caller.tenant}`, { reverse: true }))
      .filter((c) => (c.deletedAt !== undefined) === (input.deleted ?? false))
      .filter((c) => input.status === undefined || c.status === input.status)
      .filter((c) => !input.title || c.title.includes(input.title.trim()))
    const zh = (of: (c: Card) => string) => (a: Card, b: Card) => of(a).localeCompare(of(b), 'zh-CN')
    const ordered = sorted(await seen(own, caller), input.sort, {
      title: zh((c) => c.title),
      courseName: zh((c) => c.courseName),
      status: (a, b) => a.status - b.status,
      editedBy: zh((c) => c.editedBy),
      editedAt: (a, b) => a.editedAt - b.editedAt,
    })
    return shownPage(ordered, input, caller)
  }),

  implement(templateStatus, async ({ input }) => {
    const card = await live(input.cardId)
    const paper = await paperOf(card.paperId)
    return {
      status: card.status,
      publishedVersion: card.publishedVersion,
      warnings: [...cardProblems(card.design), ...(paper ? paperMismatch(card.design, paper.questions) : [])],
    }
  }),

  implement(templateByCode, async ({ input, caller }) => {
    const printed = await printedCardByCode(input.code, input.version)
    // A stranger's card is as unknown as none: codes are not to be tried.
    if (!printed || !(await paperResolver([printed.paperId], caller))) return refuse(cardProblemList.codeUnknown)
    return templateOf(printed)
  }),

  implement(currentTemplate, async ({ input }) => {
    const printed = await printedCardOfPaper(input.paperId)
    return printed && templateOf(printed)
  }),

  implement(generateQr, async ({ input }) => {
    const card = await live(input.cardId)
    const printed = (await printedCardByCode(card.code)) ?? refuse(cardProblemList.notPublished)
    if (input.page > printed.geometry.pages.length) refuse(cardProblemList.noSuchPage, { page: input.page })
    const payload = qrPayload({ ...printed, hash: printed.geometry.hash }, input.page, input.studentNumber)
    return { payload, modules: qrModules(payload).map((row) => row.map((dark) => (dark ? '1' : '0')).join('')) }
  }),

  implement(unitTypeLookup, async () =>
    Object.entries(unitTypes).map(([value, label]) => ({ value: Number(value), label })),
  ),
]
