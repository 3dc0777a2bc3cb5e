import { useParams } from 'react-router'
import * as calls from '#shared/exam/setting/questionSetting.calls.ts'
import { maySet } from '#shared/exam/setting/questionSetting.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action, Column } from '#web/kit/screens/screen.types.ts'
import {
  addSettingTaskPath,
  examPaths,
  paperPath,
  questionSettingPath,
  reshapePath,
  settingTaskPath,
  settingTasksPath,
} from '../exam.paths.ts'
import { settingOptions, settingSaid } from './settingWords.ts'
import { cardText } from '../states.ts'

type Stand = OutputOf<typeof calls.settingStand>['papers'][number]
type Task = OutputOf<typeof calls.settingTasks>['list'][number]

/** 2待审 1逾期: what of a paper's tasks is not done. */
const tasksSaid = ({ tasks, late }: Stand): string =>
  [
    tasks.submitted > 0 && `${tasks.submitted}个待审`,
    tasks.open + tasks.returned > 0 && `${tasks.open + tasks.returned}个待提交`,
    late > 0 && `${late}个逾期`,
    tasks.accepted > 0 && `${tasks.accepted}个已采纳`,
  ]
    .filter((t) => t !== false)
    .join('，') || '没有任务'

/** What is set of a paper whose marking is open is taken by none. */
const noneOpen = (papers: readonly { fixed: unknown }[]) => papers.every((p) => p.fixed !== null) && '各科阅卷都已开始'

/** The papers of an exam: what is there of their questions, and what is asked of whom. */
export const QuestionSettingScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <DetailScreen
      call={calls.settingStand}
      input={{ examId }}
      title="命题"
      facts={(d) => [
        { name: '考试', value: d.examName },
        { name: '待审', value: `${d.papers.reduce((n, p) => n + p.tasks.submitted, 0)}个` },
        { name: '逾期', value: `${d.papers.reduce((n, p) => n + p.late, 0)}个` },
      ]}
      actions={(d) => [
        { name: '命题任务', to: settingTasksPath(examId) },
        {
          name: '布置任务',
          primary: true,
          to: addSettingTaskPath(examId),
          barred: noneOpen(d.papers),
        },
      ]}
    >
      {(d) => (
        <DataTable
          label="各科的命题"
          rows={d.papers}
          rowKey={(p) => p.paperId}
          linkOf={(p) => settingTasksPath(examId, p.paperId)}
          columns={[
            { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 120 },
            { key: 'questions', name: '题目', unit: '道', number: true, value: (p) => p.questions },
            { key: 'fullScore', name: '满分', unit: '分', number: true, value: (p) => showScore(p.fullScore) },
            { key: 'missingKeys', name: '缺答案', unit: '个', number: true, value: (p) => p.missingKeys },
            { key: 'tasks', name: '任务', value: tasksSaid, width: 240 },
            { key: 'card', name: '答题卡', value: (p) => cardText(p.hasCard) },
          ]}
          rowActions={(p) => (
            <RowActions
              actions={[
                { name: '试题', to: paperPath(examId, p.paperId) },
                { name: '布置', to: addSettingTaskPath(examId, p.paperId), barred: p.fixed },
                { name: '添加试题', to: reshapePath('add', examId, p.paperId), barred: p.fixed },
                { name: '拆分试题', to: reshapePath('split', examId, p.paperId), barred: p.fixed },
                { name: '合并试题', to: reshapePath('merge', examId, p.paperId), barred: p.fixed },
              ]}
            />
          )}
        />
      )}
    </DetailScreen>
  )
}

const stateColumn: Column<Task> = {
  key: 'state',
  name: '状态',
  value: (t) => settingSaid(t.state).text,
  cell: (t) => <StateMark {...settingSaid(t.state)} />,
  width: 96,
}
const dueColumn: Column<Task> = {
  key: 'dueAt',
  name: '截止',
  value: (t) => t.dueAt,
  cell: (t) => (
    <>
      <DateCell ms={t.dueAt} time />
      {t.late && ' 逾期'}
    </>
  ),
  width: 176,
}
const enteredColumn: Column<Task> = {
  key: 'entered',
  name: '已录入',
  value: (t) => (t.questions === 0 ? '—' : `${t.questions}题 ${showScore(t.fullScore)}分`),
  width: 112,
}
const askColumn: Column<Task> = { key: 'ask', name: '要求', value: (t) => t.ask, width: 200 }

/** What teachers were asked to set in an exam, what is to be decided first. */
export const SettingTasksScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const stand = useAsk(calls.settingStand, { examId }).data
  const papers = stand?.papers ?? []
  const add: Action = {
    name: '布置任务',
    primary: true,
    to: addSettingTaskPath(examId),
    barred: stand !== undefined && noneOpen(papers),
  }
  return (
    <ListScreen
      title="命题任务"
      call={calls.settingTasks}
      input={{ examId }}
      order="待审核的在前，再按截止时间"
      rowKey={(t) => `${t.paperId} ${t.teacherId}`}
      rowTo={settingTaskPath}
      columns={[
        { key: 'teacherName', name: '老师', value: (t) => t.teacherName, width: 96 },
        { key: 'schoolName', name: '学校', value: (t) => t.schoolName, width: 144 },
        { key: 'courseName', name: '科目', value: (t) => t.courseName, width: 72 },
        stateColumn,
        enteredColumn,
        dueColumn,
        askColumn,
      ]}
      filters={[
        {
          field: 'paperId',
          label: '科目',
          mode: 'dropdown',
          options: papers.map((p) => ({ value: p.paperId, label: p.courseName })),
        },
        { field: 'state', label: '状态', mode: 'dropdown', options: settingOptions },
        { field: 'name', label: '查找', mode: 'search', placeholder: '老师或学校' },
      ]}
      rowActions={(t) => [
        { name: t.state === 'submitted' ? '审核' : '查看', to: settingTaskPath(t) },
        ...(maySet('cancel', t.state)
          ? [
              {
                name: '取消任务',
                danger: true,
                run: async () => {
                  const { paperId, teacherId, version } = t
                  await act(calls.cancelSettingTask, { examId, paperId, teacherId, version })
                  toast('success', `已取消${t.teacherName}的任务，录入的内容还在，可以重新布置`)
                },
              },
            ]
          : []),
      ]}
      actions={[{ name: '各科命题', to: questionSettingPath(examId) }, add]}
      exportName="命题任务"
      empty={{
        title: '还没有命题任务',
        text: '把一科分给几所学校的老师，提交后采纳进试卷。',
        action: add,
      }}
    />
  )
}

/** What one is asked to set oneself. */
export const OwnSettingTasksScreen = () => (
  <ListScreen
    title="我的命题任务"
    call={calls.ownSettingTasks}
    order="待修改的在前，再按截止时间"
    rowKey={(t) => `${t.paperId} ${t.teacherId}`}
    rowTo={settingTaskPath}
    columns={[
      { key: 'courseName', name: '科目', value: (t) => t.courseName, width: 96 },
      { key: 'examName', name: '考试', value: (t) => t.examName, width: 176 },
      stateColumn,
      enteredColumn,
      dueColumn,
      askColumn,
      { key: 'review', name: '意见', value: (t) => t.review ?? '', width: 160 },
    ]}
    filters={[{ field: 'state', label: '状态', mode: 'dropdown', options: settingOptions }]}
    empty={{
      title: '没有布置给您的命题任务',
      text: '考试管理者布置以后会出现在这里和首页。管理考试的命题，请到考试列表选择考试。',
      action: { name: '考试列表', to: examPaths.list },
    }}
  />
)
