import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { connectKit } from '../wires.ts'
import { ActionButton } from './ActionButton.tsx'
import { HeadActions, inFewWords, inWords } from './HeadActions.tsx'

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

it('on a phone what leads away stands behind 更多, and what is pressed again keeps its place', () => {
  const names = (of: Parameters<typeof inFewWords>[0]) => inFewWords(of).map((a) => a.name)
  const add = { name: '新建', to: '/add', shortcut: 'n' }
  const save = { name: '保存', run: () => undefined, shortcut: 's' }
  const next = { name: '下一步', to: '/next', primary: true }
  expect(names([add, { name: '模板', to: '/t' }, next])).toEqual(['下一步'])
  expect(names([{ name: '撤销', run: () => undefined }, { name: '重做' }, next, save])).toEqual(['下一步', '保存'])
  expect(names([{ name: '模板', to: '/t' }, { name: '回收站', to: '/b' }, add])).toEqual(['新建'])
  // What all has room is all there.
  expect(names([next, save])).toEqual(['下一步', '保存'])
})

it('what has a key keeps its place at a head, also where another action is the next step', () => {
  const head = (primary?: string, more: readonly string[] = ['撤销']) =>
    inWords([
      ...more.map((name) => ({ name })),
      ...['下一步', '保存'].map((name) => ({
        name,
        primary: name === primary,
        ...(name === '保存' && { shortcut: 's' }),
      })),
    ]).map((a) => a.name)
  expect(head('保存')).toEqual(['下一步', '保存'])
  expect(head('下一步')).toEqual(['下一步', '保存'])
  expect(head()).toEqual(['保存'])
  // Also where there is no menu.
  expect(head('下一步', [])).toEqual(['下一步', '保存'])
  expect(
    inWords([
      { name: '新建', shortcut: 'n' },
      { name: '继续', primary: true },
    ]).map((a) => a.name),
  ).toEqual(['继续', '新建'])
})
