/** What each tool asks, and the edits that follow from what is typed: the one screen of changes is made of these. Pure. */
import type { changeStand } from '#shared/analysis/change.calls.ts'
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import { readNumbers, readScoreLines } from '#shared/analysis/changes/scoreLines.rules.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ClassId, SchoolId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { Field, Option, Values } from '#web/kit/screens/screen.types.ts'
import type { StandQuestion, StateWish, Typed } from '#web/analysis/changes/changeFields.ts'
import {
  alike,
  choiceField,
  fault,
  found,
  itemsField,
  itemsOf,
  keyEdits,
  numbersField,
  numbersOf,
  ownKey,
  points,
  questionField,
  typeEdits,
  typed,
  wholeField,
} from '#web/analysis/changes/changeFields.ts'

type ChangeStand = OutputOf<typeof changeStand>

export type ChangeForm = {
  /** What the tool does, under its title. */
  says: string
  /** `early`: marking is going on, and only what puts a question right for all is taken. */
  fields: (
    questions: readonly PaperQuestion[],
    ofTotal: boolean,
    stand?: Pick<ChangeStand, 'early' | 'whole'>,
  ) => Field[]
  start: Values
  edits: (values: Values, questions: readonly StandQuestion[]) => Typed
  /** What a question that is chosen begins with. */
  begins?: (question: StandQuestion) => Values
  /** The question whose answers are typed too, as what is typed makes it; none where there is nothing to answer. */
  answers?: (values: Values, question: PaperQuestion) => PaperQuestion | null
  /** What stays typed when an edit was added to the list. */
  keeps: readonly string[]
}

const forAll: Option[] = [
  { value: 'all', label: '全体给满分' },
  { value: 'drop', label: '作废，不计入总分' },
]

/** What another paper brings is asked for by itself (`MergePapers.tsx`). */
export type FormTool = Exclude<ChangeTool, 'exam-merge'>

export const changeForms: Readonly<Record<FormTool, ChangeForm>> = {
  'answer-edit': {
    says: '改正一道题的答案：几个都算对、少选按个数给分、全体给分或作废。',
    start: { how: 'key', accepted: [{ letters: '', points: '' }] },
    begins: ownKey,
    answers: (values, q) => (values['how'] === 'key' ? q : null),
    keeps: ['how'],
    fields: (questions) => [
      questionField(questions.filter(isObjective)),
      choiceField('how', '怎么改', [{ value: 'key', label: '改答案' }, ...forAll]),
    ],
    edits: (values, questions) => {
      const q = found(values, questions)
      if (!q) return fault('请选择题目')
      if (values['how'] === 'key') return keyEdits(values, q)
      return { edits: [{ kind: values['how'] === 'drop' ? 'drop' : 'all', questionId: q.questionId }] }
    },
  },
  'maneuver-score': {
    says: '给一道题的全体考生满分、作废这道题，或给一部分考生加减分（不低于0分，不超过满分）。',
    start: { how: 'all' },
    keeps: ['how'],
    fields: (questions, _ofTotal, stand) => [
      questionField(questions),
      choiceField('how', '怎么给', [...forAll, ...(stand?.early ? [] : [{ value: 'add', label: '给部分考生加减分' }])]),
      {
        name: 'by',
        label: '加几分（减分写负数）',
        kind: 'score',
        signed: true,
        required: true,
        when: (v) => v['how'] === 'add',
      },
      numbersField((v) => v['how'] === 'add'),
    ],
    edits: (values, questions) => {
      const q = found(values, questions)
      if (!q) return fault('请选择题目')
      const { questionId } = q
      if (values['how'] !== 'add') return { edits: [{ kind: values['how'] === 'drop' ? 'drop' : 'all', questionId }] }
      const by = points(String(values['by'] ?? ''))
      if (by === null || by === 0) return fault('请填写加减的分数')
      const numbers = numbersOf(values)
      return numbers.length === 0 ? fault('请填写考号') : { edits: [{ kind: 'add', questionId, by, numbers }] }
    },
  },
  'score-edit': {
    says: '改正个别考生的小题分：逐个填写、从表格整批粘贴，或上传表格。',
    start: { how: 'one' },
    keeps: ['how', 'number'],
    fields: (questions) => [
      choiceField('how', '怎么填', [
        { value: 'one', label: '逐个填写' },
        { value: 'many', label: '整批粘贴' },
        { value: 'file', label: '上传表格' },
      ]),
      { name: 'number', label: '考号', kind: 'text', required: true, maxLength: 40, when: (v) => v['how'] === 'one' },
      { ...questionField(questions), when: (v) => v['how'] === 'one' },
      { name: 'score', label: '改为', kind: 'score', required: true, when: (v) => v['how'] === 'one' },
      {
        name: 'table',
        label: '考号、题号、得分',
        kind: 'textarea',
        lines: 12,
        required: true,
        wide: true,
        hint: '每行一个得分；或第一行写“考号”和各题号，下面每名考生一行，不改的格子空着',
        when: (v) => v['how'] === 'many',
      },
    ],
    edits: (values, questions) => {
      if (values['how'] === 'file') return fault('请先上传表格')
      if (values['how'] === 'many') {
        const { lines, faults } = readScoreLines(String(values['table'] ?? ''), questions)
        return faults.length > 0 ? { faults } : { edits: lines.map((line) => ({ kind: 'set', ...line })) }
      }
      const q = found(values, questions)
      const number = readNumbers(String(values['number'] ?? ''))
      if (number.length !== 1) return fault('请填写一个考号')
      if (!q) return fault('请选择题目')
      const score = points(String(values['score'] ?? ''))
      if (score === null) return fault('请填写得分')
      if (score < 0) return fault('得分不能小于0')
      if (score > q.fullScore) return fault(`第${q.number}题的满分是${showScore(q.fullScore)}分`)
      return { edits: [{ kind: 'set', questionId: q.questionId, number: number[0]!, score }] }
    },
  },
  'adjust-score': {
    says: '改一道题的满分：已得的分不变、按比例折算，或超过的按新满分计。',
    start: { how: 'scale' },
    keeps: ['how'],
    fields: (questions) => [
      questionField(questions),
      { name: 'fullScore', label: '新的满分', kind: 'score', required: true },
      choiceField('how', '已得的分', [
        { value: 'scale', label: '按比例折算' },
        { value: 'keep', label: '不变' },
        { value: 'cap', label: '超过新满分的按满分计' },
      ]),
    ],
    edits: (values, questions) => {
      const q = found(values, questions)
      if (!q) return fault('请选择题目')
      const fullScore = points(String(values['fullScore'] ?? ''))
      if (fullScore === null) return fault('请填写新的满分')
      if (fullScore <= 0) return fault('新的满分应大于0')
      return {
        edits: [{ kind: 'full', questionId: q.questionId, fullScore, how: values['how'] as 'keep' | 'scale' | 'cap' }],
      }
    },
  },
  'question-type-set': {
    says: '改一道题的题型；满分和答案可以一起改。客观题和主观题不能互换，判断题不能改成选择题。',
    start: { how: 'scale', accepted: [{ letters: '', points: '' }] },
    begins: (q) => ({ ...ownKey(q), unitType: String(q.unitType), fullScore: showScore(q.fullScore) }),
    answers: (values, q) => (isObjective(q) ? typed(values, q) : null),
    keeps: ['how'],
    fields: (questions) => [
      questionField(questions),
      ...[1, 3, 4].map((type): Field => ({
        name: 'unitType',
        label: '题型',
        kind: 'radio',
        wide: true,
        options: alike({ unitType: type } as PaperQuestion).map((t) => ({
          value: String(t),
          label: unitTypes[t as keyof typeof unitTypes],
        })),
        when: (v) => {
          const q = found(v, questions)
          return q !== undefined && alike(q)[0] === type
        },
      })),
      {
        name: 'fullScore',
        label: '满分',
        kind: 'score',
        required: true,
        when: (v) => found(v, questions) !== undefined,
      },
      {
        ...choiceField('how', '已得的分', [
          { value: 'scale', label: '按比例折算' },
          { value: 'keep', label: '不变' },
          { value: 'cap', label: '超过新满分的按满分计' },
        ]),
        when: (v) => {
          const q = found(v, questions)
          return q !== undefined && !isObjective(q) && points(String(v['fullScore'] ?? '')) !== q.fullScore
        },
      },
    ],
    edits: (values, questions) => {
      const q = found(values, questions)
      return q ? typeEdits(values, q) : fault('请选择题目')
    },
  },
  'miss-exam': {
    says: '把考生记为缺考、作废（违纪）、零分或免考；缺考和作废不参加统计和排名，零分参加；免考的连应考人数也不算。',
    start: { state: 'absent', whom: 'numbers' },
    keeps: ['state', 'whom'],
    fields: (_questions, _ofTotal, stand) => [
      choiceField('state', '记为', [
        { value: 'absent', label: '缺考' },
        { value: 'void', label: '作废' },
        { value: 'zero', label: '零分' },
        { value: 'exempt', label: '免考' },
      ]),
      choiceField('whom', '哪些考生', [
        { value: 'numbers', label: '按考号' },
        ...(stand?.whole && stand.whole.classes.length > 0 ? [{ value: 'classes', label: '整班' }] : []),
        ...(stand?.whole && stand.whole.schools.length > 0 ? [{ value: 'schools', label: '整校' }] : []),
      ]),
      numbersField((v) => v['whom'] === 'numbers'),
      wholeField(
        'classIds',
        '班级',
        (stand?.whole?.classes ?? []).map((c) => ({ value: c.classId, label: c.className })),
        (v) => v['whom'] === 'classes',
      ),
      wholeField(
        'schoolIds',
        '学校',
        (stand?.whole?.schools ?? []).map((s) => ({ value: s.schoolId, label: s.schoolName })),
        (v) => v['whom'] === 'schools',
      ),
    ],
    edits: (values) => {
      const state = values['state'] as StateWish['state']
      if (values['whom'] === 'classes') {
        const classIds = (values['classIds'] as ClassId[] | undefined) ?? []
        return classIds.length === 0
          ? fault('请选择班级')
          : { edits: [{ kind: 'state', state, numbers: [], classIds }] }
      }
      if (values['whom'] === 'schools') {
        const schoolIds = (values['schoolIds'] as SchoolId[] | undefined) ?? []
        return schoolIds.length === 0
          ? fault('请选择学校')
          : { edits: [{ kind: 'state', state, numbers: [], schoolIds }] }
      }
      const numbers = numbersOf(values)
      if (numbers.length === 0) return fault('请填写考号')
      return { edits: [{ kind: 'state', state, numbers }] }
    },
  },
  'question-conversion': {
    says: '按权重折算：得分和满分一起乘以权重，0%就是不计入；没有选的按100%。选做、选考的一组要用同一个权重。',
    start: { percent: 50 },
    keeps: [],
    fields: (questions, ofTotal) => [
      itemsField(questions, ofTotal),
      { name: 'percent', label: '权重', kind: 'number', min: 0, max: 1000, unit: '%', required: true },
    ],
    edits: (values) => {
      const [items, percent] = [itemsOf(values), Number(values['percent'])]
      if (items.length === 0) return fault('请选择要折算的项')
      if (!Number.isInteger(percent) || percent < 0 || percent > 1000 || String(values['percent']).trim() === '')
        return fault('权重是0到1000之间的整数，单位%')
      return { edits: items.map((questionId) => ({ kind: 'weigh', questionId, percent })) }
    },
  },
  senior: {
    says: '按等级赋分方案换算选考科目：按全体参加该科的考生排位，定等级，再按等级区间等比例转换，四舍五入取整。原始分仍在各科成绩里。',
    start: { schemeId: assigningSchemes[0]!.id },
    keeps: ['schemeId'],
    fields: (questions) => [
      itemsField(questions, true),
      {
        name: 'schemeId',
        label: '方案',
        kind: 'select',
        required: true,
        options: assigningSchemes.map((s) => ({ value: s.id, label: s.name })),
      },
    ],
    edits: (values) => {
      const items = itemsOf(values)
      if (items.length === 0) return fault('请选择要赋分的科目')
      return {
        edits: items.map((questionId) => ({ kind: 'assign', questionId, schemeId: String(values['schemeId']) })),
      }
    },
  },
}
