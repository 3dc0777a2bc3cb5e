/** Forms of joint exams that write: what is typed and chosen is what is sent, and what is refused stands where it was typed. */
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createJointExam } from '#shared/exam/exam.calls.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as applying from '#shared/exam/joint/application.calls.ts'
import { importBaseInfo } from '#shared/exam/joint/baseInfo.calls.ts'
import { chooseElectives, electiveCourses } from '#shared/exam/joint/elective.calls.ts'
import * as inviting from '#shared/exam/joint/invite.calls.ts'
import { listOwnParts } from '#shared/exam/joint/part.calls.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { examGroup, listExamGroups } from '#shared/exam/joint/group.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { examPaths } from '../exam.paths.ts'
import { BaseInfoImportScreen } from './BaseInfoImportScreen.tsx'
import { JointExamScreen } from './JointExamScreen.tsx'
import { OptionalCourseScreen } from './OptionalCourseScreen.tsx'
import { OwnAbsentScreen, OwnTeachersScreen } from './OwnApplicationScreens.tsx'
import { OwnPartsScreen } from './OwnPartScreens.tsx'
import { SchoolAddScreen } from './SchoolAddScreen.tsx'

// What goes to S3 is told in `upload.test.ts`.
vi.mock('#web/kit/upload.ts', () => ({ uploadFile: () => Promise.resolve('0'.repeat(64)), UploadRefused: Error }))

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const examId = id('ex', 1)
const waits = new Promise<never>(() => {})
const answered = (answers: Record<string, (sent: Sent) => unknown>) =>
  serve((sent) => answers[sent.path]?.(sent) ?? waits)
/** What was sent to a call that writes: some share their address with one that reads. */
const posted = (sent: readonly Sent[], path: string) =>
  sent.filter((s) => s.path === path && s.method === 'POST').map((s) => s.body)
const within = (width: number) => expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)

const school = (n: number, stage: number) => ({
  ...{ schoolId: id('sc', n), schoolName: `第${n}学校`, stage, schoolStageList: [`0${stage}`] },
})
const area = (create: (sent: Sent) => unknown) => ({
  [sessionUser.path]: () => ok({ areaId: id('ar', 1), userType: 18 }),
  [listSchools.path]: () => ok({ list: [school(1, 1), school(2, 1), school(3, 1), school(4, 2)], total: 4 }),
  [listExamGroups.path]: () => ok([{ groupId: id('eg', 1), groupName: '城区', schoolCount: 2, version: 1 }]),
  [examGroup.path]: () =>
    ok({ groupId: id('eg', 1), groupName: '城区', version: 1, schools: [school(1, 1), school(2, 1), school(4, 2)] }),
  [createJointExam.path]: create,
})

it.each([1440, 390])('at %i wide a joint exam is made of a group, and one school more', async (width) => {
  const sent = answered(area(() => ok({ examId, uuid: id('jo', 1) })))
  const { address } = await show(<JointExamScreen />, { at: examPaths.addJoint, path: '*', width })
  const make = page.getByRole('button', { name: '新建联考' })
  await userEvent.click(make)
  await expect.element(page.getByText('考试名称不能为空')).toBeVisible()
  await expect.element(page.getByText('请选择学校')).toBeVisible()
  expect(posted(sent, createJointExam.path)).toEqual([])

  await userEvent.fill(page.getByRole('textbox', { name: /考试名称/ }), '全区期中联考')
  // A school of another stage is not offered.
  await expect.element(page.getByRole('checkbox', { name: '第4学校' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: '城区' }))
  await expect.element(page.getByRole('checkbox', { name: '第2学校' })).toBeChecked()
  await expect.element(page.getByText('城区中有1所不能选（没有所选学段）：第4学校')).toBeVisible()
  await userEvent.click(page.getByRole('checkbox', { name: '第3学校' }))
  await userEvent.click(page.getByRole('checkbox', { name: '数学' }))
  await within(width)
  await userEvent.click(make)
  await expect.poll(() => posted(sent, createJointExam.path)).toHaveLength(1)
  const [wish] = posted(sent, createJointExam.path) as [Record<string, unknown>]
  expect(wish).toMatchObject({
    ...{ examName: '全区期中联考', examType: 7, stage: 1, schoolIds: [1, 2, 3].map((n) => id('sc', n)) },
  })
  expect(wish['courseNames']).not.toContain('数学')
  expect(wish['courseNames']).toContain('语文')
  // The list shows how far it is.
  await expect.poll(address).toBe(`${examPaths.list}?job=${id('jo', 1)}`)
})

it('another stage offers its own schools and courses, and what was chosen of the first is not sent', async () => {
  const sent = answered(area(() => refused(1, '有学校没有这个年级')))
  await show(<JointExamScreen />, { at: `${examPaths.addJoint}?group=${id('eg', 1)}`, path: '*' })
  await expect.element(page.getByRole('checkbox', { name: '第1学校' })).toBeChecked()
  await userEvent.fill(page.getByRole('textbox', { name: /考试名称/ }), '初中联考')
  await userEvent.selectOptions(page.getByRole('combobox', { name: /学段/ }), '2')
  await userEvent.click(page.getByRole('checkbox', { name: '第4学校' }))
  await userEvent.selectOptions(page.getByRole('combobox', { name: /年级/ }), '九年级')
  await userEvent.click(page.getByRole('button', { name: '新建联考' }))
  await expect.element(page.getByText('有学校没有这个年级')).toBeVisible()
  expect(posted(sent, createJointExam.path)).toMatchObject([{ stage: 2, schoolIds: [id('sc', 4)] }])
  // What was typed is there to be mended.
  await expect.element(page.getByRole('textbox', { name: /考试名称/ })).toHaveValue('初中联考')
})

const papers = ['语文', '物理'].map((courseName, i) => ({ paperId: id('pa', i + 1), courseName }))
const own = (list: object[], barred: string | null = null) =>
  ok({ list, total: list.length, pageNumber: 1, examName: '联考', papers, pending: 1, barred })
const person = (n: number, more: object = {}) => ({
  ...{ personId: id('te', n), personName: `老师${n}`, says: '物理', barred: null, ...more },
})

it.each([1440, 390])('at %i wide a teacher is applied for in what is taught, and withdrawn again', async (width) => {
  const asked = {
    ...{ paperIds: [papers[0]!.paperId], note: '', state: 'pending', byName: '李', at: 1, review: '', version: 1 },
  }
  const sent = answered({
    [applying.ownApplications.path]: () =>
      own([person(1), person(2, { application: asked }), person(3, { barred: '这名老师没有登录账号' })]),
    [applying.apply.path]: () => ok({ applied: 1 }),
    [applying.withdrawApplications.path]: () => ok({ withdrawn: 1 }),
  })
  const at = pathTo(examPaths.ownTeachers, { examId })
  await show(<OwnTeachersScreen />, { at, path: examPaths.ownTeachers, width })
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await within(width)
  await expect.element(rowOf('老师3').getByRole('button', { name: /申报/ })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(rowOf('老师1').getByRole('button', { name: '申报', exact: true }))
  const dialog = page.getByRole('dialog')
  // What the teacher teaches is chosen already.
  await expect.element(dialog.getByRole('checkbox', { name: '物理' })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: '语文' })).not.toBeChecked()
  await userEvent.click(dialog.getByRole('checkbox', { name: '语文' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: /说明/ }), '教研组长')
  await userEvent.click(dialog.getByRole('button', { name: '提交申报' }))
  await expect
    .poll(() => posted(sent, applying.apply.path))
    .toEqual([
      {
        ...{ examId, kind: 'teacher', personIds: [id('te', 1)], note: '教研组长' },
        paperIds: [papers[1]!.paperId, papers[0]!.paperId],
      },
    ])
  await expect.element(page.getByText('已申报1人，等待组织方审核')).toBeVisible()
  const withdraw = rowOf('老师2').getByRole('button', { name: '撤回' })
  if (withdraw.elements().length > 0) await userEvent.click(withdraw)
  else {
    await userEvent.click(rowOf('老师2').getByRole('button', { name: /更多/ }))
    await userEvent.click(page.getByRole('menuitem', { name: '撤回' }))
  }
  await expect
    .poll(() => posted(sent, applying.withdrawApplications.path))
    .toEqual([{ examId, kind: 'teacher', personIds: [id('te', 2)] }])
})

it('who was absent is applied for with a reason and a subject, or not at all', async () => {
  const sent = answered({
    [applying.ownApplications.path]: () => own([person(1, { personName: '考生1', says: '高一1班' })]),
    [applying.apply.path]: () => refused(examProblems.applyDecided.status, examProblems.applyDecided.message),
  })
  const at = pathTo(examPaths.ownAbsent, { examId })
  await show(<OwnAbsentScreen />, { at, path: examPaths.ownAbsent })
  await userEvent.click(page.getByRole('row', { name: /考生1/ }).getByRole('button', { name: '申报', exact: true }))
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: '提交申报' })
  await userEvent.click(submit)
  await expect.element(dialog.getByText(/原因（组织方会看到）不能为空/)).toBeVisible()
  expect(posted(sent, applying.apply.path)).toEqual([])
  await userEvent.fill(dialog.getByRole('textbox', { name: /原因/ }), '生病')
  await userEvent.click(dialog.getByRole('checkbox', { name: '物理' }))
  await userEvent.click(submit)
  // Refused, the dialogue stays with what was typed.
  await expect.element(dialog.getByText(examProblems.applyDecided.message)).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: /原因/ })).toHaveValue('生病')
})

it('who applies too late reads why, and no button works', async () => {
  answered({ [applying.ownApplications.path]: () => own([person(1)], '阅卷已开始') })
  const at = pathTo(examPaths.ownTeachers, { examId })
  await show(<OwnTeachersScreen />, { at, path: examPaths.ownTeachers })
  await expect.element(page.getByText('阅卷已开始，不能申报。')).toBeVisible()
  const apply = page.getByRole('row', { name: /老师1/ }).getByRole('button', { name: /申报/ })
  await expect.element(apply).toHaveAttribute('aria-disabled', 'true')
})

it.each([1440, 390])('at %i wide a course is said to be chosen, over what was said of all before', async (width) => {
  const course = (n: number, more: object) => ({
    ...{ paperId: id('pa', n), courseName: `科目${n}`, schools: 3, takers: 90, fixed: null, version: 4, ...more },
  })
  const sent = answered({
    [electiveCourses.path]: ({ method }) =>
      method === 'POST'
        ? ok({ uuid: id('jo', 2), version: 5 })
        : ok([course(1, {}), course(2, { elective: true }), course(3, { fixed: '答题卡已上传' })]),
  })
  const at = pathTo(examPaths.optionalCourse, { examId })
  await show(<OptionalCourseScreen />, { at, path: examPaths.optionalCourse, width })
  const rowOf = (n: number) => page.getByRole('row', { name: new RegExp(`科目${n}`) })
  await expect.element(rowOf(1).getByText('按各校设置')).toBeVisible()
  await expect.element(rowOf(2).getByText('选考', { exact: true }).first()).toBeVisible()
  await within(width)
  const choose = async (n: number, name: string): Promise<void> => {
    const inSight = rowOf(n).getByRole('button', { name })
    if (inSight.elements().length > 0) return userEvent.click(inSight)
    await userEvent.click(rowOf(n).getByRole('button', { name: /更多/ }))
    await userEvent.click(page.getByRole('menuitem', { name }))
  }
  await choose(1, '设为选考')
  await expect
    .poll(() => posted(sent, chooseElectives.path))
    .toEqual([{ examId, paperIds: [id('pa', 1)], elective: true, version: 4 }])
})

it.each([1440, 390])('at %i wide a file with one wrong school is taken for the others', async (width) => {
  const checked = {
    ...{ mode: 'check', rows: 900, good: 890, existing: 0, problemCount: 1, added: 0 },
    ...{ problems: [{ row: 17, column: '学号', text: '第3学校没有这个学号' }], schools: 398, renumbered: 880 },
    ...{ joining: 2, lacking: 5, leftSchools: 1, leftNames: ['第3学校'] },
  }
  const sent = answered({
    [importBaseInfo.path]: ({ body }) =>
      ok({ uuid: (body as { mode: string }).mode === 'check' ? id('jo', 3) : id('jo', 4) }),
    [asyncStatus.path]: ({ query }) => {
      const uuid = query.get('uuid')
      return ok({
        ...{ uuid, name: importBaseInfoJob.name, title: '导入考生信息', status: 40, processDone: 1, processMsg: '' },
        ...{ lastTimestamps: 0, message: '', files: [] },
        result: uuid === id('jo', 3) ? checked : { ...checked, mode: 'good', added: 890 },
      })
    },
  })
  const at = `${pathTo(examPaths.baseInfoImport, { examId })}?run=${id('jo', 3)}&key=up%2F1&fileName=a.csv`
  await show(<BaseInfoImportScreen />, { at, path: examPaths.baseInfoImport, width })
  await expect.element(page.getByText('第3学校没有这个学号')).toBeVisible()
  await expect.element(page.getByText('398所')).toBeVisible()
  await within(width)
  await userEvent.click(page.getByRole('button', { name: '只导入没有问题的890名考生（有问题的学校整校不导入）' }))
  await expect.element(page.getByText('已导入890名考生')).toBeVisible()
  await expect.element(page.getByText(/第3学校整校没有导入。/)).toBeVisible()
  expect(posted(sent, importBaseInfo.path)).toEqual([{ examId, key: 'up/1', fileName: 'a.csv', mode: 'good' }])
})

it.each([1440, 390])('at %i wide a school of another area is asked by its code, and asked no more', async (width) => {
  const row = (n: number, state: string, reason = '') => ({
    ...{ schoolId: id('sc', n), schoolName: `外区第${n}中学`, areaName: '江海市', state, reason, at: 1, version: n },
    byName: '周老师',
  })
  const sent = answered({
    [listSchools.path]: () => ok({ list: [school(1, 1)], total: 1, pageNumber: 1 }),
    [jointSchools.path]: () => ok([]),
    [inviting.invites.path]: () => ok([row(1, 'asked'), row(2, 'declined', '另有考试')]),
    [inviting.inviteSchool.path]: ({ body }) =>
      (body as { schoolCode: string }).schoolCode === 'AB12'
        ? ok({ schoolName: '外区第3中学' })
        : refused(examProblems.inviteUnknown.status, examProblems.inviteUnknown.message),
    [inviting.withdrawInvite.path]: () => ok({ version: 2 }),
  })
  const at = pathTo(examPaths.schoolAdd, { examId })
  await show(<SchoolAddScreen />, { at, path: examPaths.schoolAdd, width })
  await expect.element(page.getByText('不参加：另有考试')).toBeVisible()
  await within(width)
  const name = '邀请其他区域的学校'
  const inSight = page.getByRole('button', { name, exact: true })
  if (inSight.elements().length === 0) await userEvent.click(page.getByRole('button', { name: /更多/ }).first())
  await userEvent.click(inSight.or(page.getByRole('menuitem', { name, exact: true })))
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: /学校代码/ })
  await userEvent.fill(field, 'ZZ99')
  await userEvent.click(dialog.getByRole('button', { name: '发出邀请' }))
  await expect.element(dialog.getByText(examProblems.inviteUnknown.message)).toBeVisible()
  await userEvent.fill(field, 'AB12')
  await userEvent.click(dialog.getByRole('button', { name: '发出邀请' }))
  await expect.element(page.getByText('已邀请外区第3中学，等它答复')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '撤回邀请' }))
  await expect
    .poll(() => posted(sent, inviting.withdrawInvite.path))
    .toEqual([{ examId, schoolId: id('sc', 1), version: 1 }])
  await userEvent.click(page.getByRole('button', { name: '再次邀请' }))
  await expect.poll(() => posted(sent, inviting.inviteSchool.path).at(-1)).toEqual({ examId, schoolId: id('sc', 2) })
})

it.each([1440, 390])(
  'at %i wide a school reads what it would give, accepts one invitation and declines one',
  async (width) => {
    const asked = (n: number) => ({
      ...{ examId: id('ex', n), examName: `外区联考${n}`, examDate: 1, gradeName: '高三', courses: ['语文', '数学'] },
      ...{
        organiser: '江海市',
        byName: '周老师',
        version: n,
        entry: n === 3 ? 'stopped' : n === 4 ? 'coming' : 'asked',
      },
    })
    const sent = answered({
      [inviting.ownInvites.path]: () => ok([asked(1), asked(2), asked(3), asked(4)]),
      [listOwnParts.path]: () => ok([]),
      [inviting.answerInvite.path]: () => ok({ version: 9 }),
    })
    await show(<OwnPartsScreen />, { at: examPaths.ownParts, path: examPaths.ownParts, width })
    const rowOf = (n: number) => page.getByRole('row', { name: new RegExp(`外区联考${n}`) })
    await expect.element(rowOf(1)).toBeVisible()
    await within(width)
    await userEvent.click(rowOf(1).getByRole('button', { name: '接受邀请' }))
    await expect.element(page.getByText('江海市将得到本校高三的考生名单、任课老师和这场考试的成绩。')).toBeVisible()
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '接受邀请' }))
    await expect
      .poll(() => posted(sent, inviting.answerInvite.path))
      .toEqual([{ examId: id('ex', 1), accepts: true, version: 1 }])
    await userEvent.click(rowOf(2).getByRole('button', { name: '不参加' }))
    const dialog = page.getByRole('dialog')
    await userEvent.fill(dialog.getByRole('textbox', { name: /原因/ }), '另有考试')
    await userEvent.click(dialog.getByRole('button', { name: '不参加' }))
    await expect
      .poll(() => posted(sent, inviting.answerInvite.path)[1])
      .toEqual({ examId: id('ex', 2), accepts: false, reason: '另有考试', version: 2 })
    // What it has accepted and is not in: once more where that broke off, and waited for where it goes on.
    await expect.element(rowOf(4).getByRole('button', { name: /重新加入/ })).toHaveAttribute('aria-disabled', 'true')
    expect(rowOf(3).getByRole('button', { name: '不参加' }).elements()).toEqual([])
    await userEvent.click(rowOf(3).getByRole('button', { name: '重新加入' }))
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '重新加入' }))
    await expect
      .poll(() => posted(sent, inviting.answerInvite.path)[2])
      .toEqual({ examId: id('ex', 3), accepts: true, version: 3 })
  },
)
