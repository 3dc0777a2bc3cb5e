/** Exams (plans), their papers and their candidates. */
import * as z from 'zod'
import {
  AreaId,
  CardId,
  ClassId,
  CourseId,
  ExamId,
  ExamTemplateId,
  GradeId,
  JobId,
  PaperId,
  QuestionId,
  SchoolId,
  StudentId,
  TeacherId,
  Tenant,
  UserId,
} from '#shared/kit/ids.ts'
import { Like } from './creation/like.rules.ts'
import { line } from '#shared/kit/text.ts'

/** The exam-type lookup of the specification (2 §4); 10 is missing there: the regional joint exam. */
export const examTypes = {
  2: '常规诊断',
  3: '期中考试',
  4: '期末考试',
  5: '模拟考试',
  6: '作业',
  7: '联考',
  8: '线上作业',
  9: '区域诊断',
  10: '联考(多区域)',
} as const
/** What a single school may create here. */
export const singleSchoolExamTypes = [2, 3, 4, 5] as const
/** What an area makes for several schools. */
export const jointExamTypes = [7, 9, 10] as const

/** Exam status (2 §4). */
export const examStatus = { inProgress: 1, awaitingRelease: 2, released: 3 } as const
/** Marking progress (2 §4): 1 answer upload, 2 card upload, 3 card exceptions, 4 arrangement, 5 marking, 6 marking done. */
export const markingProgress = {
  answerUpload: 1,
  cardUpload: 2,
  cardExceptions: 3,
  arrangement: 4,
  marking: 5,
  done: 6,
} as const

/**
 * How the marks of one answer become its score, where it is not as usual: marked once, that mark; marked by two, their mean,
 * or an arbitrator's where they differ by more than `tolerance`; marked by three, the middle one.
 */
export const Settling = z.object({
  /** Marked once: so many percent of the answers are marked by a second one too. */
  sample: z.int().min(1).max(99).optional(),
  /** Marked once: a zero and a full score are looked at by a second one. */
  extremes: z.literal(true).optional(),
  /** What two may differ by as percent of the full score, in the place of `tolerance`. */
  share: z.int().min(0).max(100).optional(),
  /** Of two that agree the higher, or the mean brought up to the next step. */
  two: z.enum(['higher', 'up']).optional(),
  /** Where they do not: a third marker and the nearest pair, at last the arbitrator if that differs as well. */
  beyond: z.enum(['third', 'thirdFinal']).optional(),
})
export type Settling = z.infer<typeof Settling>

/** So much a question is worth at most: a thousand points. */
export const mostPoints = 100_000

export const PaperQuestion = z.object({
  questionId: QuestionId,
  /** As printed: "1", "17(2)". */
  number: z.string(),
  /** Unit type of the card (2 §3): 1 single choice, 2 multiple choice, 3 true/false, 4 blanks, 5 solution, 6 English, 7 Chinese writing. */
  unitType: z.int().min(1).max(7),
  fullScore: z.int().min(1).max(mostPoints),
  /** Objective only. */
  optionCount: z.int().min(2).max(26).optional(),
  /** The key: single letters in order ("A", "ACD"; true/false "T" or "F"). '' is "no key yet". Objective only. */
  answer: z
    .string()
    .regex(/^([A-Z]+|T|F|)$/)
    .optional(),
  /** Multiple choice: what a correct but incomplete choice earns. */
  halfScore: z.int().min(0).optional(),
  /** Subjective: one step of a mark (hundredths; default 100), and what two markers may differ by without arbitration. */
  markStep: z.int().min(10).max(1000).optional(),
  markers: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  tolerance: z.int().min(0).optional(),
  settle: Settling.optional(),
  /** Optional questions: of all with this group's name `count` are to be answered, and only those earn. Subjective only. */
  optional: z.object({ group: line('分组', 20), count: z.int().min(1).max(20) }).optional(),
  /** Where paper B prints it: in which question's place of paper A (its own unless said), and its key there. Objective only. */
  paperB: z.object({ at: QuestionId.optional(), answer: z.string().regex(/^([A-Z]+|T|F)$/) }).optional(),
})
export type PaperQuestion = z.infer<typeof PaperQuestion>

export const isObjective = (q: { unitType: number }): boolean => q.unitType <= 3
/** Filled in by hand, in a word or a number. */
export const isBlank = (q: { unitType: number }): boolean => q.unitType === 4

/** So many papers has an exam at most. */
export const mostPapers = 60

/** A paper as a total counts it. */
export const TotalPart = z.object({
  paperId: PaperId,
  courseName: z.string(),
  /** Names it among the items of the total: its items are papers. */
  questionId: QuestionId,
  /** Of the papers of this group so many count: those that the student chose. */
  optional: PaperQuestion.shape.optional,
})
export type TotalPart = z.infer<typeof TotalPart>

/** One course of an exam. The design of its card is the card room's; here is only which one. */
export const Paper = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  courseId: CourseId,
  courseName: z.string(),
  questions: z.array(PaperQuestion).max(400),
  /** Raised whenever key, scores or tolerances change: readings and scores name the version they were made with (I12). */
  keyVersion: z.int(),
  cardId: CardId.optional(),
  /** Of a total of several papers: a subject of the figures like a paper, with no questions, sheets or marks of its own. */
  total: z.array(TotalPart).min(2).max(mostPapers).optional(),
  /** Whose card and markers it begins with, question by question of the same number (`like.rules.ts`). */
  like: z.object({ paperId: PaperId, card: z.boolean(), markers: z.boolean() }).optional(),
  version: z.int(),
})
export type Paper = z.infer<typeof Paper>

/** A paper as its exam names it, with where it stands (`step.rules.ts`); a total is not among them. */
export const ExamPaper = Paper.pick({ paperId: true, courseId: true, courseName: true }).extend({
  /** In the school that is least far, and in the one that is farthest. */
  lowest: z.int().min(1).max(7),
  furthest: z.int().min(1).max(7),
  /** Since when readers are told otherwise than they first were. */
  correctedAt: z.int().optional(),
})
export type ExamPaper = z.infer<typeof ExamPaper>

/** What the schools of a joint exam see beside themselves and the figures of the whole: by its organiser. */
export const JointShows = z.object({
  /** The figures of the other schools, by name. */
  reports: z.boolean(),
  /** The transcript of all schools, and with it everything. */
  transcripts: z.boolean(),
})
export type JointShows = z.infer<typeof JointShows>

/**
 * An exam is taken by one school or by four hundred: what grows with schools, classes or students is rows beside this one
 * (`ExamSchool`, `ExamClass`, `Candidate`), and here are their sums.
 */
export const Exam = z.object({
  schema: z.literal(1),
  examId: ExamId,
  /** The school (or area) that owns the exam and everything under it. */
  owner: Tenant,
  examName: z.string(),
  examType: z.int(),
  gradeName: z.string(),
  /** Of one school's own: the grade that sits. */
  gradeId: GradeId.optional(),
  /** School year and term, e.g. 2026-1. */
  term: z.string().regex(/^\d{4}-[12]$/),
  examDate: z.int(),
  papers: z.array(ExamPaper).max(mostPapers),
  /** The fold of where the papers stand: `furthest` is the progress of the one that is farthest. */
  status: z.int().min(1).max(3),
  markingProgress: z.int().min(1).max(6),
  furthest: z.int().min(1).max(6),
  /** Of a joint exam: when all its papers were released for the first time. No withdrawal takes it away. */
  wholeSince: z.int().optional(),
  schoolCount: z.int(),
  /** Of a joint exam: papers that its organiser has said are sat by those who chose the course, or by all. */
  electives: z.record(z.string(), z.boolean()).optional(),
  /** How often that was said: who says it anew says it over what he saw, though other things of the exam have changed since. */
  electivesVersion: z.int().optional(),
  /** Where schools came or went since it was made: of how many it was made, and the last place that was given to one. */
  places: z
    .object({
      schools: z.int(),
      last: z.int(),
      /** Which the last jobs were given: one that asks again is given the same. */
      given: z.array(z.object({ jobId: JobId, from: z.int() })).optional(),
    })
    .optional(),
  classCount: z.int(),
  candidateCount: z.int(),
  /** Of a joint exam; absent, neither. */
  shows: JointShows.optional(),
  creatorId: UserId,
  creatorName: z.string(),
  createdAt: z.int(),
  deletedAt: z.int().optional(),
  deletedBy: UserId.optional(),
  version: z.int(),
})
export type Exam = z.infer<typeof Exam>

/** An exam as lists look through it: what they order and choose by, and nothing else, however much is in it. */
export const ListedExam = Exam.pick({
  schema: true,
  examId: true,
  owner: true,
  examName: true,
  examType: true,
  gradeName: true,
  gradeId: true,
  examDate: true,
  status: true,
  creatorId: true,
})
export type ListedExam = z.infer<typeof ListedExam>

/** A group of schools by its name: schools of the same name are in one group. */
export const SchoolGroup = line('分组', 20)
/** So many groups has a school at most; so many an exam. */
export const mostGroupsOfSchool = 5
export const mostSchoolGroups = 20

/** A school that takes part, with the grade that sits. An own exam of a school has one such row. */
export const ExamSchool = z.object({
  schema: z.literal(1),
  examId: ExamId,
  schoolId: SchoolId,
  schoolName: z.string(),
  /** Where it lies, as it was when the exam was created. */
  area: z.object({ areaId: AreaId, areaName: z.string() }).optional(),
  /** The organiser's groups of schools that it is in (学校分组): figures are compared by them. */
  groups: z.array(SchoolGroup).max(mostGroupsOfSchool).optional(),
  gradeId: GradeId,
  /** Of the school's own exam, which is found without it: by the school only others' exams are looked for. */
  own: z.literal(true).optional(),
  /** Its place among the exam's schools, from 1. */
  ordinal: z.int(),
  /** The papers that it takes, and by which of its own courses. */
  papers: z
    .array(
      z.object({
        paperId: PaperId,
        courseId: CourseId,
        /** So many of its candidates take it, where that is not all of them (选科). */
        takers: z.int().optional(),
        /** So many of these learn its course in teaching classes, where it walks (走班). */
        walks: z.int().optional(),
      }),
    )
    .max(mostPapers),
  classCount: z.int(),
  candidateCount: z.int(),
  /** Whether any of its candidates has a room and a seat. */
  seated: z.boolean().optional(),
  /** The papers whose results are released to those named alone: not to who comes to the roster later. */
  releasedOnly: z
    .array(PaperId)
    .max(2 * mostPapers)
    .optional(),
})
export type ExamSchool = z.infer<typeof ExamSchool>

/** Where a paper stands in a school that takes it. */
export const PaperStep = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  schoolId: SchoolId,
  step: z.int().min(1).max(7),
  /** When it came there; nothing where it has not moved yet. */
  at: z.int().optional(),
  /**
   * Of a joint exam: whether answers of the school's own candidates are there, by sheet or by file. A step is opened, closed
   * and published in all schools at once and says nothing of one. Rows from before this was kept go by their step.
   */
  came: z.boolean().optional(),
})
export type PaperStep = z.infer<typeof PaperStep>

/** An administrative class that sits, named as it was when the exam was created. */
export const ExamClass = z.object({
  schema: z.literal(1),
  examId: ExamId,
  schoolId: SchoolId,
  classId: ClassId,
  className: z.string(),
  /** The classes of all schools in the order in which lists show them. */
  order: z.int(),
  candidateCount: z.int(),
  /** The papers that its candidates do not sit: of several papers of a course another one is theirs. */
  without: z.array(PaperId).max(mostPapers).optional(),
  /** How often who taught it was corrected. */
  taught: z.int().optional(),
})
export type ExamClass = z.infer<typeof ExamClass>

/**
 * A teaching class (教学班) of a paper's course, as the school had it when the exam was created: of those who are in it the
 * paper's figures go by it, and by the administrative class of all others.
 */
export const ExamTeachingClass = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  schoolId: SchoolId,
  classId: ClassId,
  className: z.string(),
  /** Among those of its school and paper. */
  order: z.int(),
})
export type ExamTeachingClass = z.infer<typeof ExamTeachingClass>

/** The roster as it was when the exam was created; reports read this copy, never today's classes. */
export const Candidate = z.object({
  schema: z.literal(1),
  examId: ExamId,
  studentId: StudentId,
  schoolId: SchoolId,
  studentName: z.string(),
  pinyin: z.string(),
  /** 考号: the roster's own (examNumber), unless the exam gave its candidates others. */
  studentNumber: z.string(),
  /** The roster's, where the exam gave another. */
  ownNumber: z.string().optional(),
  /** Where the candidate sits, once that is set. */
  room: z.string().optional(),
  seat: z.string().optional(),
  /** The manager's words for some of the candidates (`tag.rules.ts`). */
  tags: z.array(z.string()).max(5).optional(),
  classId: ClassId,
  className: z.string(),
  /** The teaching class of each paper whose course is learned in one: its id by the paper's. */
  teaching: z.record(z.string(), ClassId).optional(),
  /** The papers of the courses that the student chose (选科), where any were on the roster. */
  chosen: z.array(PaperId).max(mostPapers).optional(),
  /** The papers that others of the school chose and this student did not: not taken. */
  without: z.array(PaperId).max(mostPapers).optional(),
  /** The papers whose results are released to others and not to this student (`release.rules.ts`). */
  withheld: z
    .array(PaperId)
    .max(2 * mostPapers)
    .optional(),
  /** Of papers that were withheld once: since when the student was shown their results first; 0 is from the beginning. */
  shownSince: z.record(z.string(), z.int()).optional(),
})
export type Candidate = z.infer<typeof Candidate>

/**
 * A stretch of a school's roster by student id: `from` ≤ id < `before`, open at the ends ('' and '~'), so that together
 * the slices hold every id there can be. What is read of many students is read slice by slice.
 */
export const RosterSlice = z.object({ schoolId: SchoolId, from: z.string(), before: z.string(), students: z.int() })
export type RosterSlice = z.infer<typeof RosterSlice>

export const ExamTeacher = z.object({
  schema: z.literal(1),
  examId: ExamId,
  teacherId: TeacherId,
  userId: UserId.optional(),
  teacherName: z.string(),
  teaches: z.array(z.object({ classId: ClassId, courseId: CourseId.optional(), isHead: z.boolean() })),
  /** Of a joint exam, the papers that are marked by who was declared for it and approved. */
  marks: z.array(PaperId).max(mostPapers).optional(),
  /** Of who was declared, by which school: who teaches nothing in the exam is known by no class. */
  schoolId: SchoolId.optional(),
})
export type ExamTeacher = z.infer<typeof ExamTeacher>

/** What exams of a school are made by: their facts, who sits them, and what they take of a former one. */
export const ExamTemplate = z.object({
  schema: z.literal(1),
  examTemplateId: ExamTemplateId,
  schoolId: SchoolId,
  templateName: z.string(),
  examType: z.int(),
  /** The kind of grade (1 to 16): 高一 is another grade every year. */
  gradeType: z.int().min(1).max(16),
  courseIds: z.array(CourseId).min(1).max(mostPapers),
  /** Absent: all that have students. */
  classIds: z.array(ClassId).max(200).optional(),
  like: Like.optional(),
  creatorId: UserId,
  creatorName: z.string(),
  createdAt: z.int(),
  deletedAt: z.int().optional(),
  deletedBy: UserId.optional(),
  version: z.int(),
})
export type ExamTemplate = z.infer<typeof ExamTemplate>
