import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { findNumbers } from '#shared/school/people/number.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { NumbersScreen } from './NumbersScreen.tsx'

const schoolId = `sc_${'1'.repeat(26)}`
const student = { studentId: `st_${'1'.repeat(26)}`, studentName: '李明', className: '1班', studentNumber: '20260101' }

it.each([1440, 390])(
  'at %i wide numbers are adjusted as they were looked at, and wrong lines are named',
  async (width) => {
    const sent = serve(({ path }) =>
      ok(path === findNumbers.path ? { found: [student], unknown: [] } : { changed: 1, schoolId }),
    )
    await show(<NumbersScreen />, { at: `/v2/school/numbers?schoolId=${schoolId}`, width })
    const look = page.getByRole('button', { name: '核对' })
    await look.click()
    await expect.element(page.getByText('请先填写学号')).toBeVisible()
    const typed = page.getByLabelText('学号', { exact: true })
    await typed.fill('20260101')
    await look.click()
    await expect.element(page.getByText('“20260101”没有填写新学号')).toBeVisible()
    await typed.fill('20260101 20260999')
    await look.click()
    await expect.element(page.getByText('李明')).toBeVisible()
    // What is typed now was not looked at.
    await typed.fill('20260101 20260888')
    await expect.element(page.getByRole('button', { name: '调整1个学号' })).not.toBeInTheDocument()
    await look.click()
    await page.getByRole('button', { name: '调整1个学号' }).click()
    await expect
      .poll(() => sent.find((s) => s.path.endsWith('adjust') || JSON.stringify(s.body ?? '').includes('changes'))?.body)
      .toEqual({ schoolId, changes: [{ from: '20260101', to: '20260888' }] })
    await expect.element(page.getByText('已调整1个学号')).toBeVisible()
    await expect.element(typed).toHaveValue('')
  },
)
