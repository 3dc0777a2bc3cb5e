import { makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { percent } from '#shared/analysis/report.words.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { showDate } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { reportPath } from './analysis.paths.ts'
import { changeText } from '#web/exam/parts/before.public.tsx'
import { latestOf, rateOf, tellsOwn, weakestOf } from './newest.ts'
import type { Latest } from './newest.ts'

/** A published version never changes, and a new one is no news of this minute. */
const quietly = { quiet: true, freshMs: 300_000 }
/** So many papers are tried for one that has a class of the teacher's. */
const tries = 4

const nameOf = (e: ExamRow, courseName: string): string => `${e.examName} · ${courseName}`

/** A teacher's newest result: the own classes beside all, and what they lost most on. Nothing where nothing is published. */
export const NewestOfClasses = () => {
  const [at, setAt] = useState(0)
  const exams = useAsk(listExams, { pageNumber: 1, pageSize: tries, status: examStatus.released }, quietly).data?.list
  const papers = (exams ?? []).flatMap((exam) => exam.courses.map((course) => ({ exam, ...course }))).slice(0, tries)
  const paper = papers[at]
  const asked = useAsk(paperReport, paper && { report: 'classContrast', paperId: paper.paperId, by: 'class' }, quietly)
  // Of a paper that only colleagues teach nothing is shown: the one before may be the own.
  useEffect(() => {
    if (asked.isError) setAt((n) => n + 1)
  }, [asked.isError, asked.error])
  const { data } = asked
  if (!paper || !data || asked.isPlaceholderData) return null
  const weak = weakestOf(data)
  const to = reportPath('summary', paper.exam.examId, paper.paperId)
  return (
    <>
      <Section title="我的班级最近成绩">
        <WorkList
          label="我的班级最近成绩"
          items={[
            {
              key: paper.paperId,
              name: nameOf(paper.exam, paper.courseName),
              to,
              // Who teaches is told of a correction, and of how many of the own students.
              text: [data.source.correction, data.sentence].filter(Boolean).join('；'),
              action: { name: '班级对比', to: reportPath('classContrast', paper.exam.examId, paper.paperId) },
            },
          ]}
        />
      </Section>
      {weak.length > 0 && (
        <Section title={`失分最多的${weak.length}题`}>
          <WorkList
            label="失分最多的题"
            items={weak.map((q) => ({
              key: q.number,
              name: `第${q.number}题`,
              to: reportPath('questionItem', paper.exam.examId, paper.paperId),
              text: `任教班级得分率${percent(q.own)}${q.all === null ? '' : `，全体${percent(q.all)}`}`,
            }))}
          />
        </Section>
      )}
    </>
  )
}

const useStyles = makeStyles({
  sentence: { margin: 0, maxWidth: '60em' },
  rate: {
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  change: {
    display: 'inline-block',
    minWidth: '3.2em',
    marginLeft: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})

const Rate = ({ paper }: { paper: Latest }) => {
  const styles = useStyles()
  const of = (paperId: string) => ({ report: 'summary' as const, paperId: paperId as PaperId })
  const { before } = paper
  const asked = useAsk(paperReport, of(paper.paperId), quietly)
  const rate = rateOf(asked.data, paper.joint)
  const then = rateOf(
    useAsk(paperReport, before ? of(before.paperId) : undefined, quietly).data,
    before?.joint ?? false,
  )
  // A dash says that there is none.
  if (asked.isLoading) return <Bars rows={1} />
  if (rate === null) return <>—</>
  return (
    <Link className={styles.rate} to={reportPath('summary', paper.examId, paper.paperId)} title={paper.examName}>
      {percent(rate)}
      <span className={styles.change} title={before ? `与${before.examName}相比` : undefined}>
        {changeText(rate, then)}
      </span>
    </Link>
  )
}

/** A school's newest result in a sentence, then each grade's subjects with their change. */
export const NewestOfSchool = () => {
  const styles = useStyles()
  const exams = useAsk(listExams, { pageNumber: 1, pageSize: 40, status: examStatus.released }, quietly).data?.list
  const newest = exams?.find((e) => e.courses.length > 0)
  const course = newest?.courses[0]
  const asked = useAsk(paperReport, course && { report: 'summary', paperId: course.paperId }, quietly)
  const said = asked.data
  if (!newest || !course || !exams) return null
  const { courses, grades } = latestOf(exams)
  const joint = newest.schoolCount > 1
  // Where nothing is told of the own school the whole is said to be many.
  const ofAll = joint && said && !tellsOwn(said) ? `全体${newest.schoolCount}所学校，` : ''
  return (
    <>
      {(said !== undefined || asked.isLoading) && (
        <Section title={`最近成绩：${nameOf(newest, course.courseName)}`}>
          {said ? (
            <p className={styles.sentence}>
              {showDate(newest.examDate)}，{newest.gradeName}：{ofAll}
              {said.sentence}
            </p>
          ) : (
            // What is under it keeps its place.
            <Bars rows={1} />
          )}
        </Section>
      )}
      <Section title="各年级各科最近一次得分率（与上一次同类考试相差的百分点）">
        <DataTable
          label="各年级各科最近一次得分率"
          rows={grades}
          rowKey={(g) => g.gradeName}
          columns={[
            { key: 'grade', name: '年级', value: (g) => g.gradeName, width: 80 },
            ...courses.map((name) => ({
              key: name,
              name,
              number: true,
              // Nine subjects at 1440.
              width: 96,
              value: (g: (typeof grades)[number]) => g.of.get(name)?.examName ?? null,
              cell: (g: (typeof grades)[number]) => {
                const paper = g.of.get(name)
                return paper ? <Rate paper={paper} /> : '—'
              },
            })),
          ]}
        />
      </Section>
    </>
  )
}
