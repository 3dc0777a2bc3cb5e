import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { listQuestion, process, setIntelligenceStatus } from '#shared/marking/intelligent/intelligent.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { askReader, readers } from '#shared/marking/reader/reader.calls.ts'
import { readerStands } from '#shared/marking/reader/reader.types.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { intelligentPath } from '../marking.paths.ts'
import { ReaderReport } from '../reader/ReaderReport.tsx'
import { RulesDialog } from '../reader/RulesDialog.tsx'
import { arrangeBarred } from '../groups/GroupsScreen.tsx'
import { likeSiblings } from './likeSiblings.ts'

type Data = OutputOf<typeof listQuestion>
type Row = Data['questions'][number]

const states = {
  draft: { text: '未开启', meaning: 'none' },
  open: { text: '阅卷中', meaning: 'going' },
  closing: { text: '正在结束', meaning: 'going' },
  closed: { text: '已结束', meaning: 'done' },
} as const

const standOf = (q: Row) =>
  q.on
    ? ({ text: '按相同作答', meaning: 'done' } as const)
    : q.blank
      ? ({ text: '逐份', meaning: 'none' } as const)
      : ({ text: '不是填空题', meaning: 'out' } as const)

const likeActions = (paperId: PaperId, data: Data, q: Row): Action[] => [
  {
    name: q.on ? '改为逐份' : '按相同作答评',
    barred: arrangeBarred(data),
    job: async () => {
      const { version } = data
      const { uuid } = await act(setIntelligenceStatus, { paperId, questionId: q.questionId, on: !q.on, version })
      toast('success', q.on ? '这道题改为逐份评阅' : '写法相同的作答会放在一起，由老师看过后一次给分')
      return { uuid }
    },
  },
  ...(q.on
    ? [
        {
          name: '重新归并',
          barred: arrangeBarred(data) ?? (data.state === 'draft' && '阅卷还没有开启'),
          job: () => act(process, { paperId, questionId: q.questionId }),
        },
      ]
    : []),
]

type Readers = OutputOf<typeof readers>

type ReaderRow = Readers['questions'][number]

/** A reader reads any question; what it says is shown to markers, and gives no mark. */
const readerActions = (
  paperId: PaperId,
  data: Data,
  of: Readers | undefined,
  q: Row,
  onRules: (row: ReaderRow) => void,
): Action[] => {
  if (!of?.configured) return []
  const own = of.questions.find((r) => r.questionId === q.questionId)
  const barred =
    data.state !== 'open' ? '阅卷开启后才能请阅读器读' : own?.stands === 'going' ? '正在读，读完再请一次' : null
  const { questionId } = q
  return [
    { name: own ? '请阅读器接着读' : '请阅读器读', barred, job: () => act(askReader, { paperId, questionId }) },
    ...(own
      ? [
          { name: '请阅读器重读', barred, job: () => act(askReader, { paperId, questionId, anew: true }) },
          { name: '作答规则', run: () => onRules(own) },
        ]
      : []),
  ]
}

const readerText = (of: Readers, q: Row): string => {
  const own = of.questions.find((r) => r.questionId === q.questionId)
  if (!own) return readerStands.none
  const read = own.told ? `已读${own.told.read}/${own.told.answers}份，` : ''
  return `${read}${readerStands[own.stands]}`
}

const Questions = ({ paperId, data }: { paperId: PaperId; data: Data }) => {
  const [ruled, setRuled] = useState<ReaderRow | null>(null)
  const { data: reading } = useAsk(readers, data.mayManage && data.reads ? { paperId } : undefined, {
    everyMs: 20_000,
    quiet: true,
  })
  return (
    <>
      <DataTable<Row>
        label="题目"
        rows={data.questions}
        rowKey={(q) => q.questionId}
        columns={[
          { key: 'number', name: '题号', value: (q) => `第 ${q.number} 题`, width: 104 },
          {
            key: 'stand',
            name: '评阅方式',
            width: 128,
            value: (q) => standOf(q).text,
            cell: (q) => <StateMark {...standOf(q)} />,
          },
          { key: 'fullScore', name: '满分', value: (q) => showScore(q.fullScore), number: true, width: 72 },
          { key: 'total', name: '答卷', unit: '份', value: (q) => q.total, number: true, width: 88 },
          { key: 'done', name: '已评', unit: '份', value: (q) => q.done, number: true, width: 88 },
          ...(reading?.configured
            ? [{ key: 'reader', name: '阅读器', value: (q: Row) => readerText(reading, q), width: 240 }]
            : []),
        ]}
        rowActions={(q) => {
          const actions = [
            ...(q.blank ? likeActions(paperId, data, q) : []),
            ...readerActions(paperId, data, reading, q, setRuled),
          ]
          return actions.length > 0 ? <RowActions actions={actions} /> : null
        }}
      />
      <ReaderReport rows={reading?.questions ?? []} />
      {ruled && <RulesDialog paperId={paperId} row={ruled} close={() => setRuled(null)} />}
    </>
  )
}

/** Which blanks of a paper are marked by groups of like answers. The bare address asks for a paper. */
export const IntelligentScreen = () => {
  const { paperId } = useParams() as { paperId?: PaperId }
  if (!paperId)
    return <ChoosePaper title="智能阅卷" tool="adjust-read-arrange" pathOf={(_, id) => intelligentPath(id)} />
  return (
    <DetailScreen
      call={listQuestion}
      input={{ paperId }}
      everyMs={20_000}
      title={(data) => `${data.courseName}　智能阅卷`}
      untitled="智能阅卷"
      badge={(data) => states[data.state]}
      siblings={likeSiblings(paperId, 'questions')}
      facts={(data) => [
        { name: '按相同作答', value: `${data.questions.filter((q) => q.on).length}题` },
        { name: '填空题', value: `${data.questions.filter((q) => q.blank).length}题` },
      ]}
      empty={(data) =>
        data.questions.some((q) => q.blank || data.reads)
          ? null
          : { title: '这份试卷没有填空题', text: '写法相同的作答一次给分，只用于填空题；其他题逐份评阅。' }
      }
    >
      {(data) => <Questions paperId={paperId} data={data} />}
    </DetailScreen>
  )
}
