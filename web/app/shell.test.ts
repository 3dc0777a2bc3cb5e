import { describe, expect, it } from 'vitest'
import type { Start } from '#shared/identity/signIn/start.types.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { ChunkLoadError, arriving, chunkFault, chunkWords, inTime } from '#web/kit/chunks.ts'
import { lineNow } from '#web/kit/line.ts'
import { clockWords, networkWords } from './checks.ts'
import { menuFor, menuHref } from './menu.ts'
import { scrolled } from './shrink.ts'
import { siteContents } from './site.content.ts'
import { sitePages } from './site.pages.ts'
import { subjectRows } from './subjects.ts'

describe('a chunk that does not come', () => {
  it.each([
    ['Failed to fetch dynamically imported module: https://x/a.js', 'ChunkLoadError', 'https://x/a.js'],
    ['error loading dynamically imported module: /assets/b.js', 'ChunkLoadError', '/assets/b.js'],
    ['Importing a module script failed.', 'ChunkLoadError', ''],
    ['Unable to preload CSS for /assets/c.css', 'CSS_CHUNK_LOAD_FAILED', '/assets/c.css'],
  ])('%s is %s', (message, code, address) => expect(chunkFault(new Error(message))).toEqual({ code, address }))
  it('is nothing else', () => {
    expect(chunkFault(new Error('x is undefined'))).toBeNull()
    expect(chunkFault('text')).toBeNull()
    expect(chunkFault(new ChunkLoadError('late'))?.code).toBe('ChunkLoadError')
  })
  it('is said in the specification’s words', () => {
    const { title, text } = chunkWords({ code: 'CSS_CHUNK_LOAD_FAILED', address: '/assets/c.css' })
    expect(title).toBe('提示')
    expect(text).toBe('资源获取失败 /assets/c.css\n请联系工作人员处理')
  })
  it('is asked for again when the line is back', async () => {
    let [tries, waits] = [0, 0]
    const load = async (): Promise<string> => {
      if (++tries === 1) throw new Error('Failed to fetch dynamically imported module: /a.js')
      return 'screen'
    }
    expect(await arriving(load, async () => void waits++)).toBe('screen')
    expect([tries, waits, lineNow()]).toEqual([2, 1, 'there'])
  })
  it('is waited for however often the line comes and goes before it is there', async () => {
    let tries = 0
    const load = async () => {
      if (++tries <= 5) throw new ChunkLoadError('a script did not come: /a.js', true)
      return 'screen'
    }
    expect(await arriving(load, () => Promise.resolve())).toBe('screen')
    expect([tries, lineNow()]).toEqual([6, 'there'])
  })
  it('passes on what a script itself throws', async () => {
    await expect(arriving(() => Promise.reject(new Error('x is undefined')))).rejects.toThrow('x is undefined')
  })
  it('of an older version stays away and says so, and takes nothing with it', async () => {
    const gone = () => Promise.reject(new Error('Failed to fetch dynamically imported module: /a.js'))
    const ended = arriving(gone, () => Promise.resolve()).then(
      () => 'came',
      () => 'failed',
    )
    expect(await Promise.race([ended, new Promise((done) => setTimeout(() => done('waits'), 20))])).toBe('waits')
    expect(lineNow()).toBe('newer')
  })
  it('has two minutes', async () => {
    await expect(inTime(() => new Promise(() => undefined), 10)).rejects.toThrow(ChunkLoadError)
    await expect(inTime(() => Promise.resolve(1), 10)).resolves.toBe(1)
  })
})

describe('the header', () => {
  const walk = (...ys: number[]) => ys.reduce(scrolled, { shrunk: false, last: 0 }).shrunk
  it.each<[number[], boolean]>([
    [[100, 200], false],
    [[201], true],
    [[400, 396], true],
    [[400, 395], true],
    [[400, 394], false],
    // Slowly up: measured from where it turned.
    [[400, 398, 396, 394], false],
    [[400, 390, 391], true],
    [[400, 150], false],
  ])('after %j is shrunk: %s', (ys, shrunk) => expect(walk(...ys)).toBe(shrunk))
})

describe('the menu', () => {
  const item = (segment: string, order: number): ScreenRoute => ({
    path: `/v2/${segment}/list`,
    name: segment,
    userTypes: [],
    help: ['一。', '二。', '三。'],
    menu: { segment, order },
    load: () => Promise.reject(new Error('not loaded here')),
    calls: [],
  })
  const routes = ['center', 'exam', 'jyeoo', 'xueke', 'choose-ques'].map(item)
  const of = (limits: object) => menuFor(routes, { userType: 3, stage: 1 }, limits).map((r) => r.name)
  it('hides banks whose status is 0 or 4, and those not yet known', () => {
    expect(of({})).toEqual(['center', 'exam', 'choose-ques'])
    expect(of({ expiry: { jyeoo: 1, xueke: 4 } })).toEqual(['center', 'exam', 'jyeoo', 'choose-ques'])
    expect(of({ expiry: { jyeoo: 0, xueke: 2 } })).toEqual(['center', 'exam', 'xueke', 'choose-ques'])
  })
  it('shows the listed alone in white-list mode, and no centre where it is hidden', () => {
    expect(of({ whiteList: ['exam'] })).toEqual(['exam'])
    expect(of({ home: false })).toEqual(['exam', 'choose-ques'])
  })
  it('leads from the first segment of where one is to its own', () => {
    expect(menuHref('/v2/exam/list', 'center')).toBe('/v2/center/')
    expect(menuHref('/tool/feedback', 'exam')).toBe('/v2/exam/')
    expect(menuHref('/', 'exam')).toBe('/v2/exam/')
  })
})

describe('the environment check', () => {
  it('says what the clock and the network do', () => {
    expect(clockWords(30_000, 'x').state).toBe('good')
    expect(clockWords(3_600_000, 'x').text).toContain('慢了约 60 分钟')
    expect(clockWords(-3_600_000, 'x').text).toContain('快了约 60 分钟')
    expect(networkWords(null, '').state).toBe('bad')
    expect([networkWords(100, 'i').state, networkWords(900, 'i').state]).toEqual(['good', 'fair'])
  })
})

it('lists the subjects of a session by courseSort, and which exams may be of', () => {
  const course = (courseId: string, courseSort: number) => ({ courseId, courseName: courseId, courseSort })
  const own = [course('b', 2), course('a', 1)].map((c) => ({ ...c, stage: 1, isMyself: c.courseId === 'a' }))
  const start = { relativeInfo: { courseList: own }, courseExams: [course('a', 1)] } as unknown as Start
  expect(subjectRows(start)).toMatchObject([
    { courseId: 'a', stage: '高中', isMyself: true, inExams: true },
    { courseId: 'b', isMyself: false, inExams: false },
  ])
  expect(subjectRows({ relativeInfo: null, courseExams: [] })).toEqual([])
})

it('has a title, a lead and something to say on every public page', () => {
  expect(sitePages.filter((p) => p.path.startsWith('/dong-'))).toHaveLength(6)
  expect(siteContents.map((p) => p.path)).toEqual(sitePages.map((p) => p.path))
  for (const p of siteContents) {
    expect(p.sections.length, p.path).toBeGreaterThan(0)
    expect(
      p.sections.every((s) => s.text ?? s.points?.length ?? s.steps?.length),
      p.path,
    ).toBeTruthy()
  }
})
