/** A paper of a joint exam is published as one cohort, though the rosters of its schools lie into one another. */
import { beforeAll, expect, it, vi } from 'vitest'
import * as calls from '#shared/analysis/analysis.calls.ts'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import type { SnapshotSlice } from '#shared/analysis/publication.types.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { shownToSchool } from '#shared/analysis/shows.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { disclosure, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { showJointResults } from '#shared/exam/exam.calls.ts'
import { groupSchools } from '#shared/exam/joint/school.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, JobId, StudentId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { examSchools } from '#functions/exam/exam.store.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { dueNow, journalDue } from '#functions/marking/journal/journal.verify.ts'
import { works as markingWorks } from '#functions/marking/marking.work.ts'
import { handler } from './analysis.api.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'
import { writeScripts } from './province.fixtures.ts'
import {
  classFiguresOf,
  headOf,
  indexOf,
  partOf,
  reportOf,
  schoolFiguresOf,
  setFiguresOf,
  versionFor,
} from './snapshot.ts'
import { slicesOf } from './scoring.ts'

/** The journal comes a little later than the answers. */
const told = async ({ paper, rosters }: Joint, more: readonly StudentId[] = []): Promise<void> => {
  const ids = [...rosters.flatMap((r) => r.candidates.map((c) => c.studentId)), ...more]
  const whole = { from: '', before: '~' }
  await vi.waitFor(
    async () => expect(differingStudents(await scoresIn(paper, ids), await journalScoresIn(paper, whole))).toEqual([]),
    { timeout: 120_000, interval: 100 },
  )
}

let of: Joint
let v: number
beforeAll(async () => {
  actAs('analysis-work')
  of = await jointPaper([5, 6])
  await told(of)
  v = await publishJoint(of)
})

it('every candidate is counted once, in the own school', async () => {
  // In the stretch of ids of each school there are candidates of the other.
  const slices: SnapshotSlice[] = []
  for await (const slice of slicesOf(of.exam)) slices.push(slice)
  const inside = (s: { from: string; before: string }, id: string) => s.from <= id && id < s.before
  for (const [i, slice] of slices.entries())
    expect(of.rosters[1 - i]!.candidates.some((c) => inside(slice, c.studentId))).toBe(true)
  const [head, report, index] = await Promise.all([headOf(of.paper, v), reportOf(of.paper, v), indexOf(of.paper, v)])
  expect(report.overall).toMatchObject({ registered: 11, present: 11 })
  expect(index.parts.map((p) => [p.students, p.counts.present])).toEqual([
    [5, 5],
    [6, 6],
  ])
  expect(head.classes.map((c) => c.className)).toEqual(['第1中学1班', '第2中学1班'])
  expect((await classFiguresOf(of.paper, v, head, null)).map((c) => c.present)).toEqual([5, 6])
  const schools = await schoolFiguresOf(of.paper, v, new Set([0, 1]))
  const totals = await Promise.all(index.parts.map(async (p) => (await partOf(of.paper, v, p.part)).columns.scores))
  const sum = (rows: readonly (readonly number[])[]) => rows.flat().reduce((a, b) => a + b, 0)
  // The shards are the schools: their means follow from the scores themselves.
  expect(schools.map((s) => s.mean)).toEqual(totals.map((rows) => sum(rows) / rows.length))
  expect(schools.map((s) => [s.classIndex, s.registered, s.present])).toEqual([
    [0, 5, 5],
    [1, 6, 6],
  ])
})

type Asked = { token: string }
const contrast = (who: Asked, more: object = {}) =>
  asFunction('analysis-api', async () => {
    const { data } = await send(
      handler,
      calls.classContrast,
      { paperId: of.paper.paperId, ...more } as never,
      who.token,
    )
    return { title: data.title, rows: data.sections[0]!.table.rows.map((r) => [r.cells[0], r.cells[2]]) }
  })
const listed = (who: Asked, more: object = {}) =>
  asFunction('analysis-api', async () => {
    const { data } = await send(handler, calls.transcript, { paperId: of.paper.paperId, ...more } as never, who.token)
    const { list } = transcriptLines(data)
    return { students: list.length, classes: [...new Set(list.map((l) => l.className))].sort() }
  })
const [all, one, two] = [
  ['全体', 11],
  ['第1中学', 5],
  ['第2中学', 6],
]
const [classOne, classTwo] = [
  ['第1中学1班', 5],
  ['第2中学1班', 6],
]

it('the organiser compares schools, or classes, of all or of one', async () => {
  const { manager } = of
  expect(await contrast(manager)).toEqual({ title: '学校对比', rows: [all, one, two] })
  expect(await contrast(manager, { by: 'class' })).toEqual({ title: '班级对比', rows: [all, classOne, classTwo] })
  const { schoolId } = of.rosters[1]!.school
  expect((await contrast(manager, { schoolId })).rows).toEqual([all, classTwo])
  expect(await listed(manager, { schoolId })).toEqual({ students: 6, classes: ['第2中学1班'] })
})

it('a school, or an area, that the organiser leaves out is shown nothing of the results, in any role', async () => {
  const { examId } = of.exam
  const school = of.rosters[0]!.school
  const ask = (call: Parameters<typeof send>[1], input: object, token: string) =>
    asFunction('exam-api', () => send(examHandler, call, { examId, ...input } as never, token))
  const hide = async (hidden: object) => {
    const { version } = (await ask(disclosure, {}, of.manager.token)).data as { version: number }
    return (await ask(setDisclosure, { version, hidden }, of.manager.token)).status
  }
  const head = await testCaller({ userType: 2, tenant: schoolTenant(school.schoolId) })
  const pupil = await testCaller({
    userType: 4,
    tenant: schoolTenant(school.schoolId),
    studentId: of.rosters[0]!.candidates[0]!.studentId,
  })
  const other = await testCaller({ userType: 2, tenant: schoolTenant(of.rosters[1]!.school.schoolId) })
  const { paperId } = of.paper
  const read = (who: Asked, call: Parameters<typeof send>[1] = calls.transcript) =>
    asFunction('analysis-api', async () => (await send(handler, call, { paperId } as never, who.token)).status)
  const all = async () => [await read(head), await read(pupil, calls.ownResult), await read(other)]
  expect(await all()).toEqual([0, 0, 0])
  expect(await hide({ areas: [], schools: [school.schoolId] })).toBe(0)
  const kept = analysisProblems.notPublished.status
  expect(await all()).toEqual([kept, kept, 0])
  expect((await listed(of.manager)).students).toBe(11)
  expect(await hide({ areas: [], schools: [newId('school')] })).toBe(commonProblems.notFound.status)
  const shown = (await ask(disclosure, {}, of.manager.token)).data as { schools: object[]; hidden: object }
  expect([shown.schools.length, shown.hidden]).toEqual([2, { areas: [], schools: [school.schoolId] }])
  expect(await hide({ areas: [], schools: [] })).toBe(0)
  expect(await all()).toEqual([0, 0, 0])
})

it('areas, and groups of schools as the organiser puts them, are compared from the next version on', async () => {
  const [one, two] = of.rosters.map((r) => r.school)
  const put = (schools: readonly (typeof one)[], groups: readonly string[], who: Asked = of.manager) =>
    asFunction('exam-api', () =>
      send(
        examHandler,
        groupSchools,
        { examId: of.exam.examId, schoolIds: schools.map((s) => s!.schoolId), add: [...groups] },
        who.token,
      ),
    )
  const head = await testCaller({ userType: 2, tenant: schoolTenant(one!.schoolId) })
  expect((await put([one!], ['示范校'], head)).http).toBe(403)
  expect((await put([one!, { ...two!, schoolId: newId('school') }], ['示范校'])).message).toBe('考试不存在或已删除')
  const many = Array.from({ length: 5 }, (_, i) => `组${i}`)
  expect((await put([one!], [...many, '组5'])).message).toContain('最多在5个分组里')
  expect((await put([one!, two!], ['城区'])).status).toBe(0)
  expect((await put([one!], ['城区', '示范校', '示范校'])).status).toBe(0)
  await asFunction('exam-api', () =>
    Promise.all(
      [one!, two!].map((s, i) =>
        examSchools.update(s, { area: { areaId: newId<AreaId>('area'), areaName: `${'东西'[i]!}区` } }),
      ),
    ),
  )
  const by = (axis: string, who?: Asked) => contrast(who ?? of.manager, { by: axis })
  // What is published knows of none of them.
  expect((await by('group')).title).toBe('班级对比')
  await publishJoint(of)
  const [group, area] = [await by('group'), await by('area')]
  expect(group).toEqual({
    title: '学校分组对比',
    rows: [
      ['全体', 11],
      ['城区', 11],
      ['示范校', 5],
    ],
  })
  expect(area).toEqual({
    title: '区域对比',
    rows: [
      ['全体', 11],
      ['东区', 5],
      ['西区', 6],
    ],
  })
  const v2 = (await asFunction('analysis-api', () => versionFor(of.paper, true)))!.v
  const head2 = await headOf(of.paper, v2)
  const figures = await Promise.all([
    schoolFiguresOf(of.paper, v2, new Set([0, 1])),
    setFiguresOf(of.paper, v2, head2, 'area'),
    setFiguresOf(of.paper, v2, head2, 'group'),
  ])
  const bare = figures.map((own) => own.map(({ classIndex: _at, ...f }) => f))
  // Each area is one school here; a group of both is the whole.
  expect(bare[1]).toEqual(bare[0])
  expect(bare[2]![1]).toEqual(bare[0]![0])
  expect(bare[2]![0]!.mean).toBe((await reportOf(of.paper, v2)).overall.mean)
  // Who sees no other school is not told of sums of them.
  expect((await by('group', head)).title).toBe('班级对比')
})

it('a school sees itself against the whole, and of the others what the organiser shows', async () => {
  const { schoolId } = of.rosters[0]!.school
  const head = await testCaller({ userType: 2, tenant: schoolTenant(schoolId) })
  const own = { students: 5, classes: ['第1中学1班'] }
  const shows = async (reports: boolean, transcripts: boolean, who: Asked = of.manager) => {
    const { version } = (await asFunction('exam-api', () => examOf(of.exam.examId)))!
    const wish = { examId: of.exam.examId, reports, transcripts, version }
    return asFunction('exam-api', () => send(examHandler, showJointResults, wish, who.token))
  }
  expect((await contrast(head)).rows).toEqual([all, one])
  expect((await contrast(head, { by: 'class' })).rows).toEqual([all, classOne])
  // Another school's classes are not here.
  expect((await contrast(head, { schoolId: of.rosters[1]!.school.schoolId })).rows).toEqual([all])
  expect(await listed(head)).toEqual(own)
  // The sheets are the organiser's: no name of a guest's list leads to a refusal.
  const links = async (who: Asked): Promise<number> =>
    asFunction('analysis-api', async () => {
      const { data } = await send(handler, calls.transcript, { paperId: of.paper.paperId }, who.token)
      return data.sections[0]!.table.rows.filter((r) => r.link).length
    })
  expect([await links(of.manager), await links(head)]).toEqual([11, 0])

  expect((await shows(true, true, head)).http).toBe(403)
  expect((await shows(true, false)).status).toBe(0)
  expect((await contrast(head)).rows).toEqual([all, one, two])
  expect((await contrast(head, { by: 'class' })).rows).toEqual([all, classOne])
  expect(await listed(head)).toEqual(own)

  expect((await shows(false, true)).status).toBe(0)
  expect(await listed(head)).toEqual({ students: 11, classes: ['第1中学1班', '第2中学1班'] })
  expect((await shows(false, false)).status).toBe(0)
  expect(await listed(head)).toEqual(own)
})

it('a summary tells a school of itself, and the whole as the whole', async () => {
  const { schoolId } = of.rosters[0]!.school
  const read = async (who: Asked, more: object = {}) =>
    (
      await asFunction('analysis-api', () =>
        send(handler, calls.paperReport, { paperId: of.paper.paperId, report: 'summary', ...more } as never, who.token),
      )
    ).data
  const rowOf = async (name: string) => {
    const asked = { paperId: of.paper.paperId, report: 'classContrast', by: 'school' }
    const { data } = await asFunction('analysis-api', () =>
      send(handler, calls.paperReport, asked as never, of.manager.token),
    )
    const { columns, rows } = data.sections[0]!.table
    return rows.find((r) => r.cells[0] === name)!.cells[columns.findIndex((c) => c.name === '得分率')]
  }
  const rates = (value: Awaited<ReturnType<typeof read>>) =>
    value.facts.flatMap((f) => (f.name.endsWith('得分率') ? [[f.name, f.value]] : []))
  const head = await testCaller({ userType: 2, tenant: schoolTenant(schoolId) })
  const [own, whole] = [await rowOf('第1中学'), await rowOf('全体')]
  expect(own).not.toBe(whole)
  const told = await read(head)
  expect(rates(told)).toEqual([
    ['本校得分率', own],
    ['全体得分率', whole],
  ])
  expect(told.sentence).toMatch(/^本校5人参加考试.*全体：11人参加考试/)
  expect(told.number!.name).toMatch(/^本校平均分/)
  // The organiser has no school of his own.
  expect(rates(await read(of.manager))).toEqual([['得分率', whole]])
})

it('a summary tells an area whose schools sit another’s exam of these, and the whole as the whole', async () => {
  const { school } = of.rosters[1]!
  const area = { areaId: newId<AreaId>('area'), areaName: '邻县' }
  const officer = await testCaller({ userType: 14, tenant: `a:${area.areaId}` })
  await asFunction('exam-api', () => examSchools.put({ ...school, area }))
  const { data } = await asFunction('analysis-api', () =>
    send(handler, calls.paperReport, { paperId: of.paper.paperId, report: 'summary' } as never, officer.token),
  )
  expect(data.sentence).toMatch(/^第2中学6人参加考试.*。全体：11人参加考试/)
  expect(data.facts.flatMap((f) => (f.name.endsWith('得分率') ? [f.name] : []))).toEqual([
    '第2中学得分率',
    '全体得分率',
  ])
  expect((await contrast(officer)).rows).toEqual([all, two])
  expect(await listed(officer)).toEqual({ students: 6, classes: ['第2中学1班'] })
  await asFunction('exam-api', () => examSchools.put(school))
})

it('what a school would see is told to the organiser alone, before it is so, and is what it then sees', async () => {
  const { schoolId } = of.rosters[0]!.school
  const head = await testCaller({ userType: 2, tenant: schoolTenant(schoolId) })
  const shown = (more: object, who: Asked = of.manager) =>
    asFunction('analysis-api', () =>
      send(handler, shownToSchool, { paperId: of.paper.paperId, schoolId, ...more } as never, who.token),
    )
  expect((await shown({}, head)).http).toBe(403)
  const names = async (more: object) => {
    const { contrast: compared, transcript } = (await shown(more)).data
    const rows = compared.sections[0]!.table.rows.map((r) => [r.cells[0], r.cells[2]])
    return { rows, students: transcript.sections[0]!.table.page!.total }
  }
  expect(await names({})).toEqual({ rows: [all, one], students: 5 })
  expect(await names({ reports: 'true' })).toEqual({ rows: [all, one, two], students: 5 })
  expect(await names({ transcripts: 'true' })).toEqual({ rows: [all, one, two], students: 11 })
  // It was only asked: the school sees what it saw.
  expect((await contrast(head)).rows).toEqual([all, one])
  expect((await shown({ schoolId: newId('school') })).message).toBe(commonProblems.notFound.message)
})

it('the nightly check of its journal finds nothing amiss, in either roster', async () => {
  const { paperId } = of.paper
  const { out } = await asFunction('marking-work', async () => {
    await journalDue.put(dueNow(paperId))
    const of = { jobId: newId<JobId>('job'), tenant: 'p', startedBy: 'schedule', input: { paperId }, out: {} }
    return driveJob(markingWorks, { job: 'marking.verifyJournal', ...of })
  })
  expect(out['finish']).toMatchObject({ papers: 1, late: 0, broken: 0, faults: [] })
})

it('a script of no roster bars all the same', async () => {
  // Among the ids of both schools, and a candidate of neither.
  const stranger = of.studentAt(2.5)
  await asFunction('marking-work', () =>
    writeScripts(of.paper, of.manager.caller.userId, [{ i: 50, studentId: stranger }]),
  )
  await told(of, [stranger])
  await expect(publishJoint(of)).rejects.toThrow('两次独立算分结果不一致')
})
