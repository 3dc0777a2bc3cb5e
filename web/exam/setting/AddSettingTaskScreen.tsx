import { Select } from '@fluentui/react-components'
import { useParams, useSearchParams } from 'react-router'
import { examPaper } from '#shared/exam/exam.calls.ts'
import { giveSettingTasks, settingStand } from '#shared/exam/setting/questionSetting.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { useAsk } from '#web/kit/ask.ts'
import { serverNow } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { questionSettingPath, settingTasksPath } from '../exam.paths.ts'
import { unitTypes } from '../paperDraft.ts'
import { SettersField } from './SettersField.tsx'
import type { Setter } from './SettersField.tsx'

/** Teachers have so long unless it is said otherwise. */
const usualMs = 7 * 86_400_000

/** Asks teachers of the exam's schools to set questions of one paper. */
export const AddSettingTaskScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const [query, setQuery] = useSearchParams()
  const stand = useAsk(settingStand, { examId })
  const open = stand.data?.papers.filter((p) => p.fixed === null) ?? []
  const chosen = open.find((p) => p.paperId === query.get('paper')) ?? open[0]
  const paper = useAsk(examPaper, chosen && { paperId: chosen.paperId })
  const title = '布置命题任务'
  if (!chosen || !paper.data)
    return (
      <NoticeScreen
        title={title}
        width="narrow"
        error={stand.error ?? paper.error}
        empty={
          stand.data && open.length === 0
            ? { title: '各科阅卷都已开始，不能再命题', action: { name: '返回命题', to: questionSettingPath(examId) } }
            : null
        }
      />
    )
  const { questions } = paper.data
  return (
    <FormScreen
      key={chosen.paperId}
      title={title}
      call={giveSettingTasks}
      fixed={{ examId }}
      start={{ paperId: chosen.paperId, ask: '', dueAt: serverNow() + usualMs, questionIds: [], setters: [] }}
      submit="布置"
      doneText="已布置"
      done={() => settingTasksPath(examId)}
      fields={[
        {
          name: 'paperId',
          label: '科目',
          kind: 'custom',
          required: true,
          render: ({ id }) => (
            <Select
              id={id}
              aria-label="科目"
              value={chosen.paperId}
              onChange={(_, d) => setQuery({ paper: d.value as PaperId }, { replace: true })}
            >
              {open.map((p) => (
                <option key={p.paperId} value={p.paperId}>
                  {p.courseName}
                </option>
              ))}
            </Select>
          ),
        },
        { name: 'dueAt', label: '截止时间', kind: 'time', required: true },
        {
          name: 'setters',
          label: '老师',
          kind: 'custom',
          required: true,
          wide: true,
          render: ({ value, onChange, id }) => (
            <SettersField examId={examId} value={(value ?? []) as Setter[]} onChange={onChange} id={id} />
          ),
        },
        {
          name: 'ask',
          label: '命题要求',
          kind: 'textarea',
          required: true,
          wide: true,
          maxLength: 200,
          placeholder: '例如 第1至20题，单选题，每题3分',
        },
        {
          name: 'questionIds',
          label: '从试卷里的题目开始',
          kind: 'multi',
          wide: true,
          hint:
            questions.length === 0
              ? '试卷还没有题目，老师从空白开始'
              : '选中的题目连同题型和分值交给老师，不含答案；不选则从空白开始',
          options: questions.map((q) => ({
            value: q.questionId,
            label: `第${q.number}题 ${unitTypes[q.unitType] ?? ''} ${showScore(q.fullScore)}分`,
          })),
        },
      ]}
    />
  )
}
