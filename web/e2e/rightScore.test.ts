/**
 * An exam whose key was typed wrong, with a sheet that came late, an appeal and a conversion, through the screens from its
 * creation past its third publication; every figure that its readers are shown is worked out beside it.
 */
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appealWindowPath, appealsPath, changePath, publishPath, reportPath } from '#web/analysis/analysis.paths.ts'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { resultPath } from '#web/learning/learning.paths.ts'
import { arrangePath, monitorPath, recordPath } from '#web/marking/marking.paths.ts'
import { scanPath } from '#web/scan/scan.paths.ts'
import { settleAll } from './doubts.journey.ts'
import type { Truth } from './doubts.journey.ts'
import { accountOf, bearerOf, loaded, open, openBrowser, patience, shot, signIn } from './journey.ts'
import {
  bothWidths,
  cellOf,
  changedIn,
  isPoints,
  linesOf,
  markEach,
  meanOf,
  partWorth,
  placesOf,
  readOwn,
  readTranscript,
  rightKey,
  rowsIn,
  scoresOf,
  solution,
  sum,
} from './rightScore.journey.ts'
import type { Version } from './rightScore.journey.ts'
import { addQuestions, job, pagesIn, printedBlank, scannedBy } from './sheets.journey.ts'
import type { ScannedPage } from './sheets.journey.ts'

const examName = '高一答案有误的测试'
const courseAt = 1
const wrongFirst = 'A'
const reason = '核对试卷后更正'
const publications = 5
/** A teacher of the course, who has the first class. */
const marker = { accountName: 'qhyz_t3', password: accountOf(3).password }
type Person = Awaited<ReturnType<typeof open>>

let browser: Browser
let admin: Person
let broken = false
const people = new Map<string, Person>()
const made = {
  examId: '' as never,
  paperId: '' as never,
  pdf: Buffer.alloc(0) as Buffer,
  /** In the order of their sheets; the last comes late. */
  numbers: [] as string[],
  /** Who sits in the class that the teacher has. */
  first: new Set<string>(),
  truth: {} as Truth,
  pages: new Map<string, ScannedPage[]>(),
  given: new Map<string, number>(),
}
const versions: Version[] = []
const late = (): string => made.numbers.at(-1)!
const student = (): string => made.numbers[0]!

const personOf = async (name: string, account: { accountName: string; password: string }): Promise<Page> => {
  const there = people.get(name)
  if (there) return there.page
  const person = await open(browser)
  await signIn(person.page, account)
  people.set(name, person)
  return person.page
}

beforeAll(async () => {
  browser = await openBrowser()
  admin = await open(browser)
  await signIn(admin.page, accountOf(2))
})
afterAll(() => browser.close())
beforeEach(() => {
  if (broken) throw new Error('an earlier step failed')
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || broken) return
  broken = true
  await shot(admin.page, 'right-broken').catch(() => undefined)
})

/** What a version must say: scores of those whose sheets are there. */
const scored = (of: Iterable<string>, rules: Parameters<typeof scoresOf>[1]): Map<string, number[]> =>
  new Map(
    [...of].map((number) => {
      const sheet = Object.values(made.truth).find((t) => t?.studentNumber === number)!
      return [number, scoresOf({ letters: sheet.letters, solution: made.given.get(number)! }, rules)]
    }),
  )
const inTime = (): string[] => made.numbers.filter((n) => n !== late())

const upload = async (page: Page, numbers: readonly string[], handed: number): Promise<void> => {
  await page.goto(scanPath(made.paperId))
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  // Until it is known who may upload the box takes nothing.
  await loaded(page)
  await page.locator('input[type=file]').setInputFiles(numbers.flatMap((n) => made.pages.get(n)!))
  await page.getByText(new RegExp(`^已交 ${handed} 页 = `)).waitFor(patience)
  await expect.poll(() => page.getByText(/正在识别 \d+ 个批次/).isVisible(), patience).toBe(false)
  await loaded(page)
  const doubts = page.getByRole('button', { name: /^处理存疑（\d+页）/ })
  if (await doubts.isVisible()) {
    await doubts.click()
    await settleAll(page, made.truth)
  }
  await page.goto(scanPath(made.paperId))
  await page.getByText('每一页都有着落，没有存疑').waitFor(patience)
}

/** What these were given, from the record of marking. */
const learnGiven = async (numbers: readonly string[]): Promise<void> => {
  const { page } = admin
  for (const number of numbers) {
    await page.goto(`${recordPath(made.examId, made.paperId)}?number=${number}`)
    const row = page.getByRole('main').locator('tbody tr').filter({ hasText: number })
    await row.waitFor()
    await loaded(page)
    made.given.set(number, Number(await row.locator('[data-name^="得分"]').innerText()))
  }
}

const finishMarking = async (): Promise<void> => {
  const { page } = admin
  await page.goto(monitorPath(made.examId, made.paperId))
  const finish = page.getByRole('button', { name: '结束阅卷' })
  await finish.waitFor()
  await expect.poll(() => finish.getAttribute('aria-disabled'), patience).not.toBe('true')
  await finish.click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '结束阅卷' }).click()
  await page.getByText('阅卷已结束').first().waitFor()
}

/** What is published now is read by all of its readers and held against the marks. */
const published = async (version: Version): Promise<void> => {
  versions.push(version)
  const v = versions.length
  await admin.page.goto(publishPath(made.paperId))
  await admin.page.getByText(`已发布（第${v}版）`).first().waitFor(job)
  const places = placesOf(version)
  // What its pages look like is asked of the last one, which has most to tell.
  const seenWhole = (page: Page, name: string) => (v === publications ? bothWidths(page, name) : undefined)
  for (const [name, account] of [
    ['student', accountOf(4)],
    ['parent', accountOf(5)],
  ] as const) {
    const page = await personOf(name, account)
    await page.goto(resultPath(made.paperId))
    const { total, lines } = await readOwn(page)
    isPoints(total, sum(version.scores.get(student())!))
    expect(lines, `${name} in ${v}`).toEqual(linesOf(versions, student()))
    await seenWhole(page, `right-${v}-${name}`)
  }
  for (const [name, account, all] of [
    ['teacher', marker, false],
    ['grade', accountOf(11), true],
    ['subject', accountOf(12), true],
    ['admin', accountOf(2), true],
  ] as const) {
    const page = name === 'admin' ? admin.page : await personOf(name, account)
    await page.goto(reportPath('transcript', made.examId, made.paperId))
    const shown = await readTranscript(page)
    for (const [number, own] of version.scores) {
      if (!all && !made.first.has(number)) {
        expect(shown.has(number), `${name} sees ${number}`).toBe(false)
        continue
      }
      const row = shown.get(number)!
      isPoints(row.total, sum(own))
      expect([number, row.cell], `${name} in ${v}`).toEqual([number, cellOf(versions, number)])
      if (row.rank !== undefined) expect([number, row.rank]).toEqual([number, String(places.get(number))])
    }
    if (all) expect([...shown.values()].filter((r) => /^\d/.test(r.total))).toHaveLength(version.scores.size)
    await seenWhole(page, `right-${v}-${name}`)
    await page.goto(reportPath('summary', made.examId, made.paperId))
    const answer = page.locator('[data-answer]')
    await answer.waitFor()
    await loaded(page)
    const seen = [...version.scores].filter(([number]) => all || made.first.has(number))
    isPoints((await answer.innerText()).split('\n')[0]!, meanOf({ scores: new Map(seen) }))
    await seenWhole(page, `right-${v}-${name}-summary`)
  }
}

/** A set that was replayed: what it says will move is what the marks say; then it is signed. */
const signed = async (page: Page, after: Version): Promise<void> => {
  const before = versions.at(-1)!
  const sign = page.getByRole('button', { name: '签字生效' })
  await sign.waitFor(job)
  await loaded(page)
  const changed = changedIn(before, after)
  const rows = await rowsIn(page.getByRole('region', { name: '受影响的考生' }))
  const byNumber = new Map(rows.map((r) => [r['考号']!, r]))
  expect([...byNumber.keys()].sort()).toEqual(changed.map((c) => c.number).sort())
  for (const c of changed) {
    const row = byNumber.get(c.number)!
    isPoints(row['改动前']!, c.was)
    isPoints(row['改动后']!, c.is)
    expect([c.number, row['名次']]).toEqual([c.number, c.from === c.to ? String(c.to) : `${c.from} → ${c.to}`])
  }
  const figures = new Map((await rowsIn(page.getByRole('region', { name: '数据变化' }))).map((r) => [r['数据']!, r]))
  isPoints(figures.get('平均分')!['改动前']!, meanOf(before))
  isPoints(figures.get('平均分')!['改动后']!, meanOf(after))
  await bothWidths(page, `right-${versions.length + 1}-preview`)
  await page.getByLabel('改动的原因').fill(reason)
  await sign.click()
  const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await asked.getByText(`将改变${changed.length}名考生已经发布的成绩。`, { exact: false }).waitFor()
  await asked.getByRole('button', { name: /签字生效|确定/ }).click()
  await page.getByText('已签字').first().waitFor()
}

describe('an exam with an error in its key', () => {
  it('is created, and its key typed wrong', async () => {
    const { page } = admin
    await page.goto(examPaths.add)
    await page.getByLabel('考试名称').fill(examName)
    const courses = page.getByRole('group', { name: '科目' }).getByRole('checkbox')
    await courses.first().waitFor()
    for (const at of [0, courseAt]) {
      const wanted = at === courseAt
      if ((await courses.nth(at).isChecked()) !== wanted) await courses.nth(at).setChecked(wanted)
    }
    for (const name of [/^1班/, /^2班/]) await page.getByRole('checkbox', { name }).check()
    await shot(page, 'right-01-create')
    await page.getByRole('button', { name: '新建并设置试题' }).click()
    await page.waitForURL(/\/paper\/pa_/)
    const [, examId, paperId] = /detail\/(\w+)\/paper\/(\w+)/.exec(page.url())!
    Object.assign(made, { examId, paperId })
    await addQuestions(page, [
      ['单选题', 6, 3],
      ['多选题', 2, 4],
      ['解答题', 1, solution.full],
    ])
    for (const n of [7, 8]) await page.getByLabel(`第${n}题半对得分`).fill(String(partWorth))
    const typed = [wrongFirst, ...rightKey.slice(1)]
    await page.getByLabel('粘贴客观题答案').fill(`${typed.slice(0, 6).join('')} ${typed.slice(6).join(' ')}`)
    await page.getByRole('button', { name: '填入答案' }).click()
    await page.getByRole('button', { name: /^保存/ }).click()
    await page.getByText('试题已保存').first().waitFor()
    await shot(page, 'right-02-paper')
  })

  it('has its card published and printed', async () => {
    const { page, context } = admin
    await page.getByRole('button', { name: '设计答题卡' }).click()
    await page.waitForURL(/\/answer-card\/draw\//)
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
    await page.getByText('第1版已发布，可以打印了').first().waitFor(patience)
    await loaded(page)
    made.pdf = await printedBlank(page, context)
  })

  it('is sat by seven, of whom six hand in at once', async () => {
    const { page } = admin
    const bearer = bearerOf(page)
    await page.goto(`${examPath(made.examId)}?tab=students`)
    const table = page.getByRole('region', { name: '考生' })
    const numbersOf = async (className: string): Promise<string[]> => {
      await page.getByRole('combobox', { name: '班级' }).selectOption({ label: className })
      await table.getByRole('row').filter({ hasText: className }).first().waitFor()
      await loaded(page)
      const rows = (await rowsIn(table)).filter((r) => r['班级'] === className)
      return rows.map((r) => r['考号']!)
    }
    const [one, two] = [await numbersOf('1班'), await numbersOf('2班')]
    made.first = new Set(one)
    made.numbers = [...one.slice(0, 4), ...two.slice(0, 2), one[4]!]
    expect(made.numbers).toHaveLength(7)
    expect(accountOf(4).accountName.endsWith(student())).toBe(true)
    const { paperId, pdf, numbers: studentNumbers } = made
    const { zip, truth } = await scannedBy(bearer.token(), { paperId, pdf, key: rightKey, studentNumbers })
    made.truth = truth
    // The first one's sheet is there twice.
    const pages = (await pagesIn(zip, truth)).filter(({ name }) => !name.includes('-again'))
    made.pages = Map.groupBy(pages, ({ name }) => truth[name]!.studentNumber)
    await upload(page, inTime(), inTime().flatMap((n) => made.pages.get(n)!).length)
    await shot(page, 'right-03-scanned')
  })

  it('is marked and published', async () => {
    const { page } = admin
    await page.goto(arrangePath(made.paperId))
    await page.getByRole('button', { name: '开启阅卷' }).click()
    await page.getByText('阅卷任务已生成，老师可以开始评阅').first().waitFor(job)
    await markEach(await personOf('teacher', marker), examName, [6, 3, 7, 1, 5, 2])
    await finishMarking()
    await learnGiven(inTime())
    expect([...made.given.values()].sort()).toEqual([1, 2, 3, 5, 6, 7])
    await page.goto(publishPath(made.paperId))
    await page.getByRole('button', { name: '立即发布' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '立即发布' }).click()
    await published({ scores: scored(inTime(), { first: wrongFirst }) })
  })

  it('has its key put right', async () => {
    const { page } = admin
    await page.goto(changePath('answer-edit', made.examId, made.paperId))
    await page.getByLabel('题目').selectOption({ label: '第1题（3分）' })
    await page.getByRole('group', { name: '正确答案' }).getByRole('button', { name: rightKey[0]!, exact: true }).click()
    await page.getByRole('button', { name: '加入改动' }).click()
    await page.getByRole('button', { name: '预览变化' }).click()
    const next = { scores: scored(inTime(), { first: rightKey[0]! }), why: { question: 1, text: '第1题答案改为C' } }
    await signed(page, next)
    await published(next)
  })

  it('takes in a sheet that came late', async () => {
    const { page } = admin
    await upload(page, [late()], made.numbers.flatMap((n) => made.pages.get(n)!).length)
    await page.goto(arrangePath(made.paperId))
    await page.getByRole('button', { name: '收入新扫描的答卷' }).click()
    await page.getByText('阅卷任务已生成，老师可以开始评阅').first().waitFor(job)
    await shot(page, 'right-04-late')
    await markEach(await personOf('teacher', marker), examName, [4])
    await finishMarking()
    await learnGiven([late()])
    expect(made.given.get(late())).toBe(4)
    const next = { scores: scored(made.numbers, { first: rightKey[0]! }) }
    await page.goto(publishPath(made.paperId))
    await page.getByRole('tab', { name: '成绩变化' }).click()
    const table = page.getByRole('region', { name: '成绩变化' })
    await table.locator('tbody tr').first().waitFor()
    await loaded(page)
    const rows = await rowsIn(table)
    expect(rows.map((r) => [r['考号'], r['已发布']])).toEqual([[late(), '—']])
    isPoints(rows[0]!['现在']!, sum(next.scores.get(late())!))
    await bothWidths(page, 'right-3-changes')
    await page.getByRole('tab', { name: '发布', exact: true }).click()
    await page.getByRole('button', { name: '立即发布' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '立即发布' }).click()
    await published(next)
  })

  it('hears an appeal', async () => {
    const { page } = admin
    await page.goto(appealWindowPath(made.examId))
    await page.getByLabel('接受成绩申诉').check()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('申诉设置已保存').first().waitFor()
    const own = await personOf('student', accountOf(4))
    await own.goto(resultPath(made.paperId))
    await own.getByRole('button', { name: '提出申诉' }).click()
    const dialog = own.getByRole('dialog')
    const option = dialog.getByLabel('题目').locator('option').filter({ hasText: '第9题' })
    await dialog.getByLabel('题目').selectOption((await option.getAttribute('value'))!)
    await dialog.getByLabel('理由').fill('第二步的推导是对的，应当得分')
    await dialog.getByRole('button', { name: '提交申诉' }).click()
    await own.getByText('等待答复').waitFor()
    await page.goto(appealsPath(made.examId, made.paperId))
    await page.getByRole('region', { name: '待答复的申诉' }).getByRole('link').first().click()
    await page.getByRole('radio', { name: '改分' }).check()
    const heard = made.given.get(student())! + 1
    await page.getByLabel('改为').fill(String(heard))
    await page.getByRole('textbox', { name: /^答复/ }).fill('第二步补给1分')
    await bothWidths(page, 'right-4-appeal')
    await page.getByRole('button', { name: '答复', exact: true }).click()
    await page.getByText('已答复').first().waitFor()
    await page.goto(appealsPath(made.examId, made.paperId))
    await page.getByRole('button', { name: '合并改分（1项）' }).click()
    made.given.set(student(), heard)
    const next = { scores: scored(made.numbers, { first: rightKey[0]! }) }
    await signed(page, next)
    await published(next)
    await own.goto(resultPath(made.paperId))
    await own.getByText('答复：第二步补给1分').waitFor()
    await own.getByText(`${heard - 1}分 → ${heard}分`).waitFor()
  })

  it('has its solution count half', async () => {
    const { page } = admin
    await page.goto(changePath('question-conversion', made.examId, made.paperId))
    await page.getByRole('checkbox', { name: /^第9题/ }).check()
    await page.getByLabel('权重').fill('50')
    await page.getByRole('button', { name: '加入改动' }).click()
    await page.getByRole('button', { name: '预览变化' }).click()
    const next = {
      scores: scored(made.numbers, { first: rightKey[0]!, weight: 0.5 }),
      why: { question: solution.number, text: `第9题满分改为${solution.full / 2}` },
    }
    await signed(page, next)
    await published(next)
    expect(linesOf(versions, student())).toHaveLength(3)
  })

  it('met no complaint of a page on the way', () => {
    expect([...admin.faults, ...[...people.values()].flatMap((p) => p.faults)]).toEqual([])
  })
})
