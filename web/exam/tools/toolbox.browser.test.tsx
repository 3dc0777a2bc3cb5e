import { beforeEach, describe, expect, it } from 'vitest'
import { Route, Routes } from 'react-router'
import { page, userEvent } from 'vitest/browser'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type * as z from 'zod'
import { disclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import { toolList } from '#shared/exam/tools/tool.rules.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { localStore } from '#web/kit/ports.ts'
import { ExamScreen } from '../ExamScreen.tsx'
import { FactsScreen } from '../creation/FactsScreen.tsx'
import { AddPermissionScreen, PermissionScreen } from './PermissionScreens.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { ToolboxScreen } from './ToolboxScreen.tsx'
import { OwnVisibilityScreen, TeacherVisibilityScreen } from './VisibilityScreens.tsx'
import { examPath, examPaths, toolboxPath } from '../exam.paths.ts'
import { changePath } from '#web/analysis/analysis.paths.ts'
import { toolPaths } from './tool.paths.ts'

const examId = `ex_${'1'.repeat(26)}`
const paper = (n: number, courseName: string, more: object = {}) => ({
  paperId: `pa_${String(n).repeat(26)}`,
  courseId: `co_${String(n).repeat(26)}`,
  courseName,
  keyVersion: 1,
  status: 1,
  markingProgress: 5,
  questionCount: 20,
  fullScore: 10_000,
  missingKeys: 0,
  ...more,
})
const papers = [
  paper(1, '语文', { cardId: `ca_${'1'.repeat(26)}` }),
  paper(2, '数学', { markingProgress: 3, questionCount: 12 }),
]
const exam = {
  examId,
  owner: `s:sc_${'1'.repeat(26)}`,
  examName: '高一期中',
  examType: 3,
  gradeName: '高一',
  term: '2026-1',
  examDate: Date.UTC(2026, 10, 20, -8),
  status: 1,
  markingProgress: 3,
  furthest: 5,
  schoolCount: 1,
  classCount: 2,
  candidateCount: 80,
  creatorId: `us_${'1'.repeat(26)}`,
  creatorName: '王老师',
  createdAt: 0,
  version: 4,
}
const detail = { exam, papers, mayManage: true, guest: false }

const permissionMap = Object.fromEntries(toolList.map((t) => [t.code, 'all']))
/** The server: what this viewer holds, and the exam. */
const answers =
  (held: object = permissionMap) =>
  ({ path, method }: { path: string; method: string }) =>
    ok(
      path.startsWith('/api/exam/tool/config')
        ? { examId, permissionMap: held }
        : method === 'GET'
          ? detail
          : { version: 5 },
    )

const open = (path: string, element: React.ReactNode, address: string, width?: number) =>
  show(
    <Routes>
      <Route path={path} element={element} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { at: address, ...(width ? { width } : {}) },
  )

beforeEach(() => localStore.clear())

describe('the toolbox of an exam', () => {
  it.each([1440, 390])(
    'at %i wide shows every tool, a way in for each subject, and why one is barred',
    async (width) => {
      serve(answers())
      const at = await open(examPaths.toolbox, <ToolboxScreen />, toolboxPath(examId), width)
      await expect.element(page.getByRole('link', { name: '考试信息' })).toBeVisible()
      await expect.element(page.getByText('阅卷完成后发布')).toBeVisible()
      // The first subject is being marked, the second is not.
      await expect.element(page.getByRole('link', { name: '成绩更正：语文' })).toBeVisible()
      expect(page.getByRole('link', { name: '成绩更正：数学' }).elements()).toHaveLength(0)
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      // Of what is being marked a key is put right for all and signed; before, it is set.
      await expect
        .element(page.getByRole('link', { name: '修改答案：语文' }))
        .toHaveAttribute('href', changePath('answer-edit', examId, papers[0]!.paperId))
      await page.getByRole('link', { name: '修改答案：数学' }).click()
      expect(at.address()).toBe(toolPaths['answer-edit']({ examId, paperId: papers[1]!.paperId }))
    },
  )

  it('finds by name and use, and has what was used last first', async () => {
    serve(answers())
    localStore.set('exam-tools', 'publish-score of-no-tool score-edit')
    await open(examPaths.toolbox, <ToolboxScreen />, toolboxPath(examId))
    const heads = () =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((e) => e.textContent)
    await expect.poll(heads).toContain('最近使用')
    expect(heads()[0]).toBe('最近使用')
    await userEvent.fill(page.getByRole('searchbox'), '扫描')
    await expect.poll(heads).toEqual(['教师与上传'])
    await userEvent.fill(page.getByRole('searchbox'), '没有的')
    await expect.element(page.getByText('没有找到“没有的”')).toBeVisible()
  })

  it('shows a teacher the tools that are held, and no other', async () => {
    serve(answers({ 'unusual-paper-handle': 'own', 'score-edit': 'all' }))
    await open(examPaths.toolbox, <ToolboxScreen />, toolboxPath(examId))
    await expect.element(page.getByRole('link', { name: '成绩更正：语文' })).toBeVisible()
    expect(page.getByRole('link', { name: '考试信息' }).elements()).toHaveLength(0)
    await userEvent.fill(page.getByRole('searchbox'), '考试信息')
    await expect.element(page.getByText('一共2个工具，换个词试试。')).toBeVisible()
  })

  it('leads who was only given a tool to no change of what readers see', async () => {
    const released = { ...detail, papers: [paper(1, '语文', { status: 3, markingProgress: 6 })], mayManage: false }
    serve(({ path }) =>
      ok(path.startsWith('/api/exam/tool/config') ? { examId, permissionMap: { 'score-edit': 'all' } } : released),
    )
    await open(examPaths.toolbox, <ToolboxScreen />, toolboxPath(examId))
    await expect.element(page.getByText('成绩已发布，由考试管理者改动')).toBeVisible()
    expect(page.getByRole('link', { name: '成绩更正' }).elements()).toHaveLength(0)
  })

  it.each([
    [{ 'score-edit': 'all' }, 1],
    [{}, 0],
  ])('is a link of the exam for who holds %j', async (held, links) => {
    const guest = { ...detail, mayManage: false }
    serve((asked) =>
      asked.path.startsWith('/api/exam/tool/config')
        ? ok({ examId, permissionMap: held })
        : asked.path === sheetStatistic.path
          ? refused(403, '没有权限')
          : ok({ ...guest, list: [], total: 0, pageNumber: 1 }),
    )
    const at = await open(examPaths.detail, <ExamScreen />, examPath(examId))
    await expect.element(page.getByText('高一期中').first()).toBeVisible()
    await expect.poll(() => page.getByRole('button', { name: '考试工具' }).elements().length).toBe(links)
    if (links === 0) return
    await page.getByRole('button', { name: '考试工具' }).click()
    expect(at.address()).toBe(toolboxPath(examId))
  })

  it('has nothing for who holds no tool', async () => {
    serve(answers({}))
    await open(examPaths.toolbox, <ToolboxScreen />, toolboxPath(examId))
    await expect.element(page.getByText('没有您能用的工具')).toBeVisible()
  })
})

describe('the facts of an exam', () => {
  it.each([1440, 390])('at %i wide are changed, and what follows is said before', async (width) => {
    const sent = serve(answers())
    await open(examPaths.facts, <FactsScreen />, toolPaths['exam-base-info']({ examId, paperId: '' }), width)
    await expect.element(page.getByText('没有改动。')).toBeVisible()
    await userEvent.fill(page.getByRole('textbox', { name: '考试名称' }), '高一第一次月考')
    await expect.element(page.getByText('考试名称：高一期中 → 高一第一次月考')).toBeVisible()
    await expect.element(page.getByText('已制作的1份答题卡保留原来的标题，扫描和识别不受影响。')).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: '保存' }).click()
    await expect.element(page.getByText('elsewhere')).toBeVisible()
    const { examName, examType, examDate } = exam
    expect(sent.filter((s) => s.method === 'POST').map((s) => s.body)).toEqual([
      { examId, version: 4, examName: '高一第一次月考', examType, examDate },
    ])
    expect(examName).not.toBe('高一第一次月考')
  })
})

describe('the permission map of an exam', () => {
  const user = `us_${'2'.repeat(26)}`
  const grants = {
    grants: [
      { tool: 'score-edit', to: `u:${user}`, name: '李老师', allows: true, byName: '王老师', at: exam.examDate },
      { tool: 'unusual-paper-handle', to: 't:3', allows: false, byName: '王老师', at: exam.examDate },
    ],
    schools: [],
    people: [{ userId: user, name: '李老师' }],
  }
  const ofExam = pathTo(examPaths.permissions, { examId })
  const answer = ({ method }: { method: string }) => ok(method === 'GET' ? grants : { changed: 1 })

  it.each([1440, 390])('at %i wide says who was given what, takes it back, and gives it again', async (width) => {
    const sent = serve(answer)
    await open(examPaths.permissions, <PermissionScreen />, ofExam, width)
    await expect.element(page.getByText('全部教师').first()).toBeVisible()
    await expect.element(page.getByText('不能使用')).toBeVisible()
    await expect.element(page.getByText('只有考试管理者可以授权')).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: '撤销' }).nth(1).click()
    // A page beside another one draws no motion: the notice is there before it is seen.
    await expect.poll(() => page.getByRole('button', { name: '撤销' }).elements().length).toBe(3)
    ;(page.getByRole('button', { name: '撤销' }).last().element() as HTMLElement).click()
    await expect
      .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
      .toEqual([
        { examId, tools: ['score-edit'], to: [`u:${user}`], allows: null },
        { examId, tools: ['score-edit'], to: [`u:${user}`], allows: true },
      ])
  })

  it.each([1440, 390])('at %i wide gives tools to types and people at once', async (width) => {
    const sent = serve(answer)
    await open(examPaths.addPermission, <AddPermissionScreen />, pathTo(examPaths.addPermission, { examId }), width)
    await expect.element(page.getByRole('button', { name: '保存' })).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(sent.map((s) => s.method)).not.toContain('POST')
  })
})

describe('what of results is shown', () => {
  // Held to the call's own schema: an answer that the server would not give shows nothing.
  const policy = (stage: number): z.output<ReturnType<typeof disclosure.output>> =>
    disclosure.output().parse({
      ...disclosureOfStage(stage),
      stage,
      version: 3,
      available: [{ userId: `us_${'2'.repeat(26)}`, name: '李老师' }],
      schools: [],
      areas: [],
    })
  const at = pathTo(examPaths.visibility, { examId })

  it.each([1440, 390])('at %i wide is changed for students without a word about parents', async (width) => {
    const sent = serve(({ method }) => ok(method === 'GET' ? policy(1) : { version: 4 }))
    await open(examPaths.visibility, <OwnVisibilityScreen />, at, width)
    await expect.element(page.getByRole('heading', { name: '家长看到' })).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await page.getByRole('switch', { name: '名次' }).first().click()
    await page.getByRole('button', { name: '保存学生所见' }).click()
    await expect
      .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
      .toEqual([{ examId, version: 3, student: { ...disclosureOfStage(1).student, rank: false } }])
  })

  it('in a compulsory stage bars ranks with the reason', async () => {
    serve(() => ok({ ...policy(2), student: { ...policy(2).student, score: true } }))
    await open(examPaths.visibility, <OwnVisibilityScreen />, at)
    await expect.element(page.getByRole('switch', { name: '名次' })).toBeDisabled()
    await expect.element(page.getByText('义务教育阶段不公布').first()).toBeVisible()
  })

  it.each([1440, 390])('at %i wide is changed for teachers, leaders and accounts', async (width) => {
    const sent = serve(({ method }) => ok(method === 'GET' ? policy(1) : { version: 4 }))
    await open(
      examPaths.teacherVisibility,
      <TeacherVisibilityScreen />,
      pathTo(examPaths.teacherVisibility, { examId }),
      width,
    )
    await page.getByRole('checkbox', { name: '李老师' }).click()
    await page.getByRole('switch', { name: '看到全体名次' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const { teacher, leader } = disclosureOfStage(1)
    await expect
      .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
      .toEqual([
        { examId, version: 3, teacher: { ...teacher, totalRank: false }, leader, extra: [`us_${'2'.repeat(26)}`] },
      ])
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
