/**
 * vitest's globalSetup of the end-to-end tests: the built SPA, a cloud of its own with a small organisation, one exam
 * taken through the whole main job and one open for marking, joint exams of three schools, and a browser served to the tests. They find them in QINGHE_E2E, as JSON.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { domains } from '#infra/domains.ts'
import { signInAs } from '#infra/demo/client.ts'
import { beginExam, handIn, printBlank, publish, settleAll, sitExam, writePaper } from '#infra/demo/exam.ts'
import { markAll, openForMarking } from '#infra/demo/mark.ts'
import { demoPassword, openOrganisation } from '#infra/demo/organisation.ts'
import type { DemoSchool } from '#infra/demo/organisation.ts'
import { openPartners } from '#infra/demo/partnerPortal.ts'
import { serveBrowser } from './browser.ts'
import { startCloud } from './Cloud.ts'
import { takeJointExams } from './e2e.joint.fixtures.ts'
import { serveHelper, serveScanner } from './e2e.scanner.ts'
import { root } from './root.ts'
import { buildSpa } from './spa.ts'

/** An exam of twelve students from its paper to open marking, by the calls that people make. */
const openExam = async (school: DemoSchool, seed: string, name: string) => {
  const run = await beginExam(school, { seed, name, examType: 3, examDate: Date.UTC(2026, 9, 10) })
  await writePaper(run, 'short')
  const printed = await printBlank(run)
  const scanned = await sitExam(run, printed, {
    range: 'ordinary',
    maxDpi: 150,
    habits: 0.02,
    absent: 1,
    sameEachYear: true,
  })
  const handed = await handIn(run, scanned, false)
  await run.admin.job(handed.uuid)
  await settleAll(run, handed)
  await openForMarking(run)
  return { run, printed, handed }
}

/** One exam that is published, and one that waits for its markers. */
const takeExams = async (address: string, school: DemoSchool) => {
  // Side by side: each waits for its jobs half of the time.
  const opening = [
    openExam(school, 'e2e', '高一第一次月考'),
    openExam(school, 'e2e-marking', '高一第二次月考'),
  ] as const
  const [{ run, printed, handed }, waiting] = await Promise.all(opening)
  // One marker: which of two is faster would be another picture each time.
  const marker = school.teachers.find((t) => t.courseName === school.courses[0]!.courseName)!
  await markAll(run, [await signInAs(address, marker.accountName, demoPassword)], run.admin)
  await publish(run)
  const subjective = waiting.run.questions.find((q) => q.unitType > 3)!
  return {
    examId: run.examId,
    paperId: run.paperId,
    cardId: printed.cardId,
    code: printed.code,
    batchId: handed.batchId,
    toMark: { paperId: waiting.run.paperId, questionId: subjective.questionId },
  }
}

/** Routes are data; they are loaded by path so that the types of the browser stay out of this folder. */
type Route = {
  path: string
  userTypes: readonly number[]
  calls: readonly { method: string; path: string }[]
  white?: boolean
  hideHeader?: boolean
}
const screensOf = async () => {
  const { routes } = (await import(pathToFileURL(join(root, 'web', 'app', 'routes.ts')).href)) as {
    routes: readonly Route[]
  }
  const rooms = new Map(domains.flatMap((d) => d.calls.map(([, c]) => [`${c.method} ${c.path}`, d.room])))
  return routes
    .filter((r) => !r.white && !r.hideHeader)
    .map(({ path, userTypes, calls: [first] }) => ({
      path,
      userTypes: [...userTypes],
      // A screen is of the room that it asks first.
      room: (first && rooms.get(`${first.method} ${first.path}`)) ?? null,
    }))
}

export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-e2e-'))
  const browsing = serveBrowser()
  browsing.catch(() => undefined)
  // A copy of its own: a build beside the tests empties the folder.
  const webDir = join(dataDir, 'web')
  cpSync(await buildSpa(), webDir, { recursive: true })
  const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true, webDir })
  await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
  const root = await signInAs(cloud.address, 'root', demoPassword)
  const made = await openOrganisation(cloud.address, root, { seed: 1, say: () => undefined, size: 'small', beside: 2 })
  await cloud.invoke('identity-work', { order: 'showDemo', accounts: made.accounts })
  const portal = await openPartners(cloud.address, 0)
  // A broken main job is the failure of its own tests only, told in its own words.
  const problem = (error: unknown) => ({ problem: String(error) })
  const [exam, joint] = await Promise.all([
    takeExams(cloud.address, made.schools[0]!).catch(problem),
    takeJointExams(cloud.address, made).catch(problem),
  ])
  const browser = await browsing
  const scanner = await serveScanner(dataDir)
  const helper = await serveHelper(cloud.address)
  process.env['QINGHE_E2E'] = JSON.stringify({
    screens: await screensOf(),
    address: cloud.address,
    browser: browser.wsEndpoint(),
    scanner: scanner.url,
    accounts: made.accounts,
    exam,
    joint,
  })
  return async () => {
    await browser.close()
    await portal.close()
    scanner.close()
    helper.close()
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
