/** Joint exams on a school's home: what waits for its answer, and what its organiser has said since. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownInvites } from '#shared/exam/joint/invite.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { examPaths, ownPartPath } from '../exam.paths.ts'
import { OwnPartScreen } from './OwnPartScreens.tsx'
import { AnswersWaiting } from './AnswersWaiting.public.tsx'
import { OwnPartsWaiting } from './OwnPartsWaiting.public.tsx'

const part = (more: object) => ({
  ...{ examId: `ex_${'1'.repeat(26)}`, examName: '高一联考', examDate: 0, organiser: '青禾市', courses: ['语文'] },
  ...{ classCount: 1, candidateCount: 9, answer: 'none', reason: '', dueAt: 0, barred: null },
  ...{ papers: 1, begun: 0, over: 0, contactVersion: 0, reminders: [], version: 0 },
  ...more,
})
const reminder = (at: number) => ({ at, text: '请务必参加', byName: '周老师' })

it.each([
  ['unanswered', { answer: 'none' }, '请回复是否参加'],
  ['declined, and reminded since', { answer: 'declined', answeredAt: 1000 }, '请务必参加'],
])('%s stands on the home', async (name, more, text) => {
  const reminders = name === 'unanswered' ? [] : [reminder(serverNow() - 1000)]
  serve(({ path }) => ok(path === ownInvites.path ? [] : [part({ ...more, reminders })]))
  await show(<OwnPartsWaiting />)
  await expect.element(page.getByText(new RegExp(text))).toBeVisible()
})

it('what was declined after the reminder waits for nothing', async () => {
  const at = serverNow()
  const sent = serve(({ path }) =>
    ok(
      path === ownInvites.path ? [] : [part({ answer: 'declined', answeredAt: at, reminders: [reminder(at - 5000)] })],
    ),
  )
  await show(<OwnPartsWaiting />)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await expect.poll(() => page.getByText(/请务必参加/).elements().length).toBe(0)
})

it.each([
  [{ answer: 'accepted' }, 1],
  [{ answer: 'accepted', begun: 1 }, 0],
  [{ answer: 'none' }, 0],
])('the school’s own part says who uploads next once it takes part and nothing has come: %j', async (more, times) => {
  const one = part(more)
  const school = { ...one, schoolId: `sc_${'2'.repeat(26)}`, schoolName: '育才中学', closed: false, takenOver: false }
  serve(() => ok({ part: one, papers: [], school: { ...school, cells: [] } }))
  await show(<OwnPartScreen />, { at: ownPartPath(one.examId), path: examPaths.ownPart })
  await expect.element(page.getByText('高一联考').first()).toBeVisible()
  expect(page.getByText(/下一步：在“扫描人员”中指定老师/).elements()).toHaveLength(times)
})

it('who organises reads on the home which exams schools have declined, and who is silent', async () => {
  const row = (n: number, as: string, declined: number, silent: number) => ({
    ...{ examId: `ex_${String(n).repeat(26)}`, examName: `联考${n}`, examDate: 1, dueAt: null, as, declined },
    owed: silent > 0 ? [{ what: 'answer', n: silent }] : [{ what: 'teacher', n: 3 }],
  })
  serve(() => ok([row(1, 'organiser', 1, 3), row(2, 'organiser', 0, 0), row(3, 'school', 0, 1)]))
  await show(<AnswersWaiting />, { width: 390 })
  const list = page.getByRole('list', { name: '学校的回复' })
  await expect.element(list.getByText('1所学校不参加，3所学校没有回复')).toBeVisible()
  expect(list.getByRole('listitem').elements()).toHaveLength(1)
})

it('what another area asks of the school stands on its home, before what waits in exams that it takes part in', async () => {
  const asked = {
    ...{ examId: `ex_${'2'.repeat(26)}`, examName: '三市联考', examDate: 1, gradeName: '高三', courses: ['语文'] },
    ...{ organiser: '江海市', byName: '周老师', version: 1, entry: 'asked' },
  }
  serve(({ path }) => ok(path === ownInvites.path ? [asked] : [part({ answer: 'none' })]))
  await show(<OwnPartsWaiting />, { width: 390 })
  const list = page.getByRole('list', { name: '等本校处理的联考' })
  await expect.element(list.getByText('江海市邀请本校参加（周老师），请答复')).toBeVisible()
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map((e) => /三市联考/.test(e.textContent)),
  ).toEqual([true, false])
})
