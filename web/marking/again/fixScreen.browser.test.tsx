import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { fixPath, markingPaths } from '../marking.paths.ts'
import { FixScreen } from './FixScreen.tsx'

const examId = composeId('exam', 1_794_240_000_000, new Uint8Array(10))
const paperId = composeId('paper', 1_794_240_000_000, new Uint8Array(10))

it.each([
  ['who publishes', { 'publish-score': 'all' }, 1],
  ['who only corrects', { 'score-edit': 'all' }, 0],
])('a publication is offered by rights of tools: %s', async (_, permissionMap, ways) => {
  serve(({ path }) =>
    path.startsWith('/api/exam/tool/config')
      ? ok({ examId, permissionMap })
      : path.endsWith('listFixRecord')
        ? ok({ list: [], total: 0, pageNumber: 1, pageSize: 20 })
        : ok(null),
  )
  await show(
    <Routes>
      <Route path={markingPaths.fix} element={<FixScreen />} />
    </Routes>,
    { at: fixPath(examId, paperId) },
  )
  await expect.element(page.getByText('还没有更正过成绩')).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: '发布成绩' }).elements().length).toBe(ways)
})
