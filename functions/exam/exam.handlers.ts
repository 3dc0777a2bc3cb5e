import {
  createExam,
  deleteExam,
  examClasses,
  examCourses,
  examDeleteStatus,
  examDetail,
  examPaper,
  examStudents,
  examTypeLookup,
  listExams,
  restoreExam,
  savePaper,
} from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { fullScoreOf, mayManage, paperProblems, withoutKey } from '#shared/exam/exam.rules.ts'
import { classesSeen, seesPaper } from '#shared/exam/sight.rules.ts'
import type { ExamSight } from '#shared/exam/sight.rules.ts'
import { examStatus, examTypes, markingProgress, singleSchoolExamTypes } from '#shared/exam/exam.types.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { bracketed, commonProblems } from '#shared/kit/problem.ts'
import { gradeNameOf, termOf } from '#shared/school/roster/school.rules.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import {
  classesOf,
  coursesOf,
  gradeOf,
  schoolOf,
  studentsExpected,
  teachersOf,
} from '#functions/school/roster/school.public.ts'
import { candidatesOf, examOf, paperOf, papersOf } from './exam.public.ts'
import { seenBy } from './seen.ts'
import type { SeenExam } from './seen.ts'
import { examSightOf } from './sight.public.ts'
import { saveQuestions } from './paper.public.ts'
import { candidates, exams, examTeachers, papers, purgesDue } from './exam.store.ts'

const found = (exam: Exam | null): Exam => exam ?? refuse(examProblems.notFound)

const managed = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = found(await examOf(examId))
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam
}

/** An exam is nobody's name: the record says it. */
const examRecord = (caller: Caller, act: AuditAct, exam: Pick<Exam, 'examId' | 'examName' | 'owner'>) =>
  auditRecord(caller, act, exam.examId, { after: exam, told: { name: exam.examName }, tenant: exam.owner })

const sightOf = async (exam: Exam, caller: Caller): Promise<ExamSight> =>
  (await examSightOf(exam, caller)) ?? refuse(examProblems.notFound)

const papersSeen = async (exam: Exam, caller: Caller): Promise<Paper[]> => {
  const [sight, own] = await Promise.all([sightOf(exam, caller), papersOf(exam.examId)])
  return own.filter((p) => seesPaper(sight, p.courseId))
}

const rowOf = ({ exam, sight }: SeenExam, own: readonly Paper[]): ExamRow => ({
  ...exam,
  classCount: exam.classes.length,
  mayManage: sight.manages,
  courses: own
    .filter((p) => p.examId === exam.examId && seesPaper(sight, p.courseId))
    .map((p) => ({ paperId: p.paperId, courseName: p.courseName })),
})

/** What may still change of a question once marking has begun: its key and its scores, never its structure. */
const structure = (questions: readonly PaperQuestion[]): string =>
  JSON.stringify(questions.map((q) => [q.questionId, q.number, q.unitType, q.optionCount ?? null]))

export const examHandlers = [
  implement(listExams, async ({ input, caller }) => {
    const seen = (await seenBy(caller))
      .filter(({ exam: e }) => input.examType === undefined || e.examType === input.examType)
      .filter(({ exam: e }) => input.status === undefined || e.status === input.status)
      .filter(({ exam: e }) => input.gradeId === undefined || e.gradeId === input.gradeId)
      .filter(({ exam: e }) => !input.name || e.examName.includes(input.name.trim()))
      .sort((a, b) => (a.exam.examId < b.exam.examId ? 1 : -1))
    const shown = page(seen, input)
    const own = await papers.getMany(shown.list.flatMap(({ exam }) => exam.paperIds.map((paperId) => ({ paperId }))))
    return { ...shown, list: shown.list.map((e) => rowOf(e, own)) }
  }),

  implement(examTypeLookup, async () => singleSchoolExamTypes.map((value) => ({ value, label: examTypes[value] }))),

  implement(createExam, async ({ input, caller }) => {
    const [school, grade, allClasses, allCourses] = await Promise.all([
      schoolOf(input.schoolId),
      gradeOf(input.gradeId),
      classesOf(input.schoolId, input.gradeId),
      coursesOf(input.schoolId),
    ])
    const course = allCourses.find((c) => c.courseId === input.courseId)
    if (!school || !grade || !course) return refuse(commonProblems.notFound)
    const chosen = allClasses.filter((c) => input.classIds.includes(c.classId))
    if (grade.schoolId !== input.schoolId || chosen.length !== new Set(input.classIds).size)
      return refuse(examProblems.classNotInGrade)
    const inClasses = new Map(chosen.map((c) => [c.classId as string, c.className]))
    const roster = (await studentsExpected(input.gradeId)).filter((s) => inClasses.has(s.classId))
    if (roster.length === 0) return refuse(examProblems.noStudents)
    const at = now()
    const examId = newId<ExamId>('exam')
    const paperId = newId<PaperId>('paper')
    const exam: Exam = {
      schema: 1,
      examId,
      owner: schoolTenant(input.schoolId),
      examName: input.examName,
      examType: input.examType,
      schoolId: input.schoolId,
      gradeId: input.gradeId,
      gradeName: gradeNameOf(grade, at, school.turnMonth),
      term: termOf(at, school.turnMonth),
      examDate: input.examDate,
      classes: chosen.map((c) => ({ classId: c.classId, className: c.className })),
      paperIds: [paperId],
      status: examStatus.inProgress,
      markingProgress: markingProgress.answerUpload,
      candidateCount: roster.length,
      creatorId: caller.userId,
      creatorName: caller.userName,
      createdAt: at,
      version: 1,
    }
    // The exam row comes last: until it is there, what was written before it belongs to nothing and is seen by nobody.
    await candidates.putMany(
      roster.map((s) => ({
        schema: 1 as const,
        examId,
        studentId: s.studentId,
        schoolId: s.schoolId,
        studentName: s.studentName,
        pinyin: s.pinyin,
        studentNumber: s.studentNumber,
        classId: s.classId,
        className: inClasses.get(s.classId)!,
      })),
    )
    await examTeachers.putMany(
      (await teachersOf(input.schoolId))
        .map((t) => ({
          schema: 1 as const,
          examId,
          teacherId: t.teacherId,
          userId: t.userId,
          teacherName: t.teacherName,
          teaches: t.teaches.filter(
            (x) => inClasses.has(x.classId) && (x.isHead || x.courseId === undefined || x.courseId === input.courseId),
          ),
        }))
        .filter((t) => t.teaches.length > 0),
    )
    await papers.create({
      schema: 1,
      paperId,
      examId,
      owner: exam.owner,
      courseId: course.courseId,
      courseName: course.courseName,
      questions: [],
      keyVersion: 1,
      version: 1,
    })
    if (!(await audited([exams.creating(exam)], examRecord(caller, 'exam.create', exam))))
      throw new Error('the exam could not be put on record')
    return { examId, paperId, candidateCount: roster.length }
  }),

  implement(examDetail, async ({ input, caller }) => {
    const exam = found(await examOf(input.examId))
    return {
      exam,
      papers: (await papersSeen(exam, caller)).map((p) => ({
        ...p,
        questionCount: p.questions.length,
        fullScore: fullScoreOf(p.questions),
        missingKeys: withoutKey(p).length,
      })),
      mayManage: mayManage(exam, caller),
    }
  }),

  implement(examCourses, async ({ input, caller }) => papersSeen(found(await examOf(input.examId)), caller)),

  implement(examPaper, async ({ input, caller }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(examProblems.notFound)
    const exam = found(await examOf(paper.examId))
    return {
      ...paper,
      examName: exam.examName,
      mayManage: mayManage(exam, caller),
      locked: exam.markingProgress >= markingProgress.marking,
    }
  }),

  implement(savePaper, async ({ input, caller }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(examProblems.notFound)
    const exam = await managed(paper.examId, caller)
    const wrong = paperProblems(input.questions)
    if (wrong.length > 0) return refuse(examProblems.badPaper, { detail: bracketed(wrong.slice(0, 20)) })
    if (exam.markingProgress >= markingProgress.marking && structure(paper.questions) !== structure(input.questions))
      return refuse(examProblems.paperLocked)
    return saveQuestions(paper, input.questions, input.version, caller)
  }),

  implement(examClasses, async ({ input, caller }) => {
    const exam = found(await examOf(input.examId))
    const [roster, sight] = await Promise.all([candidatesOf(input.examId), sightOf(exam, caller)])
    const seen = classesSeen(sight)
    return exam.classes
      .filter((c) => seen === null || seen.includes(c.classId))
      .map((c) => ({ ...c, candidateCount: roster.filter((r) => r.classId === c.classId).length }))
  }),

  implement(examStudents, async ({ input, caller }) => {
    const name = input.name?.trim().toLowerCase()
    const seen = classesSeen(await sightOf(found(await examOf(input.examId)), caller))
    const roster = (await candidatesOf(input.examId))
      .filter((c) => seen === null || seen.includes(c.classId))
      .filter((c) => input.classId === undefined || c.classId === input.classId)
      .filter(
        (c) => !name || c.studentName.includes(name) || c.studentNumber.startsWith(name) || c.pinyin.includes(name),
      )
    return page(roster, input)
  }),

  implement(deleteExam, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    if (exam.deletedAt !== undefined) return { version: exam.version }
    if (exam.markingProgress >= markingProgress.cardExceptions) return refuse(examProblems.hasScans)
    const deletedAt = now()
    const { examId, schoolId } = exam
    const gone = { ...exam, deletedAt, deletedBy: caller.userId, version: input.version }
    // What hangs on it is due from now on, whether or not the stream tells when it goes.
    const due = purgesDue.putting({ schema: 1, examId, schoolId, deletedAt })
    const record = examRecord(caller, 'exam.delete', exam)
    if (await audited([exams.saving(gone), due], record)) return { version: input.version + 1 }
    // A "no" may be our own write whose answer was lost.
    const there = await exams.get(exam)
    if (there?.deletedAt === deletedAt && there.deletedBy === caller.userId) return { version: there.version }
    return refuseStale(exams, exam)
  }),

  implement(restoreExam, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    const { deletedAt: _at, deletedBy: _by, ...kept } = exam
    if (exam.deletedAt === undefined) return { version: exam.version }
    const done = await audited([exams.saving(kept)], examRecord(caller, 'exam.restore', exam))
    return done ? { version: exam.version + 1 } : refuseStale(exams, exam)
  }),

  implement(examDeleteStatus, async ({ input }) => {
    const exam = found(await examOf(input.examId))
    return { deleted: exam.deletedAt !== undefined, deletedAt: exam.deletedAt }
  }),
]
