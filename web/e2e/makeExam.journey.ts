/** A nine-subject exam as its maker makes it, from the home; and the next one like it. */
import type { Page } from 'playwright'
import { handOf } from './hand.journey.ts'

const subjects = ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理']
const create = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** From the home to the exam with its papers and candidates; what it took. */
export const makeNine = async (page: Page, name: string) => {
  const hand = handOf()
  await hand.press(
    page
      .getByRole('button', { name: '新建考试' })
      .or(page.getByRole('link', { name: '新建考试' }))
      .first(),
  )
  await hand.see(create(page, '新建并设置试题'))
  await hand.type(page.getByLabel('考试名称'), name)
  await hand.choose(page.getByLabel('考试类型'), '期中考试')
  await hand.day(page.getByLabel('考试日期'), '2026-11-12')
  const boxes = subjects.map((s) => page.getByRole('checkbox', { name: s, exact: true }))
  const missing: typeof boxes = []
  for (const box of boxes) if (!(await box.isChecked())) missing.push(box)
  await hand.pressAll(missing)
  await hand.press(create(page, '新建并设置试题'))
  await page.waitForURL(/\/v2\/exam\/detail\/ex_/)
  await hand.see(page.getByRole('heading', { name, level: 1 }))
  return hand.spent()
}

/** From the exam before to the next. */
export const makeNext = async (page: Page, name: string) => {
  const hand = handOf()
  await hand.press(page.getByRole('button', { name: '更多' }).first())
  await hand.press(page.getByRole('menuitem', { name: '照此新建' }))
  await hand.see(create(page, '新建考试'))
  await hand.type(page.getByLabel('考试名称'), name)
  await hand.day(page.getByLabel('考试日期'), '2027-01-02')
  await hand.press(create(page, '新建考试'))
  await page.waitForURL(/\/v2\/exam\/detail\/ex_/)
  await hand.see(page.getByRole('heading', { name, level: 1 }))
  return hand.spent()
}

/** The subjects that the exam's overview shows. */
export const subjectsShown = async (page: Page): Promise<number> => {
  const shown = await Promise.all(subjects.map((s) => page.getByRole('main').getByText(s, { exact: true }).count()))
  return shown.filter((n) => n > 0).length
}
