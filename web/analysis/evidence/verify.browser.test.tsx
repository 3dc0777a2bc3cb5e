/** The public page that verifies: a good file, one byte changed, what was published since, no line, and no such file. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { publishedRoot } from '#shared/analysis/evidence.calls.ts'
import { digestOf } from '#shared/analysis/evidence/evidence.rules.ts'
import { manifestName } from '#shared/analysis/evidence/evidence.types.ts'
import { leafOf, rootFrom, sha256Of, versionRoot } from '#shared/analysis/evidence/tree.rules.ts'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { VerifyScreen } from './VerifyScreen.tsx'

const id = (prefix: string): string => `${prefix}_${'1'.repeat(26)}`
const [paperId, studentId] = [id('pa') as PaperId, id('st') as StudentId]
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const crcOf = (bytes: Uint8Array): number => {
  let c = 0xffff_ffff
  for (const byte of bytes) {
    c ^= byte
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb8_8320 ^ (c >>> 1) : c >>> 1
  }
  return (c ^ 0xffff_ffff) >>> 0
}
/** Stored members with their directory, as the maker lays them down. */
const zipOf = (members: readonly { name: string; bytes: Uint8Array }[]): Uint8Array => {
  const [parts, records]: [Uint8Array[], Uint8Array[]] = [[], []]
  let at = 0
  for (const { name, bytes } of members) {
    const named = bytesOf(name)
    const head = new DataView(new ArrayBuffer(30))
    head.setUint32(0, 0x0403_4b50, true)
    const record = new DataView(new ArrayBuffer(46))
    record.setUint32(0, 0x0201_4b50, true)
    for (const [view, from] of [
      [head, 14],
      [record, 16],
    ] as const) {
      view.setUint32(from, crcOf(bytes), true)
      view.setUint32(from + 4, bytes.length, true)
      view.setUint32(from + 8, bytes.length, true)
      view.setUint16(from + 12, named.length, true)
    }
    record.setUint32(42, at, true)
    const own = [new Uint8Array(head.buffer), named, bytes]
    parts.push(...own)
    records.push(new Uint8Array(record.buffer), named)
    at += own.reduce((n, p) => n + p.length, 0)
  }
  const size = records.reduce((n, p) => n + p.length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x0605_4b50, true)
  end.setUint16(8, members.length, true)
  end.setUint16(10, members.length, true)
  end.setUint32(12, size, true)
  end.setUint32(16, at, true)
  const all = [...parts, ...records, new Uint8Array(end.buffer)]
  const whole = new Uint8Array(all.reduce((n, p) => n + p.length, 0))
  all.reduce((to, part) => (whole.set(part, to), to + part.length), 0)
  return whole
}

const scheme = { keyVersion: 1, questions: [], edits: [] }
const result = { paperId, studentId, state: 'present' as const, scores: [300], chosen: ['A'] }
const schemeHash = sha256Of(scheme)
const candidates = rootFrom(leafOf({ ...result, journal: '' }), [])
const root = versionRoot({ paperId, v: 2, scheme: schemeHash, candidates })
const parts = [
  ['数学/scheme.json', JSON.stringify(scheme)],
  ['数学/result.json', JSON.stringify(result)],
  ['数学/journal.jsonl', ''],
  ['数学/marks.json', '[]'],
].map(([name, text]) => ({ name: name!, bytes: bytesOf(text!) }))
const manifest = {
  ...{
    kind: 'qinghe.evidence',
    schema: 1,
    madeAt: 1_790_000_000_000,
    examName: '期中考试',
    examDate: 1_780_000_000_000,
  },
  candidate: { studentId, studentName: '陈弘', studentNumber: '20260001', className: '1班' },
  papers: [
    {
      ...{ paperId, courseName: '数学', folder: '数学', v: 2, publishedAt: 1_785_000_000_000 },
      proof: { root, scheme: schemeHash, journal: '', path: [] },
    },
  ],
  files: parts.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: digestOf(bytes) })),
}
const listed = bytesOf(JSON.stringify(manifest))
const pack = zipOf([...parts, { name: manifestName, bytes: listed }])
const changed = (name: string): Uint8Array => {
  const bytes = bytesOf('{"scores":[999]}')
  return zipOf([...parts.map((p) => (p.name === name ? { name, bytes } : p)), { name: manifestName, bytes: listed }])
}

type Records = Readonly<Record<string, object>>
const records = (stands = 'current'): Records => ({
  [digestOf(listed)]: { found: true, kind: 'file', at: 1_790_000_000_000, file: digestOf(pack) },
  [root]: { found: true, kind: 'version', at: 1_785_000_000_000, stands },
})
const given = async (file: Uint8Array, known: Records | null = records()) => {
  const sent = serve(({ path, query }) => {
    if (path !== publishedRoot.path) return new Promise(() => {})
    if (!known) return Promise.reject(new TypeError('the line is away'))
    return ok(known[query.get('root') ?? ''] ?? { found: false })
  })
  await show(<VerifyScreen />)
  await userEvent.upload(page.getByLabelText('选择证据包', { exact: true }), new File([file as BlobPart], '陈弘.zip'))
  return sent
}

it('passes a file that is what was made and of which all was published, and sends nothing of it but hashes', async () => {
  const sent = await given(pack)
  await expect.element(page.getByText('通过核验：与制作时一字不差')).toBeVisible()
  await expect.element(page.getByText('期中考试　陈弘')).toBeVisible()
  expect(sent.map((s) => [s.method, s.query.get('root'), s.body])).toEqual([
    ['GET', digestOf(listed), undefined],
    ['GET', root, undefined],
  ])
})

it('names the part that was changed', async () => {
  await given(changed('数学/result.json'))
  await expect.element(page.getByRole('alert').getByText('没有通过核验')).toBeVisible()
  await expect.element(page.getByText('内容与清单不符，已被改动')).toBeVisible()
  // Of all that is in it that one alone is not as it was.
  await expect.element(page.getByText('不一致', { exact: true })).toBeVisible()
  expect(page.getByText('一致', { exact: true }).elements()).toHaveLength(parts.length - 1)
})

it('refuses a file whose list was never published', async () => {
  await given(pack, { [root]: records()[root]! })
  await expect.element(page.getByText('这份清单不是青禾制作的，或已被改动')).toBeVisible()
})

it('tells a byte that is of no part', async () => {
  const other = pack.slice()
  // The time of the first member in its own header.
  other[10] = 7
  await given(other)
  await expect.element(page.getByText('每一份内容都没有变，但文件不是原来的样子')).toBeVisible()
})

it('says that scores were replaced since', async () => {
  await given(pack, records('superseded'))
  await expect.element(page.getByText(/数学的这个版本已被后来的版本取代/)).toBeVisible()
})

it('promises nothing without a line', async () => {
  await given(pack, null)
  await expect.element(page.getByText('文件自身没有矛盾，还没有与公布的校验码比对')).toBeVisible()
  await expect.element(page.getByText('没有比对')).toBeVisible()
})

it('knows what is no file of evidence', async () => {
  await given(bytesOf('not a zip'))
  await expect.element(page.getByText(/读不出来：文件不完整，或不是证据包/)).toBeVisible()
})
