/** Every screen of the main job on an exam that was really taken: seen, judged by axe-core, and narrow enough. */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { centre } from '#shared/identity/signIn/guard.rules.ts'
import { reportPath, publishPath } from '#web/analysis/analysis.paths.ts'
import { cardPaths, cutPreviewPath, drawPath, viewPath } from '#web/card/card.paths.ts'
import { examPath, examPaths, paperPath } from '#web/exam/exam.paths.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { resultPath } from '#web/learning/learning.paths.ts'
import { arrangePath, markPath, markingPaths, monitorPath } from '#web/marking/marking.paths.ts'
import { batchPath, doubtsPath, scanPath } from '#web/scan/scan.paths.ts'
import { accountOf, loaded, looked, open, openBrowser, patience, signIn, takenExam } from './journey.ts'
import type { TakenExam } from './journey.ts'
import { roundsUntil } from './rounds.journey.ts'
import { inTurn } from './turn.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

type Seen = [name: string, room: string, path: (exam: TakenExam) => string, shows: string | RegExp]
/** Other journeys make exams beside this one. */
const first = encodeURIComponent('高一第一次月考')
const byAdministrator: Seen[] = [
  ['exam-list', 'exam', () => `${examPaths.list}?name=${first}`, '高一第一次月考'],
  ['exam', 'exam', (e) => examPath(e.examId), '高一第一次月考'],
  ['paper', 'exam', (e) => paperPath(e.examId, e.paperId), '试题与答案'],
  ['cards', 'card', () => cardPaths.list, /答题卡/],
  ['designer', 'card', (e) => drawPath(e.cardId), /答题卡|单项选择/],
  ['cut-preview', 'card', (e) => cutPreviewPath(e.cardId), /第15题/],
  ['card-view', 'card', (e) => viewPath(e.code, 1), /答题卡|单项选择/],
  ['scan', 'scan', (e) => scanPath(e.paperId), /扫描|批次/],
  ['batch', 'scan', (e) => batchPath(e.paperId, e.batchId), /批次|页/],
  ['doubts', 'scan', (e) => doubtsPath(e.paperId), /异常|存疑|处理/],
  ['arrange', 'marking', (e) => arrangePath(e.paperId), /阅卷|评卷/],
  ['monitor', 'marking', (e) => monitorPath(e.examId, e.paperId), /进度/],
  ['publish', 'analysis', (e) => publishPath(e.paperId), /发布/],
  ['transcript', 'analysis', (e) => reportPath('transcript', e.examId, e.paperId), /成绩/],
  ['summary', 'analysis', (e) => reportPath('summary', e.examId, e.paperId), /平均/],
  ['class-contrast', 'analysis', (e) => reportPath('classContrast', e.examId, e.paperId), /1班/],
  ['paper-analysis', 'analysis', (e) => reportPath('paperAnalysis', e.examId, e.paperId), /难度/],
  ['critical-student', 'analysis', (e) => reportPath('criticalStudent', e.examId, e.paperId), /分线下/],
  ['question-items', 'analysis', (e) => reportPath('questionItem', e.examId, e.paperId), /各题得分率/],
  ['invite-add', 'school', () => identityPaths.addInvite, /可开通人数/],
]
/** Homes of others change with what journeys beside this one do; this one waits for its rooms. */
const byEditor: Seen[] = [['home-awaiting', 'app', () => centre, '试题录入与校对']]
const byTeacher: Seen[] = [
  ['home-teacher', 'learning', () => centre, /我的班级最近成绩[\s\S]*失分最多的3题/],
  ['tasks', 'marking', () => markingPaths.tasks, /阅卷/],
  ['mark', 'marking', (e) => markPath(e.toMark), /第 15 题/],
]
const byPrincipal: Seen[] = [['home-principal', 'analysis', () => centre, /最近成绩：[\s\S]*高一\s+\d+\.\d%/]]
const byStudent: Seen[] = [
  ['own-exams', 'exam', () => `${examPaths.list}?name=${first}`, /考试/],
  ['own-result', 'analysis', (e) => resultPath(e.paperId), /分/],
]

describe.each([
  ['the administrator', 2, byAdministrator],
  ['the teacher', 3, byTeacher],
  ['the principal', 9, byPrincipal],
  ['the student', 4, byStudent],
  ['an editor', 6, byEditor],
])('the screens of %s', (_, userType, screens) => {
  let session: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    session = await open(browser)
    await signIn(session.page, accountOf(userType))
  })
  afterAll(() => session.context.close())

  it.each(inTurn(screens, 6, ([, room]) => room))('%s', async (name, _room, path, shows) => {
    const { page, faults } = session
    faults.length = 0
    await page.goto(path(takenExam()))
    await loaded(page)
    await expect.poll(() => page.locator('body').innerText(), patience).toMatch(shows)
    await loaded(page)
    await looked(page, name)
    expect(faults).toEqual([])
  })
})

describe('from the list of tasks to an answer in sight', () => {
  it('is a way for the bundle and one for its picture, where the link was rested on', async () => {
    const { page, context } = await open(browser)
    await signIn(page, accountOf(3))
    await page.goto(markingPaths.tasks)
    await loaded(page)
    const link = page.getByRole('button', { name: /^(开始|继续)评阅$/ }).first()
    await link.hover()
    await loaded(page)
    const isSeen = (): Promise<boolean> =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('[aria-label="作答图像"] img')].some((x) => x.naturalWidth > 0),
      )
    const { rounds, scripts } = await roundsUntil(page, () => link.click(), isSeen)
    expect(rounds.length, JSON.stringify(rounds, null, 1)).toBeLessThanOrEqual(2)
    expect(scripts.filter((path) => /MarkScreen/.test(path))).toEqual([])
    await context.close()
  })
})
