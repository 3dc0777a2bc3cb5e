/**
 * A joint exam that is made, and a school's roster that is brought up to date, while the whole cloud is killed without
 * warning at seeded moments and started again on what it left on disk. At rest each is whole, once, and no other school's
 * row has moved.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createJointExam, examClasses, examDetail, examStudents, listExams } from '#shared/exam/exam.calls.ts'
import { changeOwnRoster, ownRosterPreview } from '#shared/exam/roster/roster.calls.ts'
import { openUser } from '#shared/identity/identity.calls.ts'
import { createClass, listGrades } from '#shared/school/classes/class.calls.ts'
import { createStudent, moveStudents } from '#shared/school/people/student.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { signInAs } from '#infra/demo/client.ts'
import { demoPassword, organiserAccount } from '#infra/demo/organisation.ts'
import { diceOf } from '#infra/demo/paper/seed.ts'
import { Witness } from './killing.testing.ts'
import { ProcessCloud } from './processCloud.testing.ts'

const seed = process.env['QINGHE_SEED'] ?? '1'
const perClass = 20
const schoolCount = 5

it('is whole, and in step with its schools, wherever the process was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-process-joint-'))
  const cloud = new ProcessCloud(dataDir)
  try {
    const witness = new Witness(cloud, diceOf(`joint${seed}`))
    const { address } = await cloud.up
    await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
    const root = await signInAs(address, 'root', demoPassword)
    const area = { areaName: '断电区', ...(await root.ask(createArea, { areaName: '断电区', areaCode: '4401' })) }
    await root.ask(openUser, {
      ...{ accountName: organiserAccount, password: demoPassword, userType: 18, stage: 0 },
      ...{ userName: '联考办公室', area: { areaId: area.areaId, areaName: area.areaName } },
    })
    const schools: { schoolId: string; gradeId: string; classIds: string[]; account: string; enrolmentYear: number }[] =
      []
    for (let i = 1; i <= schoolCount; i++) {
      const account = `ddq${i}_admin`
      const own = { accountName: account, password: demoPassword, mustChangePassword: false }
      const { schoolId } = await root.ask(createSchool, {
        areaId: area.areaId,
        schoolName: `断电${i}小`,
        stage: 1,
        ...own,
      })
      const admin = await signInAs(address, account, demoPassword)
      const { gradeId, enrolmentYear } = (await admin.ask(listGrades, { schoolId }))[0]!
      const classIds: string[] = []
      for (const className of ['1班', '2班']) {
        const { classId } = await admin.ask(createClass, { gradeId, className })
        classIds.push(classId)
        const numbers = Array.from({ length: perClass }, (_, n) => classIds.length * 100 + n)
        await inTurns(numbers, 4, (n) =>
          admin.ask(createStudent, {
            classId,
            studentName: `学生${n}`,
            studentNumber: `2026${String(n).padStart(4, '0')}`,
          }),
        )
      }
      schools.push({ schoolId, gradeId, classIds, account, enrolmentYear })
    }
    const organiser = await witness.signIn(organiserAccount, demoPassword)
    const { examId, uuid } = await organiser.ask(createJointExam, {
      ...{ schoolIds: schools.map((s) => s.schoolId as never), stage: 1, enrolmentYear: schools[0]!.enrolmentYear },
      ...{ courseNames: ['语文', '数学'], examName: '断电联考', examType: 7, examDate: Date.UTC(2026, 10, 28) },
    })
    await witness.phase('create', 3, 12, () => organiser.job(uuid))
    const total = schoolCount * 2 * perClass
    const roster = async () => (await organiser.ask(examStudents, { examId, pageSize: 1000 })).list
    const { exam: made } = await organiser.ask(examDetail, { examId })
    expect([made.schoolCount, made.classCount, made.candidateCount]).toEqual([schoolCount, schoolCount * 2, total])
    expect((await organiser.ask(listExams, {})).list.map((e) => e.examId)).toEqual([examId])
    const first = await roster()
    expect(new Set(first.map((c) => c.studentNumber)).size).toBe(total)
    expect(first).toHaveLength(total)

    // A school's students have moved and come since.
    const own = schools[1]!
    const admin = await witness.signIn(own.account, demoPassword)
    const [from, to] = own.classIds as [string, string]
    const come = Array.from({ length: 30 }, (_, n) => `2026${String(900 + n).padStart(4, '0')}`)
    await inTurns(come, 4, (studentNumber) =>
      admin.ask(createStudent, { classId: from, studentName: `新生${studentNumber}`, studentNumber } as never),
    )
    const moved = first.filter((c) => c.classId === from).slice(0, 10)
    await admin.ask(moveStudents, { studentIds: moved.map((c) => c.studentId), classId: to } as never)
    const wish = { kind: 'today' as const }
    const { seen } = await admin.ask(ownRosterPreview, { examId, wish })
    const change = await admin.ask(changeOwnRoster, { examId, wish, seen })
    await witness.phase('synchronise', 3, 12, () => admin.job(change.uuid))
    await witness.phase('rest', 1, 1, () => organiser.ask(examDetail, { examId }))
    await cloud.idle()

    const last = await roster()
    const schoolOf = (classId: string) => schools.find((s) => s.classIds.includes(classId))!.schoolId
    const beside = (all: typeof last) => all.filter((c) => schoolOf(c.classId) !== own.schoolId)
    expect(beside(last)).toEqual(beside(first))
    expect(last).toHaveLength(total + come.length)
    expect(new Set(last.map((c) => c.studentNumber)).size).toBe(last.length)
    const { exam: after } = await organiser.ask(examDetail, { examId })
    expect(after.candidateCount).toBe(total + come.length)
    const classes = await organiser.ask(examClasses, { examId })
    const counts = new Map(classes.map((c) => [c.classId as string, c.candidateCount]))
    const inStep = [perClass + come.length - moved.length, perClass + moved.length]
    expect([counts.get(from), counts.get(to)]).toEqual(inStep)
    expect([from, to].map((id) => last.filter((c) => c.classId === id).length)).toEqual(inStep)
    expect(witness.broken).toEqual([])
    expect(witness.kills.length).toBeGreaterThanOrEqual(6)
    console.log(JSON.stringify({ seed, kills: witness.kills, repeated: witness.repeated }))
  } finally {
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 900_000)
