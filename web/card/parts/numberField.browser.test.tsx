import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#web/kit/browser.testing.tsx'
import { NumberField } from './NumberField.tsx'

const Asked = () => {
  const [value, setValue] = useState(10)
  return <NumberField label="考号位数" value={value} min={4} max={18} onChange={setValue} />
}

it.each([
  ['99', '18', '应为4到18的整数，“99”没有采用，现为18'],
  ['0', '4', '应为4到18的整数，“0”没有采用，现为4'],
  ['8.5', '8', '应为4到18的整数，“8.5”没有采用，现为8'],
  ['abc', '10', '应为4到18的整数，“abc”没有采用，现为10'],
])('says what becomes of %s, and no more once a number stands', async (typed, stands, said) => {
  await show(<Asked />)
  const field = page.getByRole('spinbutton', { name: '考号位数' })
  await field.fill(typed)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(field).toHaveValue(stands)
  await field.fill('１２')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveValue('12')
  await expect.poll(() => page.getByText('没有采用', { exact: false }).elements().length).toBe(0)
})
