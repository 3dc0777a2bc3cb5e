import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportEvidenceJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems as no } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/evidence.calls.ts'
import { digestOf, examine, frame, hashesOf, passedIn, verdictOf } from '#shared/analysis/evidence/evidence.rules.ts'
import { withdrawScores } from '#shared/analysis/publication.calls.ts'
import { EvidenceManifest } from '#shared/analysis/evidence/evidence.types.ts'
import { examTools } from '#shared/exam/tools/tool.table.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { JobId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { candidates } from '#functions/exam/exam.store.ts'
import { candidateAt } from '#functions/exam/stored.fixtures.ts'
import { audits } from '#functions/kit/audit.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { zipWriter } from '#functions/kit/zip.ts'
import { membersOf } from '#functions/kit/zip.reader.ts'
import { slots } from '#functions/scan/scan.store.ts'
import { handler } from '../analysis.api.ts'
import { markedPaper, queuedExport } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { filesOf } from '../analysis.store.ts'
import { analysisWorks } from '../analysis.work.ts'
import { ask, drafted, release, signed } from '../changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const made = async (of: Marked, studentId: StudentId, names = false) => {
  const state = await queuedExport(of, exportEvidenceJob, { examId: of.examId, studentId, names })
  await driveJob(analysisWorks, state)
  const { files } = (await jobRecords.get({ jobId: state.jobId as JobId }))!
  return { state, file: files[0]!, bytes: await getObject(files[0]!.key) }
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** As the public page asks it: without a session. */
const published = (root: string) =>
  asFunction('analysis-api', async () => (await send(handler, calls.publishedRoot, { root })).data)
const knownOf = async (bytes: Uint8Array) => {
  const examined = examine(bytes, decode)
  const known = new Map<string, Awaited<ReturnType<typeof published>>>()
  for (const root of hashesOf(examined)) known.set(root, await published(root))
  return [examined, known] as const
}
const faultsOf = async (bytes: Uint8Array) => verdictOf(...(await knownOf(bytes)))
const passedOf = async (bytes: Uint8Array) => passedIn(...(await knownOf(bytes)))

const textIn = async (bytes: Buffer, name: string): Promise<string> => {
  const found = (await membersOf(bytes)).find((m) => m.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found.bytes.toString('utf8')
}

describe('the evidence of a candidate', () => {
  it('holds sheets, readings, every mark, the key and the roots, and is verified without an account', async () => {
    const of = await markedPaper(7)
    await release(of)
    const studentId = of.studentIds[3]!
    const { bytes } = await made(of, studentId)
    expect(await faultsOf(bytes)).toEqual([])
    const manifest = EvidenceManifest.parse(JSON.parse(await textIn(bytes, 'manifest.json')))
    expect(manifest.files.map((f) => f.name)).toEqual([
      '说明.txt',
      '数学/sheet-1.jpg',
      '数学/result.json',
      '数学/scheme.json',
      '数学/readings.json',
      '数学/marks.json',
      '数学/journal.jsonl',
      '数学/changes.json',
    ])
    expect(await textIn(bytes, '数学/sheet-1.jpg')).toBe(`picture of ${studentId}`)
    expect(JSON.parse(await textIn(bytes, '数学/readings.json'))).toMatchObject({
      choices: [{ number: '1', letters: 'B' }],
    })
    expect(JSON.parse(await textIn(bytes, '数学/marks.json'))).toMatchObject([{ number: '2', score: 400, by: '第1人' }])
    expect(JSON.parse(await textIn(bytes, '数学/scheme.json'))).toMatchObject({ questions: [{ answer: 'A' }, {}] })
    // No marker's name, and no other candidate.
    expect(bytes.includes('测试用户')).toBe(false)
    for (const other of of.studentIds.filter((id) => id !== studentId)) expect(bytes.includes(other)).toBe(false)
    const day = await asFunction('analysis-api', () => send(handler, calls.rootsOfDay, { day: dayKey(now()) }))
    const roots = day.data.list.map((r) => r.root)
    for (const root of [manifest.papers[0]!.proof!.root]) expect(roots).toContain(root)
  })

  it('of a candidate without any script or mark is whole', async () => {
    const of = await markedPaper(4)
    const studentId = newId<StudentId>('student')
    await asFunction('exam-api', () =>
      candidates.create(candidateAt(of.school, of.studentIds.length, studentId, of.classes[0]!)),
    )
    await release(of)
    const { bytes } = await made(of, studentId)
    expect(JSON.parse(await textIn(bytes, '数学/result.json'))).toMatchObject({ state: 'missing' })
    expect(await textIn(bytes, '数学/journal.jsonl')).toBe('')
    expect(await faultsOf(bytes)).toEqual([])
  })

  it('names who marked where its maker asks for that', async () => {
    const of = await markedPaper(4)
    await release(of)
    const { bytes } = await made(of, of.studentIds[0]!, true)
    expect(JSON.parse(await textIn(bytes, '数学/marks.json'))).toMatchObject([{ by: '测试用户' }])
    expect(await faultsOf(bytes)).toEqual([])
  })

  it('is found out at any byte that is changed, and the part is named', async () => {
    const of = await markedPaper(4)
    await release(of)
    const { bytes } = await made(of, of.studentIds[1]!)
    for (const { name, bytes: part } of await membersOf(bytes)) {
      const at = bytes.indexOf(part) + 3
      const other = Buffer.from(bytes)
      other[at]! ^= 1
      const faults = await faultsOf(other)
      expect(
        faults.map((f) => f.file),
        name,
      ).toContain(name)
    }
    // Everywhere, the frame too: each is found out, and all but the parts is the frame's or the list's.
    for (let at = 0; at < bytes.length; at += 7) {
      const other = Buffer.from(bytes)
      other[at]! ^= 0x10
      expect(await faultsOf(other), `byte ${at}`).not.toEqual([])
    }
    const date = Buffer.from(bytes)
    date[10]! ^= 1
    expect((await faultsOf(date)).map((f) => f.file)).toEqual([frame])
    expect(await faultsOf(bytes.subarray(0, -1))).toMatchObject([{ file: frame }])
  }, 120_000)

  it('cannot be made anew by hand: a list that fits is not on record, and a score that fits no root is told', async () => {
    const of = await markedPaper(4)
    await release(of)
    const { bytes } = await made(of, of.studentIds[1]!)
    const examined = examine(bytes, decode)
    const known = new Map(await Promise.all(hashesOf(examined).map(async (h) => [h, await published(h)] as const)))
    // With the list on record the root is still wanted: it was published with the scores.
    const root = examined.manifest!.papers[0]!.proof!.root
    expect(known.get(root)!.found).toBe(true)
    expect(verdictOf(examined, new Map([...known].filter(([h]) => h !== root)))).toMatchObject([
      { file: 'manifest.json', why: '数学的校验码没有公布过' },
    ])
    expect(verdictOf(examined, new Map([...known].filter(([h]) => h === root)))).toMatchObject([
      { file: 'manifest.json' },
    ])
  })

  it('with one part forged and its list made to fit follows from no root', async () => {
    const of = await markedPaper(4)
    await release(of)
    const { bytes } = await made(of, of.studentIds[1]!)
    const forged = async (part: string, from: string, to: string) => {
      const zip = zipWriter(now())
      const members = (await membersOf(bytes)).map((m) => {
        if (m.name !== `数学/${part}`) return m
        expect(m.bytes.toString()).toContain(from)
        return { ...m, bytes: Buffer.from(m.bytes.toString().replace(from, to)) }
      })
      const listed = members.map((m) => {
        if (m.name !== 'manifest.json') return m
        const manifest = EvidenceManifest.parse(JSON.parse(m.bytes.toString()))
        for (const f of manifest.files) f.sha256 = digestOf(members.find((x) => x.name === f.name)!.bytes)
        return { ...m, bytes: Buffer.from(JSON.stringify(manifest)) }
      })
      const chunks = listed.flatMap((m) => zip.add(m.name, m.bytes))
      return examine(Buffer.concat([...chunks, ...zip.end()]), decode).faults.map((f) => f.file)
    }
    expect(await forged('result.json', '200', '900')).toEqual(['数学/result.json'])
    expect(await forged('scheme.json', '"answer": "A"', '"answer": "B"')).toEqual(['数学/scheme.json'])
    expect(await forged('marks.json', '"score": 200', '"score": 900')).toEqual(['数学/marks.json'])
    expect(await forged('journal.jsonl', '"score":200', '"score":900')).toContain('数学/journal.jsonl')
  })

  it('with another picture in the place of the one that was marked follows from no root', async () => {
    const of = await markedPaper(4)
    const studentId = of.studentIds[1]!
    const sha256 = createHash('sha256').update(`picture of ${studentId}`).digest('hex')
    const at = { paperId: of.paperId, studentId, page: 1 }
    await asFunction('scan-work', async () => void (await slots.save({ ...(await slots.get(at))!, sha256 })))
    await release(of)
    const { bytes } = await made(of, studentId)
    expect(await faultsOf(bytes)).toEqual([])
    const repacked = async (proofToo: boolean) => {
      const zip = zipWriter(now())
      const other = Buffer.from('another picture')
      const members = (await membersOf(bytes)).map((m) => (m.name === '数学/sheet-1.jpg' ? { ...m, bytes: other } : m))
      const chunks = members.flatMap((m) => {
        if (m.name !== 'manifest.json') return zip.add(m.name, m.bytes)
        const manifest = EvidenceManifest.parse(JSON.parse(m.bytes.toString()))
        for (const f of manifest.files) if (f.name.endsWith('sheet-1.jpg')) f.sha256 = digestOf(other)
        if (proofToo) manifest.papers[0]!.proof!.sheets![0]!.sha256 = digestOf(other)
        return zip.add(m.name, Buffer.from(JSON.stringify(manifest)))
      })
      return examine(Buffer.concat([...chunks, ...zip.end()]), decode).faults
    }
    expect(await repacked(false)).toEqual([{ file: '数学/sheet-1.jpg', why: '不是发布时的答卷图像' }])
    expect(await repacked(true)).toEqual([{ file: '数学/result.json', why: '成绩推算不出公布的校验码' }])
  })

  it('tells the changes that lie over a score, and follows the version that readers see', async () => {
    const of = await markedPaper(5)
    await release(of)
    const { bytes: earlier } = await made(of, of.studentIds[1]!)
    const before = EvidenceManifest.parse(JSON.parse(await textIn(earlier, 'manifest.json')))
    expect(await passedOf(earlier)).toEqual([])
    await signed(
      of,
      await drafted(of, 'maneuver-score', [{ kind: 'all', questionId: of.choice.questionId }]),
      '第1题超纲',
    )
    const { bytes } = await made(of, of.studentIds[1]!)
    expect(await faultsOf(bytes)).toEqual([])
    const after = EvidenceManifest.parse(JSON.parse(await textIn(bytes, 'manifest.json')))
    expect([before.papers[0]!.v, after.papers[0]!.v]).toEqual([1, 2])
    // The earlier file is still what was made, and not what readers see.
    expect([await faultsOf(earlier), await passedOf(earlier)]).toEqual([
      [],
      [{ courseName: '数学', stands: 'superseded' }],
    ])
    expect(await passedOf(bytes)).toEqual([])
    expect(after.papers[0]!.proof!.root).not.toBe(before.papers[0]!.proof!.root)
    expect(JSON.parse(await textIn(bytes, '数学/changes.json'))).toMatchObject({
      changeSets: [{ reason: '第1题超纲' }],
      scoresBefore: [0, 200],
      scoresAfter: [500, 200],
    })
  })

  it('says of a version that was taken back that it was', async () => {
    const of = await markedPaper(3)
    await release(of)
    const { bytes } = await made(of, of.studentIds[0]!)
    expect((await ask(of, withdrawScores, { paperId: of.paperId, reason: '核对' })).status).toBe(0)
    expect([await faultsOf(bytes), await passedOf(bytes)]).toEqual([[], [{ courseName: '数学', stands: 'withdrawn' }]])
  })

  it('is the same bytes when the step runs again, on record once, and the manager’s alone', async () => {
    const of = await markedPaper(4)
    const examId = of.examId
    const studentId = of.studentIds[0]!
    expect((await ask(of, calls.makeEvidence, { examId, studentId })).status).toBe(no.notPublished.status)
    await release(of)
    const { state, file, bytes } = await made(of, studentId)
    await driveJob(analysisWorks, state)
    expect((await getObject(file.key)).equals(bytes)).toBe(true)
    // However late: the scores are others by now, and the file is still the one whose digests were published.
    await signed(of, await drafted(of, 'maneuver-score', [{ kind: 'all', questionId: of.choice.questionId }]), '超纲')
    await driveJob(analysisWorks, state)
    const { files } = (await jobRecords.get({ jobId: state.jobId as JobId }))!
    expect([files, (await getObject(file.key)).equals(bytes)]).toEqual([[file], true])
    const acts = await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })
    expect(acts.filter((r) => r.act === 'analysis.exportEvidence')).toHaveLength(1)
    const asked = await ask(of, calls.makeEvidence, { examId, studentId })
    expect(asked.status).toBe(0)
    // No row that outlives an erasure names the candidate.
    const [candidate] = await candidatesByIds(of.exam, [studentId])
    const { title } = (await jobRecords.get({ jobId: asked.data.uuid }))!
    const names = [title, ...(await filesOf(examId, 10)).map((f) => f.name)]
    expect(names).toHaveLength(2)
    for (const name of [candidate!.studentName, candidate!.studentNumber]) expect(names.join(' ')).not.toContain(name)
    const unknown = { examId, studentId: newId<StudentId>('student') }
    expect((await ask(of, calls.makeEvidence, unknown)).status).toBe(commonProblems.notFound.status)
    expect(examTools['evidence-pack'].grants).toEqual([])
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    const student = await testCaller({ userType: 4, tenant: of.tenant, studentId })
    for (const who of [stranger, student, of.teachers[0]!])
      expect((await ask(of, calls.makeEvidence, { examId, studentId }, who)).http).toBe(403)
  })
})
