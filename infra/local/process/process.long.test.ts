/**
 * The main job of a small exam by HTTP, while the whole cloud is killed without warning at seeded moments and started
 * again on what it left on disk. At the end, at rest, everything that was acknowledged is there, once.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initialsOf } from '#functions/school/people/pinyin.ts'
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { publishState } from '#shared/analysis/publication.calls.ts'
import { numbered, packOf, partKey, resultsKey } from '#functions/analysis/analysis.store.ts'
import type { StoredPart } from '#functions/analysis/snapshot.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { Refusal, signInAs } from '#infra/demo/client.ts'
import type { Client } from '#infra/demo/client.ts'
import {
  beginExam,
  exportAll,
  handIn,
  printBlank,
  publish,
  readOwn,
  readTranscript,
  settleAll,
  sitExam,
  writePaper,
} from '#infra/demo/exam.ts'
import { markAll, openForMarking } from '#infra/demo/mark.ts'
import { demoPassword, openOrganisation } from '#infra/demo/organisation.ts'
import { diceOf } from '#infra/demo/paper/seed.ts'
import { verify } from '#infra/demo/verify.ts'
import { marksAtRest, sheetsAtRest, Stores, workAtRest, zipEntries } from './atRest.testing.ts'
import { Witness } from './killing.testing.ts'
import { ProcessCloud } from './processCloud.testing.ts'

const seed = process.env['QINGHE_SEED'] ?? '1'
const { status: notPublished } = analysisProblems.notPublished

/** What a student sees while scores are published: nothing, then the whole of it, and never back (I14). */
const watch = (student: Client, paperId: string) => {
  const seen: string[] = []
  let open = true
  const done = (async () => {
    while (open) {
      const now = await student.ask(ownResult, { paperId: paperId as never }).then(
        (result) => JSON.stringify([result.v, result.total, result.items.length]),
        (error: unknown) => {
          if (error instanceof Refusal && error.status === notPublished) return 'nothing'
          throw error
        },
      )
      if (seen.at(-1) !== now) seen.push(now)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  })()
  return {
    async end(): Promise<string[]> {
      open = false
      await done
      return seen
    },
  }
}

it('survives being killed in every phase', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-process-'))
  const cloud = new ProcessCloud(dataDir)
  try {
    const dice = diceOf(`process${seed}`)
    const witness = new Witness(cloud, dice)
    // Who works there and the paper are made undisturbed.
    const { address } = await cloud.up
    await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
    const organisation = await openOrganisation(address, await signInAs(address, 'root', demoPassword), {
      seed: 1,
      say: () => undefined,
      size: 'small',
    })
    const school = organisation.schools[0]!
    const admin = await witness.signIn('qhyz_admin', demoPassword)
    const exam = await beginExam(
      { ...school, admin },
      { seed: `process${seed}`, name: '断电考试', examType: 3, examDate: Date.UTC(2026, 10, 12) },
    )
    await writePaper(exam, 'full')
    const printed = await printBlank(exam)
    const scanned = await sitExam(exam, printed, { range: 'demo', maxDpi: 150, habits: 0.05, absent: 1 })
    const { paperId } = exam
    const students = exam.candidates.map((c) => c.studentId)

    // Each phase is killed; the numbers of questions are about what each asks.
    const handed = await witness.phase('upload', 1, 2, () => handIn(exam, scanned, true))
    await witness.phase('recognise', 2, 30, () => admin.job(handed.uuid))
    const settled = await witness.phase('settle', 2, 12, () => settleAll(exam, handed))
    await witness.phase('open', 1, 6, () => openForMarking(exam))
    const teachers = school.teachers.filter((t) => t.courseName === school.courses[0]!.courseName)
    const markers = await Promise.all(teachers.map((t) => witness.signIn(t.accountName, demoPassword)))
    const given = await witness.phase('mark', 3, 150, () => markAll(exam, markers, admin))
    const accountOf = async (number: string) => `${await initialsOf(school.schoolName)}${number}`
    const present = exam.candidates.find((c) =>
      scanned.some((s) => s.studentNumber === c.studentNumber && !s.truth.absent),
    )!
    const student = await witness.signIn(await accountOf(present.studentNumber), demoPassword)
    const seen = await witness.phase('publish', 2, 12, async () => {
      const watched = watch(student, paperId)
      await publish(exam)
      return watched.end()
    })
    const files = await witness.phase('export', 2, 16, () => exportAll(exam))
    await witness.phase('rest', 1, 1, () => admin.ask(publishState, { paperId }))

    const began = performance.now()
    await cloud.idle()
    const drained = (performance.now() - began) / 1000
    const running = await cloud.up
    const stores = new Stores(running)
    const again = await exportAll(exam)

    const claims = await Promise.all(
      (await readTranscript(exam)).list.map(async (row) => {
        const own = await readOwn(
          await signInAs(running.address, await accountOf(row.studentNumber), demoPassword),
          exam,
        )
        return {
          ...row,
          v: own.v,
          chosen: new Map(own.items.flatMap((i) => (i.objective ? [[i.questionId as string, i.chosen ?? '']] : []))),
        }
      }),
    )
    const truth = verify(exam.questions, handed, given, claims)
    const sheets = await sheetsAtRest(stores, {
      ...handed,
      paperId,
      students,
      handed: scanned.length,
      uploads: witness.uploads,
    })
    const { ledger } = await admin.ask(sheetStatistic, { paperId })
    const progress = await admin.ask(markingProgressCall, { paperId })
    const state = await admin.ask(publishState, { paperId })
    const version = state.current ?? 0
    const owner = `s:${school.schoolId}`
    // Sixty students are one shard.
    const part = partKey({ paperId, owner }, version, numbered('part', 0))
    const { columns: data } = JSON.parse((await stores.object(part)).toString()) as StoredPart
    const results = await Promise.all(
      students.map(async (studentId) => {
        const pack = packOf(studentId, students.length)
        const bytes = await stores.object(resultsKey({ paperId, owner }, version, 0, pack))
        const results = JSON.parse(bytes.toString()) as { v: number; total: number | null; studentId: string }[]
        return results.find((r) => r.studentId === studentId)!
      }),
    )
    const wholeSum = results.filter((r) => {
      const row = data.scores[data.studentId.indexOf(r.studentId as never)]!
      return r.v !== version || (r.total !== null && r.total !== row.reduce((a, b) => a + b, 0))
    })
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const zip = files.find((f) => f.name.endsWith('.zip'))!
    // Beside the pages lies the manifest.
    const entries = zipEntries(zip.bytes).filter((e) => !e.name.endsWith('.csv'))
    const faults = [
      ...(await marksAtRest(stores, paperId, witness.marks)),
      ...witness.doubled.map((d) => `I2: ${d}`),
      ...sheets.faults,
      ...truth.wrongScores.map((w) => `I11: ${w}`),
      ...(seen.length > 2 || (seen.length === 2 && seen[0] !== 'nothing')
        ? [`I14: a student saw ${seen.join(' then ')}`]
        : []),
      ...wholeSum.map((r) => `I14: the result of ${r.studentId} is of another version`),
      ...(await workAtRest(stores, paperId)),
      ...files.flatMap((f, i) =>
        digest(f.bytes) === digest(again[i]!.bytes) ? [] : [`I20: ${f.name} differs at a second run`],
      ),
      ...(entries.length === sheets.ledger['matched']
        ? []
        : [`I20: ${entries.length} pages in the zip of ${sheets.ledger['matched']}`]),
      ...(drained < 60 ? [] : [`I25: drained only after ${drained} s`]),
      ...witness.broken.map((b) => `broken answer: ${b}`),
    ]
    stores.close()
    console.log(
      JSON.stringify({
        seed,
        kills: witness.kills.map(
          (k) => `${k.phase}@${k.afterAsks}+${k.delay}ms${k.withDatabase ? '' : ' orphan'}${k.late ? ' late' : ''}`,
        ),
        startSeconds: cloud.startSeconds.map((s) => Math.round(s * 10) / 10),
        repeated: witness.repeated,
        marks: witness.marks.length,
        ledger: sheets.ledger,
        wrongReadings: truth.wrongReadings.length,
        drained: Math.round(drained * 10) / 10,
      }),
    )
    expect(faults).toEqual([])
    expect(settled.left).toBe(0)
    expect(witness.kills.length).toBeGreaterThanOrEqual(8)
    expect(witness.repeated).toBeGreaterThan(0)
    // I19: what is shown is the fold of what is stored.
    expect(ledger).toMatchObject({ ...sheets.ledger, balanced: true })
    expect(progress.questions.every((q) => q.done === q.total)).toBe(true)
    expect(progress.markers.reduce((n, m) => n + m.marked, 0)).toBe(
      new Set(witness.marks.map((m) => `${m.studentId}${m.questionId}${m.role}`)).size,
    )
    expect(state.checks.map((c) => [c.key, c.state])).toEqual(
      expect.arrayContaining([
        ['scores', 'ok'],
        ['ledger', 'ok'],
        ['marking', 'ok'],
      ]),
    )
    expect(truth.wrongReadings).toEqual([])
  } finally {
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 1_800_000)
