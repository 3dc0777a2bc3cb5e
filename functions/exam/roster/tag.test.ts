import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/roster/tag.calls.ts'
import { grantTools } from '#shared/exam/tools/tool.calls.ts'
import { areaTenant } from '#shared/kit/ids.ts'
import type { AreaId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf } from '../exam.public.ts'
import { examSizes } from '../exam.sizes.ts'
import { exams } from '../exam.store.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))
const usual = { ...examSizes }
afterEach(() => Object.assign(examSizes, usual))

const anExam = async () => {
  const schoolId = newId<SchoolId>('school')
  const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
  const classes = classesNamed('1班', '2班')
  const stored = examOfSchool(schoolId, [], { classes, candidateCount: 6 })
  const { examId } = stored.exam
  const students = Array.from({ length: 6 }, () => newId<StudentId>('student'))
  await storeExam(
    stored,
    students.map((id, i) => candidateAt(stored.school, i, id, classes[i % 2]!)),
  )
  const ask = (call: Parameters<typeof send>[1], input: object, who = admin) =>
    send(handler, call, { examId, ...input } as never, who.token)
  const set = async (wished: object, who = admin) => {
    const { status, http, data } = await ask(calls.tagPreview, wished, who)
    if (http !== 200 || status !== 0) return { http, status }
    return ask(calls.setTag, { ...wished, version: (data as { version: number }).version }, who)
  }
  const tagged = async () =>
    (await candidatesOf(examId)).flatMap((c) => (c.tags ? [`${c.studentName} ${c.tags.join('+')}`] : []))
  return { examId, schoolId, admin, classes, students, ask, set, tagged }
}

describe('tags of an exam’s candidates', () => {
  it('are given by class, list and by hand, counted, and taken again', async () => {
    const { classes, students, ask, set, tagged } = await anExam()
    const [one, two] = classes.map((c) => c.classId)
    expect((await set({ tag: '艺术生', adds: true, wish: { kind: 'classes', classIds: [one] } })).status).toBe(0)
    expect((await set({ tag: '借读', adds: true, wish: { kind: 'numbers', text: '1000\n1001' } })).status).toBe(0)
    expect(await tagged()).toEqual(['学生0 艺术生+借读', '学生1 借读', '学生2 艺术生', '学生4 艺术生'])
    const list = (await ask(calls.taggedStudents, { tag: '借读' })).data as {
      total: number
      tags: object[]
      list: { className: string }[]
    }
    expect([list.total, list.tags]).toEqual([
      2,
      [
        { tag: '艺术生', students: 3 },
        { tag: '借读', students: 2 },
      ],
    ])
    expect((await ask(calls.taggedClasses, {})).data).toMatchObject([
      {
        classId: one,
        students: 3,
        tags: [
          { tag: '艺术生', students: 3 },
          { tag: '借读', students: 1 },
        ],
      },
      { classId: two, students: 3, tags: [{ tag: '借读', students: 1 }] },
    ])
    expect(
      (await set({ tag: '艺术生', adds: false, wish: { kind: 'students', studentIds: [students[2]] } })).status,
    ).toBe(0)
    expect((await set({ tag: '借读', adds: false, wish: { kind: 'all' } })).status).toBe(0)
    expect(await tagged()).toEqual(['学生0 艺术生', '学生4 艺术生'])
  })

  it('are not given over what was seen, to strangers, twice, or in a joint exam', async () => {
    const { examId, ask, set, tagged } = await anExam()
    const wished = { tag: '艺术生', adds: true, wish: { kind: 'all' } }
    expect((await set(wished)).status).toBe(0)
    expect((await set(wished)).status).toBe(examProblems.tagsSame.status)
    const again = { ...wished, tag: '新', version: 1 }
    expect((await ask(calls.setTag, again)).status).toBe(commonProblems.stale.status)
    const bad = await set({ tag: '新', adds: true, wish: { kind: 'numbers', text: '1000\n7777' } })
    expect(bad.status).toBe(examProblems.badTags.status)
    expect((await tagged()).every((t) => t.endsWith(' 艺术生'))).toBe(true)
    const area = newId<AreaId>('area')
    await exams.edit({ examId }, (e) => e && { ...e, owner: areaTenant(area) })
    const organiser = await testCaller({ userType: 1, tenant: areaTenant(area) })
    expect((await set(wished, organiser)).status).toBe(examProblems.ownOnly.status)
  })

  it('are the manager’s, and of whom the tool was given to', async () => {
    const { schoolId, ask, set } = await anExam()
    const teacher = await testCaller({ userType: 9, tenant: `s:${schoolId}` })
    const wished = { tag: '艺术生', adds: true, wish: { kind: 'all' } }
    expect((await set(wished, teacher)).http).toBe(403)
    expect((await ask(calls.taggedStudents, {}, teacher)).http).toBe(403)
    expect((await ask(grantTools, { tools: ['student-tag'], to: ['t:9'], allows: true })).status).toBe(0)
    expect((await set(wished, teacher)).status).toBe(0)
  })

  it('of many are given by a job', async () => {
    const { set, tagged } = await anExam()
    examSizes.copied = 3
    const { data } = (await set({ tag: '艺术生', adds: true, wish: { kind: 'all' } })) as { data: { uuid: string } }
    await expect
      .poll(async () => (await jobRecords.get({ jobId: data.uuid as never }))?.status, { timeout: 120_000 })
      .toBe(40)
    expect(await tagged()).toHaveLength(6)
  })

  it('go out as a table and come back as it says, whole or not at all; and a table may say who is meant', async () => {
    const { admin, ask, set, tagged } = await anExam()
    await set({ tag: '艺术生', adds: true, wish: { kind: 'numbers', text: '1000\n1001' } })
    const { url, fileName } = (await ask(calls.tagFile, {})).data as { url: string; fileName: string }
    const rows = await tableIn(new Uint8Array(await (await fetch(url)).arrayBuffer()))
    expect([fileName.endsWith('考生标签.xlsx'), rows.map((r) => r.cells.join())]).toEqual([
      true,
      [
        '考号,姓名,班级,标签',
        ...[0, 1, 2, 3, 4, 5].map((i) => `${1000 + i},学生${i},${(i % 2) + 1}班,${i < 2 ? '艺术生' : ''}`),
      ],
    ])
    const file = async (...lines: string[]) => ({
      key: await uploadAs(admin.token, lines.join('\n'), '标签.csv', 'roster'),
      fileName: '标签.csv',
    })
    const bad = await ask(calls.tagImportPreview, await file('考号,标签', '1002,体育生', '7777,体育生'))
    expect(bad).toMatchObject({ status: examProblems.badTags.status, message: '[第3行：7777不是本场考试的考生]' })
    const good = await file('考号,标签', '1000,', '1002,体育生、艺术生', '1001,艺术生')
    const seen = (await ask(calls.tagImportPreview, good)).data as { version: number }
    expect(seen).toMatchObject({ changed: 2, meant: 3 })
    expect((await ask(calls.tagImport, { ...good, version: seen.version - 1 })).status).toBe(
      commonProblems.stale.status,
    )
    expect((await ask(calls.tagImport, { ...good, version: seen.version })).status).toBe(0)
    expect(await tagged()).toEqual(['学生1 艺术生', '学生2 体育生+艺术生'])
    expect((await ask(calls.tagImportPreview, good)).status).toBe(examProblems.tagsSame.status)
    const wish = { kind: 'file', ...(await file('姓名,学号', '学生3,1003', '学生4,1004')) }
    expect((await set({ tag: '借读', adds: true, wish })).status).toBe(0)
    expect((await tagged()).filter((t) => t.includes('借读'))).toEqual(['学生3 借读', '学生4 借读'])
    // Another tenant's file is none.
    const stranger = await testCaller({ userType: 2, tenant: `s:${newId<SchoolId>('school')}` })
    const key = await uploadAs(stranger.token, '考号,标签\n1000,甲', '标签.csv', 'roster')
    const foreign = await ask(calls.tagImportPreview, { key, fileName: '标签.csv' })
    expect(foreign.status).toBe(examProblems.notFound.status)
  })
})
