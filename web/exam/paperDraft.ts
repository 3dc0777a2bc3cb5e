/** What the paper editor does to questions. Pure; ids are given. */
import { shaped } from '#shared/exam/setting/question.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { judgedTyped, judgedWords } from '#shared/kit/judged.ts'
import { scoreOf } from '#shared/kit/score.ts'
import { mergedText } from '#web/kit/screens/mergedRows.ts'

export const unitTypes: Readonly<Record<number, string>> = {
  1: '单选题',
  2: '多选题',
  3: '判断题',
  4: '填空题',
  5: '解答题',
  6: '英语作文',
  7: '语文作文',
}

export type Block = { unitType: number; count: number; fullScore: number; optionCount: number }

const nextNumber = (questions: readonly PaperQuestion[]): number =>
  questions.reduce((n, q) => Math.max(n, Number(/^\d+/.exec(q.number)?.[0] ?? 0)), 0) + 1

export const withBlock = (
  questions: readonly PaperQuestion[],
  block: Block,
  ids: readonly QuestionId[],
): PaperQuestion[] => {
  const from = nextNumber(questions)
  return [
    ...questions,
    ...ids.slice(0, block.count).map((questionId, i) =>
      shaped(
        {
          questionId,
          number: String(from + i),
          unitType: block.unitType,
          fullScore: block.fullScore,
          optionCount: block.optionCount,
        },
        block.unitType,
      ),
    ),
  ]
}

/** What a question can be answered with; true and false are also keyed as their words. */
const lettersOf = (q: PaperQuestion): string[] =>
  q.unitType === 3 ? ['T', 'F'] : Array.from({ length: q.optionCount ?? 4 }, (_, i) => String.fromCharCode(65 + i))

type Read = { answers: string[]; problem: string | null }

const readKey = (groups: readonly string[], objective: readonly PaperQuestion[]): Read => {
  const letters = (g: string): string => [...new Set(g)].sort().join('')
  // A letter that no question has would be dealt out as an answer, also where the count is right: it is named.
  const offered = new Set(objective.flatMap(lettersOf))
  const strange = [...new Set(groups.join(''))].filter((l) => !offered.has(l))
  if (strange.length > 0 && objective.length > 0)
    return { answers: [], problem: `没有一道客观题有选项${strange.slice(0, 5).join('、')}，请检查` }
  if (groups.length === objective.length) return { answers: groups.map(letters), problem: null }
  const answers: string[] = []
  let rest = ''
  let at = 0
  for (const q of objective) {
    if (rest === '') rest = groups[at++] ?? ''
    if (rest === '') break
    if (q.unitType === 2) {
      answers.push(letters(rest))
      rest = ''
    } else {
      answers.push(rest[0]!)
      rest = rest.slice(1)
    }
  }
  const left = rest.length + groups.slice(at).join('').length
  if (left > 0) return { answers, problem: `客观题有${objective.length}道，答案多出${left}个字母，请检查` }
  return answers.length < objective.length
    ? { answers, problem: `客观题有${objective.length}道，只读到${answers.length}个答案` }
    : { answers, problem: null }
}

/**
 * Reads a pasted key: `ABCDA BDCAB`, `1-5 ABCDA 6-10 …`, `1.A 2.AC`, 对/错, √/×. With as many groups as objective
 * questions each group is one answer; otherwise single letters are dealt out in turn, and a multiple choice takes the
 * whole of its group. What does not fit all of them, and fits those that have no answer yet, is theirs: questions are
 * added block by block, each with its own key.
 */
export const withKey = (questions: readonly PaperQuestion[], text: string): Changed => {
  const groups = judgedTyped(text.normalize('NFKC').toUpperCase())
    .replace(/\d+\s*[-~–—至]\s*\d+/g, ' ')
    .split(/[^A-Z]+/)
    .filter((g) => g !== '')
  const objective = questions.filter(isObjective)
  const open = objective.filter((q) => (q.answer ?? '') === '')
  const whole = readKey(groups, objective)
  const rest =
    whole.problem !== null && open.length > 0 && open.length < objective.length ? readKey(groups, open) : null
  const [of, { answers, problem }] = rest?.problem === null ? [open, rest] : [objective, whole]
  if (problem !== null) return { questions: [...questions], problem }
  const given = new Map(of.map((q, i) => [q.questionId, answers[i]!]))
  return { questions: questions.map((q) => ({ ...q, ...answerIn(given, q) })), problem: null }
}

const answerIn = (given: ReadonlyMap<string, string>, q: PaperQuestion): { answer?: string } => {
  const answer = given.get(q.questionId)
  return answer === undefined ? {} : { answer }
}

/** `at`: the field that the problem is of, where there are several. */
export type Changed = { questions: PaperQuestion[]; problem: string | null; at?: 'order' }

const without = (q: PaperQuestion, what: 'paperB' | 'optional'): PaperQuestion => {
  const { [what]: _gone, ...kept } = q
  return kept as PaperQuestion
}

/** Numbers as typed: `3 1 2`, `22、23`, `22-24`. */
const typedNumbers = (text: string, taken: readonly string[]): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s,、;]+/)
    .filter((t) => t !== '')
    .flatMap((t) => {
      const [from, to] = t.split(/[-~–—至]/).map((n) => taken.indexOf(n))
      return taken.includes(t) || from === undefined || to === undefined || from < 0 || to < from
        ? [t]
        : taken.slice(from, to + 1)
    })

/**
 * Paper B: its key in its own order, and in that order the numbers that paper A has (nothing: the same order). Without a
 * key there is no paper B.
 */
export const withPaperB = (questions: readonly PaperQuestion[], key: string, order: string): Changed => {
  const same = (problem: string): Changed => ({ questions: [...questions], problem })
  const misordered = (problem: string): Changed => ({ ...same(problem), at: 'order' })
  if (key.trim() === '') return { questions: questions.map((q) => without(q, 'paperB')), problem: null }
  const places = questions.filter(isObjective)
  const asked = typedNumbers(
    order,
    places.map((q) => q.number),
  )
  const onB = asked.length === 0 ? places : asked.map((n) => places.find((q) => q.number === n))
  const unknown = asked.find((_, i) => onB[i] === undefined)
  if (unknown !== undefined) return misordered(`客观题中没有第${unknown}题`)
  const ordered = onB.filter((q) => q !== undefined)
  if (new Set(ordered).size !== places.length || ordered.length !== places.length)
    return misordered(`B卷题序要把${places.length}道客观题各写一次`)
  const read = withKey(ordered, key)
  if (read.problem) return same(read.problem)
  const of = new Map(
    ordered.map((q, i) => [
      q.questionId,
      { ...(q === places[i] ? {} : { at: places[i]!.questionId }), answer: read.questions[i]!.answer ?? '' },
    ]),
  )
  return {
    questions: questions.map((q) => {
      const paperB = of.get(q.questionId)
      return paperB ? { ...q, paperB } : q
    }),
    problem: null,
  }
}

/** Paper B as one would type it: its key in its own order, and that order where it is another. */
export const paperBOf = (questions: readonly PaperQuestion[]): { key: string; order: string } => {
  const places = questions.filter(isObjective)
  const onB = places.map((place) => places.find((q) => q.paperB && (q.paperB.at ?? q.questionId) === place.questionId))
  if (onB.some((q) => q === undefined)) return { key: '', order: '' }
  const moved = onB.some((q, i) => q !== places[i])
  return {
    key: onB.map((q) => shownAnswer(q!.paperB!.answer, q!.unitType)).join(' '),
    order: moved ? onB.map((q) => q!.number).join(' ') : '',
  }
}

/** Makes questions optional: so many of them are to be answered; 0 makes them ordinary again. */
export const withOptional = (questions: readonly PaperQuestion[], numbers: string, count: number): Changed => {
  const known = questions.map((q) => q.number)
  const asked = typedNumbers(numbers, known)
  const unknown = asked.find((n) => !known.includes(n))
  if (asked.length === 0 || unknown !== undefined)
    return { questions: [...questions], problem: unknown ? `没有第${unknown}题` : '请输入选做题的题号' }
  const group = asked.join('、').slice(0, 20)
  return {
    questions: questions.map((q) =>
      !asked.includes(q.number) ? q : count === 0 ? without(q, 'optional') : { ...q, optional: { group, count } },
    ),
    problem: null,
  }
}

/** Optional questions by group. */
export const optionalIn = (questions: readonly PaperQuestion[]): Map<string, PaperQuestion[]> =>
  Map.groupBy(
    questions.filter((q) => q.optional),
    (q) => q.optional!.group,
  )

/** What is said of paper B and optional questions above the table. */
export const variantsOf = (questions: readonly PaperQuestion[]): string => {
  const groups = [...optionalIn(questions).values()]
  return [
    ...groups.map((own) => `第${own.map((q) => q.number).join('、')}题选做${own[0]!.optional!.count}题`),
    ...(questions.some((q) => q.paperB) ? ['客观题有B卷，按B卷的题序和答案评分'] : []),
  ].join('；')
}

/** Points as typed, in hundredths; null for what is no score. */
export const typedScore = (text: string): number | null => {
  try {
    return scoreOf(text.normalize('NFKC'))
  } catch {
    return null
  }
}

/** An answer as typed: letters in order, each once; of a question with one letter the one that was typed last. */
export const typedAnswer = (text: string, unitType: number): string => {
  const upper = judgedTyped(text.normalize('NFKC').toUpperCase())
  const letters = upper.replace(/[^A-Z]/g, '')
  return unitType === 2 ? [...new Set(letters)].sort().join('') : letters.slice(-1)
}

/** An answer as the card prints it: true and false are words. */
export const shownAnswer = (answer: string, unitType: number): string => (unitType === 3 ? judgedWords(answer) : answer)

export const moved = (questions: readonly PaperQuestion[], i: number, by: -1 | 1): PaperQuestion[] => {
  const next = [...questions]
  const [q] = next.splice(i, 1)
  if (q) next.splice(Math.max(0, i + by), 0, q)
  return next
}

/** Marked twice without a tolerance: any difference goes to an arbitrator, which a 0 in a cell does not say. '' where none is. */
export const zeroToleranceText = (questions: readonly PaperQuestion[]): string => {
  const own = questions.filter(
    (q) => !isObjective(q) && q.markers === 2 && q.settle === undefined && (q.tolerance ?? 0) === 0,
  )
  return own.length === 0
    ? ''
    : `第${own.map((q) => q.number).join('、')}题双评，允许误差是 0：两位老师的分数只要不同就交仲裁。要取平均分，请填允许相差的分数。`
}

/** What is said of a paper that another user saved while it was edited here. */
export const mergedPaperText = (found: { theirs: readonly PaperQuestion[]; both: readonly PaperQuestion[] }): string =>
  mergedText(found, { what: '试题', nameOf: (q) => q.number, named: (numbers) => `第${numbers}题` })
