/** Rules for answers that are text: tried on what was read, then kept. What they make of an answer is a proposal like others. */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { isOnGrid, standing, worth } from '#shared/marking/marking.rules.ts'
import { mostTried } from '#shared/marking/reader/reader.calls.ts'
import type * as calls from '#shared/marking/reader/reader.calls.ts'
import { ruleFor, rulesOf } from '#shared/marking/reader/typed.rules.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { candidatesIn, rosterSlices } from '#functions/exam/exam.public.ts'
import { managed, questionIn } from '../desk/desk.ts'
import { answers } from '../marking.store.ts'
import { answerRules, proposals } from './reader.store.ts'

const judged = async ({ paperId, questionId, text }: InputOf<typeof calls.tryRules>, caller: Caller) => {
  const desk = await managed(paperId, caller)
  const q = questionIn(desk, questionId)
  const of = rulesOf(text, (score) => isOnGrid(q, score))
  return 'why' in of ? refuse(markingProblems.badRules, { why: of.why }) : { desk, q, rules: of.rules }
}

const mostTexts = 8
/** The most frequent first. */
const commonest = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (t) => t)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, mostTexts)
    .map(([text, all]) => (all.length > 1 ? `${text}×${all.length}` : text))

/** @throws Refused notManager, noQuestion, badRules */
export const tryRules = async (
  input: InputOf<typeof calls.tryRules>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.tryRules>> => {
  const { desk, q, rules } = await judged(input, caller)
  const of = { paperId: input.paperId as string, questionId: q.questionId as string }
  const found: { text: string; score: number | null; given: number | null; at: number | null }[] = []
  for await (const { slice } of rosterSlices(desk.exam, 200)) {
    const keys = (await candidatesIn(desk.paper.examId, slice)).map(({ studentId }) => ({
      ...of,
      studentId: studentId as string,
    }))
    const [said, items] = await Promise.all([proposals.getMany(keys), answers.getMany(keys)])
    const marks = new Map(items.map((i) => [i.studentId, i]))
    for (const { studentId, text } of said) {
      if (text === undefined) continue
      const item = marks.get(studentId)
      const mark = item && standing(item.first, item.imageVersion)
      const at = ruleFor(rules, text)
      found.push({ text, at, score: at === null ? null : rules[at]!.score, given: mark ? worth(mark.value) : null })
    }
    if (found.length >= mostTried) break
  }
  const both = found.filter((f) => f.score !== null && f.given !== null)
  const rest = found.filter((f) => f.at === null)
  return {
    answers: found.length,
    fits: rules.map((rule, i) => {
      const own = found.filter((f) => f.at === i)
      return { score: rule.score, answers: own.length, texts: commonest(own.map((f) => f.text)) }
    }),
    rest: { answers: rest.length, texts: commonest(rest.map((f) => f.text)) },
    marked: both.length,
    same: both.filter((f) => f.score === f.given).length,
  }
}

/** @throws Refused notManager, noQuestion, badRules, stale */
export const saveRules = async (
  input: InputOf<typeof calls.saveRules>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveRules>> => {
  const { desk, q, rules } = await judged(input, caller)
  const { version } = input
  const row = {
    ...{ schema: 1 as const, paperId: desk.paper.paperId, questionId: q.questionId },
    ...{ text: input.text, rules, version },
  }
  if (version === 0) {
    if (!(await answerRules.create({ ...row, version: 1 }))) await refuseStale(answerRules, row)
    return { rules: rules.length, version: 1 }
  }
  const saved = (await answerRules.save(row)) ?? (await refuseStale(answerRules, row))
  return { rules: rules.length, version: saved.version }
}
