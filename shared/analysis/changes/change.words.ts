/** How change sets read, and what is wrong with one before it is made. Pure. */
import { unitTypes } from '#shared/card/card.types.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { scaled } from './change.rules.ts'
import { optionName } from '../report.words.ts'
import type { ChangeEdit, Merge } from './change.types.ts'

export const mergeWords: Readonly<Record<Merge['mode'], string>> = {
  score: '成绩合并',
  course: '科目合并',
  question: '小题合并',
  'question-cover': '小题覆盖',
}

/** 第3题; the items of a total are papers, and called by their names. */
export const itemName = (number: string, ofTotal: boolean): string => (ofTotal ? number : `第${number}题`)

const stateWords = { absent: '记为缺考', void: '成绩作废', zero: '记零分', exempt: '免考' } as const

/** Whole classes and schools stand among the numbers of an edit until it is known who is in them. */
export const wholeOf = { class: 'class#', school: 'school#' } as const
const whoIn = (ids: readonly string[]): string => {
  const all = (prefix: string): number => ids.filter((id) => id.startsWith(prefix)).length
  const [classes, schools] = [all(wholeOf.class), all(wholeOf.school)]
  const rest = ids.length - classes - schools
  return [
    ...(rest > 0 ? [`${rest}名考生`] : []),
    ...(classes > 0 ? [`${classes}个班的考生`] : []),
    ...(schools > 0 ? [`${schools}所学校的考生`] : []),
  ].join('和')
}
const howWords = { keep: '原得分不变', scale: '得分按比例折算', cap: '超过的按满分计' } as const

const sentence = (edit: ChangeEdit, question: (id: string) => string): string => {
  if (edit.kind === 'state') return `${whoIn(edit.studentIds)}${stateWords[edit.state]}`
  const of = question(edit.questionId)
  switch (edit.kind) {
    case 'key': {
      const [key, ...more] = edit.accepted
      const also = more.map((a) => `${a.letters}得${showScore(a.points)}分`)
      const tiers = (edit.tiers ?? []).map((t) => `选对${t.right}个得${showScore(t.points)}分`)
      return [`${of}答案改为${key!.letters}（${showScore(key!.points)}分）`, ...also, ...tiers].join('，')
    }
    case 'all':
      return `${of}全体给满分`
    case 'drop':
      return `${of}作废，不计入总分`
    case 'add':
      return `${of}给${edit.studentIds.length}名考生${edit.by < 0 ? '减' : '加'}${showScore(Math.abs(edit.by))}分`
    case 'set':
      return `${of}1名考生改为${showScore(edit.score)}分`
    case 'weigh':
      return edit.percent === 0 ? `${of}不计入（权重0%）` : `${of}权重${edit.percent}%`
    case 'assign':
      return `${of}按“${edit.scheme.name}”赋分`
    case 'type':
      return `${of}改为${unitTypes[edit.unitType as keyof typeof unitTypes]}`
    case 'bring':
      return `并入${edit.question.number}（满分${showScore(edit.question.fullScore)}分）`
    case 'full':
      return `${of}满分改为${showScore(edit.fullScore)}分，${howWords[edit.how]}`
  }
}

/** So many lines say what a set does; the rest is counted. */
const mostSaid = 6

/** What a change set does, in a few lines. Names no student. */
export const editsInWords = (
  edits: readonly ChangeEdit[],
  questions: readonly PaperQuestion[],
  ofTotal = false,
): string[] => {
  const numbers = new Map(questions.map((q) => [q.questionId as string, q.number]))
  const question = (id: string): string => itemName(numbers.get(id) ?? '?', ofTotal)
  const [single, others] = [edits.filter((e) => e.kind === 'set'), edits.filter((e) => e.kind !== 'set')]
  // Of many alike it is said once of which.
  const alike = Map.groupBy(others, (e) =>
    e.kind === 'weigh' ? `${e.percent}` : e.kind === 'assign' ? e.scheme.name : e,
  )
  const names = (own: readonly ChangeEdit[]): string =>
    own.map((e) => ('questionId' in e ? question(e.questionId) : '')).join('、')
  const people = new Set(single.map((e) => e.studentId)).size
  const lines = [
    ...[...alike.values()].map((own) => sentence(own[0]!, own.length > 1 ? () => names(own) : question)),
    ...(single.length === 1
      ? single.map((e) => sentence(e, question))
      : single.length > 1
        ? [`更正${people}名考生的${single.length}个得分`]
        : []),
  ]
  return lines.length > mostSaid ? [...lines.slice(0, mostSaid), `等${lines.length}项`] : lines
}

const inOrder = (letters: string): boolean => [...new Set(letters)].sort().join('') === letters

const keyFaults = (edit: Extract<ChangeEdit, { kind: 'key' }>, q: PaperQuestion): string[] => {
  if (!isObjective(q)) return ['只有客观题有答案可改']
  // Choices of paper B are kept in the letters of paper A by the old key: under a new one they cannot be told.
  if (q.paperB) return ['有B卷的题目不能在发布后改答案，请改为全体给分或作废']
  const options = q.unitType === 3 ? 'TF' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, q.optionCount ?? 4)
  const key = edit.accepted[0]!.letters
  return [
    ...edit.accepted.flatMap(({ letters, points }) => [
      ...([...letters].every((c) => options.includes(c)) ? [] : [`答案“${letters}”超出选项范围`]),
      ...(inOrder(letters) ? [] : ['答案的选项要按顺序且不重复']),
      ...(q.unitType !== 2 && letters.length > 1 ? ['只能有一个答案'] : []),
      ...(points > q.fullScore ? [`给分不能超过满分${showScore(q.fullScore)}分`] : []),
    ]),
    ...(new Set(edit.accepted.map((a) => a.letters)).size < edit.accepted.length ? ['答案重复'] : []),
    ...(edit.tiers && q.unitType !== 2 ? ['只有多选题可以按选对个数给分'] : []),
    ...(edit.tiers ?? []).flatMap((t, i, all) => [
      ...(t.right >= key.length ? [`选对${t.right}个不是部分选对`] : []),
      ...(t.points > q.fullScore ? [`给分不能超过满分${showScore(q.fullScore)}分`] : []),
      ...(all.findIndex((other) => other.right === t.right) < i ? [`选对${t.right}个写了两次`] : []),
    ]),
  ]
}

/** Choices as they were read stay, and so do marks: a type is changed for another that is read or marked alike. */
const typeFaults = ({ unitType }: Extract<ChangeEdit, { kind: 'type' }>, q: PaperQuestion): string[] => {
  if (unitType === q.unitType) return [`已经是${unitTypes[unitType as keyof typeof unitTypes]}`]
  if (isObjective(q) !== isObjective({ unitType })) return ['阅卷以后，客观题和主观题不能互换']
  if (unitType === 3 || q.unitType === 3) return ['判断题填涂的是对错，不能和选择题互换']
  return isObjective(q) && q.paperB ? ['有B卷的题目不能在发布后改题型'] : []
}

const faultsOf = (edit: Exclude<ChangeEdit, { kind: 'state' | 'bring' }>, q: PaperQuestion): string[] => {
  if (edit.kind === 'key') return keyFaults(edit, q)
  if (edit.kind === 'type') return typeFaults(edit, q)
  if (q.optional && (edit.kind === 'drop' || edit.kind === 'full')) return ['选做题不能单独作废或改满分']
  if (edit.kind === 'set' && edit.score > q.fullScore) return [`得分不能超过满分${showScore(q.fullScore)}分`]
  if (edit.kind === 'weigh') {
    if (edit.percent === 100) return ['权重100%就是现在的分，不用改']
    return edit.percent > 0 && scaled(q.fullScore, 100, edit.percent) < 1 ? ['权重太小'] : []
  }
  if (edit.kind === 'add' && edit.by === 0) return ['加减的分数不能是0']
  if (edit.kind === 'full' && edit.fullScore === q.fullScore) return [`满分已经是${showScore(q.fullScore)}分`]
  return []
}

/** Why one student's score cannot be set so; [] where it can. */
export const setFaults = (
  edit: Extract<ChangeEdit, { kind: 'set' }>,
  question: PaperQuestion | undefined,
): readonly string[] => (question ? faultsOf(edit, question) : ['这道题已作废或不在试卷里'])

/** Questions that count instead of one another weigh the same, or the full mark would not be one number. */
const unequalWeights = (edits: readonly ChangeEdit[], questions: readonly PaperQuestion[]): string[] => {
  const weights = new Map(edits.flatMap((e) => (e.kind === 'weigh' ? [[e.questionId as string, e.percent]] : [])))
  const groups = Map.groupBy(
    questions.filter((q) => q.optional),
    (q) => q.optional!.group,
  )
  return [...groups].flatMap(([group, own]) =>
    new Set(own.map((q) => weights.get(q.questionId) ?? 100)).size > 1 ? [`“${group}”各项的权重要相同`] : [],
  )
}

/** Which edits a total takes: of its items, papers, their weights and their schemes; a paper takes all but a scheme. */
const isOf = (edit: ChangeEdit, ofTotal: boolean): boolean =>
  ofTotal ? edit.kind === 'weigh' || edit.kind === 'assign' : edit.kind !== 'assign'

/** What is wrong with a change set against the questions as they stand; [] when nothing is. */
export const editFaults = (
  edits: readonly ChangeEdit[],
  questions: readonly PaperQuestion[],
  ofTotal = false,
): string[] => {
  // As the edits before leave them: a key is held against the type and the full mark that the same set gives.
  const byId = new Map(questions.map((q) => [q.questionId as string, q]))
  const isOut = (e: ChangeEdit): boolean => e.kind === 'drop' || (e.kind === 'weigh' && e.percent === 0)
  const dropped = new Set(edits.flatMap((e) => (isOut(e) && 'questionId' in e ? [e.questionId as string] : [])))
  const seen = new Set<string>()
  const faults: string[] = []
  for (const edit of edits) {
    if (!isOf(edit, ofTotal)) {
      faults.push(ofTotal ? '总分只能改各科的权重和赋分，其余请在单科中改动' : '赋分在总分上进行，请先设置总分')
      continue
    }
    if (edit.kind === 'state') continue
    if (edit.kind === 'bring') {
      if (byId.has(edit.questionId)) faults.push(`${edit.question.number}已经并入`)
      byId.set(edit.questionId, edit.question)
      continue
    }
    const q = byId.get(edit.questionId)
    if (!q) {
      faults.push(`有${ofTotal ? '科目不在这个总分' : '题目不在这份试卷'}里，请刷新后重试`)
      continue
    }
    const say = (text: string): number => faults.push(`${itemName(q.number, ofTotal)}：${text}`)
    for (const text of faultsOf(edit, q)) say(text)
    const one = edit.kind === 'set' ? `${edit.questionId}#${edit.studentId}` : `${edit.questionId}#${edit.kind}`
    if (seen.has(one) && edit.kind !== 'add') say(edit.kind === 'set' ? '同一名考生写了两次' : '同一项改动写了两次')
    seen.add(one)
    if (edit.kind === 'type') byId.set(edit.questionId, { ...q, unitType: edit.unitType })
    if (edit.kind === 'full') byId.set(edit.questionId, { ...q, fullScore: edit.fullScore })
    if (edit.kind === 'key') byId.set(edit.questionId, { ...q, answer: edit.accepted[0]!.letters })
  }
  for (const { questionId } of edits.filter((e) => e.kind === 'type')) {
    const q = byId.get(questionId)
    if (q?.unitType === 1 && (q.answer ?? '').length > 1)
      faults.push(`${itemName(q.number, ofTotal)}：单选题只有一个答案，请同时改答案`)
  }
  faults.push(...unequalWeights(edits, questions))
  if (dropped.size > 0 && questions.every((q) => dropped.has(q.questionId)))
    faults.push(edits.some((e) => e.kind === 'weigh') ? '权重之和不能是0' : '不能作废全部题目')
  return [...new Set(faults)]
}

/**
 * Keys that are there already: of a question of one answer, the same letter for its full mark, where nothing else is said
 * of that question, by these edits or by those in force. Of several answers the same letters may be counted otherwise.
 */
export const sameKeys = (
  edits: readonly ChangeEdit[],
  questions: readonly PaperQuestion[],
  inForce: readonly ChangeEdit[] = [],
): string[] =>
  edits.flatMap((edit) => {
    if (edit.kind !== 'key' || edit.accepted.length > 1) return []
    const about = [...edits, ...inForce].filter((e) => 'questionId' in e && e.questionId === edit.questionId)
    const q = questions.find((one) => one.questionId === edit.questionId)
    const [{ letters, points } = { letters: '', points: 0 }] = edit.accepted
    const isOne = q?.unitType === 1 || q?.unitType === 3
    return isOne && about.length === 1 && q.answer === letters && q.fullScore === points
      ? [`${itemName(q.number, false)}：答案已经是${optionName(letters, q.unitType === 3)}`]
      : []
  })
