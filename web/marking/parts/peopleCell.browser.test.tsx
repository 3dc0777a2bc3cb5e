/** Who marks a question: found by name among all who may, also of other subjects. */
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#web/kit/browser.testing.tsx'
import { PeopleCell } from './PeopleCell.tsx'

const person = (n: number, teacherName: string, ofCourse = true) => ({
  ...{ userId: `u${n}`, teacherName, classNames: [`${n}班`], ofCourse },
})
const people = [person(1, '刘雅婷'), person(2, '黄怀瑾'), person(3, '苏晴', false)]
const Cell = ({ disabled = false }: { disabled?: boolean }) => {
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <PeopleCell
      label="第21题阅卷教师"
      short="阅卷"
      people={people}
      chosen={chosen}
      byDefault="本课程全部教师（刘雅婷、黄怀瑾）"
      disabled={disabled}
      onChange={setChosen}
    />
  )
}
const boxes = () =>
  page
    .getByRole('checkbox')
    .elements()
    .map((e) => (e as HTMLInputElement).labels?.[0]?.textContent)

it.each([1440, 390])('a name is typed and chosen, colleagues of other subjects too, %i wide', async (width) => {
  await show(<Cell />, { width })
  const cell = page.getByRole('button', { name: /^第21题阅卷教师/ })
  await userEvent.click(cell)
  await expect.poll(boxes).toEqual(['刘雅婷（1班）', '黄怀瑾（2班）'])
  await userEvent.click(page.getByRole('button', { name: '其他学科（1人）' }))
  await expect.poll(boxes).toEqual(['刘雅婷（1班）', '黄怀瑾（2班）', '苏晴（3班） 非本科'])
  await userEvent.fill(page.getByRole('searchbox', { name: '查找第21题阅卷教师' }), '苏')
  await expect.poll(boxes).toEqual(['苏晴（3班） 非本科'])
  await userEvent.click(page.getByRole('checkbox'))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: '第21题阅卷教师：苏晴' })).toHaveFocus()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('who may not change it reads it, and is offered nothing', async () => {
  await show(<Cell disabled />)
  await expect.element(page.getByText('本课程全部教师（刘雅婷、黄怀瑾）')).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(0)
})
