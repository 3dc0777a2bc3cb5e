import {
  createExam,
  createJointExam,
  deleteExam,
  examClasses,
  examCourses,
  examDeleteStatus,
  examDetail,
  examPaper,
  examStudents,
  examTypeLookup,
  ExamAtWork,
  examsAtWork,
  listExams,
  paperPlace,
  restoreExam,
  saveExam,
  savePaper,
  showJointResults,
} from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { isRunning, isSilent, watchedMs } from '#shared/exam/atWork.rules.ts'
import { standingDeletion } from '#shared/exam/tools/maintenance.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { fullScoreOf, inOrder, mayManage, paperProblems, withoutKey } from '#shared/exam/exam.rules.ts'
import { isWithheld } from '#shared/exam/tools/release.rules.ts'
import { classesSeen, ownsPaper, seesPaper } from '#shared/exam/sight.rules.ts'
import type { ExamSight } from '#shared/exam/sight.rules.ts'
import { foldExam, isReleased, paperProgress, paperStep } from '#shared/exam/step.rules.ts'
import { examStatus, examTypes, isObjective, markingProgress, singleSchoolExamTypes } from '#shared/exam/exam.types.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { page } from '#shared/kit/paging.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { beginJointExam, bringBackExam, createOwnExam, removeExam, saveFacts, showResults } from './exam.commands.ts'
import {
  candidatesFound,
  classNaming,
  classesOfSchoolIn,
  examClassesOf,
  examOf,
  ownerSchool,
  paperOf,
  papersOf,
  teachingClassesAmong,
} from './exam.public.ts'
import { atWorkIndex, dayKey, exams, forcedDeletions } from './exam.store.ts'
import { seenBy, withExams } from './seen.ts'
import type { SeenExam } from './seen.ts'
import { resultSightOf } from './sight.public.ts'
import { saveQuestions } from './paper.public.ts'
import { holderOf } from './tools/tool.public.ts'

/** So many open exams are looked through, and so many of a kind are told: the oldest, for they wait longest. */
const mostWatched = 2000
const mostTold = 20

/** So many behind the page are looked for, so that the next pages are offered; how many there are beyond is not counted. */
const lookedAhead = 100

const examIn = (exam: Exam | null): Exam => exam ?? refuse(examProblems.notFound)

const managed = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = examIn(await examOf(examId))
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam
}

/** A paper with questions of its own: not a total. */
const ownPaper = async (paperId: string): Promise<Paper> => {
  const paper = await paperOf(paperId)
  return paper && !paper.total ? paper : refuse(examProblems.notFound)
}

const sightOf = async (exam: Exam, caller: Caller): Promise<ExamSight> =>
  (await resultSightOf(exam, caller)) ?? refuse(examProblems.notFound)

const lookupsOf = (exam: Exam, paperId: string): Pick<Exam, 'status' | 'markingProgress'> => {
  const { status, markingProgress: progress } = foldExam(exam.papers.filter((p) => p.paperId === paperId))
  return { status, markingProgress: progress }
}

const rowOf = ({ exam: { papers, ...exam }, sight, sat }: SeenExam & { exam: Exam }): ExamRow => ({
  ...exam,
  mayManage: sight.manages,
  courses: papers
    .filter((p) => seesPaper(sight, p.courseId))
    .map(({ paperId, courseName, lowest, correctedAt }) => {
      const released = lowest === paperStep.released && !(sat && isWithheld(sat, { paperId }))
      return { paperId, courseName, released, ...(released && correctedAt !== undefined ? { correctedAt } : {}) }
    }),
})

/** What may still change of a question once marking has begun: its key and its scores, never its structure. */
const structure = (questions: readonly PaperQuestion[]): string =>
  JSON.stringify(questions.map((q) => [q.questionId, q.number, q.unitType, q.optionCount ?? null]))

export const examHandlers = [
  implement(listExams, async ({ input, caller }) => {
    const { examType, status, gradeId, readable } = input
    const holds = input.tool === undefined ? null : await holderOf(input.tool, caller)
    const phrase = input.name?.trim().toLowerCase()
    const asked = { examType, status, gradeId, words: phrase ? [phrase] : [] }
    const enough = input.pageNumber * input.pageSize + lookedAhead
    const found: SeenExam[] = []
    for await (const one of seenBy(caller, asked, enough + 1)) {
      if (holds && !holds(one.listed)) continue
      // What is released whole can be read; of the others each is asked which of its papers can.
      if (readable && !(one.sight.all && one.listed.status === examStatus.released)) {
        const [whole] = await withExams([one])
        if (!whole || !rowOf(whole).courses.some((c) => c.released)) continue
        found.push(whole)
      } else found.push(one)
      if (found.length > enough) break
    }
    const { list, ...at } = page(found.slice(0, enough), input)
    return { list: (await withExams(list)).map(rowOf), ...at, ...(found.length > enough ? { more: true } : {}) }
  }),

  implement(examsAtWork, async ({ caller }) => {
    const at = now()
    const open = await exams.queryIndex('gsi2', atWorkIndex, {
      from: dayKey(at - watchedMs),
      to: dayKey(at),
      limit: mostWatched,
    })
    // Staff of an area looks after its own.
    const own = open.filter((e) => e.deletedAt === undefined && (caller.tenant === 'p' || e.owner === caller.tenant))
    const told = (list: Exam[]) => ({
      count: list.length,
      first: list.slice(0, mostTold).map((e) => ExamAtWork.parse(e)),
    })
    return { running: told(own.filter(isRunning)), silent: told(own.filter((e) => isSilent(e, at))) }
  }),

  implement(examTypeLookup, async () => singleSchoolExamTypes.map((value) => ({ value, label: examTypes[value] }))),

  implement(createExam, ({ input, caller }) => createOwnExam(input, caller)),

  implement(createJointExam, ({ input, caller }) => beginJointExam(input, caller)),

  implement(examDetail, async ({ input, caller }) => {
    const exam = examIn(await examOf(input.examId))
    const sight = await sightOf(exam, caller)
    const { papers: _named, ...shown } = exam
    const [found, own, row] = await Promise.all([
      papersOf(exam.examId),
      sight.manages ? ownerSchool(exam) : null,
      exam.deletedAt === undefined ? null : forcedDeletions.get(exam),
    ])
    const forced = standingDeletion(row)
    return {
      exam: shown,
      papers: inOrder(exam, found)
        .filter((p) => seesPaper(sight, p.courseId))
        .map((p) => ({
          ...p,
          ...lookupsOf(exam, p.paperId),
          questionCount: p.questions.length,
          objectiveCount: p.questions.filter(isObjective).length,
          fullScore: fullScoreOf(p.questions),
          missingKeys: withoutKey(p).length,
          ...(ownsPaper(sight, p.courseId) ? { own: true as const } : {}),
        })),
      mayManage: mayManage(exam, caller),
      ...(forced ? { forced: true as const } : {}),
      guest: sight.within !== null,
      ...(own ? { seated: own.seated === true } : {}),
    }
  }),

  implement(examCourses, async ({ input, caller }) => {
    const exam = examIn(await examOf(input.examId))
    const sight = await sightOf(exam, caller)
    return exam.papers.filter((p) => seesPaper(sight, p.courseId))
  }),

  implement(examPaper, async ({ input, caller }) => {
    const paper = await ownPaper(input.paperId)
    const exam = examIn(await examOf(paper.examId))
    return {
      ...paper,
      examName: exam.examName,
      mayManage: mayManage(exam, caller),
      locked: paperProgress(exam, paper.paperId).furthest >= markingProgress.marking,
      released: isReleased(exam, paper.paperId),
    }
  }),

  implement(paperPlace, async ({ input }) => {
    const { examId, courseName } = (await paperOf(input.paperId)) ?? refuse(examProblems.notFound)
    const { examName } = examIn(await examOf(examId))
    return { examId, examName, courseName }
  }),

  implement(savePaper, async ({ input, caller }) => {
    const paper = await ownPaper(input.paperId)
    const exam = await managed(paper.examId, caller)
    const wrong = paperProblems(input.questions)
    if (wrong.length > 0) return refuse(examProblems.badPaper, { detail: bracketed(wrong.slice(0, 20)) })
    const { furthest } = paperProgress(exam, paper.paperId)
    if (furthest >= markingProgress.marking && structure(paper.questions) !== structure(input.questions))
      return refuse(examProblems.paperLocked)
    return saveQuestions(paper, input.questions, input.version, caller)
  }),

  implement(examClasses, async ({ input, caller }) => {
    const exam = examIn(await examOf(input.examId))
    const [classes, sight] = await Promise.all([examClassesOf(input.examId), sightOf(exam, caller)])
    const seen = classesSeen(sight)
    const walking = await teachingClassesAmong(input.examId, seen, classes)
    const named = await classNaming(exam)
    return [
      ...classes
        .filter((c) => seen === null || seen.includes(c.classId))
        .map((c) => ({ classId: c.classId, className: named(c), candidateCount: c.candidateCount })),
      ...walking,
    ]
  }),

  implement(examStudents, async ({ input, caller }) => {
    const { examId, schoolId } = input
    const exam = examIn(await examOf(examId))
    const sight = await sightOf(exam, caller)
    const seen = classesSeen(sight)
    // One school is chosen by who sees all of it: the organiser, or the area of several schools.
    const own = schoolId && seen === sight.within ? await classesOfSchoolIn({ examId, schoolId }) : null
    const chosen = own?.map((c) => c.classId).filter((id) => seen === null || seen.includes(id))
    const isOfOne = schoolId !== undefined || caller.tenant.startsWith('s:')
    const [found, named] = await Promise.all([
      candidatesFound(input, chosen ?? seen, input),
      classNaming(isOfOne ? { examId, schoolCount: 1 } : exam),
    ])
    return { ...found, list: found.list.map((c) => ({ ...c, className: named(c) })) }
  }),

  implement(showJointResults, async ({ input: { examId, version, ...shows }, caller }) => ({
    version: await showResults(await managed(examId, caller), shows, version, caller),
  })),

  implement(saveExam, async ({ input: { examId, version, ...facts }, caller }) => ({
    version: await saveFacts(await managed(examId, caller), facts, version, caller),
  })),

  implement(deleteExam, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    return { version: await removeExam(exam, input.version, caller) }
  }),

  implement(restoreExam, async ({ input, caller }) => ({
    version: await bringBackExam(await managed(input.examId, caller), caller),
  })),

  implement(examDeleteStatus, async ({ input }) => {
    const exam = examIn(await examOf(input.examId))
    return { deleted: exam.deletedAt !== undefined, deletedAt: exam.deletedAt }
  }),
]
