/** What is asked before something is done to chosen people: its fields and what is still wrong with them. */
import { describe, expect, it } from 'vitest'
import type { ClassRow, GradeRow } from '#shared/school/classes/class.calls.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { lookingAtKey, maskedKey, placeText } from '../settings/schoolKey.ts'
import { attendingClasses, classOptions, fewOf, gradeOptions } from './options.ts'
import { changing, erasing, givingOut, revealing } from './personalBulk.ts'
import { choosing, leaving, moving, tagging } from './studentBulk.ts'

const schoolId = 'sc_1' as SchoolId
const studentId = 'st_1' as StudentId
const studentIds = [studentId, 'st_2' as StudentId]
const of = { schoolId, kind: 'student' as const, personId: studentId as string }
const classRow = (classId: string, gradeName: string, className: string, graduated = false) =>
  ({ classId, gradeName, className, graduated }) as ClassRow
const classes = [classRow('c1', '高一', '1班'), classRow('c2', '高一', '高一2班'), classRow('c3', '高三', '1班', true)]
const named = (bulk: { fields: readonly { name: string }[] }) => bulk.fields.map((f) => f.name)

describe('what one chooses from', () => {
  it('grades say that they have left, classes their grade once', () => {
    const grades = [
      { gradeId: 'g1', gradeName: '高一' },
      { gradeId: 'g3', gradeName: '高三', graduated: true },
    ]
    expect(gradeOptions(grades as GradeRow[]).map((o) => o.label)).toEqual(['高一', '高三（已毕业）'])
    expect(classOptions(classes).map((o) => o.label)).toEqual(['高一 1班', '高一2班', '高三 1班'])
    expect([gradeOptions(undefined), classOptions(undefined)]).toEqual([[], []])
  })
  it('no class that has graduated, but the own one', () => {
    expect(attendingClasses(classes).map((c) => c.classId)).toEqual(['c1', 'c2'])
    expect(attendingClasses(classes, 'c3').map((c) => c.classId)).toEqual(['c1', 'c2', 'c3'])
    expect(moving(schoolId, studentIds, classes).fields[0]).toMatchObject({
      options: [{ value: 'c1' }, { value: 'c2' }],
    })
  })
  it('the first of many, and how many there are', () => {
    expect([fewOf([]), fewOf(['甲', '乙', '丙']), fewOf(['甲', '乙', '丙', '丁'])]).toEqual([
      '—',
      '甲、乙、丙',
      '甲、乙、丙 等4个',
    ])
  })
})

describe('what is still wrong', () => {
  const one = revealing(of, 'phone', '王一', false)
  it.each([
    ['a move', moving(schoolId, studentIds, classes), {}, { classId: '请选择班级' }],
    ['a move', moving(schoolId, studentIds, classes), { classId: 'c1' }, {}],
    ['a leave', leaving(studentIds), {}, { kind: '请选择状态' }],
    ['a leave', leaving(studentIds), { kind: '休学' }, { from: '请选择开始日期' }],
    ['a return', leaving(studentIds), { kind: '在校' }, {}],
    ['a leave', leaving(studentIds), { kind: '休学', from: 1 }, {}],
    ['tags', tagging(studentIds), { add: ' ， ' }, { add: '请填写标签' }],
    ['tags', tagging(studentIds), { add: '住校、艺术生' }, {}],
    ['tags', tagging(studentIds), { remove: '一二三四五六七八九十一二三' }, { remove: '标签不能超过12个字' }],
    ['courses', choosing(studentIds, []), {}, {}],
    ['a look', one, {}, { reason: '请选择查看原因' }],
    ['a look', one, { reason: 'x' }, {}],
    ['a change', changing(of, '王一', 1), {}, { '': '请填写要修改的内容' }],
    ['a change', changing(of, '王一', 1), { idCard: '123' }, { idCard: '请输入正确的身份证号码' }],
    ['a change', changing(of, '王一', 1), { phone: '123' }, { phone: '请输入正确的手机号码' }],
    ['a change', changing(of, '王一', 1), { phone: '13800000000' }, {}],
    ['a change', changing(of, '王一', 1), { clearId: true }, {}],
    [
      'an erasure',
      erasing({ schoolId, studentId, name: '王一', guarded: false }),
      { studentName: '王二' },
      { studentName: '输入的姓名与该学生不符', reason: '请选择清除原因' },
    ],
    [
      'an erasure',
      erasing({ schoolId, studentId, name: '王一', guarded: false }),
      { studentName: '王一' },
      { reason: '请选择清除原因' },
    ],
    [
      'an erasure',
      erasing({ schoolId, studentId, name: '王一', guarded: false }),
      { studentName: '王一', reason: 'x' },
      {},
    ],
    ['a key', lookingAtKey(schoolId, '一中', false), {}, { reason: '请选择查看原因' }],
  ] as const)('with %s: %#', (_, bulk, sent, wrong) => {
    expect(bulk.check?.(sent) ?? {}).toEqual(wrong)
  })

  it('the password is asked for where the school guards what is shown', () => {
    for (const guarded of [true, false])
      for (const bulk of [
        revealing(of, 'idCard', '王一', guarded),
        givingOut(studentId, '王一', guarded),
        erasing({ schoolId, studentId, name: '王一', guarded }),
        lookingAtKey(schoolId, '一中', guarded),
      ])
        expect(named(bulk).includes('password')).toBe(guarded)
  })
})

it('a key shows its end alone, a place its degrees', () => {
  expect([maskedKey(undefined), maskedKey('9f2c')]).toEqual(['未生成', '••••••••9f2c'])
  expect([placeText(undefined), placeText({ latitude: 25.1, longitude: 102.7 })]).toEqual(['—', '25.1°, 102.7°'])
})
