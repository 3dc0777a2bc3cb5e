/** How change sets read, and what is wrong with one before it is made. Pure. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import type { ChangeEdit, ChangeTool } from './change.types.ts'

/** How each tool is called where change sets are listed. */
export const changeToolNames: Readonly<Record<ChangeTool, string>> = {
  'answer-edit': '修改答案',
  'maneuver-score': '机动分',
  'score-edit': '成绩更正',
  'adjust-score': '调整分值',
  'miss-exam': '缺考与违纪',
}

const stateWords = { absent: '记为缺考', void: '成绩作废', zero: '记零分' } as const
const howWords = { keep: '原得分不变', scale: '得分按比例折算', cap: '超过的按满分计' } as const

const sentence = (edit: ChangeEdit, question: (id: string) => string): string => {
  if (edit.kind === 'state') return `${edit.studentIds.length}名考生${stateWords[edit.state]}`
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
    case 'full':
      return `${of}满分改为${showScore(edit.fullScore)}分，${howWords[edit.how]}`
  }
}

/** So many lines say what a set does; the rest is counted. */
const mostSaid = 6

/** What a change set does, in a few lines. Names no student. */
export const editsInWords = (edits: readonly ChangeEdit[], questions: readonly PaperQuestion[]): string[] => {
  const numbers = new Map(questions.map((q) => [q.questionId as string, q.number]))
  const question = (id: string): string => `第${numbers.get(id) ?? '?'}题`
  const [single, others] = [edits.filter((e) => e.kind === 'set'), edits.filter((e) => e.kind !== 'set')]
  const people = new Set(single.map((e) => e.studentId)).size
  const lines = [
    ...others.map((e) => sentence(e, question)),
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

const faultsOf = (edit: Exclude<ChangeEdit, { kind: 'state' }>, q: PaperQuestion): string[] => {
  if (edit.kind === 'key') return keyFaults(edit, q)
  if (q.optional && (edit.kind === 'drop' || edit.kind === 'full')) return ['选做题不能单独作废或改满分']
  if (edit.kind === 'set' && edit.score > q.fullScore) return [`得分不能超过满分${showScore(q.fullScore)}分`]
  if (edit.kind === 'add' && edit.by === 0) return ['加减的分数不能是0']
  if (edit.kind === 'full' && edit.fullScore === q.fullScore) return [`满分已经是${showScore(q.fullScore)}分`]
  return []
}

/** What is wrong with a change set against the questions as they stand; [] when nothing is. */
export const editFaults = (edits: readonly ChangeEdit[], questions: readonly PaperQuestion[]): string[] => {
  const byId = new Map(questions.map((q) => [q.questionId as string, q]))
  const dropped = new Set(edits.flatMap((e) => (e.kind === 'drop' ? [e.questionId as string] : [])))
  const seen = new Set<string>()
  const faults: string[] = []
  for (const edit of edits) {
    if (edit.kind === 'state') continue
    const q = byId.get(edit.questionId)
    if (!q) {
      faults.push('有题目不在这份试卷里，请刷新后重试')
      continue
    }
    const say = (text: string): number => faults.push(`第${q.number}题：${text}`)
    for (const text of faultsOf(edit, q)) say(text)
    const one = edit.kind === 'set' ? `${edit.questionId}#${edit.studentId}` : `${edit.questionId}#${edit.kind}`
    if (seen.has(one) && edit.kind !== 'add') say(edit.kind === 'set' ? '同一名考生写了两次' : '同一项改动写了两次')
    seen.add(one)
  }
  if (dropped.size > 0 && questions.every((q) => dropped.has(q.questionId))) faults.push('不能作废全部题目')
  return [...new Set(faults)]
}
