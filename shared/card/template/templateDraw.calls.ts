/** Checking a template, and drawing on its pages what the picture shows. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { TemplateId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { Rect } from '../geometry/geometry.types.ts'
import { templateProblems } from './template.problems.ts'
import { TemplateArea } from './template.types.ts'
import { onPage, TemplateFaultOut } from './template.calls.ts'

const common = examManagers
const seeing = examOverseers
const { templateNotFound, templateNoPage } = templateProblems

const check = <P extends string>(path: P, summary: string) =>
  call(path as `GET /${string}`, {
    summary,
    ...seeing,
    scope: on('template', 'templateId'),
    input: () => z.object({ templateId: TemplateId }),
    output: () => z.object({ lawful: z.boolean(), faults: z.array(TemplateFaultOut) }),
    problems: [templateNotFound],
    feeds: ['template'],
  })
export const checkLegality = check(
  'GET /api/exam/answerCard/v2/checkTemplateLegality',
  'Everything that keeps a template from being published',
)
export const checkFeature = check('GET /api/exam/answerCard/v2/check/feature', 'Whether every page can be found')
export const checkPageMark = check('GET /api/exam/answerCard/v2/checkPageMark', 'Whether pages can be told apart')
export const checkSubFeature = check(
  'GET /api/exam/answerCard/v2/checkSubFeature',
  'Whether the subjective blocks are whole',
)

// ---------- drawing from the picture ----------

const drawCall = <P extends string>(path: P, summary: string) =>
  call(path as `POST /${string}`, {
    summary,
    ...common,
    scope: on('template', 'templateId'),
    input: () => z.object({ ...onPage, rect: Rect.optional(), type: z.int().min(1).max(20).optional() }),
    output: () => z.object({ areas: z.array(TemplateArea) }),
    problems: [templateNotFound, templateNoPage, templateProblems.templateNothingFound],
  })
export const drawChoices = drawCall(
  'POST /api/exam/manual/paper/answerCard/template/choiceAutoDraw',
  'Rows of bubbles or boxes within a rectangle',
)
export const drawQuestions = drawCall(
  'POST /api/exam/manual/paper/answerCard/template/autoPlotQuestionTemplate',
  'Every block of bubbles or boxes of a page',
)
export const drawAnchors = drawCall(
  'POST /api/exam/manual/paper/answerCard/template/autoPlotAnchorPoint',
  'Solid marks near the corners',
)
export const drawScores = drawCall(
  'POST /api/exam/manual/paper/answerCard/template/autoPlotSubjectiveQuestionScoreRect',
  'A row of score boxes within a rectangle',
)

export const drawFeature = call('POST /api/exam/manual/paper/answerCard/template/autoPlotFeature', {
  summary: 'How well a page can be found by what is printed on it',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object(onPage),
  output: () => z.object({ patches: z.int(), enough: z.boolean() }),
  problems: [templateNotFound, templateNoPage],
})

export const findPoint = call('POST /api/exam/manual/paper/answerCard/template/findTemplatePoint', {
  summary: 'The mark under a click',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object({ ...onPage, x: z.number(), y: z.number() }),
  output: () => z.object({ area: TemplateArea.nullable() }),
  problems: [templateNotFound, templateNoPage],
})

export const adjustHorizon = call('POST /api/exam/manual/paper/answerCard/autoAdjustHorizonLine', {
  summary: 'By how many degrees a page is off the level',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object(onPage),
  output: () => z.object({ degrees: z.number() }),
  problems: [templateNotFound, templateNoPage],
})

export const imageOrientation = call('POST /api/exam/manual/paper/answerCard/template/textImageOrientation', {
  summary: 'Whether the words of a page run across it; which side is up is for a person to see',
  ...common,
  scope: on('template', 'templateId'),
  input: () => z.object(onPage),
  output: () => z.object({ onSide: z.boolean() }),
  problems: [templateNotFound, templateNoPage],
})
