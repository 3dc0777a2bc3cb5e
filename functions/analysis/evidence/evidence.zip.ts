/** What the file of evidence holds of one subject, and the file itself: the list comes last, when all digests are known. */
import { createHash } from 'node:crypto'
import { inForceOf } from '#shared/analysis/changes/change.rules.ts'
import { changeToolNames } from '#shared/analysis/changes/change.tools.ts'
import { manifestName } from '#shared/analysis/evidence/evidence.types.ts'
import type { EvidenceManifest, EvidenceMark, EvidencePaper } from '#shared/analysis/evidence/evidence.types.ts'
import { leafOf, pathIn, schemeOf, sheetsFrom } from '#shared/analysis/evidence/tree.rules.ts'
import type { Sheet, Step } from '#shared/analysis/evidence/tree.rules.ts'
import type { Candidate, Paper } from '#shared/exam/exam.types.ts'
import type { JournalRow } from '#shared/marking/journal/journal.types.ts'
import { getObject, ObjectMissing } from '#functions/kit/objects.ts'
import { pastRoleNames } from '#shared/marking/role.words.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { zipWriter } from '#functions/kit/zip.ts'
import { correctionsOf, journalRowsOf } from '#functions/marking/marking.public.ts'
import { changeSetsOf } from '../analysis.store.ts'
import { headOf, indexOf, pagesIn, partOf, proofIn, shardsNear } from '../snapshot.ts'
import type { Version } from '../snapshot.ts'

type File = { name: string; bytes: Uint8Array }
/** How who acted is called in the file. */
export type NameOf = (userId: string) => string

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

const latest = <K extends JournalRow['entry']['kind']>(rows: readonly JournalRow[], kind: K) =>
  rows
    .map((r) => r.entry)
    .filter((e): e is Extract<JournalRow['entry'], { kind: K }> => e.kind === kind)
    .at(-1)

/** A subject as it was published of a candidate; null for who is none of its candidates. */
export const subjectOf = async (
  paper: Paper,
  { v, publishedAt, folder }: Pick<Version, 'v'> & { publishedAt: number; folder: string },
  { studentId }: Pick<Candidate, 'studentId'>,
  nameOf: NameOf,
): Promise<{ told: EvidencePaper; files: File[] } | null> => {
  const { paperId } = paper
  const [head, index, shards] = await Promise.all([
    headOf(paper, v),
    indexOf(paper, v),
    shardsNear(paper, v, studentId),
  ])
  const found = (
    await inTurns(shards, 4, async ({ part }) => {
      const stored = await partOf(paper, v, part)
      const place = stored.columns.studentId.indexOf(studentId)
      return place < 0 ? [] : [{ part, place, ...stored }]
    })
  ).flat()[0]
  if (!found) return null
  const { part, place, columns, base, journal } = found
  const [digest, last] = journal?.[place] ?? ['', Number.MAX_SAFE_INTEGER]
  const [rows, pages, corrections, sets] = await Promise.all([
    journalRowsOf(paperId, studentId, last),
    pagesIn(paper, v, part),
    correctionsOf(paper, studentId),
    changeSetsOf(paperId),
  ])
  const numberOf = (questionId: string): string => head.questions.find((q) => q.questionId === questionId)?.number ?? ''
  const files: File[] = []
  const add = (name: string, bytes: Uint8Array): void => void files.push({ name: `${folder}/${name}`, bytes })

  const shown = await inTurns(
    (pages[studentId] ?? []).toSorted((a, b) => a.page - b.page),
    4,
    async ({ page, key }) => {
      const suffix = /\.(jpe?g|png|tiff?|webp)$/i.exec(key)?.[1]?.toLowerCase() ?? 'jpg'
      try {
        return { page, file: `sheet-${page}.${suffix}`, bytes: await getObject(key) }
      } catch (error) {
        // An erased picture is said to be gone.
        if (error instanceof ObjectMissing) return { page, file: null, bytes: null }
        throw error
      }
    },
  )
  for (const { file, bytes } of shown) if (file && bytes) add(file, bytes)
  const result = {
    paperId,
    studentId,
    state: columns.state[place]!,
    scores: columns.scores[place]!,
    chosen: columns.chosen[place]!,
  }
  add('result.json', json(result))
  add('scheme.json', json(schemeOf(head)))
  const choices = latest(rows, 'choices')
  add(
    'readings.json',
    json({
      sheets: shown.map(({ page, file }) => ({ page, file })),
      state: latest(rows, 'script')?.state ?? 'missing',
      ...(choices?.paperType ? { paperType: choices.paperType } : {}),
      choices: Object.entries(choices?.chosen ?? {}).map(([questionId, letters]) => ({
        questionId,
        number: numberOf(questionId),
        letters,
      })),
      ...(choices?.picks ? { picks: choices.picks } : {}),
    }),
  )
  const marks = rows.flatMap(({ entryKey, entry }): EvidenceMark[] => {
    if (entry.kind !== 'mark') return []
    const { questionId, role, mark } = entry
    const score = mark.value.kind === 'score' ? mark.value.score : null
    const told = { entryKey, questionId, number: numberOf(questionId), role: pastRoleNames[role] }
    return [{ ...told, score, by: nameOf(mark.by), at: mark.at }]
  })
  add('marks.json', json(marks.toSorted((a, b) => a.at - b.at)))
  add('journal.jsonl', Buffer.from(rows.map((r) => `${JSON.stringify(r)}\n`).join('')))
  const inForce = new Set(inForceOf(head.changes ?? []).map((c) => c.changeId as string))
  add(
    'changes.json',
    json({
      corrections: corrections.map((c) => ({
        questionId: c.questionId,
        number: numberOf(c.questionId),
        before: c.before,
        after: c.after,
        reason: c.reason,
        by: nameOf(c.by),
        at: c.at,
      })),
      changeSets: sets
        .filter((s) => inForce.has(s.changeId))
        .reverse()
        .map((s) => ({
          tool: changeToolNames[s.tool],
          says: s.says,
          ...(s.signed ? { by: nameOf(s.signed.by), reason: s.signed.reason, at: s.signed.at } : {}),
        })),
      ...(base ? { scoresBefore: base.scores[place], scoresAfter: columns.scores[place] } : {}),
    }),
  )

  const { proof } = index
  const proven = async (): Promise<{ path: Step[]; sheets?: Sheet[] }> => {
    const leaves = await proofIn(paper, v, part)
    const shards = index.parts.map((p) => p.proof ?? '')
    const at = index.parts.findIndex((p) => p.part === part)
    const sheets = sheetsFrom(pages[studentId] ?? [])
    // A leaf from before pictures were in it is told as it is.
    const hasSheets = leafOf({ ...result, journal: digest, sheets }) === leaves[place]
    return { path: [...pathIn(leaves, place), ...pathIn(shards, at)], ...(hasSheets ? { sheets } : {}) }
  }
  return {
    told: {
      paperId,
      courseName: head.courseName,
      folder,
      v,
      publishedAt,
      ...(proof ? { proof: { root: proof.root, scheme: proof.scheme, journal: digest, ...(await proven()) } } : {}),
    },
    files,
  }
}

const readMe = `这是一名考生一次考试的成绩证据包。

每个科目一个文件夹：
  sheet-*          扫描的答卷
  readings.json    识别结果
  marks.json       每一次评分：谁、何时、多少分（分数以百分之一分为单位）
  scheme.json      题目、答案、分值和版本
  changes.json     更正和成绩改动，签字人和理由
  result.json      发布的得分
  journal.jsonl    阅卷日志，每一行有自己的摘要；写有阅卷人的账号编号（mark.by），不写姓名
manifest.json 列出每一份的摘要，以及成绩推算到公布的校验码的路径。

核验：打开青禾网站的“核验成绩证据”页面（/v2/evidence），选择本文件，不需要账号，文件不会上传。
`

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The zip as it is laid down; answers the digests of its list and of all of it. */
export async function* evidenceZip(
  facts: Omit<EvidenceManifest, 'kind' | 'schema' | 'files' | 'papers'>,
  subjects: AsyncIterable<{ told: EvidencePaper; files: readonly File[] }>,
): AsyncGenerator<Buffer, { manifest: string; file: string }> {
  const zip = zipWriter(facts.madeAt)
  const whole = createHash('sha256')
  const noted = (chunk: Buffer): Buffer => {
    whole.update(chunk)
    return chunk
  }
  const files: EvidenceManifest['files'] = []
  const papers: EvidencePaper[] = []
  const lay = function* ({ name, bytes }: File): Generator<Buffer> {
    files.push({ name, size: bytes.length, sha256: sha256(bytes) })
    for (const chunk of zip.add(name, bytes)) yield noted(chunk)
  }
  yield* lay({ name: '说明.txt', bytes: Buffer.from(readMe) })
  for await (const { told, files: own } of subjects) {
    papers.push(told)
    for (const file of own) yield* lay(file)
  }
  const manifest = json({ kind: 'qinghe.evidence', schema: 1, ...facts, papers, files } satisfies EvidenceManifest)
  for (const chunk of zip.add(manifestName, manifest)) yield noted(chunk)
  for (const chunk of zip.end()) yield noted(chunk)
  return { manifest: sha256(manifest), file: whole.digest('hex') }
}
