/** An act that a rule refuses because another user was faster: what stands now is shown, and nothing typed is lost. */
import * as z from 'zod'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call, publicly } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { act, useAsk } from '../ask.ts'
import { ok, refused, serve, show } from '../browser.testing.tsx'
import type { Sent } from '../browser.testing.tsx'
import { ValueForm } from '../parts/Forms.tsx'
import { ListPart } from '../parts/ListPart.tsx'
import { FormScreen } from './FormScreen.tsx'
import { ListScreen } from './ListScreen.tsx'
import type { Action, Field } from './screen.types.ts'

const publicCall = { userTypes: [], universityTypes: [], scope: publicly }
const Thing = z.object({ id: z.string(), name: z.string(), count: z.int(), kind: z.string(), version: z.int() })
type Thing = z.infer<typeof Thing>
const things = call('GET /api/things', {
  ...publicCall,
  summary: 'Things',
  input: () => z.object({}),
  output: () => z.array(Thing),
  feeds: ['things'],
})
const change = call('POST /api/things/change', {
  ...publicCall,
  summary: 'Changes a thing over the version that was read',
  input: () => Thing.partial({ kind: true }),
  output: () => z.object({ version: z.int() }),
  problems: [commonProblems.stale],
  refreshes: ['things'],
})

/** What the server has; `overtake` is another user's change. */
let there: Thing
const overtake = (patch: Partial<Thing>): void => {
  there = { ...there, ...patch, version: there.version + 1 }
}
const stale = '王老师已于2026-11-20 08:05修改了这条数据，请核对后重试'
const answer = ({ method, body }: Sent) => {
  if (method === 'GET') return ok([there])
  const sent = body as Thing
  if (sent.version !== there.version) return refused(commonProblems.stale.status, stale)
  there = { ...there, ...sent, version: sent.version + 1 }
  return ok({ version: there.version })
}
beforeEach(() => {
  there = { id: 't1', name: '草稿纸', count: 30, kind: 'paper', version: 1 }
})

const fields: Field[] = [
  { name: 'name', label: '名称', kind: 'text', required: true },
  { name: 'count', label: '数量', kind: 'number', required: true },
  {
    name: 'kind',
    label: '种类',
    kind: 'select',
    options: [
      { value: 'paper', label: '纸张' },
      { value: 'bag', label: '袋子' },
    ],
  },
]
const name = () => page.getByRole('textbox', { name: '名称' })
const count = () => page.getByRole('textbox', { name: '数量' })
const save = () => page.getByRole('button', { name: '保存' })
const bodies = (sent: readonly Sent[]) => sent.filter((s) => s.method === 'POST').map((s) => s.body)

const listOf = (rowActions: (thing: Thing) => readonly Action[], actions: readonly Action[] = []) => (
  <ListScreen
    title="物品"
    call={things}
    rowKey={(t) => t.id}
    rowTo={{ none: 'a thing is read whole in its row' }}
    columns={[
      { key: 'name', name: '名称', value: (t) => t.name },
      { key: 'count', name: '数量', value: (t) => t.count },
    ]}
    actions={actions}
    rowActions={rowActions}
    empty={{ title: '还没有物品' }}
  />
)

describe('an act over a row that another user changed', () => {
  it('shows the row as it is now, with the words of the refusal', async () => {
    serve(answer)
    await show(listOf((t) => [{ name: '清点', run: () => act(change, { ...t, count: 31 }) }]))
    await expect.element(page.getByText('草稿纸')).toBeVisible()
    overtake({ count: 50 })
    await userEvent.click(page.getByRole('button', { name: '清点' }))
    await expect.element(page.getByText('50', { exact: true })).toBeVisible()
    await expect.element(page.getByText(stale)).toBeVisible()
  })

  const changing = (t: Thing) => ({
    title: '修改物品',
    submit: '保存',
    fields,
    start: t,
    run: async (sent: object) => {
      const { name, count, kind } = sent as Thing
      await act(change, { id: t.id, version: t.version, name, count, kind }, { hideMessage: true })
    },
  })
  // In words at the row, and behind its menu, whose items go when one is pressed.
  it.each(['in words', 'behind a menu'])(
    'keeps what was typed in the dialogue that an action %s opened',
    async (how) => {
      const sent = serve(answer)
      const first: Action[] = how === 'in words' ? [] : [{ name: '看', run: () => undefined }]
      await show(listOf((t) => [...first, { name: '修改', form: () => changing(t) }]))
      if (first.length > 0) await userEvent.click(page.getByRole('button', { name: '更多操作' }))
      await userEvent.click(page.getByRole(first.length > 0 ? 'menuitem' : 'button', { name: '修改' }))
      await userEvent.fill(count(), '40')
      overtake({ count: 50, name: '白纸' })
      await userEvent.click(save())
      await expect.element(page.getByText(/已被改为“50”/)).toBeVisible()
      await expect.element(count()).toHaveValue('40')
      await expect.element(name()).toHaveValue('白纸')
      await expect.element(page.getByRole('alert').getByText(/核对后重试。这里已是最新内容/)).toBeVisible()
      await userEvent.click(save())
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      expect(there).toMatchObject({ name: '白纸', count: 40, version: 3 })
      expect(bodies(sent)).toHaveLength(2)
    },
  )
})

const One = () => {
  const row = useAsk(things, {}).data?.[0]
  if (!row) return null
  const { id, version, ...start } = row
  return <FormScreen title="物品" call={change} fields={fields} start={start} fixed={{ id, version }} />
}

describe('a form over a row that another user changed', () => {
  it('is refused, then shows in each field which of the two is which, and is sent over what its reader has seen', async () => {
    const sent = serve(answer)
    await show(<One />)
    await userEvent.fill(count(), '40')
    overtake({ count: 50, kind: 'bag' })
    await userEvent.click(save())
    await expect.element(count()).toHaveAccessibleDescription(/已被改为“50”/)
    await expect.element(count()).toHaveValue('40')
    await expect.element(page.getByRole('combobox', { name: '种类' })).toHaveValue('bag')
    // The other value may be taken instead; then there is nothing to say any more.
    await userEvent.click(page.getByRole('button', { name: '改用它' }))
    await expect.element(count()).toHaveValue('50')
    expect(page.getByText(/已被改为/).elements()).toEqual([])
    await userEvent.fill(count(), '45')
    await expect.element(page.getByText(/已被改为“50”/)).toBeVisible()
    await userEvent.click(save())
    await expect.poll(() => there).toMatchObject({ count: 45, kind: 'bag', version: 3 })
    expect(bodies(sent)).toMatchObject([{ version: 1 }, { version: 2 }])
  })

  it('is refused although the row was read again under it, so that none is overwritten unseen', async () => {
    const sent = serve(answer)
    await show(
      <>
        <One />
        <ListPart
          label="物品"
          call={things}
          rowKey={(t) => t.id}
          rowTo={{ none: 'a thing is read whole in its row' }}
          columns={[{ key: 'count', name: '个数', value: (t) => t.count }]}
          rowActions={(t) => [{ name: '清点', run: () => act(change, { ...t, count: 50 }) }]}
          empty={{ title: '还没有物品' }}
        />
      </>,
    )
    await userEvent.fill(count(), '40')
    await userEvent.click(page.getByRole('button', { name: '清点' }))
    await expect.element(page.getByRole('cell', { name: '50' })).toBeVisible()
    await userEvent.click(save())
    await expect.element(page.getByText(/已被改为“50”/)).toBeVisible()
    expect(bodies(sent)).toMatchObject([
      { version: 1, count: 50 },
      { version: 1, count: 40 },
    ])
    expect(there.count).toBe(50)
  })

  it('over a schema keeps what was typed as well, and follows the row while nothing is', async () => {
    serve(answer)
    const Part = () => {
      const row = useAsk(things, {}).data?.[0]
      if (!row) return null
      return (
        <ValueForm
          schema={z.object({ name: z.string(), count: z.int(), kind: z.string() })}
          fields={fields}
          start={row}
          version={row.version}
          submit="保存"
          onSubmit={(value, version) => act(change, { id: row.id, ...value, version }, { hideMessage: true })}
        />
      )
    }
    await show(<Part />)
    await expect.element(count()).toHaveValue('30')
    overtake({ count: 31 })
    await act(change, { ...there, count: 32 })
    await expect.element(count()).toHaveValue('32')
    await userEvent.fill(name(), '草纸')
    overtake({ name: '白纸', count: 33 })
    await userEvent.click(save())
    await expect.element(name()).toHaveAccessibleDescription(/已被改为“白纸”/)
    await expect.element(name()).toHaveValue('草纸')
    await expect.element(count()).toHaveValue('33')
    await userEvent.click(save())
    await expect.poll(() => there).toMatchObject({ name: '草纸', count: 33 })
  })
})

describe('a list that its reader is refused', () => {
  const add: Action = { name: '添加物品', primary: true, run: () => undefined }
  it.each([
    ['may not see', () => new Response('', { status: 403 }), '没有权限'],
    ['asks for in vain', () => new Response('', { status: 404 }), '没有加载出来'],
    ['has a rule against', () => refused(commonProblems.notFound.status, '数据不存在或已删除'), '数据不存在或已删除'],
  ])('has no actions over it: one he %s', async (_, refusal, words) => {
    serve(refusal)
    await show(listOf(() => [], [add]))
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: '添加物品' }).elements()).toEqual([])
  })
  it('has them while it is on its way, and where it failed for a while', async () => {
    serve(() => new Response('', { status: 500 }))
    await show(listOf(() => [], [add]))
    await expect.element(page.getByText('没有加载出来')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '添加物品' })).toBeVisible()
  })
})
