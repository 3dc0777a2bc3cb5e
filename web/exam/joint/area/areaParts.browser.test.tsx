/** Joint exams of other areas, as the area of some of their schools reads of them. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { examPath } from '../../exam.paths.ts'
import { AreaPartsScreen } from './AreaPartsScreen.tsx'
import { AreaPartsSeen } from './AreaPartsSeen.public.tsx'

const examId = (n: number) => `ex_${String(n).repeat(26)}`
const part = (n: number, more: object = {}) => ({
  ...{ examId: examId(n), examName: `联考${n}`, examDate: serverNow(), gradeName: '高一', organiser: '青禾市' },
  ...{ courses: ['语文'], status: 1, schools: 1, names: ['云溪二中'], candidateCount: 150, readable: false, ...more },
})

it.each([1440, 390])('at %i wide only what can be read is a way there, and why not is said', async (width) => {
  const names = ['一中', '二中', '三中']
  serve(() => ok([part(1, { status: 3, readable: true, schools: 5, names }), part(2), part(3, { status: 3 })]))
  await show(<AreaPartsScreen />, { width })
  await expect.element(page.getByRole('link', { name: '联考1' })).toHaveAttribute('href', examPath(examId(1)))
  await expect.element(page.getByText('一中、二中、三中等5所')).toBeVisible()
  await expect.element(page.getByText('已发布，不对本区显示')).toBeVisible()
  for (const n of [2, 3]) expect(page.getByRole('link', { name: `联考${n}` }).elements()).toEqual([])
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('stands on the home while it is news, and not where there is none', async () => {
  const old = part(2, { examDate: serverNow() - 100 * 86_400_000 })
  const read = part(3, { status: 3, readable: true })
  serve(() => ok([part(1), old, read]))
  await show(<AreaPartsSeen />, { width: 390 })
  await expect.element(page.getByText(/青禾市组织.*本区云溪二中，150名考生：进行中/)).toBeVisible()
  for (const n of [2, 3]) expect(page.getByText(`联考${n}`).elements()).toEqual([])
})
