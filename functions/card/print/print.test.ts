import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import * as cardCalls from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { parseQr } from '#shared/card/geometry/geometry.types.ts'
import * as printCalls from '#shared/card/print/print.calls.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { AttemptId, PaperId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { exams } from '#functions/exam/exam.store.ts'
import { candidateAt, classesIn, classesNamed, schoolIn, storeSchool } from '#functions/exam/stored.fixtures.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { upload } from '#functions/scan/scan.fixtures.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { handler } from '../card.api.ts'
import { printedRoster } from './start.commands.ts'
import type { Setting } from '../card.fixtures.ts'
import { ask, detail, jobDone, made, papers, questions, setting, through } from '../card.fixtures.ts'

beforeAll(() => actAs('card-api'))

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

/** What the first page says. */
const textOf = async (pdf: Buffer): Promise<string> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const text = document.getPage(0).getText()
  document.destroy()
  library.destroy()
  return text
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
  const printed = async (input: object, at: Setting) => {
    const started = await through<{ uuid: string }>(printCalls.printCard.path, at.token, input)
    expect(started.status).toBe(0)
    return jobDone(started.data.uuid, at)
  }

  it('waits for the card to be published and refuses numbers that do not fit', async () => {
    const at = await setting()
    const cardId = await made(at)
    expect((await ask(printCalls.printCard, { cardId, kind: 'blank' }, at)).status).toBe(
      cardProblemList.notPublished.status,
    )
    const { paperId } = at.paper
    expect((await ask(printCalls.exportPaperCard, { paperId }, at)).status).toBe(cardProblemList.notPublished.status)
    const card = await detail(cardId, at)
    const design = { ...card.design, studentNumber: { ...card.design.studentNumber, length: 10 } }
    await ask(cardCalls.saveCard, { cardId, design, version: 1 }, at)
    await ask(cardCalls.publishCard, { cardId, version: 2, pages: 2 }, at)
    const refused = await ask(printCalls.printCard, { cardId, kind: 'students' }, at)
    expect(refused.status).toBe(cardProblemList.badNumber.status)
    expect(refused.message).toContain('4名考生的考号不是10位数字')
    expect((await ask(printCalls.exportCopies, { paperId }, at)).status).toBe(cardProblemList.badNumber.status)
    const none = newId<PaperId>('paper')
    expect((await ask(printCalls.exportCopies, { paperId: none }, at)).http).toBe(403)
  })

  it("makes a PDF through the state machine whose QR codes are the card's and its students'", async () => {
    const at = await setting()
    const cardId = await made(at)
    const { code } = await detail(cardId, at)
    const { data } = await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const qr = await ask(cardCalls.generateQr, { cardId, page: 1 }, at)
    const paperId = at.paper.paperId
    const blankJob = await through<{ uuid: string }>(`${printCalls.exportPaperCard.path}?paperId=${paperId}`, at.token)
    const blank = await jobDone(blankJob.data.uuid, at)
    expect(blank).toMatchObject({ status: 40, message: '' })
    expect(blank.files[0]!.name).toBe('期中考试 数学答题卡（空白）.pdf')
    const blankPdf = Buffer.from(await (await fetch(blank.files[0]!.url)).arrayBuffer())
    expect(blankPdf.length).toBe(blank.files[0]!.size)
    const codes = await codesOf(blankPdf)
    expect(codes).toHaveLength(data.pageCount)
    expect(codes[0]).toBe(qr.data.payload)
    expect(parseQr(codes[0]!)).toEqual({ code, version: 1, page: 1, hash: data.hash })

    const { classId } = at.classes[0]!
    const ownJob = await ask(printCalls.exportCopies, { paperId, classId }, at)
    const own = await jobDone(ownJob.data.uuid, at)
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

    // The same wish again is the same job; another caller's attempt is not answered.
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
    // A paper of another school's exam is unknown here.
    const stranger = await setting()
    const foreign = await ask(printCalls.printCard, { ...input, paperIds: [stranger.paper.paperId] }, at)
    expect(foreign.status).toBe(cardProblemList.notFound.status)
  })

  it('prints classes of one name that several schools have apart, each behind its school, on the sheets too', async () => {
    const at = await setting()
    const [name] = at.classes
    const [twin] = classesNamed(name!.className)
    const other = schoolIn(at.exam, newId<SchoolId>('school'), 2, { classCount: 1, candidateCount: 1 })
    const said = { studentName: '周五', pinyin: 'zw', studentNumber: '20260200' }
    const one = candidateAt(other, 0, newId<StudentId>('student'), twin!, said)
    await storeSchool(other, classesIn(other, [twin!]), [one])
    await asFunction('exam-api', () => exams.edit({ examId: at.exam.examId }, (e) => ({ ...e!, schoolCount: 2 })))
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const done = await printed({ cardId, kind: 'students', split: 'class' }, at)
    const members = await membersOf(Buffer.from(await (await fetch(done.files[0]!.url)).arrayBuffer()))
    for (const school of ['第1中学', '第2中学']) {
      const own = members.find((m) => m.name.includes(school) && m.name.includes(name!.className))
      expect(await textOf(own!.bytes)).toContain(school)
    }
    // A sealed card bears each one's own school.
    const roster = await printedRoster(at.exam.examId)
    expect(roster.map((c) => `${c.studentName} ${c.school}`).sort()).toEqual(
      ['赵一 第1中学', '钱二 第1中学', '孙三 第1中学', '李四 第1中学', '周五 第2中学'].sort(),
    )
  })

  it('prints by a list of seats: its rooms, its order; who is not in it is told', async () => {
    const at = await setting()
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const listed = async (rows: string[][]) => {
      const bytes = await bookOf([{ name: '座位', rows: [['考号', '考场', '座位号'], ...rows] }])
      const [file] = await upload(at, [{ name: '座位表.xlsx', bytes }], 'seatList')
      return {
        cardId,
        kind: 'students' as const,
        split: 'room' as const,
        seatList: { key: file!.key, fileName: '座位表.xlsx' },
      }
    }
    const numbers = [3, 1, 0, 2].map((i) => `2026010${i}`)
    const short = await ask(printCalls.printCard, await listed([[numbers[0]!, '1', '1']]), at)
    expect(short.status).toBe(cardProblemList.badSeats.status)
    expect(short.message).toContain('3名考生不在座位表中')
    const rooms = ['实验楼2', '实验楼10', '实验楼2', '实验楼10']
    const seats = ['10', '1', '9', '2']
    const done = await printed(await listed(numbers.map((n, i) => [n, rooms[i]!, seats[i]!])), at)
    const members = await membersOf(Buffer.from(await (await fetch(done.files[0]!.url)).arrayBuffer()))
    expect(members.map((m) => m.name)).toEqual(['01 实验楼2（2人）.pdf', '02 实验楼10（2人）.pdf'])
    const codes = (await codesOf(members[0]!.bytes)).map((c) => parseQr(c)!).filter((c) => c.page === 1)
    expect(codes.map((c) => c.studentNumber)).toEqual(['20260100', '20260103'])
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
    await jobDone(data.uuid, at)
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
    const { cardWorks } = await import('../card.work.ts')
    const end = await asFunction('card-work', () => driveJob(cardWorks, state))
    expect(end.out['bind']).toMatchObject({ copies: 4 })
    const after = (await ask(printCalls.cardPdfList, { cardId }, at)).data
    expect(after.map(({ url: _, ...p }) => p)).toEqual(before.map(({ url: _, ...p }) => p))
  })
})
