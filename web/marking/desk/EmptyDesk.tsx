/** A desk on which no answer lies: where the rest is, and why it stays shut. */
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useKeys } from '#web/kit/parts/useKeys.ts'
import { EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { now } from '#web/kit/ports.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { markingPaths, trialPath } from '../marking.paths.ts'
import { enterPassword } from '../parts/enterPassword.ts'
import { emptyDesk, nextAction, restOf } from '../taskCards.ts'
import type { Desk, MarkingDesk } from './markingDesk.ts'

const useStyles = makeStyles({
  again: { display: 'flex', justifyContent: 'center', gap: tokens.spacingHorizontalS },
})

const isBy = (error: unknown, ...problems: { status: number }[]): error is Refusal =>
  error instanceof Refusal && problems.some((p) => p.status === error.status)
const isLocked = (error: unknown): boolean => isBy(error, markingProblems.passwordNeeded)

/** What stands before live work, which no other try takes away. */
const { trialNeeded, trialPreparing, trialFailed, seedStopped, readTimeEarly, readTimeLate } = markingProblems

/** By then the marks of this desk are in the counts. */
const countedMs = 4000

/** Nothing waits: said only when that is so, of all roles; otherwise where the rest is, and the question that is next. */
const NothingLeft = (of: { paperId: PaperId; questionId: QuestionId; given: number; waiting: number }) => {
  const go = useNavigate()
  const [since] = useState(now)
  const { data, dataUpdatedAt, error } = useAsk(markingTasks, {}, { everyMs: 5000, freshMs: 0, quiet: true })
  // Counted before the last mark was given or sent, it would tell of answers that are done.
  const known = of.waiting === 0 && dataUpdatedAt >= since
  const rest = restOf(known ? (data ?? []) : [], of)
  const { next } = rest
  const said = emptyDesk(rest, {
    given: of.given,
    known: known || error !== null,
    again: dataUpdatedAt >= since + countedMs,
  })
  const onwards = said.to === 'next' ? nextAction(next!, of.paperId) : null
  // From question to question without the mouse; a key that is still held is the last mark's.
  useKeys((key, e) => {
    if (key !== 'Enter' || e.repeat || !onwards) return false
    void go(onwards.to)
    return true
  })
  return (
    <EmptyState
      empty={{
        title: said.title,
        text: said.text,
        ...(onwards
          ? { action: onwards }
          : said.to === 'tasks'
            ? { action: { name: '返回阅卷任务', to: markingPaths.tasks } }
            : {}),
      }}
    />
  )
}

type EmptyDeskProps = {
  paperId: PaperId
  questionId: QuestionId
  state: Desk
  desk: MarkingDesk | null
  onList: () => void
}

export const EmptyDesk = ({ paperId, questionId, state, desk, onList }: EmptyDeskProps) => {
  const styles = useStyles()
  return (
    <div>
      <NothingLeft paperId={paperId} questionId={questionId} given={state.entries.length} waiting={state.waiting} />
      <div className={styles.again}>
        {state.entries.length > 0 && <Button onClick={desk?.back}>回看最后一份</Button>}
        <Button onClick={desk?.again}>再看看有没有新答卷</Button>
      </div>
      <div className={styles.again}>
        <Button appearance="subtle" onClick={onList}>
          我评过的答卷
        </Button>
      </div>
    </div>
  )
}

type ShutDeskProps = { paperId: PaperId; questionId: QuestionId; error: unknown; again: (() => void) | undefined }

/** What is asked for first, or what went wrong. */
export const ShutDesk = ({ paperId, questionId, error, again }: ShutDeskProps) => {
  if (isLocked(error))
    return (
      <EmptyState
        empty={{
          title: '要先输入阅卷密码',
          text: '这份试卷的阅卷密码由考试的管理者告诉您；更换以后要再输入一次。',
          action: {
            name: '输入阅卷密码',
            run: async () => {
              await enterPassword(paperId)
              again?.()
            },
          },
        }}
      />
    )
  if (!isBy(error, trialNeeded, trialPreparing, trialFailed, seedStopped, readTimeEarly, readTimeLate))
    return <ErrorState error={error} again={again} />
  return (
    <EmptyState
      empty={{
        title: error.message,
        action: isBy(error, trialNeeded)
          ? { name: '先试评', to: trialPath({ paperId, questionId }) }
          : { name: '返回阅卷任务', to: markingPaths.tasks },
      }}
    />
  )
}
