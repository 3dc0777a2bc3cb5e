import { useParams, useSearchParams } from 'react-router'
import type { ClassId, PaperId, StudentId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import { classSheets } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { AnswerDetail } from './AnswerDetail.tsx'
import { BlanksOf, BlocksOf, ChoicesOf, LowOf } from './QuestionParts.tsx'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { usePatch } from '../parts/usePatch.ts'

const views = {
  choice: { all: ChoicesOf, doubtful: LowOf },
  answer: { all: BlocksOf, doubtful: BlanksOf },
} as const

type Question = OutputOf<typeof calls.cardQuestions>[number]

/** One question of every candidate: what they chose, or the pieces that they wrote. */
export const QuestionDetailScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const [query] = useSearchParams()
  const questions = useAsk(calls.cardQuestions, { paperId }, { hideMessage: true }).data
  const classes = useAsk(classSheets, { paperId, pageSize: 1000 }).data?.list ?? []
  const chosen = questions?.find((q) => q.questionId === query.get('question')) ?? questions?.[0]
  const classId = query.get('classId')
  const after = query.get('after')
  const doubtful = query.get('show') === 'doubtful'
  const patch = usePatch()
  const studentId = query.get('student') as StudentId | null
  const filters = (
    <FilterBar
      filters={[
        {
          field: 'question',
          label: '题目',
          mode: 'dropdown',
          options: (questions ?? []).map((q) => ({
            value: q.questionId,
            label: `第${q.number}题${q.objective ? '' : '（主观）'}`,
          })),
        },
        {
          field: 'show',
          label: '只看',
          mode: 'radio',
          options: [{ value: 'doubtful', label: chosen?.objective === false ? '可能未作答' : '有存疑' }],
        },
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
        },
      ]}
      values={{
        question: chosen ? [chosen.questionId] : [],
        classId: classId ? [classId] : [],
        show: doubtful ? ['doubtful'] : [],
      }}
      onChange={(field, values) => patch({ [field]: values[0], after: undefined, student: undefined })}
    />
  )
  const shown = (q: Question) => {
    const View = views[q.objective ? 'choice' : 'answer'][doubtful ? 'doubtful' : 'all']
    return studentId && !q.objective ? (
      <AnswerDetail paperId={paperId} studentId={studentId} questionId={q.questionId} />
    ) : (
      <View
        asked={{
          ...{ paperId, questionId: q.questionId, pageSize: 50 },
          ...(classId ? { classId: classId as ClassId } : {}),
          ...(after ? { after } : {}),
        }}
      />
    )
  }
  return (
    <DetailScreen
      call={calls.cardQuestions}
      input={{ paperId }}
      title="按题查看"
      siblings={scanSiblings(paperId, 'questions')}
      tools={chosen && filters}
      empty={(all) =>
        all.length === 0 ? { title: '还没有发布答题卡', text: '发布答题卡并上传扫描件后，可以按题查看。' } : null
      }
    >
      {() => chosen && shown(chosen)}
    </DetailScreen>
  )
}
