/** Making, editing, publishing and deleting cards. */
import {
  cardDetail,
  createCard,
  defaultTemplate,
  deleteCard,
  publishCard,
  restoreCard,
  saveCard,
} from '#shared/card/card.calls.ts'
import { softDeleteCard } from '#shared/card/desk.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { mostQuestions } from '#shared/card/card.rules.ts'
import { versionProblem } from '#shared/card/card.version.ts'
import { layOutAuto } from '#shared/card/layout/layOut.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { examOf, linkCard, mayManage, paperOf } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { transact } from '#functions/kit/table.ts'
import { cards, cardVersions, paperCards, versionsOf } from './card.store.ts'
import { cardOfPaper, firstDesign } from './newCard.ts'
import { nextVersion } from './nextVersion.ts'
import { templateUses } from './template.store.ts'
import { live, managed, stale, unlocked } from './live.ts'
import { scanned, warningsOf, putAway } from './card.commands.ts'

export const cardHandlers = [
  implement(createCard, async ({ input, caller }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const exam = await managed(paper.examId, caller)
    const { card, created } = await cardOfPaper(paper, exam, caller)
    return { cardId: card.cardId, created }
  }),

  implement(defaultTemplate, async ({ input }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const exam = (await examOf(paper.examId)) ?? refuse(cardProblemList.notFound)
    return firstDesign(paper, exam)
  }),

  implement(cardDetail, async ({ input, caller }) => {
    const card = await live(input.cardId)
    const [exam, paper, versions] = await Promise.all([
      examOf(card.examId),
      paperOf(card.paperId),
      versionsOf(card.code),
    ])
    if (!exam || !paper) return refuse(cardProblemList.notFound)
    return {
      ...card,
      courseName: paper.courseName,
      examName: exam.examName,
      questions: paper.questions,
      mayManage: mayManage(exam, caller),
      scanned: scanned(exam, card),
      versions,
    }
  }),

  implement(saveCard, async ({ input, caller }) => {
    const card = await live(input.cardId)
    await managed(card.examId, caller)
    unlocked(card)
    const newer = versionProblem(input.design) ?? versionProblem(card.design)
    if (newer) return refuse(cardProblemList.newerVersion, { detail: newer })
    const count = input.design.units.reduce((n, u) => n + u.questions.length, 0)
    if (count > mostQuestions) return refuse(cardProblemList.tooMany, { most: mostQuestions, count })
    const paper = await paperOf(card.paperId)
    const known = new Set([
      ...(paper?.questions ?? []).map((q) => q.questionId as string),
      ...card.design.units.flatMap((u) => u.questions.map((q) => q.questionId)),
    ])
    const strange = input.design.units.flatMap((u) => u.questions).find((q) => !known.has(q.questionId))
    if (strange) return refuse(cardProblemList.strangeQuestion, { number: strange.number })
    const saved = await cards.save({
      ...card,
      design: input.design,
      title: input.design.title,
      status: 1,
      editedBy: caller.userName,
      editedAt: now(),
      version: input.version,
    })
    if (!saved) return stale(card.cardId)
    return { ...saved, warnings: warningsOf(input.design, paper) }
  }),

  implement(publishCard, async ({ input, caller }) => {
    const card = await live(input.cardId)
    await managed(card.examId, caller)
    unlocked(card)
    if (card.version !== input.version) return stale(card.cardId)
    const wrong = warningsOf(card.design, await paperOf(card.paperId))
    if (wrong.length > 0) return refuse(cardProblemList.notReady, { detail: bracketed(wrong.slice(0, 20)) })
    const laid = layOutAuto(card.design, input.pages)
    if ('refusal' in laid) return refuse(cardProblemList.noLayout, { detail: laid.refusal })
    const { cardId, paperId } = card
    const { row, attempt } = await nextVersion(card, { geometry: laid.geometry }, caller)
    const { publishedVersion } = row
    // From now on the paper is read by its own card.
    const { templateId, ...own } = card
    const use = templateId ? await templateUses.get({ templateId, paperId }) : null
    const done = await transact(
      [
        cardVersions.creating(row),
        ...(use ? [templateUses.removing(use)] : []),
        cards.saving({
          ...own,
          design: laid.design,
          status: 2,
          publishedVersion,
          editedBy: caller.userName,
          editedAt: row.publishedAt,
        }),
      ],
      attempt,
    )
    if (!done) return stale(cardId)
    return {
      publishedVersion,
      version: card.version + 1,
      hash: row.hash,
      pageCount: row.pageCount,
      design: laid.design,
      notices: laid.notices,
    }
  }),

  implement(deleteCard, async ({ input, caller }) => putAway(input.cardId, input.version, caller)),
  implement(softDeleteCard, async ({ input, caller }) => putAway(input.cardId, input.version, caller)),

  implement(restoreCard, async ({ input, caller }) => {
    const card = (await cards.get({ cardId: input.cardId })) ?? refuse(cardProblemList.notFound)
    await managed(card.examId, caller)
    const of = await paperCards.get({ paperId: card.paperId })
    if (of?.cardId !== card.cardId) return refuse(cardProblemList.otherCard)
    const { deletedAt: _at, deletedBy: _by, ...kept } = card
    const saved = card.deletedAt === undefined ? card : await cards.save(kept)
    if (!saved) return stale(card.cardId)
    await linkCard(card.paperId, card.cardId)
    return { version: saved.version }
  }),
]
