import type * as calls from '#shared/card/template/template.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { cards, paperCards } from '../card.store.ts'
import { managed } from '../live.ts'
import { templates, templateUses } from './template.store.ts'
import { newTemplate } from './template.commands.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

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
