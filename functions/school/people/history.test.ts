/** A class as it was when the exam was sat: a whole small exam, a student who moves after it, and every place that says a class. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { classContrast, transcript } from '#shared/analysis/analysis.calls.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { publishScores } from '#shared/analysis/publication.calls.ts'
import { examStudents } from '#shared/exam/exam.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { studentHistory, undoAct } from '#shared/school/people/act.calls.ts'
import { updateClass } from '#shared/school/classes/class.calls.ts'
import { moveStudents, studentDetail } from '#shared/school/people/student.calls.ts'
import type { AreaId } from '#shared/kit/ids.ts'
import { markedPaper } from '#functions/analysis/analysis.fixtures.ts'
import type { Marked } from '#functions/analysis/analysis.fixtures.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { asFunction } from '#functions/kit/testing.ts'
import { classes, grades, schools, students } from '../roster/school.store.ts'

/** The school that the exam copied its roster from. */
const schoolBehind = async ({ schoolId, gradeId, classes: own, studentIds }: Marked): Promise<void> =>
  asFunction('school-api', async () => {
    const begun = { schema: 1 as const, schoolId, createdAt: 1, version: 1 }
    await schools.put({
      ...begun,
      areaId: newId<AreaId>('area'),
      schoolName: '历史中学',
      stage: 2,
      schoolStageList: ['02'],
      turnMonth: 8,
      sort: 0,
    } as never)
    await grades.put({ ...begun, gradeId, stage: 2, enrolmentYear: 2026 })
    await classes.putMany(own.map((c, sort) => ({ ...begun, ...c, gradeId, sort })))
    await students.putMany(
      studentIds.map((studentId, i) => ({
        ...begun,
        studentId,
        gradeId,
        classId: own[i % 2]!.classId,
        studentName: `学生${i}`,
        pinyin: 'xuesheng xs',
        studentNumber: String(1000 + i),
      })),
    )
  })

describe('a student who moves after the exam', () => {
  let of: Marked
  const ask = <C extends Parameters<typeof viaGateway>[0]>(
    call: C,
    input: Parameters<typeof viaGateway<C>>[1],
    i = -1,
  ) => viaGateway(call, input, i < 0 ? of.manager.token : of.teachers[i]!.token)
  const mover = () => of.studentIds[0]!
  /** What each place says of the mover and of the classes. */
  const told = async () => {
    const { paperId, examId } = of
    const [list, byOld, byNew, contrast, roster, history, now] = await Promise.all([
      ask(transcript, { paperId, pageSize: 100 }),
      ask(transcript, { paperId, pageSize: 100 }, 0),
      ask(transcript, { paperId, pageSize: 100 }, 1),
      ask(classContrast, { paperId }),
      ask(examStudents, { examId, pageSize: 100 }),
      ask(studentHistory, { studentId: mover() }),
      ask(studentDetail, { studentId: mover() }),
    ])
    const place = (rows: readonly { studentId: string; className: string }[]) =>
      rows.find((s) => s.studentId === mover())?.className
    return {
      transcript: place(transcriptLines(list.data).list),
      oldTeacher: place(transcriptLines(byOld.data).list),
      newTeacher: place(transcriptLines(byNew.data).list),
      contrast: contrast.data.sections[0]!.table.rows.slice(1).map((r) => r.cells.slice(0, 2)),
      roster: place(roster.data.list),
      exams: history.data.exams.map((e) => [e.examName, e.className, e.changed]),
      moves: history.data.moves.map((m) => [m.from, m.to, m.undone]),
      now: now.data.classId,
    }
  }
  beforeAll(async () => {
    of = await markedPaper(6)
    await schoolBehind(of)
    const { data } = await ask(publishScores, { paperId: of.paperId })
    await vi.waitFor(async () => expect((await ask(asyncStatus, { uuid: data.uuid })).data.status).toBe(40), {
      timeout: 120_000,
      interval: 200,
    })
  })

  it('is of the old class wherever the exam is spoken of, and of the new one in the school', async () => {
    const [first, second] = of.classes
    const before = await told()
    const then = {
      transcript: '1班',
      oldTeacher: '1班',
      newTeacher: undefined,
      contrast: [
        ['1班', 3],
        ['2班', 3],
      ],
      roster: '1班',
    }
    expect(before).toEqual({ ...then, exams: [['期中考试', '1班', false]], moves: [], now: first!.classId })
    const moved = await ask(moveStudents, { studentIds: [mover()], classId: second!.classId })
    expect(await told()).toEqual({
      ...then,
      exams: [['期中考试', '1班', true]],
      moves: [['七年级1班', '七年级2班', false]],
      now: second!.classId,
    })
    // The class that he was in is called differently since: the exam's paper says what it was called.
    expect((await ask(updateClass, { classId: first!.classId, className: '创新班', version: 1 })).status).toBe(0)
    expect((await told()).transcript).toBe('1班')
    await ask(undoAct, { schoolId: of.schoolId, actId: moved.data.actId! })
    expect(await told()).toMatchObject({
      ...then,
      exams: [['期中考试', '1班', true]],
      moves: [['七年级创新班', '七年级2班', true]],
      now: first!.classId,
    })
  })
})
