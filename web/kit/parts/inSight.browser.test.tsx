/** What is typed as a day, what is said above the page, and what stands beside its crumbs. */
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, serve, show } from '../browser.testing.tsx'
import { toast } from '../notices.ts'
import { FieldGroup } from './FieldGroup.tsx'
import { Page } from './Page.tsx'
import type { Field, Values } from '../screens/screen.types.ts'

const fields: Field[] = [
  { name: 'day', label: '考试日期', kind: 'date' },
  { name: 'at', label: '发布时间', kind: 'time' },
]
const Two = ({ tell }: { tell: (values: Values) => void }) => {
  const [values, setValues] = useState<Values>({})
  return (
    <FieldGroup
      fields={fields}
      values={values}
      onChange={(patch) => {
        setValues((before) => ({ ...before, ...patch }))
        tell(patch)
      }}
    />
  )
}

it.each([1440, 390])('a day is typed in any usual way and stands as lists show it, %d wide', async (width) => {
  await show(<Two tell={() => undefined} />, { width })
  const [day, at] = [page.getByLabelText('考试日期'), page.getByLabelText('发布时间')]
  for (const [typed, shown] of [
    ['２０２６／１１／５', '2026-11-05'],
    ['20261106', '2026-11-06'],
    ['2026年1月7日', '2026-01-07'],
  ] as const) {
    await day.fill(typed)
    await userEvent.tab()
    await expect.element(day).toHaveValue(shown)
  }
  await at.fill('2026/11/5 8：05')
  await userEvent.tab()
  await expect.element(at).toHaveValue('2026-11-05 08:05')
})

it('what is no day is refused where it stands as soon as it is left, and a time without its minute', async () => {
  await show(<Two tell={() => undefined} />)
  const [day, at] = [page.getByLabelText('考试日期'), page.getByLabelText('发布时间')]
  await day.fill('2026-02-30')
  expect(page.getByText('请按年月日输入，如 2026-11-05').elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(page.getByText('请按年月日输入，如 2026-11-05')).toBeVisible()
  await expect.element(day).toHaveValue('2026-02-30')
  await at.fill('2026-11-05')
  await userEvent.tab()
  await expect.element(page.getByText('请输入日期和时间，如 2026-11-05 08:00')).toBeVisible()
  await day.fill('2026-02-28')
  await userEvent.tab()
  await expect.poll(() => page.getByText('请按年月日输入，如 2026-11-05').elements().length).toBe(0)
})

it('the calendar opens by its button, from the keyboard too, at the day that was typed', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    days.push(this.value)
  })
  const days: string[] = []
  await show(<Two tell={() => undefined} />)
  await page.getByLabelText('考试日期').fill('2026/3/9')
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: '打开日历' }).first()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => days).toEqual(['2026-03-09'])
  opened.mockRestore()
})

it.each([1440, 390])(
  'a toast stands over the middle of the header: no row, foot or pager is under it, %d wide',
  async (width) => {
    await show(<p>页面</p>, { width })
    toast('success', '阅卷安排已保存')
    const said = page.getByText('阅卷安排已保存')
    await expect.element(said).toBeVisible()
    // It slides in.
    await expect.poll(() => said.element().getBoundingClientRect().bottom).toBeLessThan(width === 390 ? 56 : 64)
    const box = said.element().getBoundingClientRect()
    expect(Math.abs((box.left + box.right) / 2 - width / 2)).toBeLessThan(width / 4)
  },
)

const lineOf = async (many: number) => {
  serve(() => ok({}))
  const facts = Array.from({ length: many }, (_, i) => ({ name: `第${i + 1}项数据`, value: `${i * 1000}（到考${i}）` }))
  await show(
    <Page title="成绩单" facts={facts}>
      <p>第一行</p>
    </Page>,
    { width: 1366 },
  )
  await expect.element(page.getByText('第一行')).toBeVisible()
  return () => document.querySelector('dl')!.getBoundingClientRect().height
}

it('facts beside the crumbs take one line, however many they are; the others are a press away', async () => {
  const height = await lineOf(14)
  const more = page.getByRole('button', { name: '其余信息' })
  await expect.element(more).toBeVisible()
  expect(height()).toBeLessThanOrEqual(16)
  await more.click()
  await expect.element(page.getByRole('button', { name: '收起' })).toHaveAttribute('aria-expanded', 'true')
  expect(height()).toBeGreaterThan(30)
})

it('a few facts have no press beside them', async () => {
  const height = await lineOf(2)
  expect(height()).toBeLessThanOrEqual(16)
  expect(page.getByRole('button', { name: '其余信息' }).elements()).toHaveLength(0)
})
