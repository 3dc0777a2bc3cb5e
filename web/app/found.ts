/** What the one search shows: lines with an address each, in groups. Pure. */
import type { findAll } from '#shared/exam/find.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showDate } from '#shared/kit/time.ts'
import { drawPath } from '#web/card/card.paths.ts'
import { examPath, paperPath } from '#web/exam/exam.paths.ts'
import { pathTo, visible } from '#web/kit/route.types.ts'
import type { ScreenRoute, Viewer } from '#web/kit/route.types.ts'
import { inSchool } from '#web/school/school.paths.ts'

export type FoundLine = { key: string; name: string; text: string; to: string }
export type FoundGroup = { name: string; lines: readonly FoundLine[] }

type Found = OutputOf<typeof findAll>

/** So many pages are offered. */
const mostPages = 6

/** What the address of now names: the exam, the paper. */
export type Named = Readonly<Record<string, string | undefined>>

const holesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/**
 * Where a screen is opened: of what the address of now names, as it is, or at the address of it that asks for an exam or a
 * paper first. Null where one only comes to it from another.
 */
const opensAt = (r: ScreenRoute, named: Named): { to: string; text: string } | null => {
  const holes = holesIn(r.path)
  if (holes.length === 0) return r.hide ? null : { to: r.path, text: '页面' }
  // A person, a batch or a page that was looked at says nothing of the screen that is looked for.
  if (holes.every((name) => (name === 'examId' || name === 'paperId') && named[name] !== undefined))
    return { to: pathTo(r.path, named as Record<string, string>), text: '本场考试' }
  const asks = (r.also ?? []).find((path) => !path.includes(':'))
  return asks === undefined ? null : { to: asks, text: '先选择考试' }
}

/** Screens by the words of their titles, within what the viewer may open. */
export const pagesFound = (
  routes: readonly ScreenRoute[],
  viewer: Viewer | undefined,
  text: string,
  named: Named = {},
): FoundLine[] => {
  const typed = text.trim().toLowerCase()
  if (typed === '' || !viewer) return []
  const nameOf = (r: ScreenRoute): string => r.menu?.text ?? r.name
  return (
    routes
      .filter((r) => !r.white && visible(r, viewer))
      .filter((r) => r.name.toLowerCase().includes(typed) || nameOf(r).toLowerCase().includes(typed))
      // Whose name begins so comes first, then what stands in the menu.
      .flatMap((r) => {
        const at = opensAt(r, named)
        return at ? [{ r, at }] : []
      })
      .sort(
        ({ r: a }, { r: b }) =>
          Number(!nameOf(a).toLowerCase().startsWith(typed)) - Number(!nameOf(b).toLowerCase().startsWith(typed)) ||
          Number(!a.menu) - Number(!b.menu),
      )
      .slice(0, mostPages)
      .map(({ r, at }) => ({ key: `page ${r.path}`, name: nameOf(r), ...at }))
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
