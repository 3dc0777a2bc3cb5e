/**
 * The hand-written table of a joint exam: released, of area 1, sat by class 1 and class 2 of school 1, by the class of
 * school 2, and by that of school 3, which is of area 2: whose officers see of it what that school sees. Its one paper is
 * of the course that is taught there. Nothing here is taken from the code that decides it.
 */
import type { AnyCall } from '#shared/kit/call.ts'
import type { Room } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, ClassId, CourseId, GradeId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import {
  candidateAt,
  classesIn,
  examOfSchool,
  schoolIn,
  standAt,
  storeExam,
  storeSchool,
  teacherAt,
} from '#functions/exam/stored.fixtures.ts'
import { examSchoolsOf } from '#functions/exam/exam.public.ts'
import { examTeachers } from '#functions/exam/exam.store.ts'
import { layArea } from '#functions/exam/joint/guestArea.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import { expectedOf, rightType } from './people.ts'
import type { Expected, Need, Person } from './people.ts'

/** What a school brings: its classes, each with a student, and who teaches the course in the first. */
export type Taking = {
  schoolId: SchoolId
  areaId: string
  gradeId: GradeId
  courseId: CourseId
  classes: { classId: ClassId; studentId: StudentId; teacherId: TeacherId }[]
}

export const makeJoint = async (areaId: string, schools: readonly Taking[]): Promise<{ ids: string[] }> => {
  const [first] = schools
  const classesOf = (of: Taking) => of.classes.map(({ classId }, i) => ({ classId, className: `${i + 1}班` }))
  const stored = examOfSchool(first!.schoolId, [], {
    owner: `a:${areaId}` as Tenant,
    examType: 7,
    classes: classesOf(first!),
    schoolCount: schools.length,
    candidateCount: schools.reduce((n, s) => n + s.classes.length, 0),
  })
  const { exam, paper } = stored
  for (const [at, of] of schools.entries()) {
    const { schoolId, gradeId, courseId, classes } = of
    const counts = { classCount: classes.length, candidateCount: classes.length }
    const papers = [{ paperId: paper.paperId, courseId }]
    const area = { areaId: of.areaId as AreaId, areaName: '区' }
    const school = { ...schoolIn(exam, schoolId, at + 1, counts), gradeId, papers, area }
    const roster = classes.map(({ studentId }, i) => candidateAt(school, i, studentId, classesOf(of)[i]!))
    const teacher = await testCaller({
      userType: 3,
      tenant: schoolTenant(schoolId),
      teacherId: classes[0]!.teacherId,
    })
    if (at === 0)
      await storeExam({ ...stored, school }, roster, [teacherAt(paper, 0, teacher.caller, classesOf(of)[0]!)])
    else {
      await storeSchool(school, classesIn(school, classesOf(of)), roster)
      await asFunction('exam-api', () => examTeachers.put(teacherAt(paper, at, teacher.caller, classesOf(of)[0]!)))
    }
  }
  await asFunction('exam-work', async () => {
    for (const school of await examSchoolsOf(exam.examId)) await layArea({ owner: exam.owner, school })
  })
  await standAt(exam.examId, 7)
  return { ids: [exam.examId, paper.paperId] }
}

/**
 * What of it: all, and to change it; all; the classes of the own school, or of the area's schools; the class that is taught; the own result. Who is
 * not named sees nothing of it.
 */
type JointReach = 'manages' | 'whole' | 'school' | 'class' | 'satIt'
const reaches: Record<JointReach, readonly string[]> = {
  manages: ['root', 'type 1 of area 1', 'joint exams of area 1'],
  whole: ['leader of area 1'],
  school: [
    'administrator 1',
    'a second administrator of school 1',
    'type 1 of school 1',
    'academic office of school 1',
    'operator of school 1',
    'proof-reader of school 1',
    'headmaster',
    'head of teaching',
    'head of the grade',
    'head of the subject',
    'administrator of school 2',
    'type 1 of school 2',
    'operator of school 2',
    'headmaster of school 2',
    'administrator of school 3',
    // Of the area in which school 3 lies.
    'joint exams of area 2',
    'leader of area 2',
  ],
  class: ['teacher of class 1', 'teacher of school 2', 'teacher of school 3'],
  satIt: [
    'student 1',
    'student of class 2',
    'parent of student 1',
    'parent of the other student',
    'student of school 2',
    'student of school 3',
  ],
}
const reachOf = ({ name }: Person): JointReach | undefined =>
  (Object.keys(reaches) as JointReach[]).find((reach) => reaches[reach].includes(name))

/** What is read of its results; whether it may be published is its organiser's people's alone. */
const results = (room: Room, name: string): boolean => room === 'analysis' && name !== 'publishState'

/** What a live session is answered to a call that names the exam, or its paper. */
export const expectedOfJoint = (call: AnyCall, room: Room, name: string, person: Person, need: Need): Expected => {
  const reach = reachOf(person)
  if (!rightType(call, person) || !reach) return 'refused'
  // The organiser's own people stand to it as those of school 1 to theirs.
  if (reach === 'manages' || reach === 'whole') {
    const of = { ...person.reach, exam: reach }
    return expectedOf(call, room, name, { ...person, reach: of })
  }
  if (call.scope.kind !== 'on' || need !== 'paper') return 'refused'
  return call.scope.object === 'exam' || results(room, name) ? 'allowed' : 'refused'
}
