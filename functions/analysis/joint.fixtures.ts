/** An area with schools of one grade and nine courses, written straight into the school's store: for the test of a joint exam. */
import type { AreaId, ClassId, CourseId, GradeId, SchoolId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { composeId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { areas, classes, courses, grades, schools, students } from '#functions/school/roster/school.store.ts'

export const nine = ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理']
const classSize = 50

/**
 * `count` students over `schoolCount` schools. Ids of the schools lie one after another, as imports write them, or, `mixed`,
 * the students came to all schools in turn.
 */
export const anArea = async (schoolCount: number, count: number, mixed = false) => {
  const areaId = newId<AreaId>('area')
  const began = now()
  const begun = { schema: 1 as const, createdAt: began, version: 1 }
  const each = Math.ceil(count / schoolCount)
  const schoolIds = Array.from({ length: schoolCount }, () => newId<SchoolId>('school'))
  const write = async (schoolId: SchoolId, at: number): Promise<void> => {
    const gradeId = newId<GradeId>('grade')
    const schoolName = `第${at + 1}中学`
    const row = { ...begun, schoolId }
    await schools.put({
      ...row,
      areaId,
      schoolName,
      stage: 2,
      schoolStageList: ['02'],
      turnMonth: 8,
      sort: at,
    } as never)
    await grades.put({ ...row, gradeId, stage: 2, enrolmentYear: 2025 })
    await courses.putMany(
      nine.map((courseName, i) => ({ ...row, courseId: newId<CourseId>('course'), courseName, courseSort: i + 1 })),
    )
    const own = Array.from({ length: Math.ceil(each / classSize) }, (_, i) => ({
      ...row,
      gradeId,
      classId: newId<ClassId>('class'),
      className: `${i + 1}班`,
      sort: i,
    }))
    await classes.putMany(own)
    await students.putMany(
      Array.from({ length: Math.min(each, count - at * each) }, (_, i) => ({
        ...row,
        gradeId,
        classId: own[Math.floor(i / classSize)]!.classId,
        studentId: composeId(
          'student',
          began + (mixed ? i * schoolCount + at : at * each + i),
          new Uint8Array(10),
        ) as StudentId,
        studentName: `学生${at + 1}-${i + 1}`,
        pinyin: 'xs',
        studentNumber: String(2_025_000_000 + i),
      })),
    )
  }
  await asFunction('school-api', async () => {
    await areas.put({ ...begun, areaId, areaName: '联考区', areaCode: areaId.slice(-9) } as never)
    await inTurns([...schoolIds.entries()], 4, ([at, schoolId]) => write(schoolId, at))
  })
  const bureau = await testCaller({ userType: 18, tenant: `a:${areaId}` as Tenant })
  return { schoolIds, bureau, enrolmentYear: 2025 }
}
