/** A form over a call that a test answers. */
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call, publicly } from '#shared/kit/call.ts'
import { ok, refused, serve, show } from '../browser.testing.tsx'
import { FormScreen } from './FormScreen.tsx'

const Note = z.object({ id: z.string(), title: z.string(), count: z.int() })
const taken = { key: 'taken', status: 31_001, message: '已有同名的记录', field: 'title' }
const add = call('POST /api/notes/add', {
  userTypes: [],
  universityTypes: [],
  scope: publicly,
  summary: 'Adds a note',
  input: () =>
    z.object({ title: z.string().min(1, '请输入标题').max(10, '标题不能超过10个字'), count: z.int().min(1) }),
  output: () => Note,
  problems: [taken],
})

const note = { id: 'n0', title: '记录0', count: 0 }

const title = () => page.getByRole('textbox', { name: '标题' })
const count = () => page.getByRole('textbox', { name: '次数' })
const AddNote = () => (
  <FormScreen
    title="写一条"
    call={add}
    fields={[
      { name: 'title', label: '标题', kind: 'text', required: true },
      { name: 'count', label: '次数', kind: 'number', required: true, min: 1 },
    ]}
    done={(note) => `/note/${note.id}`}
  />
)

describe('a form', () => {
  it('says under each field what is wrong, goes to the first, and sends nothing', async () => {
    const sent = serve(() => ok(note))
    await show(<AddNote />)
    await userEvent.fill(title(), '一二三四五六七八九十一')
    await userEvent.click(page.getByRole('button', { name: '保存' }))
    await expect.element(page.getByText('标题不能超过10个字')).toBeInTheDocument()
    await expect.element(page.getByText('次数不能为空')).toBeInTheDocument()
    await expect.element(title()).toHaveFocus()
    expect(sent).toEqual([])
    // A message goes as soon as its cause does.
    await userEvent.fill(title(), '周记')
    await expect.element(page.getByText('标题不能超过10个字')).not.toBeInTheDocument()
  })

  it('keeps what was typed when it is refused, and says so under the field that it is about', async () => {
    serve(() => refused(taken.status, taken.message))
    await show(<AddNote />)
    await userEvent.fill(title(), '周记')
    await userEvent.fill(count(), '３')
    await userEvent.click(page.getByRole('button', { name: '保存' }))
    await expect.element(title()).toHaveAccessibleDescription(/已有同名的记录/)
    await expect.element(title()).toHaveValue('周记')
  })

  it('is sent once, its digits of any width as numbers, and leads on', async () => {
    const answer = Promise.withResolvers<unknown>()
    const sent = serve(() => answer.promise)
    const { address } = await show(<AddNote />)
    await userEvent.fill(title(), '周记')
    await userEvent.fill(count(), '３')
    const save = page.getByRole('button', { name: '保存' })
    // Twice in one breath, and once more while it is on its way.
    for (let i = 0; i < 2; i++) (save.element() as HTMLElement).click()
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    ;(save.element() as HTMLElement).click()
    answer.resolve(ok({ id: 'n7', title: '周记', count: 3 }))
    await expect.poll(address).toBe('/note/n7')
    expect(sent.map((s) => s.body)).toEqual([{ title: '周记', count: 3 }])
  })

  it('asks before what was typed is left', async () => {
    serve(() => ok(note))
    const { address } = await show(<AddNote />, { at: '/notes/add' })
    await userEvent.fill(title(), '周记')
    await userEvent.click(page.getByRole('button', { name: '取消' }))
    expect(address()).toBe('/notes/add')
  })
})
