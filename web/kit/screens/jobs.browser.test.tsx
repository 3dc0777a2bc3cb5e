/** A file's way through check and writing, and jobs that an action starts, over calls that a test answers. */
import * as z from 'zod'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call, publicly } from '#shared/kit/call.ts'
import { FileMode, FileProblem } from '#shared/kit/checkedFile.ts'
import { JobId } from '#shared/kit/ids.ts'
import { job, step } from '#shared/kit/job.ts'
import { ok, serve, show } from '../browser.testing.tsx'
import type { Sent } from '../browser.testing.tsx'
import { Page } from '../parts/Page.tsx'
import { JobScreen } from './JobScreen.tsx'

// What goes to S3 is told in `upload.test.ts`.
vi.mock('../upload.ts', () => ({ uploadFile: () => Promise.resolve('0'.repeat(64)), UploadRefused: Error }))

const publicCall = { userTypes: [], universityTypes: [], scope: publicly }
const bring = call('POST /api/notes/import', {
  ...publicCall,
  summary: 'Brings notes',
  input: () => z.object({ key: z.string(), fileName: z.string(), mode: FileMode, book: z.string() }),
  output: () => z.object({ uuid: JobId }),
})
const Result = z.object({
  mode: FileMode,
  rows: z.int(),
  good: z.int(),
  existing: z.int(),
  problemCount: z.int(),
  problems: z.array(FileProblem),
  added: z.int(),
  preview: z.array(z.object({ id: z.string(), title: z.string() })),
})
const bringJob = job('notes.import', {
  title: '导入记录',
  input: () => z.object({}),
  flow: [step('finish', () => Result)],
})
const Notes = () => (
  <JobScreen
    title="导入记录"
    call={bring}
    job={bringJob}
    input={(values) => ({ book: String(values['book'] ?? '') })}
    fields={[{ name: 'book', label: '本子', kind: 'text' }]}
    family="roster"
    partly
    words={{ unit: '条记录', each: '条' }}
    preview={{
      rows: (r) => r.preview,
      rowKey: (n) => n.id,
      columns: [{ key: 'title', name: '标题', value: (n) => n.title }],
    }}
  />
)

const checked: z.infer<typeof Result> = {
  mode: 'check',
  rows: 3,
  good: 2,
  existing: 0,
  problemCount: 1,
  problems: [{ row: 4, column: '标题', text: '标题为空' }],
  added: 0,
  preview: [{ id: 'n1', title: '第一条' }],
}
const written = { ...checked, mode: 'good' as const, added: 2 }

/** The job of the check, and that of the writing; `running` keeps every job on its way. */
const server = (of: { running?: boolean } = {}): Sent[] =>
  serve(({ path, query, body }) => {
    if (path.endsWith('/import'))
      return ok({ uuid: (body as { mode: string }).mode === 'check' ? 'j_check' : 'j_write' })
    if (path.includes('async')) {
      const uuid = query.get('uuid')
      const status = of.running ? 20 : 40
      return ok({
        uuid,
        name: 'notes.import',
        title: '导入记录',
        status,
        processDone: 1,
        processMsg: '',
        lastTimestamps: 0,
        message: '',
        files: [],
        ...(of.running ? {} : { result: uuid === 'j_check' ? checked : written }),
      })
    }
    const file = { key: 'up/1', name: 'a.csv' }
    return ok({ uploadId: 'up_1', bucket: 'b', region: 'r', tagging: '', files: [file] })
  })
const sentTo = (sent: readonly Sent[], end: string) => sent.filter((s) => s.path.endsWith(end)).map((s) => s.body)
const choose = () =>
  userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], '记录.csv'))

describe('a file that is checked first', () => {
  it.each([1440, 390])('shows what is wrong by row and what was read, and writes the rest: %i', async (width) => {
    const sent = server()
    const { address } = await show(<Notes />, { width })
    await userEvent.fill(page.getByLabelText('本子'), '蓝')
    await choose()
    await expect.element(page.getByText('发现1处问题，还没有导入')).toBeInTheDocument()
    await expect.element(page.getByText('标题为空')).toBeInTheDocument()
    await expect.element(page.getByText('第一条')).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: '只导入没有问题的2条' }))
    await expect.element(page.getByText('已导入2条记录')).toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /只导入/ })).not.toBeInTheDocument()
    expect(sentTo(sent, '/import')).toEqual(
      ['check', 'good'].map((mode) => ({ book: '蓝', key: 'up/1', fileName: '记录.csv', mode })),
    )
    expect(new URLSearchParams(address().split('?')[1]).get('run')).toBe('j_write')
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('goes on after a reload: the result, the file and what was set are there', async () => {
    const sent = server()
    await show(<Notes />, { at: '/?run=j_check&key=up%2F9&fileName=b.csv&book=%E7%BA%A2' })
    await expect.element(page.getByLabelText('本子')).toHaveValue('红')
    await userEvent.click(page.getByRole('button', { name: '只导入没有问题的2条' }))
    await expect.element(page.getByText('已导入2条记录')).toBeInTheDocument()
    expect(sentTo(sent, '/import')).toEqual([{ book: '红', key: 'up/9', fileName: 'b.csv', mode: 'good' }])
  })

  it('says how far it is while it runs', async () => {
    server({ running: true })
    await show(<Notes />, { at: '/?run=j_check&key=up%2F9&fileName=b.csv' })
    await expect.element(page.getByText('进行中')).toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: '结果' })).not.toBeInTheDocument()
  })
})

describe('an action that starts a job', () => {
  const Started = ({ start }: { start: () => Promise<{ uuid: string } | undefined> }) => (
    <Page title="记录" actions={[{ name: '导出', job: start }]}>
      记录
    </Page>
  )
  it('shows it in the corner, keeps it in the address, and is done with it when it is closed', async () => {
    server({ running: true })
    const { address } = await show(<Started start={() => Promise.resolve({ uuid: 'j_1' })} />, { at: '/notes?page=2' })
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    const dock = page.getByRole('complementary', { name: '任务进度' })
    await expect.element(dock).toBeInTheDocument()
    await expect.element(dock.getByText('进行中')).toBeInTheDocument()
    expect(address()).toBe('/notes?page=2&job=j_1')
    await userEvent.click(dock.getByRole('button', { name: '收起' }))
    await expect.element(dock).not.toBeInTheDocument()
    expect(address()).toBe('/notes?page=2')
  })

  it('shows nothing where it was thought better of', async () => {
    server()
    const { address } = await show(<Started start={() => Promise.resolve(undefined)} />)
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    expect(address()).toBe('/')
  })
})
