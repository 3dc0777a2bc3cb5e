import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examPaths, boardPath } from '#web/exam/exam.paths.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { BoardScreen } from './BoardScreen.tsx'

const examId = `ex_${'1'.repeat(26)}`
const examDate = Date.UTC(2026, 10, 1)
const id = (kind: string, n: number) => `${kind}_${String(n).repeat(26)}`
const cell = (n: number, more: object = {}) => ({
  paperId: id('pa', n),
  step: 5,
  candidates: 50,
  present: 50,
  absent: 0,
  doubts: 0,
  finished: 0,
  ...more,
})
const school = (n: number, more: object = {}) => ({
  schoolId: id('sc', n),
  schoolName: `第${n}中学`,
  classCount: 1,
  candidateCount: 50,
  answer: 'accepted',
  reason: '',
  closed: false,
  takenOver: false,
  cells: [cell(1), cell(2, { finished: 7 })],
  ...more,
})
const declined = school(3, { answer: 'declined', cells: [cell(1, { present: 0 }), cell(2, { present: 0 })] })
const board = {
  at: examDate,
  examName: '区联考',
  examDate,
  papers: [
    { paperId: id('pa', 1), courseName: '语文', hasCard: true, counting: true, keyVersion: 1 },
    { paperId: id('pa', 2), courseName: '数学', hasCard: true, counting: false, keyVersion: 1 },
  ],
  total: 3,
  schools: [school(1), school(2, { closed: true }), declined],
  cells: [],
}
const shown = (width: number) => show(<BoardScreen />, { at: boardPath(examId as never), path: examPaths.board, width })

it.each([1440, 390])(
  'at %i wide expects no cards of who does not take part, and says what is counted just now',
  async (width) => {
    serve(() => ok(board))
    await shown(width)
    await expect.element(page.getByText('200/200份')).toBeVisible()
    if (width === 1440) {
      await expect.element(page.getByText('阅卷 统计中').first()).toBeVisible()
      await expect.element(page.getByText('阅卷 7/50').first()).toBeVisible()
    }
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

it('on a phone says why a school takes no part, within its card', async () => {
  const reason = '本校停水停电，请允许下周补考'
  serve(() => ok({ ...board, schools: [school(1), school(2), { ...declined, reason }] }))
  await shown(390)
  const said = page.getByText(`不参加：${reason}`)
  await expect.element(said).toBeVisible()
  expect(said.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('takes back what it did to the schools that it changed, and to no other', async () => {
  const changed = [id('sc', 1)]
  const sent = serve(({ method }) => ok(method === 'GET' ? board : { schools: 1, schoolIds: changed }))
  await shown(1440)
  const posted = () => sent.filter((s) => s.method === 'POST').map((s) => s.body)
  for (const n of [1, 2])
    await page
      .getByRole('row', { name: new RegExp(`第${n}中学`) })
      .getByRole('checkbox')
      .click()
  await page.getByRole('toolbar', { name: '所选' }).getByRole('button', { name: '截止上传' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('原因（对方会看到）').fill('时间已过')
  await dialog.getByRole('button', { name: '截止上传' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  const schoolIds = [id('sc', 1), id('sc', 2)]
  await expect.poll(posted).toEqual([
    { examId, schoolIds: expect.arrayContaining(schoolIds) as unknown, reason: '时间已过', closed: true },
    { examId, schoolIds: changed, closed: false },
  ])
})

it('asks for the whole again where a changed key counts anew', async () => {
  const anew = board.papers.map((p) => ({ ...p, keyVersion: 2, counting: false }))
  const none = [1, 2].map((n) => school(n, { cells: [cell(1), cell(2)] }))
  let changed = false
  const sent = serve(({ method, query }) => {
    if (method === 'POST') {
      changed = true
      return ok({ schools: 1, schoolIds: [id('sc', 1)] })
    }
    if (!changed) return ok(board)
    return ok({ ...board, papers: anew, schools: query.has('since') ? [] : [...none, declined] })
  })
  await shown(1440)
  await expect.element(page.getByText('阅卷 7/50').first()).toBeVisible()
  await page.getByRole('checkbox').nth(1).click()
  await page.getByRole('toolbar', { name: '所选' }).getByRole('button', { name: '接管扫描' }).click()
  await expect.element(page.getByText('阅卷 0/50').nth(3)).toBeVisible()
  await expect.element(page.getByText('阅卷 7/50')).not.toBeInTheDocument()
  // Another look for changes may have followed by now.
  const since = sent.slice(sent.findIndex((s) => s.method === 'POST') + 1).map((s) => s.query.has('since'))
  expect(since).toContain(false)
})

it('on a wall has two hundred schools of nine papers, the worst first; what changes comes without a press, and Esc leads back', async () => {
  const nine = Array.from({ length: 9 }, (_, i) => i + 1)
  const papers = nine.map((n) => ({ ...board.papers[1]!, paperId: id('pa', n), courseName: `${n}科` }))
  const numbered = (n: number, more: object = {}) => ({
    ...school(n, { cells: nine.map((p) => cell(p)) }),
    schoolId: `sc_${String(n).padStart(26, '0')}`,
    ...more,
  })
  const all = Array.from({ length: 200 }, (_, i) => numbered(i + 1))
  const changed = { schoolId: numbered(150).schoolId, ...cell(4, { doubts: 2 }) }
  const first = { ...board, papers, total: 200 }
  const sent = serve(({ query }) =>
    ok(query.has('since') ? { ...first, at: examDate + 1, schools: [], cells: [changed] } : { ...first, schools: all }),
  )
  await show(<BoardScreen />, { at: `${boardPath(examId as never)}?wall=1`, path: examPaths.board, width: 1440 })
  await expect.element(page.getByText('有存疑0所')).toBeVisible()
  const tiles = () => [...document.querySelectorAll('main li')].map((e) => e.textContent)
  expect(tiles()).toHaveLength(200)
  // The next look, by itself.
  await expect.element(page.getByText('有存疑1所'), { timeout: 120_000 }).toBeVisible()
  expect([tiles().length, tiles()[0]]).toEqual([200, expect.stringContaining('第150中学')])
  expect(sent.find((s) => s.query.has('since'))!.query.get('since')).toBe(String(examDate))
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(1440)
  await userEvent.keyboard('{Escape}')
  await expect
    .element(page.getByRole('link', { name: '投屏' }).or(page.getByRole('button', { name: '投屏' })))
    .toBeVisible()
}, 150_000)

it('draws of two hundred schools those in sight, moves no column as a day fills it, and draws a school again that changed', async () => {
  const numbered = (n: number) => ({
    ...school(n, { candidateCount: 2500, cells: [cell(1, { candidates: 2500, present: 0, step: 4 }), cell(2)] }),
    schoolId: `sc_${String(n).padStart(26, '0')}`,
  })
  const all = Array.from({ length: 200 }, (_, i) => numbered(i + 1))
  // Before its day, when a cell says little.
  const first = {
    ...board,
    examDate: Date.UTC(2999, 0, 1),
    papers: board.papers.map((p) => ({ ...p, counting: false })),
    total: 200,
  }
  let come = false
  serve(({ query }) => {
    if (!query.has('since')) return ok({ ...first, schools: all })
    const cells = come ? all.map(({ schoolId }) => ({ schoolId, ...cell(1, { candidates: 2500, present: 2500 }) })) : []
    return ok({ ...first, at: examDate + 1, schools: [], cells })
  })
  await shown(1440)
  const drawn = () => [...document.querySelectorAll('tbody tr[aria-rowindex]')]
  await expect.poll(() => drawn().length).toBeGreaterThan(20)
  expect(drawn().length).toBeLessThan(100)
  const places = () => [...document.querySelectorAll('thead th')].map((e) => Math.round(e.getBoundingClientRect().left))
  await expect.element(page.getByRole('table').getByText('未开考').first()).toBeVisible()
  const before = places()
  come = true
  await expect.element(page.getByRole('table').getByText('阅卷 0/2500').first()).toBeVisible()
  expect(places()).toEqual(before)
})

it('on a phone a school that is closed says so in one word', async () => {
  serve(() => ok(board))
  await shown(390)
  await expect.element(page.getByText('已截止', { exact: true }).first()).toBeVisible()
  expect(page.getByText('截止 已截止').elements()).toHaveLength(0)
})

it('on a phone a school with many papers stays within its card', async () => {
  const many = Array.from({ length: 9 }, (_, i) => i + 1)
  const papers = many.map((n) => ({ ...board.papers[1]!, paperId: id('pa', n), courseName: `第${n}门课程` }))
  const schools = [
    school(1, { cells: many.map((n) => cell(n, { step: 7, finished: 50 })) }),
    school(2, { cells: many.map((n) => cell(n, { step: n < 8 ? 7 : 5, finished: n < 8 ? 50 : 0 })) }),
  ]
  serve(() => ok({ ...board, papers, schools, total: 2 }))
  await shown(390)
  for (const text of ['已发布：全部9科', '已发布：第1门课程、第2门课程、第3门课程等7科']) {
    const mark = page.getByText(text)
    await expect.element(mark).toBeVisible()
    expect(mark.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  }
})

it.each([1440, 390])('at %i wide names whom to telephone, where a school has said it', async (width) => {
  const contact = { name: '王老师', phone: '0592-5551234' }
  serve(() => ok({ ...board, schools: [school(1, { contact }), school(2), declined] }))
  await shown(width)
  await expect.element(page.getByRole('link', { name: contact.phone })).toHaveAttribute('href', 'tel:0592-5551234')
  await expect.element(page.getByText('王老师', { exact: false })).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
