import type { Settling } from '#shared/exam/exam.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { saveSettling } from '#shared/marking/groups/group.calls.ts'
import type { markingGroups } from '#shared/marking/groups/group.calls.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { rulesText } from './settle.words.ts'

type Question = OutputOf<typeof markingGroups>['questions'][number]

const isOnce = (v: Values): boolean => Number(v['markers']) === 1
/** Two marks of one answer may meet. */
const isPair = (v: Values): boolean =>
  Number(v['markers']) === 2 || (isOnce(v) && (v['extremes'] === true || Number(v['sample']) > 0))

const fields: readonly Field[] = [
  {
    name: 'markers',
    label: '每份答卷',
    kind: 'radio',
    number: true,
    required: true,
    options: [
      { value: '1', label: '一人评' },
      { value: '2', label: '两人评' },
      { value: '3', label: '三人评，取中间的分' },
    ],
  },
  {
    name: 'sample',
    label: '随机抽给第二人评',
    kind: 'number',
    min: 1,
    max: 99,
    unit: '%',
    when: isOnce,
    placeholder: '不抽',
  },
  {
    name: 'extremes',
    label: '零分和满分由第二人再评',
    kind: 'switch',
    when: isOnce,
    hint: '第二位老师会知道，再评的都是零分或满分。',
  },
  {
    name: 'by',
    label: '允许误差',
    kind: 'radio',
    options: [
      { value: 'points', label: '按分数' },
      { value: 'share', label: '按满分的比例' },
    ],
    when: isPair,
  },
  { name: 'tolerance', label: '相差不超过', kind: 'score', when: (v) => isPair(v) && v['by'] !== 'share' },
  {
    name: 'share',
    label: '相差不超过满分的',
    kind: 'number',
    min: 0,
    max: 100,
    unit: '%',
    required: true,
    when: (v) => isPair(v) && v['by'] === 'share',
  },
  {
    name: 'two',
    label: '没有超过',
    kind: 'radio',
    options: [
      { value: 'mean', label: '取平均' },
      { value: 'up', label: '取平均，进到给分间隔' },
      { value: 'higher', label: '取较高的分' },
    ],
    when: isPair,
  },
  {
    name: 'beyond',
    label: '超过',
    kind: 'radio',
    options: [
      { value: 'final', label: '组长仲裁' },
      { value: 'third', label: '第三人评，按最接近的两个分算' },
      { value: 'thirdFinal', label: '第三人评，仍相差太大由组长仲裁' },
    ],
    when: isPair,
  },
]

/** What is typed, as a rule. */
const ruleIn = (v: Values): { markers: 1 | 2 | 3; tolerance: number; settle: Settling } => ({
  markers: Number(v['markers']) as 1 | 2 | 3,
  tolerance: isPair(v) && v['by'] !== 'share' ? Number(v['tolerance'] ?? 0) : 0,
  settle: {
    ...(isOnce(v) && v['sample'] ? { sample: Number(v['sample']) } : {}),
    ...(isOnce(v) && v['extremes'] === true ? { extremes: true as const } : {}),
    ...(isPair(v) && v['by'] === 'share' ? { share: Number(v['share']) } : {}),
    ...(isPair(v) && (v['two'] === 'up' || v['two'] === 'higher') ? { two: v['two'] } : {}),
    ...(isPair(v) && (v['beyond'] === 'third' || v['beyond'] === 'thirdFinal') ? { beyond: v['beyond'] } : {}),
  },
})

/** How a group's answers are settled: chosen field by field, and read as a sentence before it is saved. */
export const SettleDialog = ({
  paperId,
  questions,
  version,
  open,
  close,
}: {
  paperId: PaperId
  questions: readonly Question[]
  version: number
  /** Marking runs. */
  open: boolean
  close: () => void
}) => {
  const { markers = 1, tolerance = 0, settle = {} } = questions[0] ?? {}
  return (
    <FormDialog
      close={close}
      form={{
        title: '评阅规则',
        submit: '看这条规则',
        start: {
          markers,
          tolerance,
          sample: settle.sample,
          extremes: settle.extremes ?? false,
          by: settle.share === undefined ? 'points' : 'share',
          share: settle.share,
          two: settle.two ?? 'mean',
          beyond: settle.beyond ?? 'final',
        },
        fields,
        run: async (sent) => {
          const rule = ruleIn(sent)
          const then = open ? '\n阅卷中：已给的分都保留，按新规则重新算分，还差的评阅立即派发。' : ''
          return {
            text: `${rulesText(questions.map(({ settle: _former, ...q }) => ({ ...q, ...rule })))}${then}`,
            submit: '保存',
            run: async () => {
              const { uuid } = await act(
                saveSettling,
                { paperId, questionIds: questions.map((q) => q.questionId), ...rule, version },
                { hideMessage: true },
              )
              if (uuid) return { uuid }
              return () => toast('success', '评阅规则已保存')
            },
          }
        },
      }}
    />
  )
}
