/** A paper's questions that come, are split or joined, and teachers who are asked to set some: what is typed is what is sent. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examPaper, savePaper } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/setting/questionSetting.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { examPaths } from '../exam.paths.ts'
import { AddSettingTaskScreen } from './AddSettingTaskScreen.tsx'
import { reshapeScreens } from './ReshapeScreens.tsx'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const [examId, paperId] = [id('ex', 1), id('pa', 1)]
const waits = new Promise<never>(() => {})
const answered = (answers: Record<string, (sent: Sent) => unknown>) =>
  serve((sent) => answers[sent.path]?.(sent) ?? waits)
const posted = (sent: readonly Sent[], path: string) =>
  sent.filter((s) => s.path === path && s.method === 'POST').map((s) => s.body)
const within = (width: number) => expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)

const question = (n: number, fullScore = 1200) => ({
  ...{ questionId: id('qu', n), number: String(n), unitType: 5, fullScore, markers: 1, tolerance: 0, markStep: 100 },
})
const choice = { questionId: id('qu', 9), number: '9', unitType: 1, fullScore: 500, optionCount: 4, answer: 'A' }
const paper = (more: object = {}) => ({
  ...{ paperId, examId, examName: '联考', courseId: id('co', 1), courseName: '数学', version: 3, keyVersion: 1 },
  ...{ questions: [choice, question(1), question(2)], mayManage: true, locked: false, released: false, ...more },
})
type Saved = { questions: { number: string; fullScore: number }[]; version: number }
const open = async (how: keyof typeof reshapeScreens, of: object = {}, width = 1440) => {
  const saved: Sent[] = answered({
    [examPaper.path]: () => ok(paper(of)),
    [savePaper.path]: () => ok({ ...paper(of), version: 4 }),
  })
  const Screen = reshapeScreens[how]
  const path = examPaths[`${how}Question`]
  await show(<Screen />, { at: pathTo(path, { examId, paperId }), path, width })
  return () => posted(saved, savePaper.path) as Saved[]
}
const numbers = (body: Saved | undefined) => body?.questions.map((q) => `${q.number}:${q.fullScore / 100}`)

it.each([1440, 390])('at %i wide a question is split into parts that earn what it earned', async (width) => {
  const saved = await open('split', {}, width)
  // A choice question is not offered: its mark is one letter's.
  const which = page.getByRole('combobox', { name: /题目/ })
  await expect.element(which).toBeVisible()
  await expect.element(which.getByRole('option', { name: /第9题/ })).not.toBeInTheDocument()
  await userEvent.selectOptions(which, question(1).questionId)
  const scores = page.getByRole('textbox', { name: /各小题的分值/ })
  await userEvent.fill(scores, '4 4')
  await within(width)
  await userEvent.click(page.getByRole('button', { name: '拆分' }))
  await expect.element(page.getByText('各小题的分值之和是8分，应等于第1题的12分')).toBeVisible()
  expect(saved()).toEqual([])
  await userEvent.fill(scores, '４、４ 4')
  await userEvent.click(page.getByRole('button', { name: '拆分' }))
  await expect.poll(() => numbers(saved()[0])).toEqual(['9:5', '1(1):4', '1(2):4', '1(3):4', '2:12'])
  expect(saved()[0]!.version).toBe(3)
  // Taken back it is the paper as it was, over what has been saved.
  await userEvent.click(page.getByRole('button', { name: '撤销' }))
  await expect.poll(() => numbers(saved()[1])).toEqual(['9:5', '1:12', '2:12'])
  expect(saved()[1]!.version).toBe(4)
})

it('neighbours are joined under a number, one alone is not', async () => {
  const saved = await open('merge')
  await userEvent.click(page.getByRole('checkbox', { name: /第1题/ }))
  await userEvent.fill(page.getByRole('textbox', { name: /合并后的题号/ }), '1')
  await userEvent.click(page.getByRole('button', { name: '合并' }))
  await expect.element(page.getByText('请至少选择两道题')).toBeVisible()
  expect(saved()).toEqual([])
  await userEvent.click(page.getByRole('checkbox', { name: /第2题/ }))
  await userEvent.click(page.getByRole('button', { name: '合并' }))
  await expect.poll(() => numbers(saved()[0])).toEqual(['9:5', '1:24'])
})

it('a question comes behind another; what the server refuses is said in the form, which stays as it was typed', async () => {
  let there = true
  const sent = answered({
    [examPaper.path]: () => ok(paper({ cardId: id('ca', 1) })),
    [savePaper.path]: () =>
      there ? refused(examProblems.badPaper.status, '题号2重复') : ok({ ...paper(), version: 4 }),
  })
  const saved = () => posted(sent, savePaper.path) as Saved[]
  const at = pathTo(examPaths.addQuestion, { examId, paperId })
  const Add = reshapeScreens.add
  await show(<Add />, { at, path: examPaths.addQuestion })
  await expect.element(page.getByText(/已有答题卡/)).toBeVisible()
  const number = page.getByRole('textbox', { name: /题号/ })
  await userEvent.fill(number, '2')
  await userEvent.selectOptions(page.getByRole('combobox', { name: /放在/ }), question(1).questionId)
  await userEvent.fill(page.getByRole('textbox', { name: /满分/ }), '3')
  await userEvent.click(page.getByRole('button', { name: '添加' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('题号2重复')
  there = false
  await userEvent.fill(number, '1a')
  await userEvent.click(page.getByRole('button', { name: '添加' }))
  await expect.poll(() => numbers(saved()[1])).toEqual(['9:5', '1:12', '1a:3', '2:12'])
})

it('once marking is open nothing is reshaped, and it is said why', async () => {
  await open('split', { locked: true })
  await expect.element(page.getByText('阅卷已开始，题目结构不能再改')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '拆分' })).not.toBeInTheDocument()
})

it.each([1440, 390])('at %i wide teachers of two schools are asked to set questions of one paper', async (width) => {
  const [schools, secondPaper] = [[1, 2].map((n) => ({ schoolId: id('sc', n), schoolName: `第${n}中学` })), id('pa', 2)]
  const stand = (n: number, fixed: string | null) => ({
    ...{ paperId: id('pa', n), courseName: `科目${n}`, questions: 3, fullScore: 2900, missingKeys: 0, hasCard: false },
    ...{ fixed, tasks: { open: 0, submitted: 0, returned: 0, accepted: 0, cancelled: 0 }, late: 0 },
  })
  const sent = answered({
    [calls.settingStand.path]: () =>
      ok({ examName: '联考', papers: [stand(1, null), stand(2, null), stand(3, '阅卷已开始')] }),
    [examPaper.path]: ({ query }) => ok(paper({ paperId: query.get('paperId') })),
    [calls.settingSchools.path]: () => ok(schools),
    [calls.settingTeachers.path]: ({ query }) => {
      const n = query.get('schoolId') === id('sc', 2) ? 2 : 1
      return ok([
        { teacherId: id('te', n), teacherName: `老师${n}`, says: '科目2', barred: null },
        { teacherId: id('te', n + 4), teacherName: `老师${n + 4}`, says: '', barred: '没有登录账号' },
      ])
    },
    [calls.giveSettingTasks.path]: () => ok({ given: 2 }),
  })
  const at = `${pathTo(examPaths.addSettingTask, { examId })}?paper=${secondPaper}`
  const { address } = await show(<AddSettingTaskScreen />, { at, path: '/v2/exam-management/detail/:examId/*', width })
  await expect.element(page.getByRole('combobox', { name: '科目' })).toHaveValue(secondPaper)
  await expect.element(page.getByRole('checkbox', { name: /老师5/ })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: '布置' }))
  await expect.element(page.getByText('命题要求不能为空')).toBeVisible()
  await expect.element(page.getByText('请选择老师')).toBeVisible()
  await userEvent.click(page.getByRole('checkbox', { name: /老师1/ }))
  await userEvent.selectOptions(page.getByRole('combobox', { name: '学校' }), id('sc', 2))
  await userEvent.click(page.getByRole('checkbox', { name: /老师2/ }))
  await expect.element(page.getByText('已选老师1（第1中学）、老师2（第2中学）')).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: /命题要求/ }), '第1至2题')
  await userEvent.fill(page.getByLabelText(/截止时间/), '2099-01-02T08:30')
  await userEvent.click(page.getByRole('checkbox', { name: /第2题/ }))
  await within(width)
  await userEvent.click(page.getByRole('button', { name: '布置' }))
  await expect.poll(() => posted(sent, calls.giveSettingTasks.path)).toHaveLength(1)
  expect(posted(sent, calls.giveSettingTasks.path)[0]).toMatchObject({
    ...{ examId, paperId: secondPaper, ask: '第1至2题', dueAt: Date.UTC(2099, 0, 2, 0, 30) },
    ...{ questionIds: [question(2).questionId] },
    setters: [1, 2].map((n) => ({ schoolId: id('sc', n), teacherId: id('te', n) })),
  })
  await expect.poll(address).toBe(pathTo(examPaths.settingTasks, { examId }))
})
