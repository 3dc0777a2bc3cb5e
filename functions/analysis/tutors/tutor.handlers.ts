import * as calls from '#shared/analysis/tutor.calls.ts'
import { page } from '#shared/kit/paging.ts'
import { disclosedTo } from '#functions/exam/tools/disclosure.public.ts'
import { candidatesByIds, classNamesOf, examsByIds, paperOf } from '#functions/exam/exam.public.ts'
import { paperResultSightOf } from '#functions/exam/sight.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import * as commands from './tutor.commands.ts'
import { tutoredPaper, tutorsFor } from './tutor.commands.ts'
import { classIn, namedBy } from './tutor.read.ts'
import { publications } from '../analysis.store.ts'
import { entriesOf, tutorEntries } from './tutor.store.ts'

/** So many of a teacher's are listed. */
const mostOwn = 500

export const tutorHandlers = [
  implement(calls.tutorStart, async ({ input: { paperId, studentId }, caller }) => {
    const { exam, paper } = await tutoredPaper(paperId, caller)
    const people = studentId ? await candidatesByIds(exam, [studentId]) : []
    const [classes, teachers, entries] = await Promise.all([
      classNamesOf(exam.examId),
      tutorsFor(exam, people),
      entriesOf(paperId),
    ])
    const listed = Map.groupBy(entries, (e) => e.classId as string)
    return {
      courseName: paper.courseName,
      classes: classes.map((c) => ({ ...c, listed: listed.get(c.classId)?.length ?? 0 })),
      teachers: teachers.flatMap((t) => (t.userId ? [{ userId: t.userId, name: t.teacherName }] : [])),
    }
  }),

  implement(calls.tutorSuggest, async ({ input: { paperId, pageNumber, pageSize, ...by }, caller }) => {
    const seen = await tutoredPaper(paperId, caller)
    const [{ suggestions, lines, against }, entries] = await Promise.all([
      namedBy(seen, by, caller),
      entriesOf(paperId),
    ])
    const rows = new Map(lines.map((l) => [l.studentId as string, l]))
    const there = new Set(entries.map((e) => e.studentId as string))
    const found = page(suggestions, { pageNumber, pageSize })
    return {
      ...found,
      against,
      list: found.list.flatMap(({ studentId, why }) => {
        const row = rows.get(studentId)
        if (!row) return []
        const { studentName, studentNumber, className, total } = row
        return [
          { studentId: row.studentId, studentName, studentNumber, className, total, why, listed: there.has(studentId) },
        ]
      }),
    }
  }),

  implement(calls.tutorList, async ({ input: { paperId, classId, ...asked }, caller }) => {
    const seen = await tutoredPaper(paperId, caller)
    const own = (await entriesOf(paperId)).filter((e) => classId === undefined || e.classId === classId)
    const found = page(
      own.toSorted((a, b) => b.at - a.at || (a.studentId < b.studentId ? -1 : 1)),
      asked,
    )
    const people = new Map(
      (
        await candidatesByIds(
          seen.exam,
          found.list.map((e) => e.studentId),
        )
      ).map((c) => [c.studentId, c]),
    )
    const classIds = [...new Set(found.list.map((e) => e.classId))]
    const later = new Map(
      await inTurns(classIds, 2, async (id) => {
        const ids = found.list.filter((e) => e.classId === id).map((e) => e.studentId)
        return [id, await classIn(seen, ids, 'since', caller)] as const
      }),
    )
    return {
      ...found,
      list: found.list.map((e) => {
        const person = people.get(e.studentId)
        const there = later.get(e.classId)
        const since = there?.standings.find((s) => s.studentId === e.studentId)
        return {
          studentId: e.studentId,
          studentName: person?.studentName ?? '',
          studentNumber: person?.studentNumber ?? '',
          className: person?.className ?? '',
          rule: e.rule,
          why: e.why,
          ...(e.teacherName ? { teacherName: e.teacherName } : {}),
          at: e.at,
          before: e.percentile,
          ...(there && since
            ? { since: { examName: there.examName, examDate: there.examDate, percentile: since.percentile } }
            : {}),
        }
      }),
    }
  }),

  implement(calls.putTutor, ({ input, caller }) => commands.putTutor(input, caller)),
  implement(calls.removeTutor, ({ input, caller }) => commands.removeTutor(input, caller)),

  implement(calls.myTutored, async ({ input, caller }) => {
    const all = await tutorEntries.queryIndex('gsi1', `tutored#${caller.userId}`, { reverse: true, limit: mostOwn })
    const [known, shown] = await Promise.all([
      examsByIds([...new Set(all.map((e) => e.examId))]),
      publications.getMany([...new Set(all.map((e) => e.paperId))].map((paperId) => ({ paperId }))),
    ])
    const exams = new Map(known.filter((e) => e.deletedAt === undefined).map((e) => [e.examId, e]))
    const published = shown.flatMap((p) => (p.current === null ? [] : [p.paperId]))
    // Why a student is listed is told of results: of an exam that is gone or taken back, or whose are not shown, nothing is.
    const told = await inTurns(published, 8, async (paperId) => {
      const paper = await paperOf(paperId)
      const exam = paper && exams.get(paper.examId)
      if (!paper || !exam || !(await disclosedTo({ exam, paper }, caller))) return null
      const sight = await paperResultSightOf({ exam, paper }, caller)
      return { paper, exam, opens: sight !== null && (sight.classIds === null || sight.classIds.length > 0) }
    })
    const byPaper = new Map(told.flatMap((t) => (t ? [[t.paper.paperId as string, t]] : [])))
    const own = all.filter((e) => byPaper.has(e.paperId))
    const found = page(own, input)
    const list = await inTurns(found.list, 8, async (e) => {
      const { exam, paper, opens } = byPaper.get(e.paperId)!
      const person = await candidatesByIds(e, [e.studentId])
      return {
        studentId: e.studentId,
        studentName: person[0]?.studentName ?? '',
        studentNumber: person[0]?.studentNumber ?? '',
        className: person[0]?.className ?? '',
        paperId: e.paperId,
        examId: e.examId,
        examName: exam.examName,
        courseName: paper.courseName,
        opens,
        why: e.why,
        at: e.at,
      }
    })
    return { ...found, list }
  }),
]
