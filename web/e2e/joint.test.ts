/**
 * A joint exam as its people hold it: an area's organiser, three schools of which one never hands in, a teacher of each of
 * the others, a student. From the group of schools to the release, through the screens; what a school's own exam needs
 * as well (questions, card, print) is asked of the API.
 */
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCard, cardDetail, currentTemplate, publishCard } from '#shared/card/card.calls.ts'
import { printCard } from '#shared/card/print/print.calls.ts'
import { examDetail, examPaper, examStudents, savePaper } from '#shared/exam/exam.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { ownRosterToday } from '#shared/exam/roster/roster.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { askedBy } from '#shared/kit/piece.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { reportPath } from '#web/analysis/analysis.paths.ts'
import {
  applicationsPath,
  boardPath,
  examPaths,
  ownApplicationsPath,
  ownPartPath,
  ownRosterPath,
} from '#web/exam/exam.paths.ts'
import { resultPath } from '#web/learning/learning.paths.ts'
import { arrangePath, markingPaths, monitorPath } from '#web/marking/marking.paths.ts'
import { doubtsPath, scanPath } from '#web/scan/scan.paths.ts'
import { askerOf } from './asked.journey.ts'
import { settleAll, uploadScans } from './doubts.journey.ts'
import type { Truth } from './doubts.journey.ts'
import { accountOf, jointExams, loaded, open, openBrowser, place, signIn } from './journey.ts'
import type { Account } from './journey.ts'

const examName = '三校高一语文联考'
const groupName = '城区三校'
/** Long work, ms. */
const job = { timeout: 120_000 }
const given = 7

const id = (n: number): PaperQuestion['questionId'] =>
  `qu_0${String(n).padStart(25, '7')}` as PaperQuestion['questionId']
const key = ['C', 'A', 'D', 'B']
const questions: PaperQuestion[] = [
  ...key.map((answer, i) => ({
    questionId: id(i + 1),
    number: String(i + 1),
    unitType: 1,
    fullScore: 300,
    optionCount: 4,
    answer,
  })),
  { questionId: id(5), number: '5', unitType: 5, fullScore: 800, markers: 1 as const },
]

type Person = Awaited<ReturnType<typeof enter>>
let browser: Browser
/** A person at an own computer, or with a phone. */
const enter = async (account: Pick<Account, 'accountName' | 'password'>, width = 1440) => {
  const person = await open(browser, width > 500 ? { width, height: 900 } : { width, height: 844 })
  const asker = askerOf(person.page)
  await signIn(person.page, account)
  return { ...person, ...asker }
}
let organiser: Person
/** The administrators of the schools; that of the third has a phone. */
let heads: [Person, Person, Person]
/** A teacher of the first and of the second school. */
let teachers: [Person, Person]
const made = { examId: '', paperId: '', numbers: [[], []] as string[][], zip: '', truth: {} as Truth }
let broken = false

beforeAll(async () => {
  browser = await openBrowser()
  const [first, second, third] = jointExams().schools.map((s) => s.account)
  organiser = await enter(accountOf(13))
  heads = [await enter(first!), await enter(second!), await enter(third!, 390)]
  const ofSecond = { ...second!, accountName: second!.accountName.replace('admin', 't1') }
  teachers = [await enter(accountOf(3)), await enter(ofSecond)]
})
afterAll(() => browser.close())
beforeEach(() => {
  if (broken) throw new Error('an earlier step of the joint exam failed')
})
afterEach(({ task }) => {
  broken ||= task.result?.state === 'fail'
})

const nameOf = (n: number): string => jointExams().schools[n]!.schoolName

describe('a joint exam through the screens', () => {
  it('is made of a group of schools that its organiser has put together', async () => {
    const { page, ask } = organiser
    await page.goto(examPaths.group)
    await page.getByLabel('名称').fill(groupName)
    for (const n of [0, 1, 2]) await page.getByRole('checkbox', { name: nameOf(n), exact: true }).check()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const group = page.getByRole('row').filter({ hasText: groupName })
    await group
      .getByRole('button', { name: '新建联考' })
      .or(group.getByRole('link', { name: '新建联考' }))
      .click()
    await page.getByLabel('考试名称').fill(examName)
    // Before the school's own exams, whose results are the latest on its homes.
    await page.getByLabel('考试日期').fill('2026-09-01')
    // The schools of the group are chosen.
    await page.getByText(/已选3所/).waitFor()
    const courses = page.getByRole('group', { name: '科目' }).getByRole('checkbox')
    await loaded(page)
    await courses.first().waitFor()
    for (const box of (await courses.all()).slice(1)) await box.uncheck()
    await page.getByRole('button', { name: '新建联考', exact: true }).click()
    await page.waitForURL((url) => url.pathname === examPaths.list)
    const link = page.getByRole('link', { name: examName, exact: true })
    // The list is read again when the job is done.
    await link.waitFor(job)
    await link.click()
    await page.waitForURL(/\/v2\/exam\/detail\/ex_/)
    const [, examId = ''] = /detail\/(ex_\w+)/.exec(page.url())!
    await loaded(page)
    const detail = await ask(examDetail, { examId: examId as never })
    expect(detail.exam.schoolCount).toBe(3)
    expect(detail.papers).toHaveLength(1)
    Object.assign(made, { examId, paperId: detail.papers[0]!.paperId })
  })

  it('is declined by a school on a phone, which its organiser reads, and then taken after all', async () => {
    const { page } = heads[2]
    await page.goto(ownPartPath(made.examId))
    await page.getByRole('heading', { name: examName }).waitFor()
    // On a phone behind the others.
    await page.getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '不参加' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('原因（组织方会看到）').fill('全年级社会实践')
    await dialog.getByRole('button', { name: '不参加' }).click()
    await page.getByText('不参加', { exact: true }).first().waitFor()
    const board = organiser.page
    await board.goto(boardPath(made.examId))
    await board.getByTitle('全年级社会实践').first().waitFor(job)
    await page.getByRole('button', { name: '参加', exact: true }).click()
    await page.getByText('已回复参加').first().waitFor()
    // Without a reload.
    await board
      .getByText('全年级社会实践')
      .first()
      .waitFor({ state: 'detached', ...job })
  })

  it('takes a student who came to a school, as that school has looked at it', async () => {
    const { page, ask } = heads[1]
    const counts = async () => {
      const schools = await organiser.ask(jointSchools, { examId: made.examId as never })
      const count = new Map(schools.map((s) => [s.schoolName, s.candidateCount]))
      return [0, 1, 2].map((n) => count.get(nameOf(n)))
    }
    // Who is in the first school is other journeys' matter, too.
    const [first, , third] = await counts()
    const before = await ask(ownRosterToday, { examId: made.examId as never })
    const { classId } = before.classes[0]!
    await ask(createStudent, { classId, studentName: '新来的', studentNumber: '2026009901' })
    await page.goto(ownRosterPath(made.examId))
    await page.getByText('新来的').first().waitFor()
    await page.getByRole('button', { name: '更新名单' }).click()
    await page.getByText('考生名单与学校现在的名单一致').waitFor(job)
    expect(await counts()).toEqual([first, before.classes[0]!.students + 1, third])
  })

  it('is marked by teachers whom their schools declare and its organiser accepts', async () => {
    for (const [n, head] of heads.slice(0, 2).entries()) {
      const { page } = head
      await page.goto(ownApplicationsPath('teacher', made.examId))
      await loaded(page)
      const { userName } = await teachers[n]!.ask(sessionUser, {})
      // What is taught is proposed.
      const row = page.getByRole('row').filter({ hasText: userName }).filter({ hasText: '语文' }).first()
      await row.getByRole('button', { name: '申报' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '提交申报' }).click()
      await page.getByText('已申报1人，等待组织方审核').first().waitFor()
      const { page: board } = organiser
      await board.goto(applicationsPath('teacher', made.examId))
      await board
        .getByRole('row')
        .filter({ hasText: nameOf(n) })
        .getByRole('button', { name: '通过' })
        .click()
      await board.getByRole('dialog').getByRole('button', { name: '通过' }).click()
      await board.getByText('已通过1人').first().waitFor()
    }
  })

  it('has its cards filled in two of the schools, and scanned', async () => {
    const { page, ask, job: ended } = organiser
    const paperId = made.paperId as never
    const { version } = await ask(examPaper, { paperId })
    await ask(savePaper, { paperId, questions, version })
    const { cardId } = await ask(createCard, { paperId })
    const card = await ask(cardDetail, { cardId })
    await ask(publishCard, { cardId, version: card.version })
    const { uuid } = await ask(printCard, { cardId, kind: 'blank' })
    const [file] = await ended(uuid)
    const pdf = Buffer.from(await (await fetch(askedBy(file!).url)).arrayBuffer())
    const { list } = await ask(examStudents, { examId: made.examId as never, pageNumber: 1, pageSize: 100 })
    // Other journeys add students with numbers of their own, which leave columns of the card empty.
    const digits = Math.max(...list.map((c) => c.studentNumber.length))
    made.numbers = jointExams()
      .schools.slice(0, 2)
      .map(({ schoolId }) =>
        list
          .filter((c) => c.schoolId === schoolId && c.studentNumber.length === digits)
          .map((c) => c.studentNumber)
          .slice(0, 3),
      )
    expect(made.numbers.map((n) => n.length)).toEqual([3, 3])
    const template = await ask(currentTemplate, { paperId })
    const scanned = await fetch(place().scanner, {
      method: 'POST',
      body: JSON.stringify({
        pdf: pdf.toString('base64'),
        geometry: template!.geometry,
        key: Object.fromEntries(key.map((letters, i) => [i + 1, letters])),
        studentNumbers: made.numbers.flat(),
      }),
    })
    if (!scanned.ok) throw new Error(await scanned.text())
    Object.assign(made, await scanned.json())
    await uploadScans(page, { ...made, pages: 9 })
    await page.goto(doubtsPath(made.paperId))
    const acts = await settleAll(page, made.truth)
    await page.goto(scanPath(made.paperId))
    const ledger = async () =>
      `${acts.join(' ')}: ${await page
        .getByText(/^已交 \d+ 页 = /)
        .first()
        .innerText()}`
    await expect.poll(ledger, job).toMatch(/= 匹配 6 \+ 重复 1 \+ 作废 2 \+ 未归位 0/)
  })

  it('is watched by its organiser school by school, and reminded of what it lacks', async () => {
    const { page } = organiser
    await page.goto(boardPath(made.examId))
    const third = page.getByRole('row').filter({ hasText: nameOf(2) })
    await third.getByRole('checkbox').click()
    await page.getByRole('toolbar', { name: '所选' }).getByRole('button', { name: '提醒' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('请今天上传答题卡')
    await dialog
      .getByRole('button', { name: '提醒' })
      .or(dialog.getByRole('button', { name: '发送' }))
      .click()
    await dialog.waitFor({ state: 'hidden' })
    const { page: phone } = heads[2]
    await phone.goto(ownPartPath(made.examId))
    await phone.getByText('请今天上传答题卡').first().waitFor()
    // What the others have handed in is not this school's to know.
    expect(await phone.getByRole('main').innerText()).not.toContain(nameOf(1))
  })

  it('is opened for marking, and no teacher is given an answer of the own school', async () => {
    const { page } = organiser
    await page.goto(arrangePath(made.paperId))
    await page.getByRole('button', { name: '开启阅卷' }).click()
    await page.getByText('阅卷任务已生成，老师可以开始评阅').first().waitFor(job)
    for (const { page: desk } of teachers) {
      await desk.goto(markingPaths.tasks)
      const begin = desk.getByRole('button', { name: '开始评阅' })
      const task = desk.locator('section').filter({ hasText: examName }).filter({ has: begin }).first()
      await task.getByRole('button', { name: '开始评阅' }).click()
      await desk.waitForURL(/question-block/)
      const picture = desk.getByRole('region', { name: '作答图像' }).getByRole('img')
      // Three of the other school's, and then nothing: of the own school's three none.
      for (let n = 1; n <= 3; n++) {
        await desk.getByText('待评', { exact: true }).waitFor(job)
        await expect
          .poll(() => picture.first().evaluate((i: HTMLImageElement) => i.naturalWidth), job)
          .toBeGreaterThan(0)
        expect(await desk.locator('body').innerText()).not.toMatch(/第二中学|第一中学|外国语/)
        await desk.keyboard.press(String(given))
        await desk.keyboard.press('Enter')
        if (n < 3) await desk.getByText(`已给分 ${n} 份`).waitFor(job)
      }
      await desk
        .getByText('这道题暂时没有待阅的答卷')
        .or(desk.getByText(/本次已评阅 3 份/))
        .first()
        .waitFor(job)
      await desk.getByText('已全部提交').waitFor(job)
    }
  })

  it('is released without the school that never handed in', async () => {
    const { page } = organiser
    await page.goto(monitorPath(made.examId, made.paperId))
    await page.getByRole('button', { name: '结束阅卷' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '结束阅卷' }).click()
    await page.getByText('阅卷已结束').first().waitFor(job)
    await page.getByRole('button', { name: '发布成绩' }).click()
    await page.getByText(new RegExp(`${nameOf(2)}没有一份答卷`)).waitFor(job)
    await page.getByRole('button', { name: '立即发布' }).click()
    const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await asked.getByRole('button', { name: '立即发布' }).click()
    await page.getByText('已发布（第1版）').first().waitFor(job)
    await page.goto(reportPath('transcript', made.examId, made.paperId))
    await page
      .getByText(`不含1所学校（${nameOf(2)}）`)
      .first()
      .waitFor(job)
    const rows = page.getByRole('main').getByRole('row')
    for (const number of made.numbers.flat()) await rows.filter({ hasText: number }).first().waitFor()
  })

  it('shows each school its own students alone, and a student the own result', async () => {
    for (const [n, { page }] of heads.slice(0, 2).entries()) {
      await page.goto(reportPath('transcript', made.examId, made.paperId))
      const main = page.getByRole('main')
      for (const number of made.numbers[n]!)
        await main.getByRole('row').filter({ hasText: number }).first().waitFor(job)
      await loaded(page)
      const text = await main.innerText()
      // How many schools are missing, and not which.
      expect(text).toContain('不含1所学校')
      expect(text).not.toContain(nameOf(2))
      for (const number of made.numbers[1 - n]!) expect(text).not.toContain(number)
    }
    const { page: phone } = heads[2]
    await phone.goto(reportPath('transcript', made.examId, made.paperId))
    await loaded(phone)
    const nothing = await phone.getByRole('main').innerText()
    for (const number of made.numbers.flat()) expect(nothing).not.toContain(number)
    const { page, context, faults } = await enter(accountOf(4), 390)
    await page.goto(resultPath(made.paperId))
    await page
      .getByText(/满分 20/)
      .first()
      .waitFor(job)
    const own = await page.getByRole('main').innerText()
    for (const number of made.numbers.flat().slice(1)) expect(own).not.toContain(number)
    expect(faults).toEqual([])
    await context.close()
  })

  it('met no complaint of a page on the way', () => {
    expect([organiser, ...heads, ...teachers].flatMap((p) => p.faults)).toEqual([])
  })
})
