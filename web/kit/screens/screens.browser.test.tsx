/** Lists and forms over calls that a test answers. */
import * as z from 'zod'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import { call, publicly } from '#shared/kit/call.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { queries } from '../ask.ts'
import { ok, refused, serve, show } from '../browser.testing.tsx'
import { connectKit } from '../wires.ts'
import { ListPart } from '../parts/ListPart.tsx'
import { Page } from '../parts/Page.tsx'
import { FormScreen } from './FormScreen.tsx'
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
const taken = { key: 'taken', status: 31_001, message: '已有同名的记录', field: 'title' }
const add = call('POST /api/notes/add', {
  ...publicCall,
  summary: 'Adds a note',
  input: () =>
    z.object({ title: z.string().min(1, '请输入标题').max(10, '标题不能超过10个字'), count: z.int().min(1) }),
  output: () => Note,
  problems: [taken],
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
    await expect.element(page.getByText('这个名单不能看').first()).toBeInTheDocument()
    fails = false
    await userEvent.click(page.getByRole('button', { name: /重试|再试/ }))
    await expect.element(page.getByRole('link', { name: '记录0' })).toBeInTheDocument()
  })
})

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
    const sent = serve(() => ok(notes[0]))
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
    serve(() => ok(notes[0]))
    const { address } = await show(<AddNote />, { at: '/notes/add' })
    await userEvent.fill(title(), '周记')
    await userEvent.click(page.getByRole('button', { name: '取消' }))
    expect(address()).toBe('/notes/add')
  })
})

describe('crumbs', () => {
  const of = {
    path: '/school/:id/edit',
    at: '/school/a%2Fb/edit?schoolId=s1&page=2',
    handle: {
      above: [
        { name: '学校', path: '/schools' },
        { name: '一所', path: '/school/:id' },
      ],
      keeps: ['schoolId'],
    },
  }
  it('are those of the route: its holes filled, what goes along kept, this screen last', async () => {
    await show(<Page title="修改">内容</Page>, of)
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByRole('link', { name: '学校' })).toHaveAttribute('href', '/schools?schoolId=s1')
    await expect.element(way.getByRole('link', { name: '一所' })).toHaveAttribute('href', '/school/a%2Fb?schoolId=s1')
    await expect.element(way.getByText('修改')).toHaveAttribute('aria-current', 'page')
  })
  const grades = { name: '年级', above: [], within: 's' }
  afterEach(() => connectKit({ opens: () => true, place: () => Promise.resolve({ crumbs: [] }) }))
  it('begin with the place that the address is within, and lead to its exam by the ids that follow', async () => {
    const asked: unknown[] = []
    connectKit({
      place: (within, ids) => {
        asked.push([within, ids])
        return Promise.resolve({
          crumbs: [
            { name: '考试', to: '/exams' },
            { name: '期中', to: '/exam/e1' },
          ],
          ids: { examId: 'e1' },
          prefix: '语文',
        })
      },
      opens: (to) => to !== '/exams',
    })
    const task = { name: '扫描', path: '/exam/:examId/scan/:paperId', within: 'paperId' }
    await show(<Page title="某页">内容</Page>, {
      path: '/scan/:paperId/page',
      at: '/scan/p1/page',
      handle: { name: '扫描页', above: [task] },
    })
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByRole('link', { name: '期中' })).toHaveAttribute('href', '/exam/e1')
    await expect.element(way.getByRole('link', { name: '语文 扫描' })).toHaveAttribute('href', '/exam/e1/scan/p1')
    await expect.element(way.getByText('扫描页')).toHaveAttribute('aria-current', 'page')
    // What the viewer may not open is no link.
    expect(way.getByRole('link', { name: '考试' }).elements()).toEqual([])
    expect(way.getByText('考试').elements()).toHaveLength(1)
    expect(asked).toEqual([['paperId', { paperId: 'p1' }]])
  })
  it('of a place’s own screen end with its name', async () => {
    connectKit({
      place: () =>
        Promise.resolve({
          crumbs: [
            { name: '学校列表', to: '/schools' },
            { name: '一中', to: '/grades?s=1' },
          ],
        }),
    })
    await show(<Page title="年级">内容</Page>, { path: '/grades', at: '/grades?s=1', handle: grades })
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByText('一中')).toHaveAttribute('aria-current', 'page')
    expect(way.getByRole('link').elements()).toHaveLength(1)
  })
  it('are none where the address names no place', async () => {
    await show(<Page title="年级">内容</Page>, { path: '/grades', at: '/grades', handle: grades })
    await expect.element(page.getByRole('heading', { name: '年级' })).toBeVisible()
    expect(page.getByRole('navigation', { name: '位置' }).elements()).toEqual([])
  })
  it('are the screen’s own where it gives them', async () => {
    const own = [{ name: '考试', to: '/exams' }, { name: '期中' }]
    await show(
      <Page title="修改" crumbs={own}>
        内容
      </Page>,
      of,
    )
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByRole('link')).toHaveAttribute('href', '/exams')
  })
})
