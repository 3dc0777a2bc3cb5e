/** Marking by class: bundles of one class, handed to who marks it, or to none who teaches it. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as calls from '#shared/marking/groups/class.calls.ts'
import { markingTasks, openMarking } from '#shared/marking/marking.calls.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import { markingQuality, markingReport } from '#shared/marking/quality/quality.calls.ts'
import { setIntelligenceStatus } from '#shared/marking/intelligent/intelligent.calls.ts'
import type { ClassId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { candidates, examTeachers, examTeachingClasses } from '#functions/exam/exam.store.ts'
import { candidatesOf, examClassesOf, examTeachersOf } from '#functions/exam/exam.public.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { recountHere } from '../counts.ts'
import { fenceMs } from '../desk/desk.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { bundles } from '../marking.store.ts'
import { bundlesOf } from '../queue.ts'
import { claim, finish, forgetAll, open, points, submit } from '../marking.steps.fixtures.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))
beforeEach(forgetAll)

/** Three classes of four; teacher i teaches class i, and the last of four teachers none. */
const seated = async (essay: Partial<PaperQuestion> = {}, taught: readonly (number | null)[] = [0, 1, 2, null]) => {
  const of = await seat(12, essay, taught.length, ['1班', '2班', '3班'])
  const { paper } = of
  scan.readings.set(
    paper.paperId,
    of.students.map((id) => scan.readingOf(of, id)),
  )
  const classes = await examClassesOf(paper.examId)
  await asFunction('exam-api', async () => {
    for (const t of await examTeachersOf(paper.examId)) {
      const i = of.teachers.findIndex((x) => x.userId === t.userId)
      const at = taught[i] ?? null
      const line = { classId: classes[at ?? 0]!.classId, courseId: paper.courseId, isHead: false }
      // Who teaches none of them teaches the course elsewhere.
      await examTeachers.put({ ...t, teaches: [at === null ? { ...line, classId: newId<ClassId>('class') } : line] })
    }
  })
  return { ...of, classes }
}
type Seated = Awaited<ReturnType<typeof seated>>
const read = async (of: Sitting) =>
  (await send(handler, calls.markClasses, { paperId: of.paper.paperId }, of.manager.token)).data
const patiently = async <T>(run: () => Promise<T>) => {
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs) })
  try {
    return await run()
  } finally {
    back()
  }
}
const setType = async (of: Sitting, markType: 0 | 1, avoidsOwn = false, token = of.manager.token) =>
  patiently(async () => {
    const { version } = await read(of)
    const done = await send(
      handler,
      calls.setMarkType,
      { paperId: of.paper.paperId, markType, avoidsOwn, version },
      token,
    )
    forgetAll()
    return done
  })
const name = async (of: Seated, at: number, markers: UserId[]) =>
  patiently(async () => {
    const { version } = await read(of)
    const wish = { paperId: of.paper.paperId, classId: of.classes[at]!.classId, markers, version }
    const done = await send(handler, calls.addMarkClass, wish, of.manager.token)
    forgetAll()
    return done
  })
const classOf = async (of: Sitting) => {
  const by = new Map((await candidatesOf(of.paper.examId)).map((c) => [c.studentId as string, c.className]))
  return (studentIds: readonly string[]) => [...new Set(studentIds.map((id) => by.get(id)))].sort().join('+')
}
const idsOf = (data: { answers: readonly { studentId: StudentId }[] }) => data.answers.map((a) => a.studentId)
/** The classes of all that a marker is handed, to the end. */
const handed = async (of: Sitting, i: number, role?: 'first' | 'second') => {
  const say = await classOf(of)
  const seen: string[] = []
  for (;;) {
    forgetAll()
    const { data, status } = await claim(of, of.teachers[i]!.token, role)
    if (status !== 0) return seen.sort()
    seen.push(`${say(idsOf(data))} ${idsOf(data).length}`)
    for (const id of idsOf(data)) await submit(of, of.teachers[i]!.token, data, id, points(300))
    await finish(of, of.teachers[i]!.token, data)
  }
}

describe('marking by class', () => {
  it('cuts bundles within a class, hands each to who teaches it, and tells only these as left', async () => {
    const of = await seated({}, [0, 1, 2])
    expect((await setType(of, 0)).status).toBe(0)
    expect((await read(of)).classes.map((c) => [c.className, c.candidates, c.markers.length, c.short])).toEqual([
      ['1班', 4, 1, null],
      ['2班', 4, 1, null],
      ['3班', 4, 1, null],
    ])
    await open(of)
    const say = await classOf(of)
    const cut = await bundlesOf(of.paper.paperId)
    expect(cut.map((b) => say(b.studentIds)).sort()).toEqual(['1班', '2班', '3班'])
    const [task] = (await send(handler, markingTasks, {}, of.teachers[1]!.token)).data.filter(
      (t) => t.paperId === of.paper.paperId,
    )
    expect(task).toMatchObject({ total: 4, left: 4, mine: 0 })
    expect(await handed(of, 1)).toEqual(['2班 4'])
    expect(await handed(of, 0)).toEqual(['1班 4'])
    forgetAll()
    const after = (await send(handler, markingTasks, {}, of.teachers[1]!.token)).data
    expect(after.find((t) => t.paperId === of.paper.paperId)).toMatchObject({ total: 4, left: 0, mine: 4 })
    await recountHere(of.paper)
    forgetAll()
    // Its report says whose classes each has marked, and that they are not to be told from their markers.
    const report = (await send(handler, markingReport, { paperId: of.paper.paperId }, of.manager.token)).data
    const severity = report.sections.find((s) => s.key === 'severity')!
    expect(severity.table.columns.map((c) => c.name)).toContain('所评班级')
    expect(severity.table.rows.map((r) => r.cells[2]).sort()).toEqual(['1班', '2班'])
    const told = (await send(handler, markingQuality, { paperId: of.paper.paperId }, of.manager.token)).data
    expect(told.markers.map((m) => [m.apart, m.verdict, m.chance])).toEqual(Array(2).fill([true, null, null]))
  })

  it('does not open while a class has too few; one is named for it, and is handed it and no other', async () => {
    const of = await seated({}, [0, 1, null])
    await setType(of, 0)
    expect((await read(of)).classes.map((c) => c.short)).toEqual([null, null, '没有老师可以评'])
    const refused = await send(handler, openMarking, { paperId: of.paper.paperId }, of.manager.token)
    expect(refused.message).toBe('3班没有老师可以评，请先在“按班阅卷”中安排')
    expect((await name(of, 2, [of.teachers[2]!.userId])).status).toBe(0)
    expect((await read(of)).classes.map((c) => c.named)).toEqual([false, false, true])
    // Who is named for a class takes it from who teaches it.
    expect((await name(of, 1, [of.teachers[0]!.userId])).status).toBe(0)
    await open(of)
    expect(await handed(of, 1)).toEqual([])
    expect(await handed(of, 2)).toEqual(['3班 4'])
    expect(await handed(of, 0)).toEqual(['1班 4', '2班 4'])
  })

  it('wants as many markers a class as an answer wants', async () => {
    const of = await seated({ markers: 2, tolerance: 100 }, [0, 1, 2])
    await setType(of, 0)
    expect((await read(of)).classes.map((c) => c.short)).toEqual(Array(3).fill('一份要2人评，只有1位老师可以评'))
    const all = of.teachers.map((t) => t.userId)
    for (const i of [0, 1, 2]) await name(of, i, [all[i]!, all[(i + 1) % 3]!])
    expect((await read(of)).classes.map((c) => c.short)).toEqual([null, null, null])
    await open(of)
    expect(await handed(of, 0, 'first')).toEqual(['1班 4', '3班 4'])
    expect(await handed(of, 1, 'second')).toEqual(['1班 4', '2班 4'])
  })

  it('goes by where the course is learned, of any administrative class', async () => {
    const of = await seated({}, [0, 1, 2])
    const classId = newId<ClassId>('class')
    const { paperId, examId, courseId } = of.paper
    await asFunction('exam-api', async () => {
      const [c] = of.classes
      const { schoolId } = c!
      await examTeachingClasses.put({ schema: 1, examId, paperId, schoolId, classId, className: 'A班', order: 0 })
      for (const studentId of of.students.slice(0, 6))
        await candidates.update({ examId, schoolId, studentId }, { teaching: { [paperId]: classId } })
      const row = (await examTeachersOf(examId)).find((t) => t.userId === of.teachers[0]!.userId)!
      await examTeachers.put({ ...row, teaches: [{ classId, courseId, isHead: false }] })
    })
    await setType(of, 0)
    expect((await read(of)).classes.map((c) => [c.className, c.candidates, c.short])).toEqual([
      ['A班', 6, null],
      ['1班', 2, '没有老师可以评'],
      ['2班', 2, null],
      ['3班', 2, null],
    ])
    await open(of)
    expect(await handed(of, 0)).toEqual(['1班+2班+3班 6'])
  })
})

describe('marking by question', () => {
  it('hands out nothing of the own classes where that is barred', async () => {
    const of = await seated({ markers: 2, tolerance: 100 }, [0, 1, 2])
    expect((await setType(of, 1, true)).status).toBe(0)
    expect((await read(of)).classes.map((c) => [c.markers.length, c.short])).toEqual(Array(3).fill([2, null]))
    await open(of)
    expect(await handed(of, 0, 'first')).toEqual(['2班 4', '3班 4'])
    expect(await handed(of, 1, 'second')).toEqual(['1班 4', '3班 4'])
  })

  it('is cut by chance and handed to all unless said; once open that stays, and classes may be left', async () => {
    const of = await seated({}, [0, 1, 2])
    await open(of)
    const say = await classOf(of)
    expect((await bundlesOf(of.paper.paperId)).map((b) => [say(b.studentIds), b.classId])).toEqual([
      ['1班+2班+3班', undefined],
    ])
    expect((await setType(of, 0)).message).toBe('不能改变阅卷方式：阅卷已开启，答卷已经混合分发')
    const other = await seated({}, [0, 1, 2])
    await setType(other, 0)
    await open(other)
    expect((await setType(other, 1)).status).toBe(0)
    expect(await handed(other, 0)).toEqual(['1班 4', '2班 4', '3班 4'])
  })

  it('is its managers’ to say, of a class of the paper, at the version that was read; like answers are another way', async () => {
    const of = await seated({ unitType: 4 }, [0, 1, 2])
    expect((await setType(of, 0, false, of.teachers[0]!.token)).http).toBe(403)
    const { version } = await read(of)
    const wish = { paperId: of.paper.paperId, markType: 0 as const, avoidsOwn: false, version: version + 1 }
    expect((await send(handler, calls.setMarkType, wish, of.manager.token)).status).toBe(20_002)
    await setType(of, 0)
    const like = async (version: number) =>
      send(
        handler,
        setIntelligenceStatus,
        { paperId: of.paper.paperId, questionId: of.essay.questionId, on: true, version },
        of.manager.token,
      )
    expect((await like((await read(of)).version)).status).toBe(no.classRuleFixed.status)
    const nowhere = { paperId: of.paper.paperId, classId: newId<ClassId>('class'), markers: [] }
    const at = (await read(of)).version
    expect((await send(handler, calls.addMarkClass, { ...nowhere, version: at }, of.manager.token)).status).toBe(
      no.noMarkClass.status,
    )
    const stranger = { ...nowhere, classId: of.classes[0]!.classId, markers: [newId<UserId>('user')], version: at }
    expect((await send(handler, calls.addMarkClass, stranger, of.manager.token)).status).toBe(no.foreignMarker.status)
  })

  it('what a marker holds of a class goes back when another is named for it', async () => {
    const of = await seated({}, [0, 1, 2])
    await setType(of, 0)
    await open(of)
    const claimed = (await claim(of, of.teachers[0]!.token)).data
    const done = await name(of, 0, [of.teachers[1]!.userId])
    expect(done.data.released).toBe(1)
    const { paperId } = of.paper
    expect(await bundles.get({ paperId, bundleId: claimed.bundle.bundleId })).toMatchObject({ state: 'queued' })
    expect(await handed(of, 1)).toEqual(['1班 4', '2班 4'])
  })
})
