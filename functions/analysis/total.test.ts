/** A total of a joint exam's papers is published after them, by their own scores, and reads as a subject. */
import { beforeAll, expect, it, vi } from 'vitest'
import { ownExam, paperReport, resultAs } from '#shared/analysis/analysis.calls.ts'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import { publishScores, publishState, withdrawScores } from '#shared/analysis/publication.calls.ts'
import { createTotal, examTotals } from '#shared/exam/tools/total.calls.ts'
import { examPaper } from '#shared/exam/exam.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { candidates } from '#functions/exam/exam.store.ts'
import { paperResolver } from '#functions/exam/sight.public.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { publications } from './analysis.store.ts'
import { handler } from './analysis.api.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'
import { headOf, indexOf, linesIn, reportOf, schoolFiguresOf } from './snapshot.ts'

/** 数学 for all; of 物理 and 历史 each has chosen one. The last of the second school sat both, and chose 历史. */
const isPhysicist = (i: number): boolean => i % 2 === 0
const both = 10
const sits = (i: number, courseName: string): boolean =>
  courseName === '数学' || i === both || (courseName === '物理') === isPhysicist(i)

let of: Joint
let totalId: PaperId
const paperNamed = (name: string) => of.papers.find((p) => p.courseName === name)!
const totalPaper = async () => (await asFunction('exam-api', () => paperOf(totalId)))!
const published = async () => (await publications.get({ paperId: totalId }))?.current ?? null

beforeAll(async () => {
  actAs('analysis-work')
  of = await jointPaper([5, 6], { courseNames: ['物理', '历史'], sits })
  const all = of.rosters.flatMap((r) => r.candidates)
  const [physics, history] = [paperNamed('物理').paperId, paperNamed('历史').paperId]
  await asFunction('exam-api', () =>
    candidates.putMany(
      all.map((c, i) => {
        const [chosen, without] = isPhysicist(i) && i !== both ? [physics, history] : [history, physics]
        return { ...c, chosen: [chosen], without: [without] }
      }),
    ),
  )
  for (const paper of of.papers)
    await vi.waitFor(
      async () => {
        const ids = all.map((c) => c.studentId)
        const journal = await journalScoresIn(paper, { from: '', before: '~' })
        expect(differingStudents(await scoresIn(paper, ids), journal)).toEqual([])
      },
      { timeout: 120_000, interval: 100 },
    )
  const wish = {
    ...{ examId: of.exam.examId, name: '总分' },
    ...{ all: [paperNamed('数学').paperId], first: [physics, history] },
  }
  const ask = () => asFunction('exam-api', () => send(examHandler, createTotal, wish, of.manager.token))
  const { data } = await ask()
  totalId = data.paperId
  // Asked for twice it is one.
  expect((await ask()).data).toEqual(data)
})

it('is formed of papers of the exam alone, by who manages it, and is nothing to be scanned or marked', async () => {
  const [maths, physics] = [paperNamed('数学').paperId, paperNamed('物理').paperId]
  const wish = { examId: of.exam.examId, name: '两科', all: [maths, physics] }
  const ask = (more: object, who: { token: string } = of.manager) =>
    asFunction('exam-api', () => send(examHandler, createTotal, { ...wish, ...more } as never, who.token))
  const head = await testCaller({ userType: 2, tenant: schoolTenant(of.rosters[0]!.school.schoolId) })
  expect((await ask({}, head)).http).toBe(403)
  expect((await ask({ all: [maths] })).message).toContain('总分至少由两科组成')
  expect((await ask({ name: '总分' })).message).toContain('已有名为“总分”的总分')
  const listed = await asFunction('exam-api', () =>
    send(examHandler, examTotals, { examId: of.exam.examId }, of.manager.token),
  )
  expect(listed.data.map((t) => [t.courseName, t.parts.map((p) => p.courseName)])).toEqual([
    ['总分', ['数学', '物理', '历史']],
  ])
  const opened = await asFunction('exam-api', () =>
    send(examHandler, examPaper, { paperId: totalId }, of.manager.token),
  )
  expect(opened.message).toBe('考试不存在或已删除')
  expect(await asFunction('exam-api', () => paperResolver([totalId], of.manager.caller))).toBe(false)
})

it('waits for its papers, then is published by itself, and its totals are theirs', async () => {
  const state = () =>
    asFunction('analysis-api', () => send(handler, publishState, { paperId: totalId }, of.manager.token))
  expect((await state()).data.checks).toMatchObject([
    { key: 'parts', state: 'failed', detail: '数学、物理、历史的成绩还没有发布' },
  ])
  const versions = new Map<string, number>()
  for (const paper of of.papers) {
    expect(await published()).toBe(null)
    versions.set(paper.courseName, await publishJoint({ ...of, paper }))
  }
  await vi.waitFor(async () => expect(await published()).toBe(1), { timeout: 120_000, interval: 200 })
  expect((await state()).data.checks.map((c) => [c.key, c.state])).toEqual([
    ['parts', 'ok'],
    ['marking', 'ok'],
    ['scores', 'ok'],
    ['bounds', 'ok'],
    ['candidates', 'ok'],
  ])
  // Of an elective paper only those who chose it are candidates, and who sat it all the same.
  const physics = await reportOf(paperNamed('物理'), versions.get('物理')!)
  expect(physics.overall).toMatchObject({ registered: 6, present: 6 })
  const total = await totalPaper()
  const [report, index] = await Promise.all([reportOf(total, 1), indexOf(total, 1)])
  expect(report.fullScore).toBe(2 * 4500)
  expect(report.overall).toMatchObject({ registered: 11, present: 11 })
  const linesOf = async (paper: typeof total, v: number) =>
    (await Promise.all((await indexOf(paper, v)).parts.map((p) => linesIn(paper, v, p.part)))).flat()
  const theirs = new Map<string, Map<string, number>>()
  for (const paper of of.papers) {
    const rows = await linesOf(paper, versions.get(paper.courseName)!)
    theirs.set(paper.courseName, new Map(rows.map((r) => [r.studentId, r.total!])))
  }
  const rows = await linesOf(total, 1)
  expect(rows).toHaveLength(11)
  const roster = of.rosters.flatMap((r) => r.candidates)
  for (const row of rows) {
    const i = roster.findIndex((c) => c.studentId === row.studentId)
    const [taken, other] = isPhysicist(i) && i !== both ? ['物理', '历史'] : ['历史', '物理']
    const sum = theirs.get('数学')!.get(row.studentId)! + theirs.get(taken!)!.get(row.studentId)!
    expect([row.total, row.notTaken]).toEqual([sum, [of.papers.indexOf(paperNamed(other!))]])
  }
  // Schools part the whole.
  const schools = await schoolFiguresOf(total, 1, new Set([0, 1]))
  expect(schools.map((s) => s.present)).toEqual([5, 6])
  const weighted = schools.reduce((n, s) => n + s.mean! * s.present, 0)
  expect(Math.round(weighted)).toBe(rows.reduce((n, r) => n + r.total!, 0))
  expect(index.parts.map((p) => p.differing)).toEqual([0, 0])
  expect((await headOf(total, 1)).of).toEqual(
    of.papers.map(({ paperId, courseName }) => ({ paperId, v: versions.get(courseName) })),
  )
})

it('who chose the same courses are a group of every subject, for who sees all; the groups part the whole', async () => {
  const compared = (paperId: PaperId, who: { token: string }, more: object = {}) =>
    asFunction('analysis-api', async () => {
      const asked = { paperId, report: 'classContrast', by: 'combination', ...more }
      const { data } = await send(handler, paperReport, asked as never, who.token)
      const rows = data.sections[0]!.table.rows.map((r) => [r.cells[0], r.cells[2]])
      return { title: data.title, rows, offered: data.options?.['by']?.map((o) => o.value) }
    })
  const parted = { title: '选科组合对比', offered: ['school', 'class', 'combination'] }
  const [physicists, historians] = [5, 6]
  expect(await compared(totalId, of.manager)).toEqual({
    ...parted,
    rows: [
      ['全体', physicists + historians],
      ['史', historians],
      ['物', physicists],
    ],
  })
  // Of a paper too: who sat 物理 without having chosen it stands with those who chose as they did.
  expect((await compared(paperNamed('物理').paperId, of.manager)).rows).toEqual([
    ['全体', 6],
    ['史', 1],
    ['物', 5],
  ])
  // Of one school alone, and to who sees one school alone, it is not offered.
  const { schoolId } = of.rosters[0]!.school
  expect((await compared(totalId, of.manager, { schoolId })).offered).toEqual(['school', 'class'])
  const head = await testCaller({ userType: 2, tenant: schoolTenant(schoolId) })
  expect((await compared(totalId, head)).rows.map((r) => r[0])).not.toContain('物')
})

it('its reports are those of a paper, with papers for questions', async () => {
  const { data } = await asFunction('analysis-api', () =>
    send(handler, paperReport, { paperId: totalId, report: 'transcript' } as never, of.manager.token),
  )
  expect(data.source).toMatchObject({ courseName: '总分', fullScore: 9000, published: true })
  const { columns } = data.sections[0]!.table
  expect(columns.map((c) => c.name)).toEqual(expect.arrayContaining(['数学', '物理', '历史']))
  // Nor has a student's own result questions: it says so, and its items are called papers.
  const { studentId } = of.rosters[0]!.candidates[0]!
  const own = await asFunction('analysis-api', () =>
    send(handler, resultAs, { paperId: totalId, studentId, as: 'student' } as never, of.manager.token),
  )
  expect([own.status, own.data.ofTotal]).toEqual([0, true])
  expect(own.data.items.map((i) => i.number)).toContain('数学')
})

it('who sat the exam finds the total before the own subjects in one answer, and what is not shown yet without a score', async () => {
  const at = (i: number, userType = 4) => {
    const { studentId } = of.rosters[0]!.candidates[i]!
    return testCaller({ userType, tenant: schoolTenant(of.rosters[0]!.school.schoolId), studentId })
  }
  const ask = (who: { token: string }) =>
    asFunction('analysis-api', () => send(handler, ownExam, { examId: of.exam.examId }, who.token))
  for (const [i, taken] of [
    [0, '物理'],
    [1, '历史'],
  ] as const)
    for (const userType of [4, 5]) {
      const { data } = await ask(await at(i, userType))
      expect(data.subjects.map((s) => [s.courseName, s.ofTotal === true])).toEqual([
        ['总分', true],
        ['数学', false],
        [taken, false],
      ])
      const [total, ...subjects] = data.subjects.map((s) => s.result!)
      expect(total).toMatchObject({ state: 'present', scored: true, fullScore: 2 * 4500, rank: null })
      expect(total!.total).toBe(subjects.reduce((n, s) => n + s.total!, 0))
    }
  // Who learns it elsewhere, and who did not sit it.
  expect((await ask(await testCaller({ userType: 4, tenant: of.exam.owner }))).http).toBe(403)
})

it('follows a paper that is published anew, and is withdrawn with one that is', async () => {
  const { token } = of.manager
  await publishJoint({ ...of, paper: paperNamed('物理') })
  await vi.waitFor(async () => expect(await published()).toBe(2), { timeout: 120_000, interval: 200 })
  const withdraw = (paperId: PaperId) =>
    asFunction('analysis-api', () => send(handler, withdrawScores, { paperId, reason: '核对' }, token))
  const stateOf = async (paperId: PaperId) =>
    (await asFunction('analysis-api', () => send(handler, publishState, { paperId }, token))).data
  // What goes with it is known before.
  expect((await stateOf(paperNamed('历史').paperId)).totals).toEqual(['总分'])
  expect((await withdraw(paperNamed('历史').paperId)).status).toBe(0)
  expect(await published()).toBe(null)
  expect((await stateOf(totalId)).withdrawn).toMatchObject({ reason: '历史成绩撤回：核对' })
  expect((await stateOf(paperNamed('数学').paperId)).totals).toEqual([])
  await publishJoint({ ...of, paper: paperNamed('历史') })
  await vi.waitFor(async () => expect(await published()).toBe(3), { timeout: 120_000, interval: 200 })
  // What people had been told of versions that they saw is told on.
  expect((await headOf(await totalPaper(), 3)).corrections?.map((c) => c.over)).toEqual([1, 2])
  // A person has withdrawn it: it waits for a person.
  expect((await withdraw(totalId)).status).toBe(0)
  await publishJoint({ ...of, paper: paperNamed('物理') })
  expect((await publications.get({ paperId: totalId }))!.pending).toBe(undefined)
  const { data } = await asFunction('analysis-api', () => send(handler, publishScores, { paperId: totalId }, token))
  expect(data.uuid).toMatch(/^jo_/)
  await vi.waitFor(async () => expect(await published()).toBe(4), { timeout: 120_000, interval: 200 })
})
