import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { questionChoices } from '#shared/scan/doubts/exception.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { ChoicesOf } from './QuestionParts.tsx'

const paperId = `pa_${'1'.repeat(26)}`
const row = (n: number) => ({
  ...{ studentId: `st_${String(n).padStart(26, '0')}`, studentName: `学生${n}`, studentNumber: `202600000${n}` },
  ...{ className: '1班', chosen: 'ABCD'[n % 4]!, settled: false },
})

it('what candidates chose stands by number with how many there are, and sorts by each column where all of it is here', async () => {
  const sent = serve(() => ok({ list: [1, 5, 4, 8, 3].map(row), total: 5 }))
  await show(<ChoicesOf asked={{ paperId, questionId: 'qu_1', pageSize: 50 } as never} />)
  const names = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((r) => r.textContent.match(/学生\d/)?.[0])
  await expect.poll(names).toEqual(['学生1', '学生3', '学生4', '学生5', '学生8'])
  await page.getByRole('button', { name: /^姓名/ }).click()
  await page.getByRole('button', { name: /^姓名/ }).click()
  await expect.poll(names).toEqual(['学生8', '学生5', '学生4', '学生3', '学生1'])
  expect(sent.filter((s) => s.path.startsWith(questionChoices.path)).length).toBeGreaterThan(0)
})
