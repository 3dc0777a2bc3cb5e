/**
 * An exam with a published card, and its pages as pictures: the card's own drawing with cells blackened. Rows of other
 * rooms are written as those rooms store them.
 */
import { S3Client, PutObjectCommand } from '@aws-sdk/client-s3'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { Card, CardVersion } from '#shared/card/card.types.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry, Cell, PageGeometry, PrintedCard, Rect } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { pageSvg } from '#shared/card/layout/svg.ts'
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { CardId, JobId, PaperId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { grantUpload } from '#shared/platform/platform.calls.ts'
import type { UploadFamily, UploadGrant } from '#shared/platform/platform.types.ts'
import { createBatch } from '#shared/scan/scan.calls.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import * as z from 'zod'
import { candidatesOf, paperOf } from '#functions/exam/exam.public.ts'
import { examTeachers } from '#functions/exam/exam.store.ts'
import type { ClassOfExam } from '#functions/exam/stored.fixtures.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '#functions/exam/stored.fixtures.ts'
import { postForm } from '#functions/kit/postForm.testing.ts'
import { objectKey, putJson, sha256 } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { stays } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { asFunction, testCaller, testCloud } from '#functions/kit/testing.ts'
import { batches, files, placeBatch } from './scan.store.ts'
import { readingsOfStudents } from './scan.public.ts'

const cards = rows({
  table: 'TABLE_CARD',
  hangsOn: stays('of this test alone'),
  personal: 'nothing',
  schema: Card,
  key: (c: { cardId: string }) => ({ pk: `card#${c.cardId}`, sk: 'card' }),
})
const paperCards = rows({
  table: 'TABLE_CARD',
  hangsOn: stays('of this test alone'),
  personal: 'nothing',
  schema: z.object({ schema: z.literal(1), paperId: z.string(), cardId: z.string() }),
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'card' }),
})
const cardVersions = rows({
  table: 'TABLE_CARD',
  hangsOn: stays('of this test alone'),
  personal: 'nothing',
  schema: CardVersion,
  key: (of: { code: string; publishedVersion: number }) => ({
    pk: `code#${of.code}`,
    sk: `v#${String(of.publishedVersion).padStart(6, '0')}`,
  }),
})

export type Sitting = {
  owner: Exam['owner']
  schoolId: SchoolId
  classes: ClassOfExam[]
  caller: Caller
  token: string
  exam: Exam
  paperId: PaperId
  card: PrintedCard
  students: Candidate[]
}

/** Questions of a paper as a card's design has them. */
export const printedOf = (questions: Paper['questions']) =>
  questions.map(({ questionId, number, fullScore, optionCount }) => ({
    questionId,
    number,
    fullScore,
    ...(optionCount ? { optionCount } : {}),
  }))

let codes = 0
/** A published card of two pages with a number of ten digits on the first, and `count` candidates. */
export const sit = async (
  count = 3,
  design: CardDesign = smallCard,
  classCount = 1,
  questions: Paper['questions'] = [],
  numbers: readonly string[] = [],
): Promise<Sitting> => {
  const schoolId = newId<SchoolId>('school')
  const owner = schoolTenant(schoolId)
  const { caller, token } = await testCaller({ userType: 2, tenant: owner, userName: '李主任' })
  const cardId = newId<CardId>('card')
  const classes = classesNamed(...Array.from({ length: classCount }, (_, i) => `高一（${i + 1}）班`))
  const geometry = layOut(design)
  const code = `T${newId<string>('card').slice(-5).toUpperCase()}${String(++codes).padStart(2, '0')}`
  const stored = examOfSchool(schoolId, questions, {
    classes,
    candidateCount: count,
    creatorId: caller.userId,
    creatorName: caller.userName,
  })
  const { exam, paper } = stored
  const { examId, paperId } = paper
  const students = Array.from({ length: count }, (_, i) =>
    candidateAt(stored.school, i, newId<StudentId>('student'), classes[i % classCount]!, {
      studentName: `考生${i + 1}`,
      pinyin: `kaosheng${i + 1}`,
      studentNumber: numbers[i] ?? String(2026010101 + i * 11),
    }),
  )
  // What is answered in words has a teacher who may mark it.
  const marker = await testCaller({ userType: 3, tenant: owner, teacherId: newId<TeacherId>('teacher') })
  await storeExam(stored, students, questions.length > 0 ? [teacherAt(paper, 0, marker.caller, classes[0]!)] : [])
  await asFunction('card-api', async () => {
    const key = objectKey(code, owner, 'card', 'published', `${code}-1.json`)
    await putJson(key, { code, version: 1, geometry, cardId, paperId, examId, owner })
    await cardVersions.create({
      schema: 1,
      code,
      publishedVersion: 1,
      cardId,
      paperId,
      examId,
      owner,
      title: design.title,
      hash: geometry.hash,
      pageCount: geometry.pages.length,
      key,
      publishedBy: '测试',
      publishedAt: now(),
    })
    await cards.create({
      schema: 1,
      cardId,
      code,
      paperId,
      examId,
      owner,
      title: design.title,
      courseName: '数学',
      status: 2,
      design,
      publishedVersion: 1,
      creatorId: caller.userId,
      createdAt: now(),
      editedBy: '测试',
      editedAt: now(),
      version: 1,
    })
    await paperCards.create({ schema: 1, paperId, cardId })
  })
  return {
    owner,
    schoolId,
    classes,
    caller,
    token,
    exam,
    paperId,
    card: { code, version: 1, geometry },
    students,
  }
}

/** A teacher of the exam with an account: who may be made an uploader. */
export const teachIn = async (of: Sitting, userName: string): Promise<{ caller: Caller; token: string }> => {
  const teacherId = newId<TeacherId>('teacher')
  const signedIn = await testCaller({ userType: 3, tenant: of.owner, userName, teacherId })
  await asFunction('exam-api', () =>
    examTeachers.create({
      schema: 1,
      examId: of.exam.examId,
      teacherId,
      userId: signedIn.caller.userId,
      teacherName: userName,
      teaches: of.classes.map(({ classId }) => ({ classId, isHead: false })),
    }),
  )
  return signedIn
}

export type Ink = {
  /** Digits blackened on a page with bubbles; '' leaves them empty. */
  number?: string
  /** Letters by question. */
  choices?: Readonly<Record<string, string>>
  absent?: boolean
  /** Something written in every block. */
  written?: boolean
  /** A or B, or both. */
  paperType?: readonly string[]
  /** Optional questions that were answered. */
  picks?: readonly string[]
  /** Boxes of the marker's pen, by the bar's first question. */
  scores?: Readonly<Record<string, readonly string[]>>
  /** Cells that are only half dark, as question → letter. */
  faint?: Readonly<Record<string, string>>
  /** Makes two pictures of the same page differ. */
  speck?: number
}

const dpi = 120
const px = dpi / 25.4

type Picture = { width: number; height: number; data: Buffer }
const printed = new Map<string, Promise<Picture>>()

/** The page as it is printed, without its QR: drawn once a process. */
const printOf = (geometry: CardGeometry, page: PageGeometry): Promise<Picture> => {
  const name = `${geometry.hash} ${page.page}`
  const drawn =
    printed.get(name) ??
    sharp(Buffer.from(pageSvg({ ...page, qr: { x: -9, y: -9, w: 1, h: 1 } }, geometry)), { density: dpi })
      .resize(Math.round(geometry.width * px), Math.round(geometry.height * px), { fit: 'fill' })
      .flatten({ background: '#fff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .then(({ data, info }) => ({ width: info.width, height: info.height, data }))
  printed.set(name, drawn)
  return drawn
}

/** Blackens a rectangle of millimetres. */
const bar = (on: Picture, r: Rect, ink = 0x22): void => {
  const [left, right] = [Math.round(r.x * px), Math.min(on.width, Math.round((r.x + r.w) * px))]
  const bottom = Math.min(on.height, Math.round((r.y + r.h) * px))
  for (let y = Math.round(r.y * px); y < bottom; y++) on.data.fill(ink, y * on.width + left, y * on.width + right)
}

/** One page as a scanner would give it: JPEG. */
export const paint = async (card: PrintedCard, pageNumber: number, ink: Ink = {}): Promise<Buffer> => {
  const { geometry } = card
  const page = geometry.pages.find((p) => p.page === pageNumber)!
  const base = await printOf(geometry, page)
  const sheet = { ...base, data: Buffer.from(base.data) }
  const symbol = QRCode.create(qrPayload({ ...card, hash: geometry.hash }, pageNumber), {
    errorCorrectionLevel: 'M',
  }).modules
  const module = page.qr.w / symbol.size
  for (let y = 0; y < symbol.size; y++)
    for (let x = 0; x < symbol.size; x++)
      if (symbol.get(y, x) === 1)
        bar(sheet, { x: page.qr.x + x * module, y: page.qr.y + y * module, w: module, h: module }, 0)
  for (const [i, digit] of [...(ink.number ?? '')].entries()) {
    const cell = page.studentNumber?.columns[i]?.cells.find((c) => c.value === digit)
    if (cell) bar(sheet, cell.rect)
  }
  for (const row of page.choices) {
    for (const cell of row.cells) {
      if (ink.choices?.[row.questionId]?.includes(cell.value)) bar(sheet, cell.rect)
      // A thin line through the cell: neither empty nor filled.
      if (ink.faint?.[row.questionId] === cell.value) bar(sheet, { ...cell.rect, h: cell.rect.h * 0.3 }, 0x55)
    }
  }
  const boxes: [readonly Cell[], readonly string[]][] = [
    [page.paperType ?? [], ink.paperType ?? []],
    ...(page.picks ?? []).map((row): [Cell[], readonly string[]] => [row.cells, ink.picks ?? []]),
    ...(page.scoreRows ?? []).map((row): [Cell[], readonly string[]] => [
      row.cells,
      ink.scores?.[row.questionIds[0]!] ?? [],
    ]),
  ]
  for (const [cells, values] of boxes) for (const c of cells) if (values.includes(c.value)) bar(sheet, c.rect)
  if (ink.absent && page.absent) bar(sheet, page.absent.rect)
  if (ink.written)
    for (const { rect } of page.blocks)
      for (let i = 0; i < 6; i++)
        bar(sheet, { x: rect.x + 12 + i * 4, y: rect.y + rect.h * 0.4, w: 2.6, h: Math.min(4, rect.h * 0.4) })
  bar(sheet, { x: 100 + (ink.speck ?? 0) * 0.7, y: geometry.height - 3, w: 0.4, h: 0.4 })
  return sharp(sheet.data, { raw: { width: sheet.width, height: sheet.height, channels: 1 } })
    .withMetadata({ density: dpi })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** Two sides of a student's sheet, everything answered A. */
export const sheetOf = async (of: Sitting, i: number, more: Ink = {}): Promise<Buffer[]> => {
  const answers = Object.fromEntries(of.card.geometry.pages[0]!.choices.map((c) => [c.questionId, c.cells[0]!.value]))
  const number = of.students[i]!.studentNumber
  return [
    await paint(of.card, 1, { number, choices: answers, written: true, speck: i, ...more }),
    await paint(of.card, 2, { written: true, speck: i, ...more }),
  ]
}

/** `granted`, `told`: the size that is asked for, and said of it, where that is another. */
export type Sent = { name: string; bytes: Uint8Array; sha256?: string; granted?: number; told?: number }

const envelope = async (path: string, token: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(testCloud().address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { status, data, message } = (await answer.json()) as { status: number; data: unknown; message: string }
  if (status !== 0) throw new Error(`${path}: ${status} ${message}`)
  return data
}

/** Uploads as the browser does: a grant, then straight to the store under its credentials. */
export const upload = async (of: Pick<Sitting, 'token'>, sent: readonly Sent[], family: UploadFamily = 'scan') => {
  const asked = sent.map((f) => ({ name: f.name, size: f.granted ?? Math.max(1, f.bytes.length) }))
  const grant = (await envelope(grantUpload.path, of.token, { family, files: asked })) as UploadGrant
  const client = new S3Client({
    region: grant.region,
    ...(grant.endpoint ? { endpoint: grant.endpoint, forcePathStyle: true } : {}),
    ...(grant.credentials ? { credentials: { ...grant.credentials, expiration: undefined } } : {}),
  })
  for (const [i, f] of sent.entries()) {
    const { key, form } = grant.files[i]!
    if (form) {
      const posted = await postForm(grant, form, f.bytes)
      if (!posted.ok) throw new Error(await posted.text())
    } else
      await client.send(
        new PutObjectCommand({
          ...{ Bucket: grant.bucket, Key: key, Body: f.bytes, Tagging: grant.tagging, IfNoneMatch: '*' },
        }),
      )
  }
  return sent.map((f, i) => ({
    key: grant.files[i]!.key,
    name: f.name,
    size: f.told ?? f.bytes.length,
    sha256: f.sha256 ?? sha256(f.bytes),
  }))
}

/** A batch through the gateway: its job runs in the local cloud. */
export const handIn = async (of: Sitting, sent: readonly Sent[]) =>
  (await envelope(createBatch.path, of.token, { paperId: of.paperId, files: await upload(of, sent) })) as {
    batchId: Batch['batchId']
    uuid: JobId
  }

let made = 0
/** A batch's rows without its job, for tests that walk the job themselves. Acts as the scan room. */
export const layDown = async (of: Sitting, sent: readonly Sent[]): Promise<Batch> => {
  const stored = await upload(of, sent)
  const batchId = newId<Batch['batchId']>('batch')
  const place = { schema: 1 as const, batchId, paperId: of.paperId, examId: of.exam.examId, owner: of.owner }
  const batch: Batch = {
    ...place,
    fileTenant: of.owner,
    uploadedBy: of.caller.userId,
    uploaderName: of.caller.userName,
    fileCount: sent.length,
    handed: 0,
    state: 'recognising',
    jobId: newId<JobId>('job'),
    createdAt: now() + ++made,
    version: 1,
  }
  await files.putMany(stored.map((f, i) => ({ schema: 1 as const, batchId, file: i + 1, ...f })))
  await placeBatch(place)
  await batches.create(batch)
  return batch
}

/** What every candidate's pages say, in the order of the roster. */
export const readingsOf = async (paperId: PaperId): Promise<StudentReading[]> => {
  const { examId } = (await paperOf(paperId))!
  return readingsOfStudents(
    paperId,
    (await candidatesOf(examId)).map((c) => c.studentId),
  )
}
