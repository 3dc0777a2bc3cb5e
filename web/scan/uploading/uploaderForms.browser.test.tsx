import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { scanRoutes } from '../scan.routes.ts'
import { scanPaths, toPaper } from '../scan.paths.ts'

const paperId = composeId('paper', 1_794_240_000_000, new Uint8Array(10))

it.each([
  [scanPaths.addScanner, '上传人'],
  [scanPaths.uploaderHistory, '上传人'],
  [scanPaths.declare, '异常申报'],
])('a form of the scans stays beside their works: %s', async (path, here) => {
  serve(() => ok({ list: [], total: 0, pageNumber: 1, pageSize: 20 }))
  const Screen = await scanRoutes.find((r) => r.path === path)!.load()
  await show(
    <Routes>
      <Route path={path} element={createElement(Screen)} />
    </Routes>,
    { at: toPaper(path, paperId) },
  )
  await expect.element(page.getByRole('link', { name: here, exact: true })).toHaveAttribute('aria-current', 'page')
})
