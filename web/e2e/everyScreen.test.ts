/**
 * Every screen whose address can be filled from the exam that the setup took: led to by an account that may see it, on a
 * laptop and on a phone; those of joint exams with the joint exams, as organiser, as schools and as the area's officer. No crash, no sideways scroll, one primary, five sizes of type, the first row where it belongs, no
 * label of a chart on another.
 */
import type { Browser, BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jointOrganisers, jointSchoolPeople, applicationDeciders } from '#shared/kit/people.ts'
import { analysisPaths, reportAddress, reportPath } from '#web/analysis/analysis.paths.ts'
import { cardPaths } from '#web/card/card.paths.ts'
import { boardPath, examPaths, schoolRosterPath } from '#web/exam/exam.paths.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { markingPaths } from '#web/marking/marking.paths.ts'
import { scanPaths } from '#web/scan/scan.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import {
  accountOf,
  follow,
  jointExams,
  loaded,
  looks,
  open,
  openBrowser,
  openPage,
  patience,
  place,
  ruled,
  signIn,
  standing,
  takenExam,
} from './journey.ts'
import { lastStart } from './ruler.journey.ts'
import { inTurn } from './turn.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Who opens a screen: the first of these who may see it. An area's people come before the platform's, whose exams are none. */
const viewers = [2, 3, 13, 1, 18, 9, 4, 5] as const
const holes = /:(\w+)/g
type Screen = ReturnType<typeof place>['screens'][number]
const filledBy = (of: readonly string[]) => {
  const fillable = new Set(of)
  return ({ path }: Screen): boolean => [...path.matchAll(holes)].every(([, name]) => fillable.has(name!))
}
/** Of joint exams alone, of one that its address names: its organiser's, those who decide, or a school's own part. */
const areJoint = [jointOrganisers, applicationDeciders, jointSchoolPeople].map((p) => String(p.userTypes))
const isJoint = ({ path, userTypes }: Screen): boolean => path.includes(':') && areJoint.includes(String(userTypes))
const fills = place().screens.filter(filledBy(['examId', 'paperId', 'cardId', 'batchId']))
/** Types whose homes differ; 16 stands for those whose rooms are awaited. */
const athome = [-1, 1, 2, 3, 4, 5, 9, 10, 13, 16, 18, 19]

/** As whom, with the ids of which exam. */
type Opened = { path: string; as: string; of: 'own' | 'begun' | 'released'; room: string | null }
const ofType = (userType: number): string => accountOf(userType).accountName
const homes = athome.map((userType): Opened => ({
  path: homePaths.centre,
  as: ofType(userType),
  of: 'own',
  room: null,
}))
const opened = fills
  .filter((screen) => !isJoint(screen))
  .flatMap(({ path, userTypes, room }): Opened[] => {
    const userType = viewers.find((t) => userTypes.length === 0 || userTypes.includes(t))
    return userType === undefined || path === homePaths.centre ? [] : [{ path, as: ofType(userType), of: 'own', room }]
  })
  .concat(homes)

/** What an organiser uses of what all exams have, before and after the release. */
const organising = [
  examPaths.detail,
  examPaths.toolbox,
  examPaths.visibility,
  examPaths.schoolVisibility,
  examPaths.roster,
  examPaths.rosterAdd,
  examPaths.paper,
  examPaths.paperManage,
  examPaths.questionSetting,
  examPaths.settingTasks,
  examPaths.addSettingTask,
  examPaths.addQuestion,
  examPaths.splitQuestion,
  examPaths.mergeQuestion,
  markingPaths.arrange,
  markingPaths.classProgress,
  markingPaths.monitor,
  markingPaths.record,
  scanPaths.download,
  scanPaths.progress,
  scanPaths.task,
]
const released = [
  examPaths.detail,
  analysisPaths.publish,
  analysisPaths.reportList,
  analysisPaths.transcripts,
  reportAddress('transcript'),
  reportAddress('summary'),
  reportAddress('avgAndPercent'),
]
const jointOpened = ((): Opened[] => {
  const screens = place().screens.filter(filledBy(['examId', 'paperId']))
  const joint = screens.filter(isJoint)
  const roomOf = new Map(screens.map(({ path, room }) => [path, room]))
  const some = (paths: readonly string[], as: string, of: Opened['of']): Opened[] =>
    paths.map((path) => ({ path, as, of, room: roomOf.get(path) ?? null }))
  const seenBy = (userType: number) => joint.filter((s) => s.userTypes.includes(userType)).map((s) => s.path)
  const own = joint.filter((s) => s.path.startsWith(examPaths.ownPart)).map((s) => s.path)
  const organiser = seenBy(13).filter((path) => !own.includes(path))
  const { schools, begun } = jointExams()
  const second = schools[1]!
  return [
    ...some([...organiser, ...organising], ofType(13), 'begun'),
    ...some(
      [`${boardPath(begun.examId)}?wall=1`, schoolRosterPath(begun.examId, second.schoolId)],
      ofType(13),
      'begun',
    ),
    ...some([examPaths.board, analysisPaths.shows, ...released], ofType(13), 'released'),
    ...some([examPaths.ownParts, ...own], second.account.accountName, 'begun'),
    ...some([examPaths.ownPart, examPaths.ownRoster, ...released.slice(-3)], second.account.accountName, 'released'),
    ...some([...seenBy(14), examPaths.detail], ofType(14), 'begun'),
    ...some(released.slice(-3), ofType(14), 'released'),
  ]
})()

/** Lists that have rows here, so that where the first one begins is measured and not passed over. */
const listed = (): ReadonlySet<string> => {
  const { examId, paperId } = takenExam()
  const { grades, classes, teachers, students, courses } = schoolPaths
  const here = [grades, classes, teachers, students, courses]
  return new Set([...here, examPaths.list, cardPaths.list, reportPath('transcript', examId, paperId)])
}

/** The same of joint exams. */
const jointListed = (): ReadonlySet<string> => {
  const { begun, released: done } = jointExams()
  const { groups, schools, teacherDeclarations, ownParts, ownTeachers } = examPaths
  const here = [groups, schools, teacherDeclarations, ownParts, ownTeachers].map((path) => pathTo(path, begun))
  return new Set([...here, reportPath('transcript', done.examId, done.paperId)])
}

const addressOf = ({ path, of }: Opened): string => {
  const ids: Readonly<Record<string, unknown>> = of === 'own' ? takenExam() : jointExams()[of]
  return path.replace(holes, (_, name: string) => String(ids[name]))
}

it('nearly every screen is opened', () => {
  const of = new Set([...opened, ...jointOpened].map((o) => o.path))
  expect(of.size).toBeGreaterThan(0.95 * fills.length)
  expect(fills.length).toBeGreaterThan(0.85 * place().screens.length)
  const filled = new Set([...opened, ...jointOpened].map(addressOf))
  expect([...listed(), ...jointListed()].filter((path) => !filled.has(path))).toEqual([])
  // As organiser, as one of its schools, as the area's officer.
  expect(new Set(jointOpened.map((o) => o.as)).size).toBe(3)
  expect(jointOpened.length).toBeGreaterThan(55)
})

/** So many at a time, so that several stand side by side in the run's report. */
const some = 20
const visited = [...inTurn(opened, 9, (o) => o.room), ...inTurn(jointOpened, 9, (o) => o.room)]
const kindOf = (o: Opened): string => `${o.as}${o.of === 'own' ? '' : ' in joint exams'}`
const visits = [...Map.groupBy(visited, kindOf)].flatMap(([of, screens]) =>
  Array.from({ length: Math.ceil(screens.length / some) }, (_, i) => ({
    of,
    part: i + 1,
    screens: screens.slice(i * some, (i + 1) * some),
  })),
)

/** A person signs in once; the pages share the session and the scripts that were loaded. */
const signedIn = new Map<string, Promise<BrowserContext>>()
const contextOf = (accountName: string): Promise<BrowserContext> => {
  const opening = async (): Promise<BrowserContext> => {
    const { page, context } = await open(browser, { width: 1366, height: 768 })
    const others = jointExams().schools.map((s) => s.account)
    await signIn(
      page,
      [...place().accounts, ...others].find((a) => a.accountName === accountName)!,
    )
    // The way to the home after a sign-in would overtake the first step.
    await loaded(page)
    await page.close()
    return context
  }
  const context = signedIn.get(accountName) ?? opening()
  signedIn.set(accountName, context)
  return context
}

// They wait for their pages half of the time.
it.concurrent.each(visits)('screens of $of, part $part, are as they should look', async ({ screens }) => {
  const { page, faults } = await openPage(await contextOf(screens[0]!.as))
  await page.goto(homePaths.landing)
  await loaded(page)
  const lists = new Set([...listed(), ...jointListed()])
  const wrong: string[] = []
  let refused: string[] = []
  page.on('response', (r) => {
    if (r.status() >= 400) refused.push(`${r.status()} ${new URL(r.url()).pathname}`)
  })
  for (const screen of screens) {
    const path = addressOf(screen)
    const hollow = `${screen.path}${screen.of === 'own' ? '' : ` (${screen.of})`}`
    refused = []
    await follow(page, path)
    // What leads on to another screen is measured there.
    const head = page.locator('main h1').first()
    do {
      await head.waitFor(patience)
      await loaded(page)
    } while ((await head.count()) === 0)
    const { pathname } = new URL(page.url())
    if (pathname.startsWith('/v2/error/')) wrong.push(`${hollow}: led to ${pathname}`)
    // Who organises, sits or oversees a joint exam is refused nothing on its screens.
    if (screen.of !== 'own') wrong.push(...refused.map((line) => `${hollow}: ${line}`))
    if (lists.has(path)) {
      const row = page.locator('main tbody tr').first()
      await row.waitFor(patience)
      const { y } = (await row.boundingBox())!
      if (y > lastStart) wrong.push(`${hollow}: the first row begins at ${y}`)
    }
    // What is measured is there to be measured.
    if (path === schoolPaths.students) expect((await looks(page))!.primaries).toEqual(['导入学生'])
    const look = async (): Promise<string[]> => {
      const lines = await ruled(page)
      // A wall has sizes of its own: two hundred schools in sight, read from afar.
      return screen.path.endsWith('?wall=1') ? lines.filter((line) => !line.startsWith('sizes of type')) : lines
    }
    wrong.push(...(await standing(page, look)).map((line) => `${hollow}: ${line}`))
  }
  expect([...wrong, ...faults]).toEqual([])
  await page.close()
})
