import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { PublishBox } from './parts/PublishBox.tsx'

type State = Parameters<typeof PublishBox>[0]['state']
const state = {
  ...{ paperId: 'pa_1', examId: 'ex_1', current: null, checks: [], large: false },
  ...{ mayManage: true, mayPublish: true, needsOverride: false },
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
