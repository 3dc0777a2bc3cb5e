/**
 * Who sees what of a paper's scans: at any question to the room, nothing of a class that is not one's own comes back.
 * Every reading call is asked with the other class's ids; what must not be in the answer is looked for in its text.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import * as acts from '#shared/scan/act.calls.ts'
import * as candidateCalls from '#shared/scan/candidate.calls.ts'
import * as declarations from '#shared/scan/uploading/declaration.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as sheetCounts from '#shared/scan/uploading/sheetCount.calls.ts'
import * as pieces from '#shared/scan/uploading/piece.calls.ts'
import * as results from '#shared/scan/results/result.calls.ts'
import * as alias from '#shared/scan/alias.calls.ts'
import * as scans from '#shared/scan/scan.calls.ts'
import * as sizes from '#shared/scan/batches/size.calls.ts'
import * as uploads from '#shared/scan/uploading/uploader.calls.ts'
import { callsOf, changes } from '#shared/kit/call.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import type { CourseId, TeacherId } from '#shared/kit/ids.ts'
import { examTeachers } from '#functions/exam/exam.store.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { handIn, paint, sit } from './scan.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { ask, laid, named } from './scan.steps.fixtures.ts'
import { pagesOfBatch } from './scan.store.ts'
import { giveClasses } from './uploading/uploader.store.ts'

const all = callsOf({
  ...acts,
  ...candidateCalls,
  ...declarations,
  ...exceptions,
  ...sheetCounts,
  ...pieces,
  ...results,
  ...alias,
  ...scans,
  ...sizes,
  ...uploads,
})
/** What only looks: the claim of a cooperation is a GET with an effect. */
const reads = all.filter(
  ([, c]) => !changes(c) || c.path.endsWith('/size/exception') || /recognition\/task$/.test(c.path),
)
const exports: AnyCall[] = [
  exceptions.exportAbsent,
  exceptions.exportStatuses,
  alias.exportStudents,
  candidateCalls.exportAbsentOfExam,
  results.downloadErrorCards,
  uploads.exportUploaders,
  uploads.exportAllUploaders,
]

type Person = { token: string }
let of: Sitting
let people: Record<'head' | 'ofCourse' | 'otherCourse' | 'elsewhere' | 'uploader' | 'ofClass2' | 'principal', Person>
/** Names, numbers, and the addresses of pictures, of class 2. */
let secrets: string[]
let asked: Record<string, unknown>

const teacher = async (teaches: { classId: string; courseId?: string; isHead: boolean }[]) => {
  const teacherId = newId<TeacherId>('teacher')
  const person = await testCaller({ userType: 3, tenant: of.owner, teacherId })
  const row = {
    schema: 1,
    examId: of.exam.examId,
    teacherId,
    userId: person.caller.userId,
    teacherName: '某老师',
    teaches,
  }
  if (teaches.length > 0) await asFunction('exam-api', () => examTeachers.create(row as never))
  return { ...person, teacherId }
}

beforeAll(async () => {
  actAs('scan-api')
  of = await sit(4, undefined, 2)
  const [class1, class2] = [of.classes[0]!.classId, of.classes[1]!.classId]
  const [q1] = of.card.geometry.pages[0]!.choices
  const sheets: Buffer[] = []
  // Students 0 and 2 are of class 1, 1 and 3 of class 2; every student has a doubt, and one page has no student.
  for (const [i, { studentNumber }] of of.students.entries()) {
    sheets.push(
      await paint(of.card, 1, { number: studentNumber, choices: { [q1!.questionId]: 'AB' }, written: true, speck: i }),
    )
    sheets.push(await paint(of.card, 2, { written: true, speck: i }))
  }
  sheets.push(await paint(of.card, 1, { number: '2026999999', written: true, speck: 9 }))
  const batch = await laid(of, ...sheets)
  const paper = of.paperId
  const courseId = (await asFunction('exam-api', async () =>
    (await import('#functions/exam/exam.public.ts')).paperOf(paper),
  ))!.courseId
  const uploader = await teacher([])
  people = {
    head: await teacher([{ classId: class1, isHead: true }]),
    ofCourse: await teacher([{ classId: class1, courseId, isHead: false }]),
    otherCourse: await teacher([{ classId: class1, courseId: newId<CourseId>('course'), isHead: false }]),
    elsewhere: await teacher([]),
    uploader,
    ofClass2: await teacher([{ classId: class2, courseId, isHead: false }]),
    principal: await testCaller({ userType: 9, tenant: of.owner }),
  }
  await giveClasses(
    { paperId: paper, examId: of.exam.examId, owner: of.owner },
    { teacherId: uploader.teacherId, teacherName: '上传人', userId: uploader.caller.userId },
    [class1],
    false,
    of.caller,
  )
  const pages = await pagesOfBatch(batch.batchId)
  const theirs = of.students.filter((s) => s.classId === class2)
  const own = pages.filter((p) => theirs.some((s) => s.studentId === p.studentId))
  const page = own.find((p) => p.page === 1)!
  secrets = [
    ...theirs.flatMap((s) => [s.studentName, s.studentNumber]),
    ...own.flatMap((p) => [p.imageKey, p.thumbKey]).flatMap((k) => (k ? [k.split('/').slice(-2).join('/')] : [])),
    '2026999999',
  ]
  asked = {
    paperId: paper,
    examId: of.exam.examId,
    studentId: theirs[0]!.studentId,
    batchId: batch.batchId,
    no: page.no,
    questionId: q1!.questionId,
    file: 1,
    pageSize: 50,
  }
})

/** An input of what the schema names of these. Null where the call wants more. */
const inputOf = (call: AnyCall, more: Record<string, unknown> = {}): Record<string, unknown> | null => {
  const shape = (call.input().def as { shape?: object }).shape ?? {}
  const input = Object.fromEntries(Object.entries({ ...asked, ...more }).filter(([k]) => k in shape))
  return call.input().safeParse(input).success ? input : null
}
const text = async (call: AnyCall, who: Person, more = {}): Promise<{ http: number; said: string }> => {
  const answer = await ask(call, inputOf(call, more) as never, who)
  return { http: answer.http, said: answer.http === 200 ? JSON.stringify(answer.data) : '' }
}
/** Every reading call, as this person is answered. */
const asAll = (who: Person) =>
  Promise.all(
    reads.filter(([, c]) => inputOf(c) !== null).map(async ([name, c]) => ({ name, ...(await text(c, who)) })),
  )
const told = (said: string): boolean => secrets.some((s) => said.includes(s))

describe('the scans of another class', () => {
  it('are in the answers to who manages, and of hardly any reading call are the inputs unknown', async () => {
    const without = reads.filter(([, c]) => inputOf(c) === null).map(([name]) => name)
    expect(without).toEqual(['declarationDetail'])
    // Otherwise nothing would be looked for below.
    expect((await asAll(of)).filter((a) => told(a.said)).length).toBeGreaterThan(15)
  })

  it.each(['head', 'ofCourse', 'otherCourse', 'elsewhere', 'uploader'] as const)(
    'are in none to the %s of class 1',
    async (who) => {
      const answers = await asAll(people[who])
      expect(answers.filter((a) => told(a.said)).map((a) => a.name)).toEqual([])
      // The own class is seen only by who has to do with it.
      const own = await text(scans.scriptList, people[who])
      const sees = who === 'head' || who === 'ofCourse' || who === 'uploader'
      expect([own.http, of.students.map((s) => own.said.includes(s.studentName))]).toEqual(
        sees ? [200, [true, false, true, false]] : [403, [false, false, false, false]],
      )
      expect(answers.filter((a) => a.http === 200).length > 5).toBe(sees)
    },
  )

  it('are seen by their own teacher and by the principal', async () => {
    for (const who of [people.ofClass2, people.principal]) {
      expect(told((await text(scans.doubtList, who)).said)).toBe(true)
      expect((await text(results.resultErrors, who)).http).toBe(200)
      expect((await text(pieces.questionBlock, who)).http).toBe(200)
    }
  })

  it('go out to files for managers, and for an uploader those of the own classes', async () => {
    for (const who of [people.head, people.ofCourse, people.otherCourse, people.ofClass2, people.principal])
      for (const call of exports) expect([call.path, (await text(call, who)).http]).toEqual([call.path, 403])
    for (const call of exports) {
      const mine = call === exceptions.exportStatuses || call === exceptions.exportAbsent
      const may = mine || call === alias.exportStudents || call === results.downloadErrorCards
      expect([call.path, (await text(call, people.uploader)).http]).toEqual([call.path, may ? 200 : 403])
    }
    const { data } = await ask(results.downloadErrorCards, { paperId: asked['paperId'] as never }, people.uploader)
    expect(await packed(people.uploader, data.uuid)).toMatchObject({ pages: 2 })
    const whole = (await ask(results.downloadErrorCards, { paperId: asked['paperId'] as never }, of)).data
    expect(await packed(of, whole.uuid)).toMatchObject({ pages: 5 })
  })

  it('an uploader sees every page of the own batch, whose ever it is, and no other batch whole', async () => {
    const stranger = of.students[1]!.studentNumber
    const sheet = await paint(of.card, 1, { number: stranger, written: true, speck: 77 })
    const { batchId, uuid } = await handIn({ ...of, token: people.uploader.token } as Sitting, named(sheet))
    await packed(people.uploader, uuid)
    const mine = await ask(scans.batchDetail, { batchId, pageSize: 50 }, people.uploader)
    expect(mine).toMatchObject({ http: 200, status: 0 })
    expect(mine.data.list).toHaveLength(1)
    expect((await ask(sheetCounts.batchFiles, { batchId, pageSize: 50 }, people.uploader)).http).toBe(200)
    expect((await ask(sheetCounts.batchFiles, { batchId, pageSize: 50 }, people.ofCourse)).http).toBe(403)
    expect(
      (await ask(sheetCounts.batchFiles, { batchId: asked['batchId'] as never, pageSize: 50 }, people.uploader)).http,
    ).toBe(403)
  })
})

/** What a job of an export answers in the end. */
const packed = async (who: Person, uuid: string): Promise<unknown> => {
  const job = await jobEndsFor(who, uuid)
  return job.result ?? job
}
