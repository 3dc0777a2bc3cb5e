import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { connectKit } from '../wires.ts'
import { ActionButton } from './ActionButton.tsx'
import { HeadActions } from './HeadActions.tsx'

it('an action whose screen is not there for the viewer is not drawn: as a button, at a head, in a menu', async () => {
  connectKit({ opens: (to) => to !== '/shut' })
  onTestFinished(() => connectKit({ opens: () => true }))
  const shut = { name: '关着的', to: '/shut' }
  await show(
    <>
      <ActionButton action={shut} />
      <HeadActions
        actions={[
          { ...shut, name: '关着的主操作', primary: true },
          { ...shut, danger: true, name: '菜单里关着的' },
          { name: '开着的', to: '/open' },
          { name: '删除', danger: true, run: () => undefined },
        ]}
      />
    </>,
  )
  await expect.element(page.getByRole('button', { name: '开着的' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '更多操作' }))
  await expect.element(page.getByRole('menuitem', { name: '删除' })).toBeVisible()
  expect(page.getByText(/关着的/).elements()).toEqual([])
})
