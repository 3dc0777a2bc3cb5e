/** Who taught whom at an exam, changed a place at a time. Pure. */
import type { ExamTeacher } from '../exam.types.ts'

type Teaches = ExamTeacher['teaches']
/** A course in a class; without a course, who heads it, or stands in it without one: either sees every course. */
export type TeachingPlace = { classId: string; courseId?: string | undefined }

const holds = (t: Teaches[number], { classId, courseId }: TeachingPlace): boolean =>
  t.classId === classId && (courseId === undefined ? t.isHead || t.courseId === undefined : t.courseId === courseId)

export const teachesThere = (teaches: Teaches, place: TeachingPlace): boolean => teaches.some((t) => holds(t, place))

/** What one teaches with this place, or without it; what stands beside it in the same line stays. */
export const withPlace = (teaches: Teaches, place: TeachingPlace, has: boolean): Teaches => {
  if (teachesThere(teaches, place) === has) return teaches
  const { classId, courseId } = place as Teaches[number]
  if (has)
    return [...teaches, { classId, ...(courseId === undefined ? {} : { courseId }), isHead: courseId === undefined }]
  return teaches.flatMap((t) => {
    if (!holds(t, place)) return [t]
    if (courseId === undefined) return t.courseId === undefined ? [] : [{ ...t, isHead: false }]
    return t.isHead ? [{ classId, isHead: true }] : []
  })
}
