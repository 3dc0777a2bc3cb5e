/** The whole world, seeded as `npm start` seeds it: every report of its newest joint exam has something to say, to all who read it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownExam, ownResult, paperReport } from '#shared/analysis/analysis.calls.ts'
import { reportIds } from '#shared/analysis/reports/faces.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { startCloud } from '../local/Cloud.ts'
import type { Cloud } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import type { Client } from './client.ts'
import { demoPassword, organiserAccount } from './organisation.ts'
import { seedDemo } from './seed.ts'
import type { WorldExam } from './world.ts'
import { worldCourses, worldExams } from './world.model.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-world-'))
let cloud: Cloud
let joint: WorldExam[]
let studentAccount: string
beforeAll(async () => {
  cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
  const began = performance.now()
  const seeded = await seedDemo(cloud, { seed: 1, say: () => undefined })
  console.log(`seeded in ${Math.round((performance.now() - began) / 1000)} s`)
  joint = seeded.joint
  studentAccount = seeded.accounts.find((a) => a.userType === 4)!.accountName
}, 1_800_000)
afterAll(async () => {
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const as = (accountName: string): Promise<Client> => signInAs(cloud.address, accountName, demoPassword)
const ask = async (who: Client, report: (typeof reportIds)[number], paper: WorldExam['papers'][number]) =>
  who.ask(paperReport, { report, paperId: paper.paperId })
/** What says nothing: no sentence, a table without rows, a picture without a number. */
const isEmpty = (value: Awaited<ReturnType<typeof ask>>): boolean =>
  value.sentence === '' || value.sections.length === 0 || value.sections.every((s) => s.table.rows.length === 0)

describe.each(reportIds)('%s', (report) => {
  it.each([organiserAccount, 'qhyz_admin'])(
    'says something to %s, of every subject of the newest exam',
    async (name) => {
      const who = await as(name)
      const newest = joint.at(-1)!
      expect(newest.papers.map((p) => p.courseName).sort()).toEqual([...worldCourses].sort())
      const empty: string[] = []
      for (const paper of newest.papers) if (isEmpty(await ask(who, report, paper))) empty.push(paper.courseName)
      expect(empty).toEqual([])
    },
  )
})

it('has the newest exam first, for the area, the school, a teacher and a student', async () => {
  for (const name of [organiserAccount, 'qhyz_admin', 'qhyz_t1', studentAccount]) {
    const who = await as(name)
    const { list } = await who.ask(listExams, { pageNumber: 1, pageSize: 50 })
    const named = list.map((e) => e.examName).filter((n) => worldExams.some((x) => x.name === n))
    expect([name, named]).toEqual([name, worldExams.map((x) => x.name).reverse()])
  }
})

it('has a past for a student: a result of each exam in the first subject, and not all alike', async () => {
  const student = await as(studentAccount)
  const totals: (number | null)[] = []
  for (const { papers } of joint)
    totals.push((await student.ask(ownResult, { paperId: papers.find((p) => p.courseName === '数学')!.paperId })).total)
  expect(totals).toHaveLength(worldExams.length)
  expect(new Set(totals).size).toBeGreaterThan(1)
})

it('has a total of the nine subjects in every exam: a student reads it first', async () => {
  const student = await as(studentAccount)
  for (const { examId } of joint) {
    const { subjects } = await student.ask(ownExam, { examId })
    const [total, ...rest] = subjects
    expect(total).toMatchObject({ courseName: '总分', ofTotal: true })
    const scores = rest.map((s) => s.result?.total ?? 0)
    expect(total?.result?.total).toBe(scores.reduce((a, b) => a + b, 0))
  }
})
