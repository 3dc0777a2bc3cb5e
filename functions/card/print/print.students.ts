import type { Candidate } from '#shared/exam/exam.types.ts'

/** The candidates of some classes (absent: all) as they are printed: class by class, then by student number. */
export const printOrder = (
  candidates: readonly Candidate[],
  classIds?: readonly string[],
): { studentNumber: string; name: string; className: string }[] =>
  candidates
    .filter((c) => classIds === undefined || classIds.includes(c.classId))
    .sort(
      (a, b) =>
        a.className.localeCompare(b.className, 'zh-Hans-CN', { numeric: true }) ||
        a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true }),
    )
    .map((c) => ({ studentNumber: c.studentNumber, name: c.studentName, className: c.className }))
