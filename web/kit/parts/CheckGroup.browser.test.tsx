import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { CheckGroup } from './CheckGroup.tsx'

const Classes = () => {
  const [on, setOn] = useState<readonly string[]>(['1', '2'])
  return (
    <CheckGroup
      label="班级"
      items={['1', '2', '3'].map((id) => ({ id, text: `${id}班`, barred: id === '3' }))}
      isOn={(id) => on.includes(id)}
      onToggle={(id, ticked) => setOn(ticked ? [...on, id] : on.filter((x) => x !== id))}
    />
  )
}

it('the words of each box tick that box, and the group has one name', async () => {
  await show(<Classes />)
  const group = page.getByRole('group', { name: '班级' })
  // Where a person presses: on the words, not on the square.
  await group.getByText('2班').click()
  await expect.element(group.getByRole('checkbox', { name: '2班' })).not.toBeChecked()
  await expect.element(group.getByRole('checkbox', { name: '1班' })).toBeChecked()
  await expect.element(group.getByRole('checkbox', { name: '3班' })).toBeDisabled()
  const ids = [...document.querySelectorAll('input')].map((i) => i.id)
  expect(new Set(ids).size).toBe(3)
})
