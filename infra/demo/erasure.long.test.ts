/**
 * One student of a whole exam is erased, and then every row of every table and every byte of every object is searched
 * for what was personal: the name, the number, the ID card, the phone, the account's name.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { bytesHold } from '#functions/kit/erase.ts'
import { initialsOf } from '#functions/school/people/pinyin.ts'
import { printCard } from '#shared/card/print/print.calls.ts'
import { eraseStudent, exportStudentData, savePersonal } from '#shared/school/people/personal.calls.ts'
import { exportRoster, tagStudents } from '#shared/school/people/act.calls.ts'
import { listStudents, studentDetail, updateStudent } from '#shared/school/people/student.calls.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { startCloud } from '../local/Cloud.ts'
import type { Cloud } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import {
  beginExam,
  exportAll,
  handIn,
  printBlank,
  publish,
  readTranscript,
  settleAll,
  sitExam,
  writePaper,
} from './exam.ts'
import { markAll, openForMarking } from './mark.ts'
import { demoPassword, openOrganisation } from './organisation.ts'

const name = '慕容金丝雀'
const idCard = '11010519491231002X'
const phone = '13911112222'

/** Where any of the texts is still kept: table rows as `table pk sk`, objects by key. */
const found = async (cloud: Cloud, texts: readonly string[]): Promise<string[]> => {
  const env = cloud.envOf('school-work')
  const of = { region: env['AWS_REGION']!, credentials: cloud.root }
  const dynamo = new DynamoDBClient({ ...of, endpoint: cloud.endpoints.dynamo })
  const s3 = new S3Client({ ...of, endpoint: cloud.endpoints.s3, forcePathStyle: true })
  const hits: string[] = []
  let rows = 0
  let objects = 0
  try {
    for (const TableName of (await dynamo.send(new ListTablesCommand({}))).TableNames ?? []) {
      let start: Record<string, never> | undefined
      do {
        const page = await dynamo.send(new ScanCommand({ TableName, ...(start ? { ExclusiveStartKey: start } : {}) }))
        for (const item of page.Items ?? []) {
          rows++
          const text = JSON.stringify(item)
          for (const t of texts) if (text.includes(t)) hits.push(`${TableName} ${item['pk']?.S} ${item['sk']?.S}: ${t}`)
        }
        start = page.LastEvaluatedKey as typeof start
      } while (start)
    }
    const Bucket = env['DATA_BUCKET']!
    let token: string | undefined
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, ...(token ? { ContinuationToken: token } : {}) }))
      for (const { Key } of page.Contents ?? []) {
        objects++
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: Key! }))
        const bytes = Buffer.from(await Body!.transformToByteArray())
        for (const t of texts) if (await bytesHold(bytes, [t])) hits.push(`${Key}: ${t}`)
      }
      token = page.NextContinuationToken
    } while (token)
  } finally {
    dynamo.destroy()
    s3.destroy()
  }
  // A search that finds nothing because it looks nowhere proves nothing.
  expect(rows).toBeGreaterThan(300)
  // What is cut out of a page is one object.
  expect(objects).toBeGreaterThan(40)
  return hits
}

/** Keys of objects that have this path in them. */
const objectsUnder = async (cloud: Cloud, path: string): Promise<string[]> => {
  const env = cloud.envOf('school-work')
  const of = { region: env['AWS_REGION']!, credentials: cloud.root }
  const s3 = new S3Client({ ...of, endpoint: cloud.endpoints.s3, forcePathStyle: true })
  const page = await s3.send(new ListObjectsV2Command({ Bucket: env['DATA_BUCKET']! }))
  s3.destroy()
  expect(page.IsTruncated).toBe(false)
  return (page.Contents ?? []).flatMap(({ Key }) => (Key?.includes(path) ? [Key] : []))
}

it('nothing of an erased student is kept in any table or object, and the exam stands', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-erasure-'))
  const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
  try {
    await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
    const root = await signInAs(cloud.address, 'root', demoPassword)
    const { schools } = await openOrganisation(cloud.address, root, {
      seed: 3,
      say: () => undefined,
      size: 'small',
    })
    const school = schools[0]!
    const { admin } = school
    const schoolId = school.schoolId as SchoolId
    const first = school.grades[0]!.classes[0]!.classId
    const { list } = await admin.ask(listStudents, { schoolId, classId: first as never })
    const studentId: StudentId = list[3]!.studentId
    const row = await admin.ask(studentDetail, { studentId })
    const { studentNumber, classId, version } = row
    await admin.ask(updateStudent, { studentId, classId, studentNumber, studentName: name, version })
    await admin.ask(tagStudents, { studentIds: [studentId], add: ['走读'] })
    await admin.ask(savePersonal, { schoolId, kind: 'student', personId: studentId, idCard, phone, version: 0 })
    const accountName = `${await initialsOf(school.schoolName)}${studentNumber}`
    const texts = [name, studentNumber, idCard, phone, accountName]

    const exam = await beginExam(school, {
      seed: 'erase',
      name: '期中考试',
      examType: 3,
      classCount: 2,
      examDate: Date.UTC(2026, 10, 12),
    })
    await writePaper(exam, 'short')
    const printed = await printBlank(exam)
    const scanned = await sitExam(exam, printed, { range: 'demo', maxDpi: 150, habits: 0.02, absent: 1 })
    const handed = await handIn(exam, scanned, true)
    await admin.job(handed.uuid)
    await settleAll(exam, handed)
    await openForMarking(exam)
    const teachers = school.teachers.filter((t) => t.courseName === school.courses[0]!.courseName)
    const markers = await Promise.all(teachers.map((t) => signInAs(cloud.address, t.accountName, demoPassword)))
    await markAll(exam, markers, admin)
    await publish(exam)
    await exportAll(exam)
    // Cards with the students' names on them; what is drawn in a PDF no search for bytes finds.
    await admin.job((await admin.ask(printCard, { cardId: printed.cardId, kind: 'students' })).uuid)
    const withNames = () => objectsUnder(cloud, `/card/${exam.examId}/`)
    expect(await withNames()).not.toEqual([])
    const before = await readTranscript(exam)
    const line = before.list.find((r) => r.studentId === studentId)!
    expect(line.studentName).toBe(name)
    // He signs in, his roster is exported, his own data too.
    await signInAs(cloud.address, accountName, demoPassword)
    for (const kind of ['students', 'oneroster'] as const)
      await admin.job((await admin.ask(exportRoster, { schoolId, kind, format: 'xlsx' })).uuid)
    await admin.job((await admin.ask(exportStudentData, { studentId })).uuid)
    await cloud.waitIdle()
    expect((await found(cloud, [name])).length).toBeGreaterThan(3)

    const wish = { schoolId, studentId, studentName: name, reason: '本人或监护人要求' as const }
    await admin.job((await admin.ask(eraseStudent, wish)).uuid)
    await cloud.waitIdle()
    expect(await found(cloud, texts)).toEqual([])
    expect(await withNames()).toEqual([])
    await expect(signInAs(cloud.address, accountName, demoPassword)).rejects.toThrow()

    // A new process reads what is stored: the figures stand, without the person.
    const after = await readTranscript(exam)
    const nameless = after.list.find((r) => r.studentId === studentId)!
    expect({ ...nameless, studentName: '', studentNumber: '' }).toEqual({ ...line, studentName: '', studentNumber: '' })
    expect(after.list.filter((r) => r.studentId !== studentId)).toEqual(
      before.list.filter((r) => r.studentId !== studentId),
    )
  } finally {
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 1_800_000)
