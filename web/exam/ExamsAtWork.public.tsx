import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { examDetail, listExams } from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showDate } from '#shared/kit/time.ts'
import { schoolDetail } from '#shared/school/school.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Bars, EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import type { WorkItem } from '#web/kit/parts/WorkList.tsx'
import { Matrix } from './parts/Matrix.tsx'
import { Counting, leadTo, nameOf, placeOf, rowsOf } from './parts/progress.tsx'
import type { Detail, Live, Told } from './parts/progress.tsx'
import { FirstExam } from './creation/FirstExam.tsx'
import { examPath, examPaths } from './exam.paths.ts'
import { releaseOf } from './states.ts'
import { calm, nextStep, othersGoOn } from './steps.ts'
import type { ExamStep } from './steps.ts'
import { downloadPath } from '#web/scan/scan.paths.ts'
import { reportPath } from '#web/analysis/analysis.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import { ownResultsPath } from '#web/learning/learning.paths.ts'

/** As many exams at work are watched. */
const most = 6
const everyMs = 30_000

type Watched = { exams: Readonly<Record<string, Detail>>; live: Live; lost: Readonly<Record<string, true>> }

/** Reads one exam with its papers and counts, and tells; shows nothing. */
const Watching = (props: { examId: ExamRow['examId']; tell: (change: (of: Watched) => Watched) => void }) => {
  const { examId, tell } = props
  const { data, error } = useAsk(examDetail, { examId }, { everyMs, quiet: true })
  useEffect(() => {
    if (data) tell((of) => ({ ...of, exams: { ...of.exams, [examId]: data } }))
  }, [data, examId, tell])
  useEffect(() => {
    if (error) tell((of) => ({ ...of, lost: { ...of.lost, [examId]: true } }))
  }, [error, examId, tell])
  const told = useCallback(
    (paperId: string, told: Told) => tell((of) => ({ ...of, live: { ...of.live, [paperId]: told } })),
    [tell],
  )
  return data?.papers.map((p) => <Counting key={p.paperId} data={data} paper={p} tell={told} everyMs={everyMs} />)
}

const lineOf = (data: Detail, { paper, steps }: ReturnType<typeof rowsOf>[number]) => {
  const { exam, mayManage, guest } = data
  const to = (key: ExamStep['key']) => (mayManage || (key === 'paper' && !guest) ? placeOf(exam, paper, key) : null)
  const step = nextStep(steps)
  return {
    exam,
    paper,
    // The sign that calls stands where the viewer can do what waits.
    steps: calm(steps, mayManage),
    to,
    isOwn: mayManage || paper.own === true,
    // What waits for the viewer's own mark stands among what is to be marked.
    waits: mayManage ? steps.find((s) => s.meaning === 'waits' && !s.final) : undefined,
    // The same next step for all: who may not go on reads whose it is.
    next: step && { name: nameOf(paper, step), to: mayManage ? leadTo(exam, paper, step) : null },
  }
}

/** The checklist of a first exam, by what the school and the exam say. */
const Led = (of: { schoolId: SchoolId; data: Detail | undefined; live: Live }) => {
  const students = useAsk(schoolDetail, { schoolId: of.schoolId }, { freshMs: 60_000, quiet: true }).data?.studentCount
  const [row] = of.data ? rowsOf(of.data, of.live) : []
  const { data } = of
  return (
    <FirstExam
      students={students}
      importTo={schoolPaths.importStudents}
      addTo={examPaths.add}
      exam={
        data && row
          ? {
              name: data.exam.examName,
              steps: row.steps,
              printTo: downloadPath(data.exam.examId),
              to: (key) => placeOf(data.exam, row.paper, key),
            }
          : null
      }
    />
  )
}

/** What will be there is kept free: a line of each subject under way and of what was published last, and their heads. */
const barsFor = (atWork: readonly ExamRow[], released: readonly ExamRow[]): number => {
  const subjects = atWork.reduce((n, e) => n + Math.max(1, e.courses.filter((c) => !c.released).length), 0)
  const published = Math.min(3, released.length)
  // Under what the viewer does not manage stands a line more.
  const note = atWork.some((e) => !e.mayManage) ? 1 : 0
  return (subjects > 0 ? subjects + 2 + note : 0) + (published > 0 ? published + 1 : 0)
}

/** The newest exams of a school's people: what waits for them, what is under way, what was published last. */
export const ExamsAtWork = ({ mayMake, schoolId }: { mayMake: boolean; schoolId?: SchoolId | undefined }) => {
  const [query] = useSearchParams()
  const asked = useAsk(listExams, { pageNumber: 1, pageSize: 20 }, { freshMs: 10_000 })
  const [{ exams, live, lost }, tell] = useState<Watched>({ exams: {}, live: {}, lost: {} })
  const shown = useRef(false)
  if (asked.data === undefined) return <Waiting asked={asked} rows={5} height={32} />
  const released = asked.data.list.filter((e) => e.status === examStatus.released)
  const atWork = asked.data.list.filter((e) => e.status !== examStatus.released).slice(0, most)
  // What comes after the publication, a late school's sheets above all, waits for who organises: of the newest one.
  const since = released.find((e) => e.mayManage && e.owner.startsWith('a:'))
  const watched = since ? [...atWork, since] : atWork
  // A school's first exam is led; who asks for it is led again.
  const led = schoolId !== undefined && (released.length === 0 || query.has('guide'))
  const followed = atWork.find((e) => e.mayManage && exams[e.examId])
  const first = led && <Led schoolId={schoolId} data={followed && exams[followed.examId]} live={live} />
  if (released.length === 0 && atWork.length === 0)
    return (
      first || (
        <EmptyState
          empty={{
            title: '还没有考试',
            text: mayMake ? '新建考试后，设置试题、设计答题卡，即可打印和扫描。' : '学校安排考试后会出现在这里。',
          }}
        />
      )
    )
  // Nothing is said to wait before it is counted, and no row comes in above another that a finger is on.
  shown.current ||= watched.every((e) =>
    exams[e.examId] ? exams[e.examId]!.papers.every((p) => live[p.paperId]?.counted) : lost[e.examId],
  )
  const lines = watched.flatMap((e) => {
    const data = exams[e.examId]
    // A subject that is published is no longer under way, though others of its exam are.
    const rows = data ? rowsOf(data, live).filter((r) => r.steps.some((step) => step.state !== 'done')) : []
    return data ? rows.map((r) => lineOf(data, r)) : []
  })
  // One's own subjects before what is only seen beside them.
  const ordered = lines
    .filter((l) => l.exam.examId !== since?.examId)
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
  const waiting = lines.flatMap((l) => (l.waits ? [{ ...l, waits: l.waits }] : []))
  return (
    <>
      {watched.map((e) => (
        <Watching key={e.examId} examId={e.examId} tell={tell} />
      ))}
      {first}
      {!shown.current && <Bars rows={barsFor(atWork, released)} height={32} />}
      {shown.current && waiting.length > 0 && (
        <Section title={`需要您处理 ${waiting.length}`}>
          <WorkList
            label="需要您处理"
            items={waiting.map(({ exam, paper, waits, to }) => ({
              key: paper.paperId,
              mark: <StateMark meaning="waits" />,
              name: `${paper.courseName}：${waits.text}`,
              text: `${exam.examName} · ${showDate(exam.examDate)} · ${exam.candidateCount}人`,
              action: { name: nameOf(paper, waits), to: to(waits.key) ?? examPath(exam.examId) },
            }))}
          />
        </Section>
      )}
      {shown.current && ordered.length > 0 && (
        <Section title={`进行中 ${ordered.length}`}>
          <Matrix
            of="考试"
            note={ordered.some((l) => l.next?.to === null) ? othersGoOn(ordered[0]!.exam.owner) : undefined}
            rows={ordered.map(({ exam, paper, steps, to, next }) => ({
              key: paper.paperId,
              name: exam.examName,
              nameTo: examPath(exam.examId),
              full: paper.courseName,
              steps,
              to,
              next,
            }))}
          />
        </Section>
      )}
      {shown.current && released.length > 0 && (
        <Section title="最近发布">
          <WorkList
            label="最近发布"
            items={released.slice(0, 3).map((e) => ({
              key: e.examId,
              name: e.examName,
              to: examPath(e.examId),
              // Who teaches is told of a correction as students are.
              ...(e.courses.some((c) => c.correctedAt !== undefined) ? { badge: <StateMark {...releaseOf(e)} /> } : {}),
              text: [
                e.gradeName,
                e.courses.map((c) => c.courseName).join('、'),
                showDate(e.examDate),
                `${e.candidateCount}人`,
              ]
                .filter(Boolean)
                .join(' · '),
              ...(e.courses[0]
                ? { action: { name: '考试总结', to: reportPath('summary', e.examId, e.courses[0].paperId) } }
                : {}),
            }))}
          />
        </Section>
      )}
    </>
  )
}

/** An exam as who sat it sees it: one line, however many subjects it has. */
const ownItem = (e: ExamRow): WorkItem => {
  const to = ownResultsPath(e)
  return {
    key: e.examId,
    name: e.examName,
    badge: <StateMark {...releaseOf(e)} />,
    text: `${e.courses.map((c) => c.courseName).join('、')} · ${showDate(e.examDate)}`,
    ...(isReadable(e) ? { to, action: { name: '查看成绩', to } } : {}),
  }
}

/** A subject that is published can be read, also while others of its exam wait. */
export const isReadable = (e: ExamRow): boolean => e.courses.some((c) => c.released)

/** The exams of a student or a parent's child, the newest first. */
export const useOwnExams = () => useAsk(listExams, { pageNumber: 1, pageSize: 20 }, { freshMs: 10_000 })

/** A student's or parent's newest exams: what is published can be opened. */
export const OwnExams = () => {
  const asked = useOwnExams()
  if (asked.data === undefined) return <Waiting asked={asked} rows={5} height={64} />
  // What can be read comes before what is still awaited.
  const awaited = (e: ExamRow): number => Number(!isReadable(e))
  const rows = asked.data.list.toSorted((a, b) => awaited(a) - awaited(b)).slice(0, 6)
  const items = rows.map(ownItem)
  return items.length === 0 ? (
    <EmptyState empty={{ title: '还没有考试', text: '参加考试后，成绩会出现在这里。' }} />
  ) : (
    <Section title="考试成绩">
      <WorkList items={items} label="考试成绩" />
    </Section>
  )
}
