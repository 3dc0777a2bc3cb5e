/** Papers that are read by a template: what differs, and the switch to it and back. */
import * as calls from '#shared/card/template/template.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { questionsFromTemplate } from '#shared/card/template/template.paper.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { paperProblems } from '#shared/exam/exam.rules.ts'
import { saveQuestions } from '#functions/exam/paper.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { scanned } from '../card.commands.ts'
import { cardVersions } from '../card.store.ts'
import { live, managed } from '../live.ts'
import { cardOfPaper } from '../designer/newCard.ts'
import { ownTemplate } from './template.store.ts'
import * as commands from './templateSwitch.commands.ts'
import { switched, frozenOf, differences, useOf } from './templateSwitch.commands.ts'

const heldAgainst = async ({ templateId, paperId }: { templateId: string; paperId: string }, caller: Caller) => {
  const template = await ownTemplate(templateId, caller)
  const paper = (await paperOf(paperId)) ?? refuse(cardProblemList.notFound)
  return { differences: differences(template.pages, paper) }
}

export const templateSwitchHandlers = [
  implement(calls.paperTemplateState, async ({ input }) => (await useOf(input.paperId)).use),

  implement(calls.defaultTemplateInfo, async ({ input }) => {
    const { card, use } = await useOf(input.paperId)
    if (!card) return { kind: 'none' as const, title: '', publishedVersion: 0, pageCount: 0 }
    const { cardId, publishedVersion } = card
    const version = publishedVersion > 0 ? await cardVersions.get({ code: card.code, publishedVersion }) : null
    const pageCount = version?.pageCount ?? 0
    return use
      ? { kind: 'template' as const, cardId, templateId: use.templateId, title: use.title, publishedVersion, pageCount }
      : { kind: 'card' as const, cardId, title: card.title, publishedVersion, pageCount }
  }),

  implement(calls.templateAgainstPaper, async ({ input, caller }) => heldAgainst(input, caller)),

  implement(calls.subjectCheck, async ({ input, caller }) => heldAgainst(input, caller)),

  implement(calls.templateFromExam, ({ input, caller }) => commands.templateFromExam(input, caller)),

  implement(calls.switchTemplate, async ({ input, caller }) => {
    const card = await live(input.cardId)
    return switched(card, input.version, input.templateId, caller)
  }),

  implement(calls.uploaderTemplate, async ({ input, caller }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const exam = await managed(paper.examId, caller)
    const { card } = await cardOfPaper(paper, exam, caller)
    return { cardId: card.cardId, ...(await switched(card, input.version ?? card.version, input.templateId, caller)) }
  }),

  implement(calls.paperFromTemplate, async ({ input, caller }) => {
    const before = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const exam = await managed(before.examId, caller)
    if (scanned(exam, input)) return refuse(templateProblems.templateHasScans)
    const template = await ownTemplate(input.templateId, caller)
    const { pages } = await frozenOf(template)
    // Asked again after it broke off, the paper has the template's questions already.
    const known = before.questions.length > 0
    if (known && differences(pages, before).length > 0) return refuse(templateProblems.templatePaperHasQuestions)
    const questions = questionsFromTemplate(pages, () => newId<QuestionId>('question'))
    const wrong = known ? [] : paperProblems(questions)
    if (wrong.length > 0) return refuse(cardProblemList.badAnswers, { detail: bracketed(wrong.slice(0, 20)) })
    const paper = known ? before : await saveQuestions(before, questions, input.version, caller)
    const { card } = await cardOfPaper(paper, exam, caller)
    const { publishedVersion } = await switched(card, card.version, template.templateId, caller)
    return { questions: paper.questions.length, cardId: card.cardId, publishedVersion }
  }),
]
