/** Whether a file of evidence is what was made, and which of its parts is not. The browser asks it, and the tests. Pure. */
import { Sha256 } from '#shared/kit/sha256.ts'
import { JournalRow, journalDigest, rowHash } from '#shared/marking/journal/journal.types.ts'
import { EvidenceManifest, EvidenceMark, EvidenceReadings, EvidenceResult, manifestName } from './evidence.types.ts'
import { leafOf, rootFrom, sha256Of, versionRoot } from './tree.rules.ts'
import type { Scheme } from './tree.rules.ts'
import { storedMembers } from './zip.rules.ts'

export type EvidenceFault = { file: string; why: string }
export type Examined = {
  /** null: it is no file of evidence, or its list cannot be read. */
  manifest: EvidenceManifest | null
  /** Of the list, and of the whole file: what was published when it was made. */
  manifestDigest: string
  fileDigest: string
  faults: EvidenceFault[]
}

/** The file is whole, and yet it is not the one that was made: what is not of any part has been touched. */
export const frame = '压缩包的目录'
export const digestOf = (bytes: Uint8Array): string => new Sha256().update(bytes).digest()

const changed = '内容与清单不符，已被改动'

/** What of a subject does not follow from its root. */
const provenFaults = (
  manifest: EvidenceManifest,
  paper: EvidenceManifest['papers'][number],
  bytesOf: (name: string) => Uint8Array,
  decode: (bytes: Uint8Array) => string,
): EvidenceFault[] => {
  const text = (name: string): string => decode(bytesOf(name))
  const { proof, folder, paperId, v } = paper
  const { studentId } = manifest.candidate
  const faults: EvidenceFault[] = []
  const fault = (part: string, why: string): void => void faults.push({ file: `${folder}/${part}`, why })
  const rows = text(`${folder}/journal.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JournalRow.parse(JSON.parse(line)))
  if (rows.some((r) => r.hash !== rowHash(r) || r.studentId !== studentId || r.paperId !== paperId))
    fault('journal.jsonl', '有一行与它自己的摘要不符')
  const told = new Map(rows.map((r) => [r.entryKey, r.entry]))
  for (const line of EvidenceMark.array().parse(JSON.parse(text(`${folder}/marks.json`)))) {
    const entry = told.get(line.entryKey)
    const score = entry?.kind === 'mark' && entry.mark.value.kind === 'score' ? entry.mark.value.score : null
    if (
      entry?.kind !== 'mark' ||
      entry.questionId !== line.questionId ||
      entry.mark.at !== line.at ||
      score !== line.score
    )
      fault('marks.json', `第${line.number}题的评分与阅卷日志不符`)
  }
  if (!proof) return faults
  // Of a candidate without a script the leaf holds no digest.
  if ((rows.length === 0 ? '' : journalDigest(rows)) !== proof.journal) fault('journal.jsonl', '与发布时的阅卷日志不符')
  const scheme = JSON.parse(text(`${folder}/scheme.json`)) as Scheme
  if (sha256Of(scheme) !== proof.scheme) fault('scheme.json', '与发布时的评分标准不符')
  const result = EvidenceResult.parse(JSON.parse(text(`${folder}/result.json`)))
  const { journal, sheets } = proof
  const candidates = rootFrom(leafOf({ ...result, paperId, studentId, journal, sheets }), proof.path)
  if (versionRoot({ paperId, v, scheme: proof.scheme, candidates }) !== proof.root)
    fault('result.json', '成绩推算不出公布的校验码')
  if (sheets) {
    const marked = new Map(sheets.map((s) => [s.page, s.sha256]))
    for (const { page, file } of EvidenceReadings.parse(JSON.parse(text(`${folder}/readings.json`))).sheets) {
      const digest = marked.get(page)
      if (file !== null && digest !== '' && digest !== digestOf(bytesOf(`${folder}/${file}`)))
        fault(file, '不是发布时的答卷图像')
    }
  }
  return faults
}

/** Everything that a file says about itself; whether its roots are on record is asked of the server. */
export const examine = (file: Uint8Array, decode: (bytes: Uint8Array) => string): Examined => {
  const fileDigest = digestOf(file)
  const nothing = (file: string, why: string): Examined => ({
    manifest: null,
    manifestDigest: '',
    fileDigest,
    faults: [{ file, why }],
  })
  const zip = storedMembers(file, decode)
  if (!zip) return nothing(frame, '读不出来：文件不完整，或不是证据包')
  const byName = new Map(zip.members.map((m) => [m.name, m.bytes]))
  const listed = byName.get(manifestName)
  if (!listed) return nothing(manifestName, '没有清单：不是证据包，或清单已被改名')
  const manifestDigest = digestOf(listed)
  const manifest = ((): EvidenceManifest | null => {
    try {
      return EvidenceManifest.parse(JSON.parse(decode(listed)))
    } catch {
      return null
    }
  })()
  if (!manifest) return { ...nothing(manifestName, '清单读不出来，已被改动'), manifestDigest }
  const faults: EvidenceFault[] = []
  if (zip.bad.includes(manifestName)) faults.push({ file: manifestName, why: '清单已被改动' })
  const names = new Set(manifest.files.map((f) => f.name))
  for (const { name, sha256 } of manifest.files) {
    const bytes = byName.get(name)
    if (!bytes) faults.push({ file: name, why: '清单里有，文件里没有' })
    else if (digestOf(bytes) !== sha256) faults.push({ file: name, why: changed })
  }
  for (const { name } of zip.members)
    if (name !== manifestName && !names.has(name)) faults.push({ file: name, why: '清单里没有这一份' })
  if (faults.length === 0)
    for (const paper of manifest.papers)
      try {
        faults.push(...provenFaults(manifest, paper, (name) => byName.get(name) ?? new Uint8Array(), decode))
      } catch {
        faults.push({ file: paper.folder, why: '内容读不出来' })
      }
  return { manifest, manifestDigest, fileDigest, faults }
}

/** What was published of a hash; `found` false: nothing was. */
export type Record = {
  found: boolean
  at?: number | undefined
  file?: string | undefined
  stands?: 'current' | 'superseded' | 'withdrawn' | undefined
}

/** Subjects of a file whose scores readers do not see any more: what it proves was once published, and that alone. */
export const passedIn = (
  { manifest }: Pick<Examined, 'manifest'>,
  published: ReadonlyMap<string, Record>,
): { courseName: string; stands: 'superseded' | 'withdrawn' }[] =>
  (manifest?.papers ?? []).flatMap(({ courseName, proof }) => {
    const stands = proof && published.get(proof.root)?.stands
    return stands === 'superseded' || stands === 'withdrawn' ? [{ courseName, stands }] : []
  })

/** The hashes of a file that must be on record. */
export const hashesOf = ({ manifest, manifestDigest }: Examined): string[] =>
  manifest ? [manifestDigest, ...manifest.papers.flatMap((p) => p.proof?.root ?? [])] : []

/** All that is wrong with a file, by itself and by what was published. */
export const verdictOf = (examined: Examined, published: ReadonlyMap<string, Record>): EvidenceFault[] => {
  const { manifest, manifestDigest, fileDigest, faults } = examined
  if (!manifest) return faults
  const made = published.get(manifestDigest)
  const roots = manifest.papers.flatMap(({ proof, courseName }): EvidenceFault[] =>
    proof && !published.get(proof.root)?.found ? [{ file: manifestName, why: `${courseName}的校验码没有公布过` }] : [],
  )
  if (!made?.found)
    return [
      ...faults,
      ...(faults.some((f) => f.file === manifestName)
        ? []
        : [{ file: manifestName, why: '这份清单不是青禾制作的，或已被改动' }]),
      ...roots,
    ]
  if (faults.length + roots.length === 0 && made.file !== fileDigest)
    return [{ file: frame, why: '每一份内容都没有变，但文件不是原来的样子' }]
  return [...faults, ...roots]
}
