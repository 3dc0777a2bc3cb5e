import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { markingPaths, samplesPath } from '../marking.paths.ts'
import { SamplesScreen } from './SamplesScreen.tsx'

const id = (kind: 'exam' | 'paper' | 'question' | 'user' | 'student' | 'attempt', n = 0): string =>
  composeId(kind, 1_794_240_000_000 + n, new Uint8Array(10))
const [examId, paperId, questionId] = [id('exam'), id('paper'), id('question')]
const drawn = {
  studentId: id('student'),
  imageVersion: 1,
  markId: id('attempt'),
  role: 'first',
  markerName: '王老师',
  given: 300,
  score: 300,
  at: 1_794_240_000_000,
  images: [],
}
const compared = { n: 10, exact: 0.8, within: 0.9, off: 35, margin: 20 }
const looked = { ...drawn, given: 500, right: 300, byName: '组长', within: false }
const told = {
  state: 'open',
  questions: [{ questionId, number: '15', fullScore: 1000, step: 100 }],
  questionId,
  share: 30,
  markers: [
    {
      userId: id('user', 1),
      markerName: '王老师',
      marked: 40,
      sampled: 10,
      agreed: 8,
      apart: 150,
      own: false,
      compared,
    },
    {
      userId: id('user', 2),
      markerName: '本人',
      marked: 5,
      sampled: 0,
      agreed: 0,
      apart: null,
      own: true,
      compared: null,
    },
  ],
}

it.each([1440, 390])('samples are agreed with, or changed with a reason, %i wide', async (width) => {
  const sent = serve(({ path }) =>
    path.endsWith('sampled/draw')
      ? ok({ list: [drawn] })
      : path.endsWith('sampled/list')
        ? ok({ list: [looked] })
        : path.endsWith('sampled/check')
          ? ok({ agreed: true })
          : path.endsWith('quality/sampled')
            ? ok(told)
            : ok(null),
  )
  await show(
    <Routes>
      <Route path={markingPaths.samples} element={<SamplesScreen />} />
    </Routes>,
    { at: samplesPath(examId, paperId), width },
  )
  const checks = () => sent.filter((s) => s.path.endsWith('sampled/check')).map((s) => s.body)
  await expect.element(page.getByText(/^80(\.0)?%$/).first()).toBeVisible()
  // Twelve of forty are asked for.
  await expect.element(page.getByText(/要求抽查每位老师评分的30%/)).toBeVisible()
  await expect.element(page.getByText('+0.35 ± 0.20')).toBeVisible()
  // What was looked at before, the mark beside the one it should be.
  await expect.element(page.getByRole('listitem', { name: '王老师给 5 分，复核 3 分' })).toBeVisible()
  // Of the own marks no sample is offered.
  expect(page.getByRole('option', { name: '本人' }).elements()).toEqual([])
  await page.getByRole('button', { name: '同意', exact: true }).click()
  await expect.poll(checks).toMatchObject([{ questionId, markId: drawn.markId, role: 'first' }])
  await page.getByRole('button', { name: '改分', exact: true }).click()
  const dialogue = page.getByRole('dialog')
  await dialogue.getByRole('textbox').first().fill('12')
  await dialogue.getByRole('textbox').last().fill('要点齐全')
  await dialogue.getByRole('button', { name: '改分' }).click()
  await expect
    .element(
      dialogue
        .getByRole('alert')
        .or(dialogue.getByText(/每1分一档/))
        .first(),
    )
    .toBeVisible()
  expect(checks().length).toBe(1)
  await dialogue.getByRole('textbox').first().fill('8')
  await dialogue.getByRole('button', { name: '改分' }).click()
  await expect.poll(() => checks().length).toBe(2)
  expect(checks()[1]).toMatchObject({ score: 800, reason: '要点齐全' })
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
