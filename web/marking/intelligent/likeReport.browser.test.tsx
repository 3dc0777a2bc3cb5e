import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { likeReportPath, markingPaths } from '../marking.paths.ts'
import { LikeReportScreen } from './LikeReportScreen.tsx'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="548" height="73"><rect width="548" height="73" fill="#fff"/><text x="60" y="52" font-size="34">x=8</text></svg>')}`
const questionId = `qu_${'1'.repeat(26)}`
const report = {
  courseName: '数学',
  sampled: false,
  questions: [
    {
      questionId,
      number: '15',
      answers: 59,
      groups: 9,
      alone: 3,
      members: 56,
      agreed: 55,
      kappa: 0.912,
      others: { n: 20, exact: 0.9, kappa: 0.774 },
      together: 1.4,
      single: 6.25,
    },
  ],
  apart: [
    {
      key: 'a',
      questionId,
      number: '15',
      given: { kind: 'noAnswer' },
      most: { kind: 'score', score: 300 },
      images: [{ url: picture, width: 548, height: 73 }],
    },
  ],
}
const shown = (width: number) =>
  show(<LikeReportScreen />, { at: likeReportPath(`pa_${'1'.repeat(26)}`), path: markingPaths.likeReport, width })

it.each([1440, 390])(
  'at %i wide tells how many a decision settled, who agreed, and shows each that stood apart',
  async (width) => {
    serve(() => ok(report))
    await shown(width)
    await expect.element(page.getByText('6.6份')).toBeVisible()
    await expect.element(page.getByText('98.2%').first()).toBeVisible()
    await expect.element(page.getByText('0.77').first()).toBeVisible()
    await expect.element(page.getByText('90.0%').first()).toBeVisible()
    await expect.element(page.getByText('0.1小时')).toBeVisible()
    await expect.element(page.getByText('第 15 题　未作答，同组多数 3分')).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

it('says what will stand here before a sheet is done', async () => {
  serve(() => ok({ ...report, questions: [], apart: [] }))
  await shown(1440)
  await expect.element(page.getByText('还没有按相同作答评完的答卷')).toBeVisible()
})
