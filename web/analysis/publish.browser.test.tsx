import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cancelPublish, publishPreview, publishState } from '#shared/analysis/publication.calls.ts'
import { composeId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { analysisPaths, publishPath } from './analysis.paths.ts'
import { PublishBox } from './parts/PublishBox.tsx'
import { PublishScreen } from './PublishScreen.tsx'

type State = Parameters<typeof PublishBox>[0]['state']
const state = {
  ...{ paperId: 'pa_1', examId: 'ex_1', current: null, checks: [], large: false, totals: [] },
  ...{ mayManage: true, mayPublish: true, needsOverride: false },
}

/** What a first publication would show, of three students. */
const preview = {
  ...{ digest: 'd1', first: true, present: 3, absent: 0, missing: 0, void: 0 },
  ...{ changed: 0, up: 0, down: 0, come: 0 },
}

it.each([
  ['one that is under way is over before it could be cancelled', { failed: false }, 0],
  ['one that waits for its time', { failed: false, at: 1_794_240_000_000 }, 1],
  ['one that failed', { failed: true }, 1],
  ['one of a large paper, which takes minutes', { failed: false }, 1, true],
])('offers to cancel a publication: %s', async (_, pending, ways, large = false) => {
  serve(() => ok(null))
  await show(
    <PublishBox state={{ ...state, large, pending: { uuid: 'jo_1', message: '', ...pending } } as unknown as State} />,
  )
  await expect.element(page.getByRole('heading', { name: '发布前检查' })).toBeVisible()
  expect(page.getByRole('heading', { name: '取消发布' }).elements()).toHaveLength(ways)
})

const paperId = composeId('paper', 1_794_240_000_000, new Uint8Array(10))
it('after a first publication concludes nothing from what was told before it, and offers the results', async () => {
  const first = { ...preview, digest: 'd0' }
  let told = first
  serve(({ path }) => ok(path.startsWith(publishPreview.path) ? told : { released: 3, withheld: 0 }))
  const shown = (current: number | null) => <PublishBox state={{ ...state, paperId, current } as unknown as State} />
  const Screen = () => {
    const [current, setCurrent] = useState<number | null>(null)
    return (
      <>
        <button onClick={() => setCurrent(1)}>已发布</button>
        {shown(current)}
      </>
    )
  }
  await show(<Screen />)
  await expect.element(page.getByText(/将向3名考生发布成绩/)).toBeVisible()
  expect(page.getByRole('button', { name: /^查看/ }).elements()).toHaveLength(0)
  told = { ...first, digest: 'd1', first: false }
  await userEvent.click(page.getByRole('button', { name: '已发布' }))
  await expect.element(page.getByText(/没有学生的总分变化/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '查看考试总结' })).toBeVisible()
})

it('what is published leads to its results also while it is not known yet what would change', async () => {
  serve(() => new Promise(() => undefined))
  await show(<PublishBox state={{ ...state, paperId, current: 1 } as unknown as State} />)
  await expect.element(page.getByRole('button', { name: '查看考试总结' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '查看成绩单' })).toBeVisible()
  expect(page.getByText(/学生和家长立即可以看到/).elements()).toHaveLength(0)
})

it.each([
  [true, /各校、学生和家长也将看不到其他科目/],
  [false, /所有人将立即看不到这份成绩。确定撤回吗/],
])('withdrawing says whether the other subjects of a joint exam go out of sight too: %s', async (hidesOthers, text) => {
  serve(() => ok({ released: 3, withheld: 0 }))
  await show(<PublishBox state={{ ...state, paperId, current: 1, hidesOthers } as unknown as State} />)
  await page.getByRole('textbox', { name: '原因' }).last().fill('答案有误')
  await userEvent.click(page.getByRole('button', { name: '撤回成绩' }))
  await expect.element(page.getByText(text)).toBeVisible()
})

it('who may only look is told whose act it is, and is asked for nothing', async () => {
  serve(() => ok({ released: 3, withheld: 0 }))
  await show(<PublishBox state={{ ...state, paperId, current: 1, mayManage: false } as unknown as State} />)
  await expect.element(page.getByText('重新发布和撤回由考试管理者操作', { exact: false })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  expect(page.getByRole('button', { name: '撤回成绩' }).elements()).toHaveLength(0)
})

it('of a joint exam whose other subjects wait, nothing is said to change what students have seen', async () => {
  const corrected = { ...preview, first: false, changed: 2, up: 2 }
  let now: object = {}
  serve(({ path, method }) =>
    ok(
      method === 'GET' && path === publishState.path
        ? now
        : path.startsWith(publishPreview.path)
          ? corrected
          : { released: 3, withheld: 0 },
    ),
  )
  const of = (waitsForOthers: boolean) => {
    now = { ...state, paperId, current: 1, waitsForOthers }
    return <PublishBox state={now as unknown as State} />
  }
  await show(of(true))
  await expect.element(page.getByText(/将有2名学生的总分变化.*现在只有组织方能看到成绩/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '立即发布' }))
  await expect.element(page.getByText('正在发布成绩')).toBeVisible()
  expect(page.getByText(/学生已经看到的成绩/).elements()).toHaveLength(0)
  await show(of(false))
  await userEvent.click(page.getByRole('button', { name: '立即发布' }).last())
  await expect.element(page.getByText(/将改变2名学生已经看到的成绩/)).toBeVisible()
})

it('asks with the words of the moment: another course was published since the screen was opened', async () => {
  const before = { ...state, paperId, waitsForOthers: true }
  serve(({ path, method }) =>
    ok(
      method === 'GET' && path === publishState.path
        ? { ...before, waitsForOthers: false }
        : path.startsWith(publishPreview.path)
          ? preview
          : { released: 3, withheld: 0 },
    ),
  )
  await show(<PublishBox state={before as unknown as State} />)
  await userEvent.click(page.getByRole('button', { name: '立即发布' }))
  await expect.element(page.getByText(/^3名学生和他们的家长将看到/)).toBeVisible()
  expect(page.getByText(/只有组织方能看到。发布后可以撤回/).elements()).toHaveLength(0)
})

it('a publication that waits over a published one says what is seen until then, and is cancelled alone', async () => {
  const sent = serve(({ path }) =>
    path === cancelPublish.path ? ok({ cancelled: true }) : new Promise(() => undefined),
  )
  const pending = { uuid: 'jo_1', message: '', failed: false, at: 1_794_240_000_000 }
  const shown = (current: number | null) => (
    <PublishBox state={{ ...state, paperId, current, pending } as unknown as State} />
  )
  await show(shown(null))
  await expect.element(page.getByText(/到时间前没有人看得到/)).toBeVisible()
  expect(page.getByRole('button', { name: '取消定时' }).elements()).toHaveLength(0)
  await show(shown(2))
  await expect.element(page.getByText(/到时间前看到的是第2版/).last()).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '取消定时' }))
  await expect.poll(() => sent.filter((s) => s.path === cancelPublish.path).map((s) => s.body)).toEqual([{ paperId }])
})

it('a time that is over is refused at its field, and one to come is named in the question', async () => {
  const first = { digest: 'd0', first: true, present: 3, absent: 0, missing: 0, void: 0, changed: 0, up: 0, down: 0 }
  const asked = { ...state, paperId }
  const sent = serve(({ path }) =>
    ok(path === publishState.path ? asked : path === publishPreview.path ? first : { released: 3, withheld: 0 }),
  )
  await show(<PublishBox state={asked as unknown as State} />)
  await userEvent.click(page.getByRole('radio', { name: '定时发布' }))
  const time = page.getByLabelText(/发布时间（北京时间）/)
  await time.fill('2020-01-02T08:00')
  await userEvent.click(page.getByRole('button', { name: '定时发布' }))
  await expect.element(page.getByText('发布时间必须晚于当前时间')).toBeVisible()
  await time.fill('2199-01-02T08:00')
  expect(page.getByText('发布时间必须晚于当前时间').elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('button', { name: '定时发布' }))
  await expect.element(page.getByText(/将在2199-01-02 08:00（北京时间）自动发布。3名学生/)).toBeVisible()
  expect(sent.filter((s) => s.method === 'POST')).toEqual([])
})

it('withdrawing names the total that goes out of sight with it', async () => {
  serve(() => ok({ released: 3, withheld: 0 }))
  await show(<PublishBox state={{ ...state, paperId, current: 1, totals: ['总分'] } as unknown as State} />)
  await page.getByRole('textbox', { name: '原因' }).last().fill('核对听力')
  await userEvent.click(page.getByRole('button', { name: '撤回成绩' }))
  await expect.element(page.getByText(/连同“总分”和其中的名次/)).toBeVisible()
})

it.each([
  [{ current: null }, ['未发布']],
  [{ current: null, withdrawn: { at: 1_794_240_000_000, reason: '核对听力' } }, ['已撤回', '核对听力']],
  [
    { current: 2, pending: { uuid: 'jo_1', message: '', failed: false, at: 1_794_240_000_000 } },
    ['已发布第2版，等待定时发布'],
  ],
])('says where a publication stands: %o', async (more, words) => {
  const of = { examName: '期中', courseName: '英语', snapshots: [] }
  serve(({ path }) =>
    path === publishState.path ? ok({ ...state, ...of, paperId, ...more }) : new Promise(() => undefined),
  )
  await show(<PublishScreen />, { at: publishPath(paperId), path: analysisPaths.publish })
  for (const text of words) await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
})
