/**
 * How long a replay takes, with its stores: a published version of so many scripts (`QINGHE_REPLAY`) is laid down as its
 * objects, and the job goes over it as it does in the cloud. What it takes grows with the shards alone.
 */
import { beforeAll, expect, it } from 'vitest'
import type { ChangeId, JobId, QuestionId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { composeId, schoolTenant } from '#shared/kit/ids.ts'
import type { SnapshotColumns } from '#shared/analysis/publication.types.ts'
import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { classesNamed, examOfSchool, storeExam } from '#functions/exam/stored.fixtures.ts'
import { putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, testCaller } from '#functions/kit/testing.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { changeSets, numbered, partKey, publications } from '../analysis.store.ts'
import { analysisWorks } from '../analysis.work.ts'
import { storeChange, storeOpposite } from './change.commands.ts'
import { replayRows, replaySum } from './replay.work.ts'

const students = Number(process.env['QINGHE_REPLAY'] ?? 20_000)
const [perShard, choices, essays] = [1000, 20, 10]

/** The same for the same student and question: chance that needs no state. */
const dice = (i: number, k: number): number => (Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(k + 1, 0x85ebca6b)) >>> 8

const questions: PaperQuestion[] = Array.from({ length: choices + essays }, (_, k) => ({
  questionId: newId<QuestionId>('question'),
  number: String(k + 1),
  ...(k < choices ? { unitType: 1, fullScore: 300, optionCount: 4, answer: 'A' } : { unitType: 5, fullScore: 900 }),
}))
const letterOf = (i: number, k: number): string => 'AABC'[dice(i, k) % 4]!
const began = now()
const idOf = (i: number): StudentId => composeId('student', began + i, new Uint8Array(10))

/** `alike`: what earns as A does. */
const columnsOf = (from: number, before: number, alike = 'A'): SnapshotColumns => {
  const here = Array.from({ length: before - from }, (_, n) => from + n)
  return {
    studentId: here.map(idOf),
    studentName: here.map((i) => `学生${i}`),
    studentNumber: here.map((i) => String(10_000_000 + i)),
    classOf: here.map(() => 0),
    state: here.map(() => 'present'),
    scores: here.map((i) =>
      questions.map((_, k) =>
        k < choices ? ((k === 0 ? alike : 'A').includes(letterOf(i, k)) ? 300 : 0) : 100 * (dice(i, k) % 10),
      ),
    ),
    chosen: here.map((i) => questions.map((_, k) => (k < choices ? letterOf(i, k) : ''))),
  }
}

beforeAll(() => actAs('analysis-work'))

it('a key is replayed over a large version, shard by shard, and all that it moves is told; its undo as well', async () => {
  const schoolId = newId<SchoolId>('school')
  const [tenant, classes] = [schoolTenant(schoolId), classesNamed('1班')]
  const manager = await testCaller({ userType: 2, tenant })
  const stored = examOfSchool(schoolId, questions, { classes, candidateCount: students, step: 7 })
  const { exam, paper } = stored
  await storeExam(stored, [])
  const shards = Math.ceil(students / perShard)
  const edge = (n: number): string => (n === 0 ? '' : n === shards ? '~' : idOf(n * perShard))
  await publications.create({
    schema: 1,
    paperId: paper.paperId,
    examId: exam.examId,
    owner: tenant,
    current: 1,
    version: 1,
  })
  const head = {
    ...{ schema: 1, paperId: paper.paperId, examId: exam.examId, owner: tenant, keyVersion: 1, madeAt: began },
    ...{ questions, classes: classes.map((c) => ({ classId: c.classId, className: c.className })), against: null },
    ...{ report: ReportSettings.parse({}), studentRank: false, teacherTotalRank: true },
  }
  await putJson(partKey(paper, 1, 'head.json'), head)
  const parts = Array.from({ length: shards }, (_, part) => ({
    part,
    schoolId,
    from: edge(part),
    before: edge(part + 1),
    students: Math.min(perShard, students - part * perShard),
  }))
  await putJson(partKey(paper, 1, 'index.json'), { parts, ranges: [], digest: '' })
  for (const { part, students: n } of parts)
    await putJson(partKey(paper, 1, numbered('part', part)), {
      columns: columnsOf(part * perShard, part * perShard + n),
      facts: {},
      changes: [],
    })
  const of = { ...stored, paperId: paper.paperId, tenant, manager } as unknown as Marked
  const { changeId, jobId } = await asFunction('analysis-api', () =>
    storeChange(
      {
        paperId: of.paperId,
        tool: 'answer-edit',
        edits: [
          {
            kind: 'key',
            questionId: questions[0]!.questionId,
            accepted: [
              { letters: 'A', points: 300 },
              { letters: 'B', points: 300 },
            ],
          },
        ],
      },
      manager.caller,
    ),
  )
  const replayed = async (what: string, by: { changeId: string; jobId: string }): Promise<void> => {
    const state = {
      ...{ job: 'analysis.replay', jobId: by.jobId as JobId, tenant, startedBy: manager.caller.userId, out: {} },
      input: { paperId: paper.paperId, by: manager.caller, changeId: by.changeId as ChangeId },
    }
    const [wall, cpu] = [performance.now(), process.cpuUsage()]
    await driveJob(analysisWorks, state)
    const seconds = (performance.now() - wall) / 1000
    const used = process.cpuUsage(cpu)
    console.info(
      `${what} of ${students} scripts of ${questions.length} questions replayed in ${seconds.toFixed(1)} s, ` +
        `${((used.user + used.system) / 1e6).toFixed(1)} s of the processor, ${shards} shards`,
    )
  }
  await replayed('a key', { changeId, jobId })
  const gains = Array.from({ length: students }, (_, i) => letterOf(i, 0)).filter((l) => l === 'B').length
  const set = (await changeSets.get({ paperId: paper.paperId, changeId }))!
  expect(set.replayed).toMatchObject({ students, changed: gains, up: gains, down: 0, broken: 0, differing: 0 })
  const sum = await replaySum(paper, changeId)
  expect(sum.hits).toEqual({ [questions[0]!.questionId]: gains })
  expect(sum.rows.reduce((a, b) => a + b, 0)).toBe(gains)
  expect(sum.pairs.reduce((n, p) => n + p[2], 0)).toBe(students)
  // What is added up grows with the totals there can be, not with the students.
  expect(JSON.stringify(sum.pairs).length).toBeLessThan(60_000)
  const first = await replayRows(paper, changeId, 0)
  expect(first.every((r) => r.after === r.before! + 300)).toBe(true)

  // As the version stands that has it in force; what takes it off is the same way back.
  const changes = [{ changeId }]
  const keyed = questions.with(0, { ...questions[0]!, answer: 'A' })
  await putJson(partKey(paper, 2, 'head.json'), { ...head, questions: keyed, base: questions, changes })
  await putJson(partKey(paper, 2, 'index.json'), { parts, ranges: [], digest: '' })
  for (const { part, students: n } of parts) {
    const [from, to] = [part * perShard, part * perShard + n]
    const [columns, base] = [columnsOf(from, to, 'AB'), columnsOf(from, to)]
    await putJson(partKey(paper, 2, numbered('part', part)), { columns, base, facts: {}, changes: [] })
  }
  await changeSets.edit(set, (now) => (now ? { ...now, inForce: { at: began, v: 2 } } : null))
  await publications.edit({ paperId: paper.paperId }, (now) => (now ? { ...now, current: 2, changes } : null))
  const off = await asFunction('analysis-api', () => storeOpposite({ paperId: of.paperId, changeId }, manager.caller))
  await replayed('its undo', off)
  const undone = (await changeSets.get({ paperId: paper.paperId, changeId: off.changeId }))!
  expect(undone.replayed).toMatchObject({ students, changed: gains, up: 0, down: gains, broken: 0, differing: 0 })
  const back = await replaySum(paper, off.changeId)
  expect(back.hits).toEqual(sum.hits)
  expect(new Set(back.pairs.map(([a, b, n]) => `${a} ${b} ${n}`))).toEqual(
    new Set(sum.pairs.map(([a, b, n]) => `${b} ${a} ${n}`)),
  )
}, 300_000)
