/**
 * Joint exams for tests: an area with schools of one grade and nine courses, written straight into the school's store; and a
 * small exam of several schools with one marked paper, as the rooms would have stored it.
 */
import { ExamPaper } from '#shared/exam/exam.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { papers as papersTable } from '#functions/exam/exam.store.ts'
import type {
  AreaId,
  ClassId,
  CourseId,
  GradeId,
  JobId,
  PaperId,
  SchoolId,
  StudentId,
  Tenant,
} from '#shared/kit/ids.ts'
import { composeId } from '#shared/kit/ids.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  storeExam,
  storeSchool,
} from '#functions/exam/stored.fixtures.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { asFunction, driveJob, testCaller } from '#functions/kit/testing.ts'
import { inTurns } from '#functions/kit/turns.ts'
import type { Marked } from './analysis.fixtures.ts'
import { analysisWorks } from './analysis.work.ts'
import { fewQuestions, writeScripts } from './province.fixtures.ts'
import { request } from './publish.faults.testing.ts'
import { areas, classes, courses, grades, schools, students } from '#functions/school/roster/school.store.ts'

export const nine = ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理']
export const classSize = 50

/**
 * `count` students over `schoolCount` schools. Ids of the schools lie one after another, as imports write them; the last
 * student of each school came after all others, so that the rosters lie into one another.
 */
export const anArea = async (schoolCount: number, count: number) => {
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
          began + (i === each - 1 ? count + at : at * each + i),
          new Uint8Array(10),
        ) as StudentId,
        studentName: `学生${at + 1}-${i + 1}`,
        pinyin: 'xs',
        studentNumber: String(2_025_000_000 + i),
      })),
    )
  }
  await asFunction('school-api', async () => {
    await areas.put({ ...begun, areaId, areaName: '联考区', areaCode: String(began).slice(-9) })
    await inTurns([...schoolIds.entries()], 4, ([at, schoolId]) => write(schoolId, at))
  })
  const bureau = await testCaller({ userType: 18, tenant: `a:${areaId}` as Tenant })
  return { schoolIds, bureau, enrolmentYear: 2025 }
}

const onePaper: MorePapers = { courseNames: [], sits: () => true, apart: false }

export type Joint = Awaited<ReturnType<typeof jointPaper>>

/**
 * Further papers of the exam, and who sits a paper: the i-th candidate, by the order of the schools. `apart`: one school's
 * candidates came after another's.
 */
type MorePapers = {
  courseNames: readonly string[]
  sits: (i: number, courseName: string) => boolean
  apart?: boolean
}

/**
 * An exam of an area with one paper, sat and marked: a school with so many candidates in one class for each count. The
 * candidates came to the schools in turn, so that the schools' ids lie into one another.
 */
export const jointPaper = async (counts: readonly number[], { courseNames, sits, apart }: MorePapers = onePaper) => {
  const areaId = newId<AreaId>('area')
  const owner = `a:${areaId}` as Tenant
  const manager = await testCaller({ userType: 18, tenant: owner })
  const began = now()
  // Between two candidates there is room for another id.
  const studentAt = (i: number): StudentId => composeId('student', began + 2 * i, randomOf(10))
  const classes = classesNamed('1班')
  const candidateCount = counts.reduce((a, b) => a + b, 0)
  const stored = examOfSchool(newId<SchoolId>('school'), fewQuestions(), {
    ...{ owner, classes, candidateCount, schoolCount: counts.length, classCount: counts.length },
    ...{ examType: 7, step: 6 },
  })
  stored.paper.owner = owner
  const papers = [
    stored.paper,
    ...courseNames.map((courseName): Paper => ({
      ...stored.paper,
      ...{ paperId: newId<PaperId>('paper'), courseId: newId<CourseId>('course'), courseName },
      questions: fewQuestions(),
    })),
  ]
  stored.exam.papers = papers.map((p) => ({ ...stored.exam.papers[0]!, ...ExamPaper.partial().parse(p) }))
  stored.school.papers = papers.map(({ paperId, courseId }) => ({ paperId, courseId }))
  const rosters = counts.map((count, at) => {
    const school =
      at === 0
        ? stored.school
        : schoolIn(stored.exam, newId<SchoolId>('school'), at + 1, { classCount: 1, candidateCount: count })
    const own = at === 0 ? stored.classes : classesIn(school, classesNamed('1班'))
    const candidates = Array.from({ length: count }, (_, i) =>
      candidateAt(school, i, studentAt(apart ? 1000 * at + i : i * counts.length + at), own[0]!, {
        studentNumber: `${at + 1}${1000 + i}`,
      }),
    )
    return { school, classes: own, candidates }
  })
  await storeExam(stored, rosters[0]!.candidates)
  for (const { school, classes: own, candidates } of rosters.slice(1)) await storeSchool(school, own, candidates, 6)
  await asFunction('exam-api', () => papersTable.putMany(papers))
  const all = rosters.flatMap((r) => r.candidates)
  await asFunction('marking-work', async () => {
    for (const [at, paper] of papers.entries())
      await writeScripts(
        paper,
        manager.caller.userId,
        // Another luck in each paper.
        all.flatMap(({ studentId }, i) => (sits(i, paper.courseName) ? [{ i: i + 1000 * at, studentId }] : [])),
      )
  })
  return { ...stored, papers, areaId, rosters, manager, studentAt }
}

/** Publishes a paper without scans; answers the version. */
export const publishJoint = async ({ paper, exam, manager }: Pick<Joint, 'paper' | 'exam' | 'manager'>) => {
  const { caller } = manager
  const of = { paperId: paper.paperId, examId: exam.examId, tenant: exam.owner, manager }
  const jobId: JobId = await request(of as unknown as Marked)
  const input = { paperId: paper.paperId, by: caller, override: '试验：没有扫描' }
  const state = { job: 'analysis.publish', jobId, tenant: exam.owner, startedBy: caller.userId, input, out: {} }
  return ((await driveJob(analysisWorks, state, 1)).out['plan'] as { v: number }).v
}
