/** What came of the published papers of an exam: a line each with its mean, its change, its rates and its reports. */
import { useCallback, useEffect, useState } from 'react'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { cellWords } from '#shared/kit/report/cell.words.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import type { Action, Column } from '#web/kit/screens/screen.types.ts'
import { reportPath } from '#web/analysis/analysis.paths.ts'
import { changeText, paperBefore } from './before.public.tsx'
import type { Detail } from './progress.tsx'

/** A published version never changes, and a new one is no news of this minute. */
const quietly = { quiet: true, freshMs: 300_000 }
type Told = Pick<OutputOf<typeof paperReport>, 'number' | 'facts'>
type Paper = Detail['papers'][number]

/** Reads a paper's summary and tells it; shows nothing. */
const Reading = ({ paperId, tell }: { paperId: string; tell: (paperId: string, told: Told) => void }) => {
  const { data } = useAsk(paperReport, { report: 'summary', paperId: paperId as PaperId }, quietly)
  useEffect(() => {
    if (data) tell(paperId, data)
  }, [data, paperId, tell])
  return null
}

const rateName = '得分率'
/** The rate that a summary tells first: the own school's or class's where it tells one, otherwise the whole's. */
const firstIn = (name: string) => (told: Told | undefined) =>
  told?.facts.find((f) => f.type === 'percent' && f.name.endsWith(name))
const rateIn = firstIn(rateName)
const rateOf = (told: Told | undefined): number | null => {
  const value = rateIn(told)?.value
  return typeof value === 'number' ? value : null
}
/** Of whom it tells first: 本校, a class, or of all. */
const whoseIn = (told: Told | undefined): string => rateIn(told)?.name.slice(0, -rateName.length) ?? ''
/** A summary's number is the mean of the same people. */
const meanIn = (told: Told | undefined) => told?.number

type Props = { data: Detail; papers: readonly Paper[]; actionsOf: (paper: Paper) => readonly Action[] }

export const Results = ({ data: { exam }, papers, actionsOf }: Props) => {
  const asked = { pageNumber: 1, pageSize: 40, status: examStatus.released }
  const exams = useAsk(listExams, asked, quietly).data?.list ?? []
  const [told, setTold] = useState<Readonly<Record<string, Told>>>({})
  const tell = useCallback((paperId: string, of: Told) => setTold((all) => ({ ...all, [paperId]: of })), [])
  const before = new Map(papers.map((p) => [p.paperId, paperBefore(exams, exam, p.courseName)]))
  const read = [...papers.map((p) => p.paperId), ...[...before.values()].flatMap((b) => b?.paperId ?? [])]
  const whose = whoseIn(told[papers[0]?.paperId ?? ''])
  const figure = (key: string, name: string, of: typeof rateIn): Column<Paper> => ({
    key,
    name: `${whose}${name}`,
    width: 80,
    number: true,
    value: (p) => {
      const fact = of(told[p.paperId])
      return fact ? cellWords(fact.value, fact) : null
    },
  })
  return (
    <>
      {read.map((paperId) => (
        <Reading key={paperId} paperId={paperId} tell={tell} />
      ))}
      <DataTable
        label="各科成绩"
        rows={papers}
        rowKey={(p) => p.paperId}
        linkOf={(p) => reportPath('summary', exam.examId, p.paperId)}
        columns={[
          { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 80 },
          { key: 'full', name: '满分', unit: '分', value: (p) => showScore(p.fullScore), number: true, width: 72 },
          figure('mean', '平均分', meanIn),
          figure('rate', rateName, rateIn),
          {
            key: 'change',
            name: '与上一次',
            width: 80,
            number: true,
            value: (p) => {
              const former = before.get(p.paperId)
              return (former && changeText(rateOf(told[p.paperId]), rateOf(told[former.paperId]))) || null
            },
            hint: (p) => {
              const former = before.get(p.paperId)
              return former ? `与${former.examName}相比，得分率相差的百分点` : undefined
            },
          },
          figure('pass', '及格率', firstIn('及格率')),
          figure('excellent', '优秀率', firstIn('优秀率')),
        ]}
        rowActions={(p) => <RowActions actions={actionsOf(p)} />}
      />
    </>
  )
}
