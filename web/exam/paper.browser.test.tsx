import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { PaperScreen } from './PaperScreen.tsx'

const paperId = composeId('paper', 1_794_240_000_000, new Uint8Array(10))
const examId = composeId('exam', 1_794_240_000_000, new Uint8Array(10))
const question = { questionId: 'qu_1', number: '1', unitType: 1, fullScore: 300, optionCount: 4, answer: 'A' }

const paperRow = {
  paperId,
  examId,
  examName: '期中考试',
  courseName: '数学',
  locked: false,
  mayManage: true,
  released: false,
}
const at = (questions: unknown[], locked: boolean, released = false) =>
  ok({ ...paperRow, version: 1, locked, released, questions })
const shown = () =>
  show(
    <Routes>
      <Route path="/paper/:paperId" element={<PaperScreen />} />
    </Routes>,
    { at: `/paper/${paperId}` },
  )

it('shows a published paper as the changes in force leave it', async () => {
  const accepted = [
    { letters: 'D', points: 300 },
    { letters: 'B', points: 300 },
  ]
  const stand = { ...question, fullScore: 450, answer: 'D', now: { accepted } }
  serve(({ path }) => {
    if (path.startsWith('/api/exam/tool/config')) return ok({ examId, permissionMap: { 'permission-setting': 'all' } })
    return path.startsWith('/api/analysis/change/stand') ? ok({ questions: [stand] }) : at([question], true, true)
  })
  await shown()
  await expect.element(page.getByText('D或B')).toBeVisible()
  // The full mark is the one in force too.
  await expect.element(page.getByText('4.5').first()).toBeVisible()
})

it('of a paper that is being marked says which questions a set in force has put right already', async () => {
  const now = { accepted: [{ letters: 'A', points: 300 }], all: true }
  const other = { ...question, questionId: 'qu_2', number: '2' }
  const third = { ...question, questionId: 'qu_3', number: '3' }
  serve(({ path }) => {
    if (path.startsWith('/api/exam/tool/config')) return ok({ examId, permissionMap: { 'permission-setting': 'all' } })
    // The second was voided.
    if (path.startsWith('/api/analysis/change/stand')) return ok({ questions: [{ ...question, now }, third] })
    return at([question, other, third], true)
  })
  await shown()
  await expect.element(page.getByText(/第1、2题已用“修改答案”或“机动分”改过/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '第3题答案' })).toBeVisible()
})

it('has one primary, the next step: questions, then saving, then the card', async () => {
  let kept: unknown[] = []
  serve(({ method, body }) => {
    if (method === 'GET') return at(kept, false)
    kept = (body as { questions: unknown[] }).questions
    return ok({ version: 2 })
  })
  await shown()
  const add = page.getByRole('button', { name: '添加试题' })
  const primaries = () => {
    const all = [...document.querySelectorAll('button')]
    const brand = getComputedStyle(document.querySelector('[class*=FluentProvider]')!)
      .getPropertyValue('--colorBrandBackground')
      .trim()
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.background = brand
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    return all.filter((b) => getComputedStyle(b).backgroundColor === colour).map((b) => b.innerText.split('\n')[0])
  }
  await expect.poll(primaries).toEqual(['添加试题'])
  await userEvent.click(add)
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
  await expect.poll(primaries).toEqual(['保存'])
  const save = page.getByRole('button', { name: /^保存/ })
  const place = () => save.element().getBoundingClientRect().x
  const before = place()
  await userEvent.click(save)
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
  await expect.poll(primaries).toEqual(['设计答题卡'])
  // Nothing else comes under the finger that has saved.
  expect(place()).toBe(before)
  // Beside it one other in words.
  expect(page.getByRole('button', { name: /^(重做|撤销)$/ }).elements()).toEqual([])
})

it.each([true, false])(
  'a key that is changed is saved, and the next step stands beside it; after marking has begun: %s',
  async (locked) => {
    serve(({ method, path }) =>
      path.startsWith('/api/exam/tool/config')
        ? ok({ examId, permissionMap: { 'publish-score': 'all' } })
        : method === 'GET'
          ? at([question], locked)
          : ok({ version: 2 }),
    )
    await shown()
    await userEvent.fill(page.getByRole('textbox', { name: '第1题答案' }), 'B')
    await userEvent.tab()
    await userEvent.click(page.getByRole('button', { name: /^保存/ }))
    await expect.element(page.getByText('试题已保存')).toBeVisible()
    const next = page.getByRole('button', { name: locked ? '发布成绩' : '设计答题卡' })
    await expect.element(next).toBeVisible()
  },
)

it('leads who may not publish to no publication', async () => {
  serve(({ path }) =>
    path.startsWith('/api/exam/tool/config')
      ? ok({ examId, permissionMap: { 'answer-edit': 'all' } })
      : at([question], true),
  )
  await shown()
  await expect.element(page.getByRole('button', { name: /^保存/ })).toBeVisible()
  expect(page.getByRole('button', { name: '发布成绩' }).elements()).toEqual([])
})

it('of scores that are released shows key and points, and leads to the tools that change them', async () => {
  const sent = serve(({ path }) =>
    path.startsWith('/api/exam/tool/config')
      ? ok({ examId, permissionMap: { 'permission-setting': 'all' } })
      : at([question], true, true),
  )
  await shown()
  await expect.element(page.getByText(/成绩已发布：答案和分值不在这里改/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '修改答案' })).toBeVisible()
  expect(page.getByRole('button', { name: /^保存/ }).elements()).toEqual([])
  // Read, not greyed out.
  await expect.element(page.getByRole('cell', { name: '单选题' })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  expect(sent.filter((s) => s.method !== 'GET')).toEqual([])
})

it('of scores that are released leads who was only given the key to no tool of its manager', async () => {
  serve(({ path }) =>
    path.startsWith('/api/exam/tool/config')
      ? ok({ examId, permissionMap: { 'answer-edit': 'all' } })
      : at([question], true, true),
  )
  await shown()
  await expect.element(page.getByText(/成绩已发布，由考试管理者改动/)).toBeVisible()
  expect(page.getByRole('button', { name: /修改答案|调整分值/ }).elements()).toEqual([])
})

it('a save that another user was faster than takes in what is saved now beside what is typed, and then goes through', async () => {
  const second = { ...question, questionId: 'qu_2', number: '2' }
  const stored = { questions: [question, second], version: 1 }
  const sent = serve(({ method, body }) => {
    if (method === 'GET') return ok({ ...paperRow, ...stored })
    const { questions, version } = body as typeof stored
    if (version !== stored.version)
      return { status: 20002, message: '王老师已于刚才修改了这条数据，请核对后重试', data: null }
    Object.assign(stored, { questions, version: version + 1 })
    return ok(stored)
  })
  await shown()
  await userEvent.fill(page.getByRole('textbox', { name: '第1题答案' }), 'C')
  Object.assign(stored, { questions: [question, { ...second, answer: 'D' }], version: 2 })
  await page.getByRole('button', { name: /^保存/ }).click()
  await expect.element(page.getByText(/您的修改都还在。第2题已换成现在的/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '第1题答案' })).toHaveValue('C')
  await expect.element(page.getByRole('textbox', { name: '第2题答案' })).toHaveValue('D')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expect.poll(() => stored.version).toBe(3)
  expect(stored.questions.map((q) => q.answer)).toEqual(['C', 'D'])
  expect(sent.filter((s) => s.method === 'POST')).toHaveLength(2)
  // What was saved comes back and is no step of its own: one undo takes back what came in.
  await expect.element(page.getByText('试题已保存')).toBeVisible()
  await expect.poll(() => sent.at(-1)!.method).toBe('GET')
  await page.getByRole('heading', { level: 1 }).click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(page.getByRole('textbox', { name: '第2题答案' })).not.toHaveValue('D')
})

it('the fold of optional questions that is worked in stays open when the last group is taken back', async () => {
  const two = [1, 2].map((n) => {
    const optional = { group: '选做', count: 1 }
    return { questionId: `qu_${n}`, number: String(n), unitType: 5, fullScore: 1000, optional }
  })
  serve(() => at(two, false))
  await shown()
  const numbers = page.getByRole('textbox', { name: '选做题题号' })
  await expect.element(numbers).toBeVisible()
  await numbers.fill('1-2')
  await page.getByRole('textbox', { name: '要做几题（0取消）' }).fill('0')
  await page.getByRole('button', { name: '设为选做' }).click()
  await expect.poll(() => page.getByText('2选1').elements().length).toBe(0)
  await expect.element(numbers).toBeVisible()
})

it('on a phone the answers stand whole in sight', async () => {
  serve(() => at([question], false))
  await page.viewport(390, 844)
  await show(
    <Routes>
      <Route path="/paper/:paperId" element={<PaperScreen />} />
    </Routes>,
    { at: `/paper/${paperId}`, width: 390 },
  )
  const answer = page.getByRole('textbox', { name: '第1题答案' })
  await expect.element(answer).toBeVisible()
  const box = page.getByRole('region', { name: '试题' }).element().getBoundingClientRect()
  expect(answer.element().closest('td')!.getBoundingClientRect().right).toBeLessThanOrEqual(box.right)
})
