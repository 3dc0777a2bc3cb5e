/** Question setting: what is asked of teachers, what they enter, and what is taken into the paper. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as calls from '#shared/exam/setting/questionSetting.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { examPaths } from '../exam.paths.ts'
import { SettingTasksScreen } from './QuestionSettingScreens.tsx'
import { SettingTaskScreen } from './SettingTaskScreen.tsx'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const [examId, paperId, teacherId] = [id('ex', 1), id('pa', 1), id('te', 1)]
const waits = new Promise<never>(() => {})
const answered = (answers: Record<string, (sent: Sent) => unknown>) =>
  serve((sent) => answers[sent.path]?.(sent) ?? waits)
const posted = (sent: readonly Sent[], path: string) =>
  sent.filter((s) => s.path === path && s.method === 'POST').map((s) => s.body)

const question = (n: number, more: object = {}) => ({
  ...{ questionId: id('qu', n), number: String(n), unitType: 5, fullScore: 1200 },
  ...more,
})
const stand = {
  examName: '联考',
  papers: [
    {
      ...{ paperId, courseName: '数学', questions: 2, fullScore: 2400, missingKeys: 0, hasCard: false, fixed: null },
      ...{ tasks: { open: 0, submitted: 1, returned: 0, accepted: 0, cancelled: 0 }, late: 0 },
    },
  ],
}
const task = {
  ...{ examId, examName: '联考', paperId, courseName: '数学', teacherId, teacherName: '王老师', late: false },
  ...{ schoolId: id('sc', 1), schoolName: '第1中学', ask: '第1至2题', dueAt: Date.UTC(2027, 0, 1), state: 'submitted' },
  ...{ questions: 1, fullScore: 1200, version: 5, givenByName: '李', givenAt: 1 },
}

it('what is asked of teachers is listed, and one of them is asked no more', async () => {
  const open = { ...task, state: 'open', questions: 0 }
  const sent = answered({
    [calls.settingStand.path]: () => ok(stand),
    [calls.settingTasks.path]: () => ok({ list: [open], total: 1, pageNumber: 1 }),
    [calls.cancelSettingTask.path]: () => ok({ version: 6 }),
  })
  const at = pathTo(examPaths.settingTasks, { examId })
  await show(<SettingTasksScreen />, { at, path: examPaths.settingTasks })
  const row = page.getByRole('row', { name: /王老师/ })
  await expect.element(row).toBeVisible()
  const cancel = row.getByRole('button', { name: '取消任务' })
  if (cancel.elements().length > 0) await userEvent.click(cancel)
  else {
    await userEvent.click(row.getByRole('button', { name: /更多/ }))
    await userEvent.click(page.getByRole('menuitem', { name: '取消任务' }))
  }
  const sure = page.getByRole('dialog').getByRole('button', { name: '取消任务' })
  await expect
    .poll(async () => {
      if (sure.elements().length > 0) await userEvent.click(sure)
      return posted(sent, calls.cancelSettingTask.path)
    })
    .toEqual([{ examId, paperId, teacherId, version: 5 }])
})

it('nothing is asked of teachers once every paper is marked: no button leads to a form that refuses', async () => {
  const [paper] = stand.papers
  answered({
    [calls.settingStand.path]: () => ok({ ...stand, papers: [{ ...paper, fixed: '阅卷已开始' }] }),
    [calls.settingTasks.path]: () => ok({ list: [], total: 0, pageNumber: 1 }),
  })
  await show(<SettingTasksScreen />, { at: pathTo(examPaths.settingTasks, { examId }), path: examPaths.settingTasks })
  await expect.element(page.getByText('还没有命题任务')).toBeVisible()
  const add = page.getByRole('button', { name: '布置任务' })
  await expect.poll(() => add.elements().map((e) => e.ariaDisabled)).toEqual(['true', 'true'])
})

it('who manages the exam reads what acceptance would do, and takes it in over that paper', async () => {
  const effect = { added: ['3'], changed: ['1'], problems: [], paperVersion: 3 }
  const seen = { ...task, entered: [question(1)], enteredVersion: 1, mine: false, mayManage: true, fixed: null, effect }
  const sent = answered({
    [calls.settingTask.path]: () => ok(seen),
    [calls.decideSettingTask.path]: () => ok({ version: 6 }),
  })
  const at = pathTo(examPaths.settingTask, { examId, paperId, teacherId })
  await show(<SettingTaskScreen />, { at, path: examPaths.settingTask })
  await expect.element(page.getByText('采纳后：试卷增加第3题，第1题被这里的内容取代。')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '采纳' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '采纳' }))
  await expect
    .poll(() => posted(sent, calls.decideSettingTask.path))
    .toEqual([{ examId, paperId, teacherId, version: 5, accept: true, paperVersion: 3 }])
})

it('who was asked enters a question and submits it; before that nothing can be submitted', async () => {
  const mine = { ...task, state: 'open', entered: [], enteredVersion: 0, mine: true, mayManage: false, fixed: null }
  const sent = answered({
    [calls.settingTask.path]: () => ok({ ...mine, entered: [question(1)], enteredVersion: 2 }),
    [calls.enterQuestions.path]: () => ok({ version: 3 }),
  })
  const at = pathTo(examPaths.settingTask, { examId, paperId, teacherId })
  await show(<SettingTaskScreen />, { at, path: examPaths.settingTask })
  await userEvent.click(page.getByRole('button', { name: '提交' }))
  await expect.poll(() => posted(sent, calls.enterQuestions.path)).toHaveLength(1)
  expect(posted(sent, calls.enterQuestions.path)[0]).toMatchObject({
    version: 2,
    submit: true,
    questions: [{ number: '1' }],
  })
})
