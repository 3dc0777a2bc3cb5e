/** Who may not import scores is told that in the page's place, with no form and nothing said beside it. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import { courseImport } from '#shared/marking/imports/import.calls.ts'
import { arrangement } from '#shared/marking/marking.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { words } from '#web/kit/refusals.ts'
import { importCoursesPath, importScoresPath, markingPaths } from '../marking.paths.ts'
import { ImportCoursesScreen } from './ImportCoursesScreen.tsx'
import { ImportScoresScreen } from './ImportScoresScreen.tsx'

const forbidden = () => new Response('{}', { status: 403 })
const nothingBeside = async () => {
  await expect.element(page.getByText(words.forbidden, { exact: true })).toBeVisible()
  expect(page.getByText(words.forbidden, { exact: true }).elements()).toHaveLength(1)
  expect(page.getByRole('button', { name: /下载模板|选择文件/ }).elements()).toEqual([])
}

it('of one paper, who marks it and does not hold the tool', async () => {
  const sent = serve(({ path }) => {
    if (path === arrangement.path)
      return ok({ arrangement: { examId: 'ex_1', state: 'draft' }, ledger: null, missingKeys: 0 })
    if (path === toolConfig.path) return ok({ permissionMap: { 'adjust-read-arrange': 'own' } })
    return path === courseImport.path ? forbidden() : refused(20009, '记录不存在')
  })
  await show(<ImportScoresScreen />, { at: importScoresPath('pa_1'), path: markingPaths.importScores })
  await nothingBeside()
  expect(sent.filter((s) => s.path === courseImport.path)).toEqual([])
})

it('of one paper, who may not even read how it is marked', async () => {
  serve(() => forbidden())
  await show(<ImportScoresScreen />, { at: importScoresPath('pa_1'), path: markingPaths.importScores })
  await nothingBeside()
})

it('of several courses', async () => {
  serve(() => forbidden())
  await show(<ImportCoursesScreen />, {
    at: importCoursesPath(`ex_${'1'.repeat(26)}`, 'pa_1'),
    path: markingPaths.importCourses,
  })
  await nothingBeside()
})
