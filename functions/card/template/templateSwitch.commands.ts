import { createHash } from 'node:crypto'
import * as z from 'zod'
import type * as calls from '#shared/card/template/template.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Card } from '#shared/card/card.types.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { TemplateGuide } from '#shared/card/geometry/guide.types.ts'
import { layOutAuto } from '#shared/card/layout/layOut.ts'
import { numbersOf, templateGeometry } from '#shared/card/template/template.rules.ts'
import { TemplatePage } from '#shared/card/template/template.types.ts'
import type { CardTemplate } from '#shared/card/template/template.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { getJson } from '#functions/kit/objects.ts'
import { transact } from '#functions/kit/table.ts'
import { cards, cardVersions, paperCards } from '../card.store.ts'
import { managed, stale } from '../live.ts'
import { ownTemplate, templates, templateUses } from './template.store.ts'
import { newTemplate } from './template.commands.ts'
import { scanned } from '../card.commands.ts'
import { nextVersion } from '../designer/nextVersion.ts'

export const useOf = async (paperId: string) => {
  const pointer = await paperCards.get({ paperId })
  const card = pointer && (await cards.get({ cardId: pointer.cardId }))
  if (!card || card.deletedAt !== undefined) return { card: null, use: null }
  return { card, use: card.templateId ? await templateUses.get({ templateId: card.templateId, paperId }) : null }
}

export const templateFromExam = async (
  input: InputOf<typeof calls.templateFromExam>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.templateFromExam>> => {
  const { card, use } = await useOf(input.paperId)
  if (!card) return refuse(templateProblems.templateNotFound)
  // A copy may leave the library that it lies in only with the exam's own people.
  await managed(card.examId, caller)
  const source = use && (await templates.get({ templateId: use.templateId }))
  if (!source) return refuse(templateProblems.templateNotFound)
  return newTemplate(caller, input.title ?? source.title, source.pages, {
    templateId: source.templateId,
    examId: card.examId,
    paperId: card.paperId,
  })
}

const Frozen = z.object({ pages: z.array(TemplatePage), guide: TemplateGuide })

/** What of a paper a template does not have, and the other way round. Objective questions need enough options. */

export const differences = (pages: readonly TemplatePage[], paper: Pick<Paper, 'questions'>): string[] => {
  const drawn = new Map(numbersOf(pages).map((q) => [q.number, q]))
  const asked = new Set(paper.questions.map((q) => q.number))
  return [
    ...paper.questions.flatMap((q) => {
      const found = drawn.get(q.number)
      const objective = q.unitType <= 3
      if (!found) return [`模板没有第${q.number}题`]
      if (found.objective !== objective)
        return [`第${q.number}题在试卷中是${objective ? '客观题' : '主观题'}，模板不是`]
      const options = q.unitType === 3 ? 2 : (q.optionCount ?? 4)
      return objective && found.options < options
        ? [`第${q.number}题有${options}个选项，模板只有${found.options}个`]
        : []
    }),
    ...[...drawn.keys()].filter((n) => !asked.has(n)).map((n) => `试卷没有第${n}题`),
  ]
}

/** The geometry under a digest of its own: it is in no QR, but the ledger of versions names it. */
const digested = (of: (hash: string) => CardGeometry): CardGeometry =>
  of(
    createHash('sha256')
      .update(JSON.stringify(of('00000000').pages))
      .digest('hex')
      .slice(0, 8),
  )

export const frozenOf = async (template: CardTemplate) =>
  template.publishedKey
    ? Frozen.parse(await getJson(template.publishedKey))
    : refuse(templateProblems.templateNotPublished)

/** What a card's next version is made of: the template's frozen pages with the paper's ids, or the own design. */
const contentOf = async (card: Card, paper: Paper, template: CardTemplate | null) => {
  if (!template) {
    const laid = layOutAuto(card.design, card.design.pageCount ?? 2)
    if ('refusal' in laid) return refuse(cardProblemList.noLayout, { detail: laid.refusal })
    return { geometry: laid.geometry, guide: undefined }
  }
  const { pages, guide } = await frozenOf(template)
  const unlike = differences(pages, paper)
  if (unlike.length > 0) return refuse(templateProblems.templateUnlike, { detail: bracketed(unlike.slice(0, 20)) })
  const ids = new Map(paper.questions.map((q) => [q.number, q.questionId as string]))
  return { geometry: digested((hash) => templateGeometry(pages, hash, (n) => ids.get(n) ?? n)), guide }
}

/** Makes the next published version of a card: the template's geometry, or the own design again. */
export const switched = async (card: Card, version: number, templateId: string | null, caller: Caller) => {
  const exam = await managed(card.examId, caller)
  if (card.version !== version) return stale(card.cardId)
  if (scanned(exam, card)) return refuse(templateProblems.templateHasScans)
  const paper = (await paperOf(card.paperId)) ?? refuse(cardProblemList.notFound)
  const template = templateId === null ? null : await ownTemplate(templateId, caller)
  const { geometry, guide } = await contentOf(card, paper, template)
  const { cardId, paperId, examId } = card
  const content = { geometry, ...(guide ? { guide } : {}), ...(template ? { title: template.title } : {}) }
  const { row, attempt } = await nextVersion(card, content, caller)
  const { publishedVersion, publishedAt: at } = row
  const { templateId: before, ...rest } = card
  const old = before ? await templateUses.get({ templateId: before, paperId }) : null
  const gone = old && old.templateId !== template?.templateId ? [templateUses.removing(old)] : []
  const use = template
    ? [
        templateUses.putting({
          schema: 1,
          templateId: template.templateId,
          paperId,
          examId,
          title: `${exam.examName} ${paper.courseName}`,
          templateVersion: template.publishedVersion,
          usedBy: caller.userName,
          usedAt: at,
          version: 1,
        }),
      ]
    : []
  const next = cards.saving({
    ...rest,
    ...(template ? { templateId: template.templateId } : {}),
    status: 2,
    publishedVersion,
    editedBy: caller.userName,
    editedAt: at,
  })
  const done = await transact([cardVersions.creating(row), next, ...gone, ...use], attempt)
  if (!done) return stale(cardId)
  return { version: card.version + 1, publishedVersion }
}
