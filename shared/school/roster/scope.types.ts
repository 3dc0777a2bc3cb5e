/** What a viewer's scope is: made by `scope.rules.ts`, held against exams by `shared/exam/sight.rules.ts`. */
export type Viewer = { userType: number; tenant: string; studentId?: string | undefined }

/** Where a student is: for students and their parents. */
export type Self = { studentId: string; gradeId: string; classId: string }

export type Where =
  { kind: 'everywhere' } | { kind: 'area'; areaId: string } | { kind: 'school'; schoolId: string } | { kind: 'nowhere' }

export type Scope = {
  where: Where
  within: 'all' | 'entrusted' | 'self' | 'name' | 'nothing'
  /** Grades led: every class, course and student in them. */
  grades: ReadonlySet<string>
  /** Classes taught, with the courses; 'all' for the head teacher. */
  classes: ReadonlyMap<string, ReadonlySet<string> | 'all'>
  subjects: readonly { courseId: string; gradeId?: string | undefined }[]
  /** Whether classes that are taught open anything to the type. */
  byClasses: boolean
  /** Students tutored. */
  students: ReadonlySet<string>
  self: Self | null
}
