import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router'
import { paperFaults } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { decideSettingTask, enterQuestions, settingTask } from '#shared/exam/setting/questionSetting.calls.ts'
import { maySet, submitProblems } from '#shared/exam/setting/questionSetting.rules.ts'
import type { ExamId, PaperId, TeacherId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { EditableGrid } from '#web/kit/parts/EditableGrid.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { useSavedRows } from '#web/kit/screens/useSavedRows.tsx'
import { useHistory } from '#web/kit/parts/useHistory.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { settingTasksPath } from '../exam.paths.ts'
import { mergedPaperText, moved, withBlock } from '../paperDraft.ts'
import { PaperTools } from '../parts/PaperTools.tsx'
import { questionColumns } from '../questionColumns.ts'
import { newQuestionId } from '../questionId.public.tsx'
import { settingSaid } from './settingWords.ts'

type Task = OutputOf<typeof settingTask>
const keyOf = ({ examId, paperId, teacherId }: Task) => ({ examId, paperId, teacherId })

const Said = ({ task: { state, review, reviewedByName, ask, effect, mayManage } }: { task: Task }) => (
  <>
    <MessageBar intent={state === 'returned' ? 'warning' : 'info'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>要求</MessageBarTitle>
        {ask}
        {review !== undefined && `。${reviewedByName ?? ''}的意见：${review}`}
      </MessageBarBody>
    </MessageBar>
    {mayManage && effect && (
      <MessageBar
        intent={effect.problems.length > 0 ? 'error' : effect.changed.length > 0 ? 'warning' : 'info'}
        layout="multiline"
      >
        <MessageBarBody>
          {effect.problems.length > 0
            ? `不能采纳：${effect.problems.slice(0, 5).join('；')}`
            : `采纳后：${
                [
                  effect.added.length > 0 && `试卷增加第${effect.added.join('、')}题`,
                  effect.changed.length > 0 && `第${effect.changed.join('、')}题被这里的内容取代`,
                ]
                  .filter((t) => t !== false)
                  .join('，') || '试卷没有变化'
              }。`}
        </MessageBarBody>
      </MessageBar>
    )}
  </>
)

/** What was entered, before who only looks. */
const Shown = ({ task }: { task: Task }) => {
  const columns = useMemo(() => questionColumns({ fixed: true, barred: true }), [])
  return task.entered.length === 0 ? (
    <EmptyState
      empty={{
        title: task.mine ? '没有录入' : '还没有提交',
        text: task.mine ? '' : '老师提交以后可以在这里审核；没有提交的内容只有老师自己看得到。',
      }}
    />
  ) : (
    <EditableGrid
      label="录入的试题"
      rows={task.entered}
      rowKey={(q) => q.questionId}
      rowName={(q) => `第${q.number}题`}
      columns={columns}
      onRow={() => undefined}
      onRows={() => undefined}
    />
  )
}

/** The teacher's own: entered, kept, submitted. */
const Editor = ({ task }: { task: Task }) => {
  const { now: questions, change, undo, canUndo } = useHistory<readonly PaperQuestion[]>(task.entered)
  const given = useMemo(
    () => ({ rows: task.entered as readonly PaperQuestion[], version: task.enteredVersion }),
    [task.entered, task.enteredVersion],
  )
  const { dirty, note, save } = useSavedRows(given, questions, {
    keyOf: (q) => q.questionId,
    said: mergedPaperText,
    put: (rows) => change(() => rows),
  })
  useDirtyGuard(useCallback(() => dirty, [dirty]))
  const problems = useMemo(() => (questions.length === 0 ? [] : paperFaults(questions)), [questions])
  const columns = useMemo(() => questionColumns({ fixed: false, barred: false }), [])
  const lacking = submitProblems(questions)
  const send = async (submit: boolean): Promise<void> => {
    await save((version) => act(enterQuestions, { ...keyOf(task), questions: [...questions], version, submit }))
    toast('success', submit ? '已提交，等待审核' : '已保存')
  }
  return (
    <>
      <PaperTools
        questions={[...questions]}
        locked={false}
        onAdd={(block) => change((all) => withBlock(all, block, Array.from({ length: block.count }, newQuestionId)))}
        onKey={(next) => change(() => next)}
      />
      {note}
      {problems.length > 0 && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            <MessageBarTitle>{`有${problems.length}处需要改正`}</MessageBarTitle>
            {problems
              .slice(0, 5)
              .map((p) => p.text)
              .join('；')}
          </MessageBarBody>
        </MessageBar>
      )}
      {questions.length > 0 && (
        <EditableGrid
          label="录入的试题"
          rows={questions}
          rowKey={(q) => q.questionId}
          rowName={(q) => `第${q.number}题`}
          columns={columns}
          problems={problems.flatMap(({ questionIds, field, text }) =>
            questionIds.map((row) => ({ row, column: field, text })),
          )}
          onRow={(i, q) => change((all) => all.map((old, at) => (at === i ? q : old)))}
          onRows={(rows) => change(() => [...rows])}
          onMove={(i, by) => change((all) => moved(all, i, by))}
          onRemove={(i) => change((all) => all.filter((_, at) => at !== i))}
        />
      )}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        <ActionButton
          action={{
            name: '提交',
            primary: true,
            run: () => send(true),
            barred: lacking.length > 0 && lacking.slice(0, 3).join('；'),
          }}
        />
        <ActionButton action={{ name: '保存', run: () => send(false), barred: !dirty && '没有修改' }} />
        <ActionButton action={{ name: '撤销', run: undo, barred: !canUndo && '没有可撤销的操作' }} />
      </div>
    </>
  )
}

const deciding = (task: Task, accept: boolean): DialogForm => ({
  title: accept ? `采纳${task.teacherName}的命题` : `退回${task.teacherName}的命题`,
  submit: accept ? '采纳' : '退回',
  fields: [
    {
      name: 'review',
      label: accept ? '意见（老师会看到）' : '原因（老师会看到）',
      kind: 'text',
      maxLength: 200,
      required: !accept,
    },
  ],
  run: async ({ review }) => {
    const { version, effect } = task
    const said = review ? { review: String(review) } : {}
    const seen = effect ? { paperVersion: effect.paperVersion } : {}
    await act(decideSettingTask, { ...keyOf(task), version, accept, ...seen, ...said }, { hideMessage: true })
    toast('success', accept ? '已采纳进试卷' : '已退回')
  },
})

/** One task: entered by the teacher who was asked, decided by who manages the exam. */
export const SettingTaskScreen = () => {
  const of = useParams() as { examId: ExamId; paperId: PaperId; teacherId: TeacherId }
  const { examId, paperId, teacherId } = of
  return (
    <>
      <DetailScreen
        call={settingTask}
        input={{ examId, paperId, teacherId }}
        freshMs={0}
        title={(t) => `${t.courseName} 命题任务`}
        untitled="命题任务"
        badge={(t) => settingSaid(t.state)}
        refused={() => ({ title: '没有这个命题任务，或已不归您' })}
        facts={(t) => [
          { name: '考试', value: t.examName },
          { name: '老师', value: `${t.teacherName}（${t.schoolName}）` },
          { name: '截止', value: `${showTime(t.dueAt)}${t.late ? ' 逾期' : ''}` },
          { name: '已录入', value: `${t.questions}题 ${showScore(t.fullScore)}分` },
        ]}
        actions={(t) =>
          t.mayManage
            ? [
                { name: '全部任务', to: settingTasksPath(examId) },
                ...(t.state === 'submitted'
                  ? [
                      { name: '退回', form: () => deciding(t, false), barred: t.fixed },
                      {
                        name: '采纳',
                        primary: true,
                        form: () => deciding(t, true),
                        barred: t.fixed ?? (t.effect && t.effect.problems.length > 0 && '和试卷里的题目有冲突'),
                      },
                    ]
                  : []),
              ]
            : []
        }
      >
        {(t) => (
          <>
            <Said task={t} />
            {t.mine && maySet('enter', t.state) && t.fixed === null ? (
              <Editor key={`${t.state} ${t.reviewedAt ?? 0}`} task={t} />
            ) : (
              <Shown task={t} />
            )}
          </>
        )}
      </DetailScreen>
    </>
  )
}
