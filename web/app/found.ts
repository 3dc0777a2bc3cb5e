/** What the one search shows: lines with an address each, in groups. Pure. */
import type { findAll } from '#shared/exam/find.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showDate } from '#shared/kit/time.ts'
import { drawPath } from '#web/card/card.paths.ts'
import { examPath, paperPath } from '#web/exam/exam.paths.ts'
import { visible } from '#web/kit/route.types.ts'
import type { ScreenRoute, Viewer } from '#web/kit/route.types.ts'
import { inSchool } from '#web/school/school.paths.ts'

export type FoundLine = { key: string; name: string; text: string; to: string }
export type FoundGroup = { name: string; lines: readonly FoundLine[] }

type Found = OutputOf<typeof findAll>

/** So many pages are offered. */
const mostPages = 6

/** Screens that the viewer may open as they are: no holes to fill, none that one only comes to from another. */
export const pagesFound = (
  routes: readonly ScreenRoute[],
  viewer: Viewer | undefined,
  text: string,
  hidden: (r: ScreenRoute) => boolean = () => false,
): FoundLine[] => {
  const typed = text.trim().toLowerCase()
  if (typed === '' || !viewer) return []
  const nameOf = (r: ScreenRoute): string => r.menu?.text ?? r.name
  return (
    routes
      .filter((r) => !r.white && !r.hide && !r.path.includes(':') && visible(r, viewer) && !hidden(r))
      .filter((r) => r.name.toLowerCase().includes(typed) || nameOf(r).toLowerCase().includes(typed))
      // Whose name begins so comes first, then what stands in the menu.
      .sort(
        (a, b) =>
          Number(!nameOf(a).toLowerCase().startsWith(typed)) - Number(!nameOf(b).toLowerCase().startsWith(typed)) ||
          Number(!a.menu) - Number(!b.menu),
      )
      .slice(0, mostPages)
      .map((r) => ({ key: `page ${r.path}`, name: nameOf(r), text: '页面', to: r.path }))
  )
}

/** `own` is the caller's school: links to another one name it. */
export const groupsOf = (
  people: Found | undefined,
  pages: readonly FoundLine[],
  own: string | undefined,
): FoundGroup[] => {
  const named = (schoolId: string): string | undefined => (schoolId === own ? undefined : schoolId)
  const groups: FoundGroup[] = [
    {
      name: '考试',
      lines: (people?.exams ?? []).map((e) => ({
        key: e.examId,
        name: e.examName,
        text: [e.gradeName, showDate(e.examDate)].filter(Boolean).join(' · '),
        to: examPath(e.examId),
      })),
    },
    {
      name: '试卷与答题卡',
      lines: (people?.papers ?? []).flatMap((p) => [
        {
          key: p.paperId,
          name: `${p.examName} ${p.courseName}`,
          text: p.mayManage ? '试题与答案' : '试卷',
          to: p.mayManage ? paperPath(p.examId, p.paperId) : examPath(p.examId),
        },
        ...(p.cardId
          ? [{ key: p.cardId, name: `${p.examName} ${p.courseName}`, text: '答题卡', to: drawPath(p.cardId) }]
          : []),
      ]),
    },
    {
      name: '学生',
      lines: (people?.students ?? []).map((s) => ({
        key: s.studentId,
        name: s.studentName,
        text: [s.schoolName, s.className, s.studentNumber].filter(Boolean).join(' · '),
        to: inSchool('student', { studentId: s.studentId, schoolId: named(s.schoolId) }),
      })),
    },
    {
      name: '教师',
      lines: (people?.teachers ?? []).map((t) => ({
        key: t.teacherId,
        name: t.teacherName,
        text: '教师',
        to: inSchool('teachers', { schoolId: named(t.schoolId), name: t.teacherName }),
      })),
    },
    {
      name: '学校',
      lines: (people?.schools ?? []).map((s) => ({
        key: s.schoolId,
        name: s.schoolName,
        text: s.areaName,
        to: inSchool('grades', { schoolId: s.schoolId }),
      })),
    },
    { name: '页面', lines: pages },
  ]
  return groups.filter((g) => g.lines.length > 0)
}

/** The line after or before one, round and round. */
export const nextLine = (count: number, at: number, by: 1 | -1): number =>
  count === 0 ? -1 : (at + by + count) % count
