/** Lists over a call that a test answers. */
import * as z from 'zod'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import { call, publicly } from '#shared/kit/call.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { queries } from '../ask.ts'
import { ok, refused, serve, show } from '../browser.testing.tsx'
import { connectKit } from '../wires.ts'
import { ListPart } from '../parts/ListPart.tsx'
import { ListScreen } from './ListScreen.tsx'
import type { ListScreenProps } from './screen.types.ts'

const publicCall = { userTypes: [], universityTypes: [], scope: publicly }
const Note = z.object({ id: z.string(), title: z.string(), count: z.int() })
const list = call('GET /api/notes', {
  ...publicCall,
  summary: 'Notes',
  input: () => z.object({ ...pageFields, keyword: z.string().optional(), sort: z.string().optional() }),
  output: () => pageOf(Note),
})
const notes = Array.from({ length: 45 }, (_, i) => ({ id: `n${i}`, title: `记录${i}`, count: i }))
const answerList = () =>
  serve(({ query }) => {
    const [pageNumber, pageSize] = [Number(query.get('pageNumber')), Number(query.get('pageSize'))]
    const found = notes.filter((n) => n.title.includes(query.get('keyword') ?? ''))
    const rows = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    return ok({ list: rows, total: found.length, pageNumber })
  })
const Notes = () => (
  <ListScreen
    title="记录"
    call={list}
    order="最早的在前"
    rowKey={(r) => r.id}
    rowTo={(r) => `/note/${r.id}`}
    columns={[
      { key: 'title', name: '标题', value: (r) => r.title, sortable: true },
      { key: 'count', name: '次数', value: (r) => r.count, number: true },
    ]}
    filters={[{ field: 'keyword', label: '标题', mode: 'search' }]}
    bulkActions={(keys) => [{ name: `删除${keys.length}条`, danger: true, run: () => {} }]}
    empty={{ title: '还没有记录', text: '从写一条开始。', action: { name: '写一条', to: '/add' } }}
  />
)

it('words of rows end at one edge, whether a menu stands beside them or not', async () => {
  answerList()
  const acts = (n: number) => [
    { name: n === 0 ? '看看0' : `看${n}`, to: `/see/${n}` },
    ...(n % 2 === 0 ? [{ name: '删除', danger: true, run: () => undefined }] : []),
  ]
  await show(
    <ListPart
      label="记录"
      call={list}
      order="最早的在前"
      rowKey={(r) => r.id}
      rowTo={{ none: 'a note has no screen' }}
      rowActions={(r) => acts(r.count)}
      columns={[{ key: 'title', name: '标题', value: (r) => r.title }]}
      empty={{ title: '还没有记录' }}
    />,
  )
  await expect.element(page.getByText('看1', { exact: true })).toBeVisible()
  // The ends of the words themselves, which a button may be wider than.
  const edge = (name: string) => {
    const words = document.createRange()
    words.selectNodeContents(page.getByText(name, { exact: true }).element())
    return words.getBoundingClientRect().right
  }
  expect(Math.abs(edge('看看0') - edge('看1'))).toBeLessThan(1)
})

/** One of two lists is always chosen. */
const Chosen = () => (
  <ListScreen
    title="记录"
    call={list}
    order="最早的在前"
    rowKey={(r) => r.id}
    rowTo={{ none: 'a note has no screen of its own' }}
    columns={[{ key: 'title', name: '标题', value: (r) => r.title }]}
    filters={[
      {
        field: 'keyword',
        label: '类别',
        mode: 'dropdown',
        always: true,
        options: [
          { value: '没有', label: '没有的' },
          { value: '记录', label: '有的' },
        ],
      },
    ]}
    empty={{ title: '还没有记录', text: '换一类看看。' }}
  />
)

describe('a list', () => {
  it('that is empty keeps what chooses among several lists', async () => {
    serve(() => ok({ list: [], total: 0, pageNumber: 1 }))
    await show(<Chosen />)
    await expect.element(page.getByText('还没有记录', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('group', { name: '筛选' }).or(page.getByText('类别')).first()).toBeVisible()
  })

  it('is what its address says, and its address what it is', async () => {
    const sent = answerList()
    const { address } = await show(<Notes />, { at: '/notes?pageNumber=2&sort=-title' })
    await expect.element(page.getByRole('link', { name: '记录20' })).toBeInTheDocument()
    expect(Object.fromEntries(sent[0]!.query)).toMatchObject({ pageNumber: '2', sort: '-title' })
    await userEvent.click(page.getByRole('columnheader', { name: '标题' }).getByRole('button'))
    // Another order begins at its first page.
    await expect.poll(address).toBe('/notes')
    await expect.element(page.getByRole('link', { name: '记录0', exact: true })).toBeInTheDocument()
  })

  it('says its order where it is a page of many, and sorts by any column where all rows are here', async () => {
    const many = answerList()
    await show(<Notes />, { at: '/notes?sort=-count' })
    // The server does not sort by how often: so one page of three is not shown as the list sorted by it.
    await expect.element(page.getByRole('link', { name: '记录0', exact: true })).toBeInTheDocument()
    await expect.element(page.getByText('最早的在前')).toBeVisible()
    const firstLink = () => page.getByRole('link').first().element().textContent
    const head = page.getByRole('columnheader', { name: '次数' })
    expect(head.getByRole('button').elements()).toEqual([])
    expect(many[0]!.query.get('sort')).toBeNull()
    // All of them on one page: they are sorted here, and the server is not asked again.
    await userEvent.selectOptions(page.getByRole('combobox', { name: '每页条数' }), '50')
    await expect.poll(firstLink).toBe('记录44')
    await expect.element(page.getByText('最早的在前')).not.toBeInTheDocument()
    const asked = many.length
    await userEvent.click(head.getByRole('button'))
    await expect.element(page.getByText('最早的在前')).toBeInTheDocument()
    await userEvent.click(head.getByRole('button'))
    await userEvent.click(head.getByRole('button'))
    await expect.poll(firstLink).toBe('记录44')
    expect(many.length).toBe(asked)
  })

  it.each([
    ['stands by the column that is named where all rows are here', undefined, ['记录1', '记录2', '记录3'], '按标题'],
    ['stands as it is read where more are to come', 'more', ['记录3', '记录1', '记录2'], '最早的在前'],
  ])('%s', async (_, next, wanted, order) => {
    const list3 = ['记录3', '记录1', '记录2'].map((title, i) => ({ id: String(i), title, count: i }))
    serve(() => ok({ list: list3, ...(next ? { next } : {}) }))
    await show(
      <ListPart
        label="记录"
        call={list}
        order="最早的在前"
        wholeBy="title"
        rowKey={(r) => r.id}
        rowTo={(r) => `/notes/${r.id}`}
        columns={[{ key: 'title', name: '标题', value: (r) => r.title }]}
        empty={{ title: '还没有记录' }}
      />,
    )
    const links = () =>
      page
        .getByRole('link')
        .elements()
        .map((e) => e.textContent)
    await expect.poll(links).toEqual(wanted)
    await expect.element(page.getByText(order)).toBeVisible()
  })

  it('does not compile without its order, or without saying where a row leads', () => {
    type Props = ListScreenProps<typeof list>
    type Compiles<P> = P extends Props ? true : false
    const whole: Compiles<Props> = true
    const unordered: Compiles<Omit<Props, 'order'>> = false
    const nowhere: Compiles<Omit<Props, 'rowTo'>> = false
    expect([whole, unordered, nowhere]).toEqual([true, false, false])
  })

  it('leads nowhere where the screen of its rows is not there for the viewer', async () => {
    connectKit({ opens: (to) => !to.startsWith('/note/') })
    onTestFinished(() => connectKit({ opens: () => true }))
    answerList()
    const { address } = await show(<Notes />, { at: '/notes' })
    await expect.element(page.getByText('记录0', { exact: true })).toBeVisible()
    expect(page.getByRole('link', { name: '记录0', exact: true }).elements()).toEqual([])
    await userEvent.click(page.getByText('记录0', { exact: true }))
    expect(address()).toBe('/notes')
  })

  it('counts what is chosen across its pages, and offers what may be done with it', async () => {
    answerList()
    await show(<Notes />)
    await userEvent.click(page.getByRole('checkbox', { name: '选择', exact: true }).first())
    await userEvent.click(page.getByRole('button', { name: '下一页' }))
    await expect.element(page.getByRole('link', { name: '记录20' })).toBeInTheDocument()
    await userEvent.click(page.getByRole('checkbox', { name: '选择', exact: true }).first())
    await expect.element(page.getByText('已选 2 项')).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: '删除2条' }))
    await expect.element(page.getByText(/已选/)).not.toBeInTheDocument()
  })

  it('what has left a list that is here whole is chosen no more', async () => {
    let left = notes.slice(0, 3)
    serve(() => ok({ list: left, total: left.length, pageNumber: 1 }))
    await show(<Notes />)
    for (const i of [0, 1]) await userEvent.click(page.getByRole('checkbox', { name: '选择', exact: true }).nth(i))
    await expect.element(page.getByText('已选 2 项')).toBeInTheDocument()
    left = left.slice(1)
    await queries.invalidateQueries()
    await expect.element(page.getByText('已选 1 项')).toBeInTheDocument()
  })

  it('is one of several within a screen, each with its own state in the address', async () => {
    const sent = answerList()
    const columns = [{ key: 'title', name: '标题', value: (r: z.infer<typeof Note>) => r.title }]
    const part = (name: string, label: string) => (
      <section aria-label={name}>
        <ListPart
          label={label}
          name={name}
          call={list}
          order="最早的在前"
          rowTo={{ none: 'a note has no screen here' }}
          rowKey={(r) => r.id}
          columns={columns}
          filters={[{ field: 'keyword', label: '标题', mode: 'search' }]}
          empty={{ title: '还没有记录' }}
        />
      </section>
    )
    const both = (
      <>
        {part('a', '甲')}
        {part('b', '乙')}
      </>
    )
    const { address } = await show(both, { at: '/?tab=x&a.pageNumber=2' })
    const [first, second] = ['a', 'b'].map((name) => page.getByRole('region', { name, exact: true })) as [
      Locator,
      Locator,
    ]
    await expect.element(first.getByText('记录20', { exact: true })).toBeInTheDocument()
    await expect.element(second.getByText('记录0', { exact: true })).toBeInTheDocument()
    await userEvent.click(second.getByRole('button', { name: '下一页' }))
    await expect.poll(address).toBe('/?tab=x&a.pageNumber=2&b.pageNumber=2')
    await expect.element(second.getByText('记录20', { exact: true })).toBeInTheDocument()
    expect(new Set(sent.map((s) => s.query.get('pageNumber')))).toEqual(new Set(['1', '2']))
  })

  describe('of a few rows within a screen', () => {
    const few = notes.slice(0, 4)
    const part = (
      <ListPart
        label="甲"
        call={list}
        order="最早的在前"
        rowTo={{ none: 'a note has no screen here' }}
        rowKey={(r) => r.id}
        columns={[{ key: 'title', name: '标题', value: (r) => r.title }]}
        filters={[{ field: 'keyword', label: '标题', mode: 'search' }]}
        empty={{ title: '还没有记录' }}
      />
    )
    it('has neither filters nor pages', async () => {
      serve(() => ok({ list: few, total: 4, pageNumber: 1 }))
      await show(part)
      await expect.element(page.getByText('记录3')).toBeInTheDocument()
      await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
      await expect.element(page.getByText('共 4 条')).not.toBeInTheDocument()
    })
    it('has its filters where one of them hides the others', async () => {
      serve(() => ok({ list: [], total: 0, pageNumber: 1 }))
      await show(part, { at: '/?keyword=x' })
      await expect.element(page.getByText('没有符合条件的数据')).toBeInTheDocument()
      await expect.element(page.getByRole('searchbox')).toBeInTheDocument()
    })
  })

  it('says why it is empty: nothing there yet, or nothing that fits', async () => {
    serve(() => ok({ list: [], total: 0, pageNumber: 1 }))
    await show(<Notes />)
    await expect.element(page.getByText('还没有记录')).toBeInTheDocument()
    const { address } = await show(<Notes />, { at: '/?keyword=甲' })
    await userEvent.click(page.getByRole('button', { name: '清空筛选' }))
    await expect.poll(address).toBe('/')
  })

  it('says what went wrong, and asks again', async () => {
    let fails = true
    serve(() => (fails ? refused(31_002, '这个名单不能看') : ok({ list: notes.slice(0, 1), total: 1, pageNumber: 1 })))
    await show(<Notes />)
    // Once, in the place of the rows.
    await expect.element(page.getByText('这个名单不能看', { exact: true })).toBeInTheDocument()
    fails = false
    await userEvent.click(page.getByRole('button', { name: /重试|再试/ }))
    await expect.element(page.getByRole('link', { name: '记录0' })).toBeInTheDocument()
  })
})
