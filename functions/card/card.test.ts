import { PDFiumLibrary } from '@hyzyla/pdfium'
import yauzl from 'yauzl'
import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import * as printCalls from '#shared/card/print.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { parseQr } from '#shared/card/card.types.ts'
import { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import type {
  AttemptId,
  ClassId,
  CourseId,
  ExamId,
  GradeId,
  PaperId,
  QuestionId,
  SchoolId,
  StudentId,
} from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { audits } from '#functions/kit/audit.ts'
import { actAs, asFunction, driveJob, send, testCaller, testCloud } from '#functions/kit/testing.ts'
import { rows } from '#functions/kit/table.ts'
import { handler } from './card.api.ts'
import { printedCardByCode, printedCardOfPaper } from './card.public.ts'

// The exam room's rows as its own room stores them; its public side has no way to make an exam in one step.
const table = 'TABLE_EXAM'
const exams = rows({ table, schema: Exam, key: (e: { examId: string }) => ({ pk: `exam#${e.examId}`, sk: 'exam' }) })
const papers = rows({
  table,
  schema: Paper,
  key: (p: { paperId: string }) => ({ pk: `paper#${p.paperId}`, sk: 'paper' }),
})
const candidates = rows({
  table,
  schema: Candidate,
  key: (c: { examId: string; schoolId: string; studentId: string }) => ({
    pk: `cand#${c.examId}#${c.schoolId}`,
    sk: c.studentId,
  }),
})

const questions = (counts: Partial<Record<number, number>>): PaperQuestion[] => {
  let n = 0
  return Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count ?? 0 }, () => ({
      questionId: newId<QuestionId>('question'),
      number: String(++n),
      unitType: Number(type),
      fullScore: Number(type) <= 3 ? 300 : 1200,
      ...(Number(type) <= 2 ? { optionCount: 4 } : {}),
    })),
  )
}

/** A school's administrator with an exam of one paper and four candidates in two classes. */
const setting = async (of: PaperQuestion[] = questions({ 1: 8, 2: 2, 3: 2, 4: 3, 5: 2 })) => {
  const schoolId = newId<SchoolId>('school')
  const owner = schoolTenant(schoolId)
  const { caller, token } = await testCaller({ userType: 2, tenant: owner, userName: '李主任' })
  const examId = newId<ExamId>('exam')
  const paperId = newId<PaperId>('paper')
  const classes = [1, 2].map((n) => ({ classId: newId<ClassId>('class'), className: `高一（${n}）班` }))
  const exam: Exam = {
    schema: 1,
    examId,
    owner,
    examName: '期中考试',
    examType: 3,
    schoolId,
    gradeId: newId<GradeId>('grade'),
    gradeName: '高一',
    term: '2026-1',
    examDate: now(),
    classes,
    paperIds: [paperId],
    status: 1,
    markingProgress: 1,
    candidateCount: 4,
    creatorId: caller.userId,
    creatorName: caller.userName,
    createdAt: now(),
    version: 1,
  }
  const paper: Paper = {
    schema: 1,
    paperId,
    examId,
    owner,
    courseId: newId<CourseId>('course'),
    courseName: '数学',
    questions: of,
    keyVersion: 1,
    version: 1,
  }
  await exams.create(exam)
  await papers.create(paper)
  await candidates.putMany(
    Array.from({ length: 4 }, (_, i) => ({
      schema: 1 as const,
      examId,
      studentId: newId<StudentId>('student'),
      schoolId,
      studentName: ['赵一', '钱二', '孙三', '李四'][i]!,
      pinyin: `s${i}`,
      studentNumber: `2026010${i}`,
      ...classes[i < 3 ? 0 : 1]!,
    })),
  )
  return { owner, caller: caller as Caller, token, exam, paper, classes }
}

type Setting = Awaited<ReturnType<typeof setting>>
const ask = async <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2], at: Setting) =>
  send(handler, call, input, at.token)

const made = async (at: Setting) => (await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)).data.cardId
const detail = async (cardId: Awaited<ReturnType<typeof made>>, at: Setting) =>
  (await ask(cardCalls.cardDetail, { cardId }, at)).data

beforeAll(() => actAs('card-api'))

describe('a card', () => {
  it('is made from its paper, once, and known to it', async () => {
    const at = await setting()
    const first = await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)
    expect(first).toMatchObject({ http: 200, status: 0, data: { created: true } })
    const again = await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)
    expect(again.data).toEqual({ cardId: first.data.cardId, created: false })
    expect((await papers.get({ paperId: at.paper.paperId }))?.cardId).toBe(first.data.cardId)
    const card = await detail(first.data.cardId, at)
    expect(card).toMatchObject({ status: 0, publishedVersion: 0, title: '期中考试', mayManage: true, versions: [] })
    expect(card.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    // The roster's numbers have eight digits.
    expect(card.design.studentNumber.length).toBe(8)
    expect(card.design.units.flatMap((u) => u.questions.map((q) => q.questionId))).toEqual(
      at.paper.questions.map((q) => q.questionId),
    )
  })

  it('is made once by two at a time', async () => {
    const at = await setting()
    const both = await Promise.all([made(at), made(at)])
    expect(both[0]).toBe(both[1])
    expect((await ask(cardCalls.examCards, { examId: at.exam.examId }, at)).data.total).toBe(1)
  })

  it('is not made of a paper without questions', async () => {
    const at = await setting([])
    expect((await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)).status).toBe(
      cardProblemList.noQuestions.status,
    )
  })

  it('is closed to another school, and to a teacher who did not make the exam for writing', async () => {
    const at = await setting()
    const cardId = await made(at)
    const stranger = await setting()
    expect((await ask(cardCalls.cardDetail, { cardId }, stranger)).http).toBe(403)
    expect((await ask(printCalls.printCard, { cardId, kind: 'blank' }, stranger)).http).toBe(403)
    expect((await ask(cardCalls.createCard, { paperId: at.paper.paperId }, stranger)).http).toBe(403)
    expect((await ask(cardCalls.examCards, { examId: at.exam.examId }, stranger)).http).toBe(403)
    const leader = await testCaller({ userType: 9, tenant: at.owner })
    const seen = await send(handler, cardCalls.cardDetail, { cardId }, leader.token)
    expect(seen.data.mayManage).toBe(false)
    expect((await send(handler, cardCalls.publishCard, { cardId, version: 1, pages: 2 }, leader.token)).http).toBe(403)
  })

  it('is saved over the version that it was made from, and says who was faster', async () => {
    const at = await setting()
    const cardId = await made(at)
    const card = await detail(cardId, at)
    const design: CardDesign = { ...card.design, title: '新标题' }
    const saved = await ask(cardCalls.saveCard, { cardId, design, version: card.version }, at)
    expect(saved).toMatchObject({ status: 0, data: { version: 2, status: 1, warnings: [] } })
    const stale = await ask(cardCalls.saveCard, { cardId, design, version: card.version }, at)
    expect(stale.status).toBe(commonProblems.stale.status)
    expect(stale.message).toContain('李主任')
    expect((await detail(cardId, at)).title).toBe('新标题')
  })

  it('is not saved by an older designer, with too many questions or endless words, and says why', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    const save = (next: CardDesign) => ask(cardCalls.saveCard, { cardId, design: next, version: 1 }, at)
    expect((await save({ ...design, cardVersion: '9.0' })).message).toBe(
      '这张答题卡由更新版本（9.0）的设计器制作，请刷新页面后再打开',
    )
    const [unit, ...others] = design.units
    const many = {
      ...unit!,
      questions: Array.from({ length: 400 }, (_, i) => ({ ...unit!.questions[0]!, questionId: `x${i}` })),
    }
    expect((await save({ ...design, units: [many, ...others] })).message).toBe('答题卡最多400道题，现有409道')
    const worded = { ...unit!, questions: unit!.questions.map((q) => ({ ...q, content: '长'.repeat(300_000) })) }
    const refused = await save({ ...design, units: [worded, ...others] })
    expect([refused.status === 0, refused.message]).toEqual([
      false,
      expect.stringContaining('内容超过2000字，请精简后重试'),
    ])
    expect((await detail(cardId, at)).version).toBe(1)
  })

  it('holds no question of another paper, and warns of what the paper has and it has not', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design, version } = await detail(cardId, at)
    const strange = structuredClone(design)
    strange.units[0]!.questions[0]!.questionId = newId<QuestionId>('question')
    expect((await ask(cardCalls.saveCard, { cardId, design: strange, version }, at)).status).toBe(
      cardProblemList.strangeQuestion.status,
    )
    const short = structuredClone(design)
    short.units[0]!.questions.pop()
    const saved = await ask(cardCalls.saveCard, { cardId, design: short, version }, at)
    expect(saved.data.warnings).toEqual(['试卷第8题不在答题卡上'])
    const published = await ask(cardCalls.publishCard, { cardId, version: 2, pages: 2 }, at)
    expect(published).toMatchObject({
      status: cardProblemList.notReady.status,
      message: '[试卷第8题不在答题卡上]',
    })
  })

  it('is published twice, and both versions stay readable as they were', async () => {
    const at = await setting()
    const cardId = await made(at)
    const card = await detail(cardId, at)
    expect(await printedCardOfPaper(at.paper.paperId)).toBeNull()
    const first = await ask(cardCalls.publishCard, { cardId, version: card.version, pages: 2 }, at)
    expect(first).toMatchObject({ status: 0, data: { publishedVersion: 1, version: 2 } })
    // A click that comes twice publishes nothing twice.
    expect((await ask(cardCalls.publishCard, { cardId, version: card.version, pages: 2 }, at)).status).toBe(
      commonProblems.stale.status,
    )
    const taller = structuredClone(card.design)
    taller.units.at(-1)!.height = 80
    await ask(cardCalls.saveCard, { cardId, design: taller, version: 2 }, at)
    expect((await detail(cardId, at)).status).toBe(1)
    const second = await ask(cardCalls.publishCard, { cardId, version: 3, pages: 2 }, at)
    expect(second).toMatchObject({ status: 0, data: { publishedVersion: 2 } })
    expect(second.data.hash).not.toBe(first.data.hash)
    const [one, two, latest, none] = await Promise.all([
      printedCardByCode(card.code, 1),
      printedCardByCode(card.code, 2),
      printedCardByCode(card.code),
      printedCardByCode(card.code, 3),
    ])
    expect([one?.geometry.hash, two?.geometry.hash, latest?.version, none]).toEqual([
      first.data.hash,
      second.data.hash,
      2,
      null,
    ])
    expect(one).toMatchObject({ cardId, paperId: at.paper.paperId, examId: at.exam.examId, owner: at.owner })
    expect((await printedCardOfPaper(at.paper.paperId))?.version).toBe(2)
    expect((await detail(cardId, at)).versions.map((v) => v.publishedVersion)).toEqual([2, 1])
    const byCode = await ask(cardCalls.templateByCode, { code: card.code, version: 1 }, at)
    expect(byCode.data).toMatchObject({ version: 1, title: '期中考试' })
    const stranger = await setting()
    expect((await ask(cardCalls.templateByCode, { code: card.code }, stranger)).status).toBe(
      cardProblemList.codeUnknown.status,
    )
  })

  it('is laid out again by the specification when it does not fit, or refused in its words', async () => {
    const at = await setting(questions({ 1: 30, 5: 9 }))
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    // As it is made it keeps to one sheet by itself.
    expect(design.sheetType).toBe(1)
    await ask(cardCalls.saveCard, { cardId, design: { ...design, sheetType: 0 }, version: 1 }, at)
    const published = await ask(cardCalls.publishCard, { cardId, version: 2, pages: 1 }, at)
    expect(published.data.notices).toEqual(['无法自动排版，自动将页数加1', '无法自动排版，自动更换版式'])
    expect((await detail(cardId, at)).design.sheetType).toBe(1)
    const big = await setting(questions({ 5: 60 }))
    const refused = await ask(cardCalls.publishCard, { cardId: await made(big), version: 1, pages: 2 }, big)
    expect(refused).toMatchObject({
      status: cardProblemList.noLayout.status,
      message: '无法正常排版，请调整题目数量',
    })
  })

  it('is deleted and restored; sheets already printed stay readable', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { code } = await detail(cardId, at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    expect((await ask(cardCalls.deleteCard, { cardId, version: 2 }, at)).status).toBe(0)
    expect((await ask(cardCalls.cardDetail, { cardId }, at)).status).toBe(cardProblemList.notFound.status)
    expect(await printedCardOfPaper(at.paper.paperId)).toBeNull()
    expect((await printedCardByCode(code))?.cardId).toBe(cardId)
    expect((await ask(cardCalls.restoreCard, { cardId }, at)).status).toBe(0)
    expect((await printedCardOfPaper(at.paper.paperId))?.code).toBe(code)
    const { version } = await detail(cardId, at)
    await ask(cardCalls.deleteCard, { cardId, version }, at)
    const next = await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)
    expect(next.data.created).toBe(true)
    expect((await ask(cardCalls.restoreCard, { cardId }, at)).status).toBe(cardProblemList.otherCard.status)
  })

  it('is listed by its state to those who see its exam', async () => {
    const at = await setting()
    const cardId = await made(at)
    const listed = await ask(cardCalls.listCards, { status: 0 }, at)
    expect(listed.data.list).toMatchObject([{ cardId, courseName: '数学', questionCount: 17 }])
    expect((await ask(cardCalls.listCards, { status: 2 }, at)).data.total).toBe(0)
    const teacher = await testCaller({ userType: 3, tenant: at.owner })
    expect((await send(handler, cardCalls.listCards, {}, teacher.token)).data.total).toBe(0)
  })
})

/** The QR codes of a PDF, page by page. */
const codesOf = async (pdf: Buffer): Promise<string[]> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const { createRequire } = await import('node:module')
  const { readFileSync } = await import('node:fs')
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const found: string[] = []
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' })
    // Blue and red change places: no matter in grey.
    const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
    found.push(
      ...(await readBarcodes(image as Parameters<typeof readBarcodes>[0], { formats: ['QRCode'] })).map((r) => r.text),
    )
  }
  document.destroy()
  library.destroy()
  return found
}

/** What a zip holds, as another program reads it. */
const membersOf = (zip: Buffer): Promise<{ name: string; bytes: Buffer }[]> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      const found: { name: string; bytes: Buffer }[] = []
      file.on('entry', (entry: yauzl.Entry) =>
        file.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed)
          const pieces: Buffer[] = []
          stream.on('data', (piece: Buffer) => pieces.push(piece))
          stream.on('end', () => {
            found.push({ name: entry.fileName, bytes: Buffer.concat(pieces) })
            file.readEntry()
          })
        }),
      )
      file.on('end', () => resolve(found))
      file.on('error', reject)
      file.readEntry()
    })
  })

describe('printing', () => {
  const through = async <T>(path: string, token: string, body?: unknown): Promise<{ status: number; data: T }> => {
    const answer = await fetch(testCloud().address + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as { status: number; data: T }
  }
  const printed = async (input: object, at: Setting) => {
    const started = await through<{ uuid: string }>(printCalls.printCard.path, at.token, input)
    expect(started.status).toBe(0)
    for (let i = 0; i < 150; i++) {
      const { data } = await through<AsyncStatus>(`${asyncStatus.path}?uuid=${started.data.uuid}`, at.token)
      if (data.status === 40 || data.status === 30) return data
      await new Promise((done) => setTimeout(done, 200))
    }
    throw new Error('the job did not end')
  }

  it('waits for the card to be published and refuses numbers that do not fit', async () => {
    const at = await setting()
    const cardId = await made(at)
    expect((await ask(printCalls.printCard, { cardId, kind: 'blank' }, at)).status).toBe(
      cardProblemList.notPublished.status,
    )
    const card = await detail(cardId, at)
    const design = { ...card.design, studentNumber: { ...card.design.studentNumber, length: 10 } }
    await ask(cardCalls.saveCard, { cardId, design, version: 1 }, at)
    await ask(cardCalls.publishCard, { cardId, version: 2, pages: 2 }, at)
    const refused = await ask(printCalls.printCard, { cardId, kind: 'students' }, at)
    expect(refused.status).toBe(cardProblemList.badNumber.status)
    expect(refused.message).toContain('4名考生的考号不是10位数字')
  })

  it("makes a PDF through the state machine whose QR codes are the card's and its students'", async () => {
    const at = await setting()
    const cardId = await made(at)
    const { code } = await detail(cardId, at)
    const { data } = await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const qr = await ask(cardCalls.generateQr, { cardId, page: 1 }, at)
    const blank = await printed({ cardId, kind: 'blank' }, at)
    expect(blank).toMatchObject({ status: 40, message: '' })
    expect(blank.files[0]!.name).toBe('期中考试 数学答题卡（空白）.pdf')
    const blankPdf = Buffer.from(await (await fetch(blank.files[0]!.url)).arrayBuffer())
    expect(blankPdf.length).toBe(blank.files[0]!.size)
    const codes = await codesOf(blankPdf)
    expect(codes).toHaveLength(data.pageCount)
    expect(codes[0]).toBe(qr.data.payload)
    expect(parseQr(codes[0]!)).toEqual({ code, version: 1, page: 1, hash: data.hash })

    const own = await printed({ cardId, kind: 'students', classIds: [at.classes[0]!.classId] }, at)
    const ownPdf = Buffer.from(await (await fetch(own.files[0]!.url)).arrayBuffer())
    const students = (await codesOf(ownPdf)).map((c) => parseQr(c)).filter((c) => c?.page === 1)
    expect(students.map((c) => c?.studentNumber)).toEqual(['20260100', '20260101', '20260102'])
  })
  it('prints a file for each class or room, all in one zip, and keeps the file with its audit record', async () => {
    const at = await setting()
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const attempt = newId<AttemptId>('attempt')
    const input = { cardId, kind: 'students', split: 'class', attempt }
    const done = await printed(input, at)
    expect(done).toMatchObject({ status: 40, processTotal: 4, processDone: 4 })
    expect(done.files.map((f) => f.name)).toEqual(['期中考试 答题卡（4份）.zip'])
    const zip = Buffer.from(await (await fetch(done.files[0]!.url)).arrayBuffer())
    const members = await membersOf(zip)
    expect(members.map((m) => m.name)).toEqual(['01 高一（1）班（3人）.pdf', '02 高一（2）班（1人）.pdf'])
    const numbers = async (pdf: Buffer) =>
      (await codesOf(pdf)).flatMap((c) => (parseQr(c)?.page === 1 ? [parseQr(c)!.studentNumber] : []))
    expect(await numbers(members[0]!.bytes)).toEqual(['20260100', '20260101', '20260102'])
    expect(await numbers(members[1]!.bytes)).toEqual(['20260103'])

    // The same wish again is the same job; somebody else's attempt is not answered.
    const again = await ask(printCalls.printCard, { ...input, kind: 'students', split: 'class' }, at)
    expect(again.data.uuid).toBe(done.uuid)
    const other = await testCaller({ userType: 2, tenant: at.owner })
    const strange = { ...input, kind: 'students' as const, split: 'class' as const }
    expect((await send(handler, printCalls.printCard, strange, other.token)).status).toBe(
      commonProblems.conflict.status,
    )

    const [file, ...more] = (await ask(printCalls.cardPdfList, { cardId }, at)).data
    expect(more).toEqual([])
    expect(file).toMatchObject({ files: 2, copies: 4, size: zip.length, printedBy: '李主任', outdated: false })
    expect(Buffer.from(await (await fetch(file!.url!)).arrayBuffer()).equals(zip)).toBe(true)
    const records = await asFunction('marking-api', () =>
      audits.query(`${at.owner}#${dayKey(file!.printedAt)}`, { reverse: true }),
    )
    expect(records.filter((r) => r.act === 'card.print').map((r) => r.object)).toEqual([at.exam.examId])

    // A teacher of the exam sees that it was printed, not whose names are in it.
    const head = await testCaller({ userType: 9, tenant: at.owner })
    const seen = await send(handler, printCalls.cardPdfList, { cardId }, head.token)
    expect(seen.data).toHaveLength(1)
    expect(seen.data[0]).not.toHaveProperty('url')

    await ask(printCalls.deletePdf, { cardId, jobId: file!.jobId }, at)
    expect((await ask(printCalls.cardPdfList, { cardId }, at)).data).toEqual([])
    await ask(printCalls.deletePdf, { cardId, jobId: file!.jobId, restore: true }, at)
    expect((await ask(printCalls.cardPdfList, { cardId }, at)).data).toHaveLength(1)
  })

  it('prints all subjects of an exam at once, in rooms, and says which are not published', async () => {
    const at = await setting()
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const second: Paper = {
      ...at.paper,
      paperId: newId<PaperId>('paper'),
      courseName: '语文',
      questions: questions({ 1: 6, 7: 1 }),
    }
    await papers.create(second)
    const otherId = (await ask(cardCalls.createCard, { paperId: second.paperId }, at)).data.cardId
    const input = { cardId, kind: 'students' as const, order: 'room' as const, seats: 10, paperIds: [second.paperId] }
    const refused = await ask(printCalls.printCard, input, at)
    expect(refused).toMatchObject({ status: cardProblemList.othersUnpublished.status })
    expect(refused.message).toContain('语文')
    await ask(cardCalls.publishCard, { cardId: otherId, version: 1, pages: 2 }, at)
    const done = await printed({ ...input, split: 'room' }, at)
    expect(done).toMatchObject({ status: 40, processTotal: 8, processDone: 8 })
    const members = await membersOf(Buffer.from(await (await fetch(done.files[0]!.url)).arrayBuffer()))
    expect(members).toHaveLength(2)
    const codes = await Promise.all(
      [cardId, otherId].map(async (id) => (await detail(id as Awaited<ReturnType<typeof made>>, at)).code),
    )
    for (const [i, { bytes }] of members.entries())
      expect(new Set((await codesOf(bytes)).map((c) => parseQr(c)?.code))).toEqual(new Set([codes[i]]))
    // A paper of somebody else's exam is unknown here.
    const stranger = await setting()
    const foreign = await ask(printCalls.printCard, { ...input, paperIds: [stranger.paper.paperId] }, at)
    expect(foreign.status).toBe(cardProblemList.notFound.status)
  })

  it('runs again under its own name without a second file, row or audit record', async () => {
    const at = await setting()
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const { data } = await ask(
      printCalls.printCard,
      { cardId, kind: 'students', split: 'class' },
      { ...at, token: at.token },
    )
    let status: AsyncStatus | undefined
    for (let i = 0; i < 150 && status?.status !== 40; i++) {
      await new Promise((wait) => setTimeout(wait, 200))
      status = (await through<AsyncStatus>(`${asyncStatus.path}?uuid=${data.uuid}`, at.token)).data
    }
    const before = (await ask(printCalls.cardPdfList, { cardId }, at)).data
    // The whole job once more under its own name: nothing new, nothing lost.
    const state = {
      job: 'card.print',
      jobId: data.uuid,
      tenant: at.owner,
      startedBy: at.caller.userId,
      input: {
        kind: 'students',
        split: 'class',
        examId: at.exam.examId,
        cards: [{ cardId, publishedVersion: 1 }],
        by: at.caller,
      },
      out: {},
    }
    const { cardWorks } = await import('./card.work.ts')
    const end = await asFunction('card-work', () => driveJob(cardWorks, state))
    expect(end.out['bind']).toMatchObject({ copies: 4 })
    const after = (await ask(printCalls.cardPdfList, { cardId }, at)).data
    expect(after.map(({ url: _, ...p }) => p)).toEqual(before.map(({ url: _, ...p }) => p))
  })
})
