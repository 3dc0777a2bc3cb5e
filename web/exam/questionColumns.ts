/** The paper's table as columns that are typed in. Pure. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { shaped } from '#shared/exam/setting/question.rules.ts'
import { showScore } from '#shared/kit/score.ts'
import type { GridColumn } from '#web/kit/grid.ts'
import { shownAnswer, typedAnswer, typedScore, unitTypes } from './paperDraft.ts'

type Column = GridColumn<PaperQuestion>
const short = 74

const scoreColumn = (
  key: 'fullScore' | 'halfScore' | 'tolerance',
  name: string,
  has: (q: PaperQuestion) => boolean,
  least = 0,
): Column => ({
  key,
  name: key === 'fullScore' ? `${name}（分）` : name,
  width: short,
  label: (q) => `第${q.number}题${name}`,
  decimal: true,
  takes: least > 0 ? `只能填一个不小于${showScore(least)}的分数，如2.5` : '只能填一个分数，如2.5',
  text: (q) => (has(q) ? showScore(q[key] ?? 0) : null),
  put: (q, text) => {
    const score = typedScore(text)
    return score === null || score < least ? null : { ...q, [key]: score }
  },
})

const choice = (
  key: 'markStep' | 'markers',
  name: string,
  label: string,
  otherwise: number,
  options: Column['options'] & object,
): Column => ({
  key,
  name,
  width: short,
  label: (q) => `第${q.number}题${label}`,
  options,
  text: (q) => (isObjective(q) ? null : String(q[key] ?? otherwise)),
  put: (q, value) => ({ ...q, [key]: Number(value) }),
})

export type OptionalGroups = ReadonlyMap<string, readonly string[]>

/** Of an optional question of how many one chooses how many, and which they are. */
const optionalNote = ({ optional }: PaperQuestion, groups?: OptionalGroups): { text: string; title: string } | null => {
  if (!optional) return null
  const { group, count } = optional
  const own = groups?.get(group)
  if (own) return { text: `${own.length}选${count}`, title: `第${own.join('、')}题选做${count}题` }
  return { text: '选做', title: `选做${group.includes('、') ? ` ${group}` : ''}` }
}

/** `fixed`: the structure no longer changes once marking has begun; key and scores do. */
export const questionColumns = ({
  fixed,
  barred,
  keys,
  groups,
}: {
  fixed: boolean
  barred: boolean
  /** Numbers of the optional questions by group, where the paper is known. */
  groups?: OptionalGroups
  /** What earns in words, where it is not one answer. */
  keys?: ReadonlyMap<string, string> | undefined
}): Column[] => {
  const columns: (Column & { structure?: boolean })[] = [
    {
      key: 'number',
      name: '题号',
      width: 56,
      structure: true,
      label: (_, index) => `第${index + 1}行题号`,
      maxLength: 10,
      text: (q) => q.number,
      note: (q) => optionalNote(q, groups),
      put: (q, number) => ({ ...q, number: number.slice(0, 10) }),
    },
    {
      key: 'unitType',
      name: '题型',
      width: 94,
      structure: true,
      label: (q) => `第${q.number}题题型`,
      options: Object.entries(unitTypes).map(([value, label]) => ({ value, label })),
      text: (q) => String(q.unitType),
      put: (q, value) => shaped(q, Number(value)),
    },
    scoreColumn('fullScore', '满分', () => true, 1),
    {
      key: 'answer',
      name: '答案',
      width: short,
      label: (q) => `第${q.number}题答案`,
      placeholder: '未设置',
      text: (q) => (isObjective(q) ? (keys?.get(q.questionId) ?? shownAnswer(q.answer ?? '', q.unitType)) : null),
      put: (q, text) => ({ ...q, answer: typedAnswer(text, q.unitType) }),
    },
    {
      key: 'optionCount',
      name: '选项数',
      width: short,
      structure: true,
      label: (q) => `第${q.number}题选项数`,
      decimal: true,
      takes: '只能填2至12',
      text: (q) => (isObjective(q) && q.unitType !== 3 ? String(q.optionCount ?? 4) : null),
      put: (q, text) => {
        const optionCount = Number(text)
        return Number.isInteger(optionCount) && optionCount >= 2 && optionCount <= 12 ? { ...q, optionCount } : null
      },
    },
    scoreColumn('halfScore', '半对得分', (q) => q.unitType === 2),
    choice('markStep', '给分间隔', '给分间隔', 100, [
      { value: '50', label: '0.5' },
      { value: '100', label: '1' },
      { value: '200', label: '2' },
    ]),
    choice('markers', '阅卷', '阅卷方式', 1, [
      { value: '1', label: '单评' },
      { value: '2', label: '双评' },
      { value: '3', label: '三评' },
    ]),
    scoreColumn('tolerance', '允许误差', (q) => !isObjective(q) && q.markers === 2 && q.settle?.share === undefined),
  ]
  return columns.map(({ structure, ...column }) => ({ ...column, barred: barred || (fixed && structure === true) }))
}
