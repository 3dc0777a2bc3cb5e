import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { createCard } from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { examPaper } from '#shared/exam/exam.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { Refusal, useAct, useAsk } from '#web/kit/ask.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { paperPath } from '#web/exam/exam.paths.ts'
import { drawPath } from '../card.paths.ts'

/** Makes the paper's card, or finds the one it has, and goes on to the designer. */
export const StartCardScreen = () => {
  const { paperId = '' } = useParams()
  const navigate = useNavigate()
  const create = useAct(createCard, {
    hideMessage: true,
    onDone: ({ cardId }) => void navigate(drawPath(cardId), { replace: true }),
  })
  const started = useRef(false)
  const start = (): void => create.mutate({ paperId: paperId as PaperId })
  useEffect(() => {
    if (started.current) return
    started.current = true
    start()
  })
  const empty = create.error instanceof Refusal && create.error.status === cardProblemList.noQuestions.status
  // Only to know where the way out leads.
  const paper = useAsk(examPaper, empty ? { paperId: paperId as PaperId } : undefined, { hideMessage: true })
  return (
    <NoticeScreen
      title="设计答题卡"
      empty={
        empty
          ? {
              title: '试卷还没有题目',
              text: '答题卡由试卷的题目生成：请先添加题目，再设计答题卡。',
              ...(paper.data ? { action: { name: '去添加题目', to: paperPath(paper.data.examId, paperId) } } : {}),
            }
          : null
      }
      error={create.error}
      again={start}
    />
  )
}
