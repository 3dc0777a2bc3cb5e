/** Who may see a screen or ask a call: one value for both, so that a screen and what it asks do not come apart. */
export type People = {
  /** -1 passes every list; [] admits every signed-in user. */
  readonly userTypes: readonly number[]
  /** At a university (stage 4) this list is judged instead. */
  readonly universityTypes?: readonly number[]
  /** School stages 1 to 4. */
  readonly stages?: readonly number[]
}

const university = [3, 15]

/**
 * Who plans an exam, scans it and publishes it: types 3 and 18 (spec 2 §2.4), the school's administration, and of joint
 * exams type 13.
 */
export const examManagers: People = { userTypes: [1, 2, 3, 13, 15, 18], universityTypes: university }
/** Who deletes an exam by force or ends its marking: administrations, not every teacher who made one. */
export const examMaintainers: People = { userTypes: [1, 2, 13, 15, 18], universityTypes: [15] }
/** Who, being of an area, organises exams of several schools (spec 2 §2.4). */
export const jointOrganisers: People = { userTypes: [1, 13, 18] }
/** Who says which courses of a joint exam are chosen (spec 2 §2.4: optional-course is for 13 only). */
export const jointChoosers: People = { userTypes: [13] }
/** Who looks after an area's schools: those, and its leaders. */
export const areaOfficers: People = { userTypes: [...jointOrganisers.userTypes, 14] }
/** Who decides what schools apply for: those, and of absent and transient students an area's leaders. */
export const applicationDeciders: People = areaOfficers
/** Who answers for a school in a joint exam: its administration, who reports there (2, 13), and its academic office. */
export const jointSchoolPeople: People = { userTypes: [1, 2, 13, 15, 18] }
/** Who keeps the companies that the platform works with (spec 2 §2.1: company-manage). */
export const companyKeepers = { userTypes: [-1, 1] } as const
/** Who reports in joint exams, for a school or to an area (reporting-task). */
export const jointReporters: People = { userTypes: [2, 13] }
/** All user types whose route list has the exam's screens and reports (spec 2 §2.4), but students and parents. */
export const examOverseers: People = {
  userTypes: [1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20],
  universityTypes: university,
}
/** Those, and who sat it with their parents. */
export const examViewers: People = {
  userTypes: [...examOverseers.userTypes, 4, 5],
  universityTypes: [...university, 4],
}

/** What a teacher has in a class: a course of it, all of them where none is named, or its head. */
type Teaches<C extends string = string> = { classId: C; courseId?: string | undefined; isHead: boolean }

/** The classes of which one is head teacher. */
export const headedClasses = <C extends string>(teaches: readonly Teaches<C>[]): C[] =>
  teaches.flatMap((t) => (t.isHead ? [t.classId] : []))

/** The classes in which one teaches the course; a head teacher has a class and no course by that. */
export const taughtClasses = <C extends string>(teaches: readonly Teaches<C>[], courseId: string): C[] =>
  teaches.flatMap((t) => (t.courseId === courseId || (t.courseId === undefined && !t.isHead) ? [t.classId] : []))
