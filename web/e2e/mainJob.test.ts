/** The main job as its people do it: through the screens only, from an empty exam to a student's own result. */
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { judgedWords } from '#shared/kit/judged.ts'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { reportPath } from '#web/analysis/analysis.paths.ts'
import { cutPreviewPath } from '#web/card/card.paths.ts'
import { arrangePath, markingPaths, monitorPath } from '#web/marking/marking.paths.ts'
import { doubtsPath, scanPath } from '#web/scan/scan.paths.ts'
import { settleAll, uploadScans } from './doubts.journey.ts'
import type { Truth } from './doubts.journey.ts'
import { accountOf, bearerOf, loaded, looks, open, openBrowser, patience, settled, shot, signIn } from './journey.ts'
import { addQuestions, downloaded, job, pagesIn, printedBlank, scannedBy } from './sheets.journey.ts'

const examName = '高一语文周测'
/** The key by question number, 38 points with the solution. */
const answers = ['C', 'A', 'D', 'B', 'A', 'C', 'ABD', 'BC', 'T', 'F']
const worth = [3, 3, 3, 3, 3, 3, 4, 4, 2, 2]
const multipleHalf = 1.5
const given = 7

type Person = Awaited<ReturnType<typeof open>>

let browser: Browser
let admin: Person
let bearer: { token: () => string }
let broken = false
/** Everything that a page complained of on the way. */
const complaints: string[] = []
const made = {
  examId: '',
  paperId: '',
  cardId: '',
  cardPdf: Buffer.alloc(0) as Buffer,
  numbers: [] as string[],
  zip: '',
  truth: {} as Truth,
}

beforeAll(async () => {
  browser = await openBrowser()
  admin = await open(browser)
  bearer = bearerOf(admin.page)
  await signIn(admin.page, accountOf(2))
  // As a person would: the job goes on, and the last test tells what happened.
  const lost = admin.page.getByRole('dialog').or(admin.page.getByRole('alertdialog')).filter({ hasText: '网络错误' })
  await admin.page.addLocatorHandler(lost, async () => {
    complaints.push(await lost.innerText())
    await lost.getByRole('button', { name: '刷新' }).click()
  })
})
afterAll(() => browser.close())
beforeEach(() => {
  if (broken) throw new Error('an earlier step of the main job failed')
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && !broken) {
    broken = true
    await shot(admin.page, 'main-broken').catch(() => undefined)
  }
})

const points = (studentNumber: string): number => {
  const [, sheet] = Object.entries(made.truth).find(([, t]) => t?.studentNumber === studentNumber)!
  return answers.reduce((sum, right, i) => {
    const chosen = sheet!.letters[String(i + 1)] ?? ''
    if (chosen === right) return sum + worth[i]!
    const part = i === 6 || i === 7 ? chosen !== '' && [...chosen].every((l) => right.includes(l)) : false
    return part ? sum + multipleHalf : sum
  }, given)
}

describe('the main job through the screens', () => {
  it('creates an exam for one class', async () => {
    const { page } = admin
    await page.goto(examPaths.list)
    await page.getByRole('button', { name: '新建考试' }).first().click()
    await page.getByLabel('考试名称').fill(examName)
    // The first subject is chosen; another can be added and taken away.
    const courses = page.getByRole('group', { name: '科目' }).getByRole('checkbox')
    await courses.first().check()
    await courses.nth(1).check()
    await courses.nth(1).uncheck()
    await page.getByRole('checkbox', { name: /^全选/ }).click()
    await page.getByRole('checkbox', { name: /^1班/ }).check()
    await shot(page, 'main-01-create')
    await page.getByRole('button', { name: '新建并设置试题' }).click()
    await page.waitForURL(/\/paper\/pa_/)
    const [, examId = '', paperId = ''] = /detail\/(\w+)\/paper\/(\w+)/.exec(page.url())!
    Object.assign(made, { examId, paperId })
  })

  it('writes the paper and its key', async () => {
    const { page } = admin
    await addQuestions(page, [
      ['单选题', 6, 3],
      ['多选题', 2, 4],
      ['判断题', 2, 2],
      ['解答题', 1, 8],
    ])
    for (const n of [7, 8]) await page.getByLabel(`第${n}题半对得分`).fill(String(multipleHalf))
    await page.getByLabel('粘贴客观题答案').fill('CADBAC ABD BC 对错')
    await page.getByRole('button', { name: '填入答案' }).click()
    await shot(page, 'main-02-paper')
    await page.getByRole('button', { name: /^保存/ }).click()
    await page.getByText('试题已保存').first().waitFor()
    await page.reload()
    await page.getByLabel('第10题答案').waitFor()
    const shown = answers.map((a) => judgedWords(a))
    expect(await Promise.all(answers.map((_, i) => page.getByLabel(`第${i + 1}题答案`).inputValue()))).toEqual(shown)
    expect(await page.getByLabel('第8题半对得分').inputValue()).toBe(String(multipleHalf))
  })

  it('designs, publishes and prints the card', async () => {
    const { page, context } = admin
    await page.getByRole('button', { name: '设计答题卡' }).click()
    await page.waitForURL(/\/answer-card\/draw\//)
    made.cardId = new URL(page.url()).pathname.split('/').at(-1)!
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
    await page.getByText('第1版已发布，可以打印了').first().waitFor(patience)
    await page.reload()
    await loaded(page)
    await shot(page, 'main-03-designer')
    // What comes next is the screen's one primary.
    expect((await looks(page))?.primaries).toEqual(['打印'])
    made.cardPdf = await printedBlank(page, context)
    await shot(page, 'main-04-print')
    expect(made.cardPdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('has the card filled and scanned by the students of the class', async () => {
    const { page } = admin
    await page.goto(`${examPath(made.examId)}?tab=students`)
    const rows = page.getByRole('region', { name: '考生' }).getByRole('row')
    await rows
      .filter({ hasText: /\d{10}/ })
      .first()
      .waitFor()
    await loaded(page)
    await shot(page, 'main-05-students')
    const numbers = (await rows.allInnerTexts()).flatMap((text) => /\b\d{10}\b/.exec(text) ?? [])
    made.numbers = numbers.slice(0, 6)
    expect(made.numbers).toHaveLength(6)
    const { paperId, cardPdf: pdf, numbers: studentNumbers } = made
    Object.assign(made, await scannedBy(bearer.token(), { paperId, pdf, key: answers, studentNumbers }))
  })

  it('holds a scan against the card in the browser, before any is uploaded', async () => {
    const { page } = admin
    const [scan] = (await pagesIn(made.zip, made.truth)).filter(({ mimeType }) => mimeType === 'image/jpeg')
    await page.goto(cutPreviewPath(made.cardId))
    const part = page.getByRole('region', { name: '用扫描件试裁' })
    await part
      .locator('input[type=file]')
      .setInputFiles([scan!, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
    const tried = part.getByRole('region', { name: `${scan!.name}的试裁` })
    await tried.getByText('第1面').waitFor(patience)
    expect(await tried.innerText()).toMatch(/选择题\s+10道，已填涂/)
    const crop = tried.getByRole('img', { name: '第11题的裁切' }).locator('canvas')
    const box = await crop.boundingBox()
    expect(box!.width).toBeGreaterThan(300)
    await part.getByText(/^打不开这张图片/).waitFor()
    await shot(page, 'main-05b-tried')
  })

  it('uploads the scans and follows the recognition', async () => {
    const { page } = admin
    await uploadScans(page, { ...made, pages: 9 })
    await page.reload()
    await page.getByText(/^已交 9 页 = /).waitFor()
    await loaded(page)
    await shot(page, 'main-06-scanned')
  })

  it('settles every doubt by the keyboard until the ledger balances', async () => {
    const { page } = admin
    await page.getByRole('button', { name: /^处理存疑（/ }).click()
    await page.waitForURL((url) => url.pathname === doubtsPath(made.paperId))
    const acts = await settleAll(page, made.truth, {
      before: (n) => shot(page, `main-07-doubt-${n}`),
      after: async (n) => {
        if (n !== 2) return
        // The decision is shown before it is answered: who reloads in between sees what was there.
        await settled(page)
        await page.reload()
      },
    })
    await shot(page, 'main-08-no-doubts')
    // How a student's pen goes follows from ids that are new each time: one row more may be asked about.
    expect([...new Set(acts)].sort()).toEqual(['assign', 'keep', 'letters', 'void'])
    expect(acts.length).toBeLessThan(8)
    await page.goto(scanPath(made.paperId))
    await page.getByText('已交 9 页 = 匹配 6 + 重复 1 + 作废 2 + 未归位 0').waitFor()
    await page.getByText('每一页都有着落，没有存疑').waitFor()
    await shot(page, 'main-09-balanced')
  })

  it('opens marking', async () => {
    const { page } = admin
    await page.goto(arrangePath(made.paperId))
    await page.getByRole('button', { name: '开启阅卷' }).click()
    await page.getByText('阅卷任务已生成，老师可以开始评阅').first().waitFor(job)
    await page.reload()
    await page.getByRole('button', { name: '收入新扫描的答卷' }).waitFor()
    await shot(page, 'main-10-arrange')
  })

  it('is marked by the teacher with digit keys', async () => {
    const { page, context, faults } = await open(browser)
    await signIn(page, accountOf(3))
    await page.goto(markingPaths.tasks)
    const begin = page.getByRole('button', { name: '开始评阅' })
    const task = page.locator('section').filter({ hasText: examName }).filter({ has: begin }).first()
    await task.getByRole('button', { name: '开始评阅' }).waitFor()
    await shot(page, 'main-11-tasks')
    await task.getByRole('button', { name: '开始评阅' }).click()
    await page.waitForURL(/question-block/)
    const picture = page.getByRole('region', { name: '作答图像' }).getByRole('img')
    const end = page.getByText('这道题暂时没有待阅的答卷')
    for (let n = 1; n <= 6; n++) {
      await page.getByText('待评', { exact: true }).waitFor()
      await expect
        .poll(() => picture.first().evaluate((i: HTMLImageElement) => i.naturalWidth), patience)
        .toBeGreaterThan(0)
      if (n === 1) {
        // Before the first mark nothing was sent.
        expect(await page.getByText('已全部提交').count()).toBe(0)
        // No answer is blown up: at most 1.6 times what was written, and always as far below the bar.
        const [paper, pixels] = await Promise.all([
          picture.first().boundingBox(),
          picture.first().evaluate((i: HTMLImageElement) => i.naturalWidth),
        ])
        const pane = (await page.getByRole('region', { name: '作答图像' }).boundingBox())!
        expect(paper!.width).toBeLessThanOrEqual(pixels + 1)
        expect(Math.round(paper!.y - pane.y)).toBe(48)
      }
      if (n === 1 || n === 4) await shot(page, `main-12-mark-${n}`)
      await page.keyboard.press(String(given))
      // Where two digits are possible a pause gives nothing.
      await page.keyboard.press('Enter')
      if (n < 6) await page.getByText(`已给分 ${n} 份`).waitFor()
      if (n === 3) {
        // What was given is kept over a reload.
        await page.getByText('已全部提交').waitFor()
        await page.reload()
        await page.getByText('待评', { exact: true }).waitFor()
      }
    }
    await end.waitFor().catch(async (error: Error) => {
      // What the desk says instead tells which of its counts stood still.
      throw new Error(`${error.message}\n${await page.locator('main').innerText()}`)
    })
    await page.getByText('已全部提交').waitFor()
    await shot(page, 'main-13-marked')
    complaints.push(...faults)
    await context.close()
  })

  it('completes marking and publishes what the preview shows', async () => {
    const { page } = admin
    await page.goto(monitorPath(made.examId, made.paperId))
    const finish = page.getByRole('button', { name: '结束阅卷' })
    await finish.waitFor()
    await shot(page, 'main-14-monitor')
    await finish.click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '结束阅卷' }).click()
    await page.getByText('阅卷已结束').first().waitFor()
    await page.getByRole('button', { name: '发布成绩' }).click()
    const publish = page.getByRole('button', { name: '立即发布' })
    await publish.waitFor()
    await page.getByRole('tab', { name: /成绩预览/ }).click()
    await page.getByRole('table').getByText(made.numbers[0]!).waitFor()
    await shot(page, 'main-15-preview')
    await page.getByRole('tab', { name: '发布', exact: true }).click()
    await page.getByText(/^将向\d+名考生发布成绩，到考6人。$/).waitFor()
    await shot(page, 'main-16-publish')
    await publish.click()
    // What will be seen by whom is said first.
    const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await asked.getByText(/将看到自己的总分、各题得分和答卷图片/).waitFor()
    await asked.getByRole('button', { name: '立即发布' }).click()
    await page.getByText('已发布（第1版）').first().waitFor(job)
    await page.reload()
    await page.getByText('已发布（第1版）').first().waitFor()
    await shot(page, 'main-17-published')
  })

  it('shows summary and transcript, and exports the transcript', async () => {
    const { page, context } = admin
    await page.goto(reportPath('summary', made.examId, made.paperId))
    await page.getByText('平均分').first().waitFor()
    await loaded(page)
    await shot(page, 'main-18-summary')
    await page.goto(reportPath('transcript', made.examId, made.paperId))
    const rows = page.getByRole('table').getByRole('row')
    await rows.filter({ hasText: made.numbers[0]! }).waitFor()
    // A column has as many decimals as the number that needs most.
    const decimals = Math.max(...made.numbers.map((n) => String(points(n)).split('.')[1]?.length ?? 0))
    for (const number of made.numbers) {
      const cells = await rows.filter({ hasText: number }).getByRole('cell').allInnerTexts()
      expect(cells, `${number} has ${points(number)} points`).toContain(points(number).toFixed(decimals))
    }
    await shot(page, 'main-19-transcript')
    await page.getByRole('button', { name: '导出Excel' }).click()
    const file = await downloaded(page, context, /\.xlsx/)
    expect(file.subarray(0, 2).toString()).toBe('PK')
    await shot(page, 'main-20-exported')
  })

  it('lets the student see the own result and the own paper', async () => {
    const { page, context, faults } = await open(browser)
    const account = accountOf(4)
    await signIn(page, account)
    await page.goto(examPaths.list)
    await page.getByRole('row').filter({ hasText: examName }).first().getByRole('link').first().click()
    await page
      .getByText(/满分 38/)
      .first()
      .waitFor()
    const number = made.numbers.find((n) => account.accountName.endsWith(n))!
    await page
      .getByText(String(points(number)), { exact: true })
      .first()
      .waitFor()
    await page.reload()
    const picture = page.getByRole('img', { name: '答卷第1页' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth), patience).toBeGreaterThan(0)
    await shot(page, 'main-21-own-result')
    await page.getByRole('button', { name: '放大第1页' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await shot(page, 'main-22-own-paper')
    complaints.push(...faults)
    await context.close()
  })

  it('met no complaint of a page on the way', () => {
    expect([...complaints, ...admin.faults]).toEqual([])
  })
})
