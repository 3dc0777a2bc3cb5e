import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { mergePapers } from '#shared/analysis/change.calls.ts'
import type { changeStand } from '#shared/analysis/change.calls.ts'
import { mergeModes } from '#shared/analysis/changes/change.types.ts'
import type { Merge } from '#shared/analysis/changes/change.types.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import type { ChangeId, PaperId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '640px' },
  says: { margin: 0, color: tokens.colorNeutralForeground3 },
  row: { display: 'flex', gap: tokens.spacingHorizontalS },
})

const hints: Readonly<Record<Merge['mode'], string>> = {
  score: '另一场考试这一科的总分，作为一项并入本科，满分相加。',
  course: '本场考试另一科的总分，作为一项并入本科，例如几科合成一科。',
  question: '另一份试卷的每道题都并入，排在本科各题后面。',
  'question-cover': '题号相同的题用另一份试卷的得分，例如补考；没有参加的考生保留原来的得分。',
}

/** Four beside one another fit a phone. */
const names: Readonly<Record<Merge['mode'], string>> = {
  score: '总分',
  course: '科目',
  question: '小题',
  'question-cover': '小题覆盖',
}

/** Which exams are looked through for a paper to take. */
const offered = 50

/** What comes from which paper, until it is replayed. */
export const MergePapers = ({
  examId,
  stand: { paperId },
  onMade,
}: {
  examId: string
  stand: OutputOf<typeof changeStand>
  onMade: (changeId: ChangeId) => void
}) => {
  const styles = useStyles()
  const [values, setValues] = useState<Values>({ mode: 'score', lacking: 'zero' })
  const name = String(values['name'] ?? '').trim()
  // Only those that the viewer could change too: the scores of others are not taken.
  const asked = { pageSize: offered, readable: true, tool: 'exam-merge' as const, ...(name ? { name } : {}) }
  const exams = useAsk(listExams, asked).data
  const mode = values['mode'] as Merge['mode']
  const own = (exam: string): boolean =>
    mode === 'score' ? exam !== examId : mode === 'course' ? exam === examId : true
  const options = (exams?.list ?? []).flatMap((e) =>
    own(e.examId)
      ? e.courses
          .filter((c) => c.released && c.paperId !== paperId)
          .map((c) => ({ value: c.paperId as string, label: `${e.examName} ${c.courseName}` }))
      : [],
  )
  const from = options.some((o) => o.value === values['from']) ? (values['from'] as PaperId) : undefined
  const fields: Field[] = [
    {
      name: 'mode',
      label: '怎么合并',
      kind: 'radio',
      wide: true,
      options: mergeModes.map((m) => ({ value: m, label: names[m] })),
    },
    ...(mode === 'course'
      ? []
      : [{ name: 'name', label: '考试名称', kind: 'text' as const, maxLength: 60, hint: '按名称找考试，可以不填' }]),
    {
      name: 'from',
      label: '并入哪一科',
      kind: 'select',
      required: true,
      options,
      placeholder: options.length > 0 ? '请选择' : '没有已发布成绩的科目',
    },
    {
      name: 'lacking',
      label: '那一科没有成绩的考生',
      kind: 'radio',
      wide: true,
      options: [
        { value: 'zero', label: '并入的部分记0分' },
        { value: 'absent', label: '记为缺考，不计总分' },
      ],
      when: (v) => v['mode'] !== 'question-cover',
    },
  ]
  const merge = async (): Promise<void> => {
    const lacking = values['lacking'] as Merge['lacking']
    const { changeId } = await act(mergePapers, { paperId, mode, from: from!, lacking })
    onMade(changeId)
  }
  return (
    <Section title="合并什么">
      <div className={styles.form}>
        <p className={styles.says}>
          {hints[mode]}按学生对应，以那一科现在发布的成绩为准；预览和签字以前什么都不变，生效后可以撤销。
        </p>
        <FieldGroup
          fields={fields}
          values={values}
          onChange={(patch) => setValues((there) => ({ ...there, ...patch }))}
        />
        <div className={styles.row}>
          <ActionButton
            action={{ name: '预览变化', primary: true, run: merge, barred: !from && '请选择要并入的科目' }}
          />
        </div>
      </div>
    </Section>
  )
}
