import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { MarkRole } from '#shared/marking/marking.types.ts'
import { rubric as rubricCall } from '#shared/marking/rubric/rubric.calls.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { markingPaths } from '../marking.paths.ts'
import { DeskNotices, Sign } from './DeskNotices.tsx'
import { EmptyDesk, ShutDesk } from './EmptyDesk.tsx'
import { turnAt } from './entries.ts'
import { Marking } from './Marking.tsx'
import type { Desk } from './markingDesk.ts'
import { OwnList } from './OwnList.tsx'
import { PhoneGate } from './PhoneGate.tsx'
import { Together } from './together/Together.tsx'
import { useMarkingDesk } from './useMarkingDesk.ts'
import { useSoleTab } from './useSoleTab.ts'

const useStyles = makeStyles({
  screen: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    height: '100dvh',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    minHeight: '40px',
  },
  leave: { display: 'inline-flex', alignItems: 'center', color: tokens.colorNeutralForeground1 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})

/** An answer is in sight, or the next is on its way: the pad stays where the hand is. */
const isAtWork = (state: Desk | null): state is Desk =>
  state?.phase === 'marking' || (state?.phase === 'loading' && state.question !== null && state.entries.length > 0)

const MarkDesk = () => {
  const styles = useStyles()
  const { paperId, questionId } = useParams() as { paperId: PaperId; questionId: QuestionId }
  const [query] = useSearchParams()
  const role = MarkRole.safeParse(query.get('role')).data
  const together = query.has('together')
  const user = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const me = user.data?.userId
  const { stands, take } = useSoleTab(me && `marking.desk.${me}.${paperId}.${questionId}`)
  const owner = stands === 'here' ? me : undefined
  const { desk, state } = useMarkingDesk({ paperId, questionId, role, owner, together })
  const current = state?.entries[state.at]
  const { from, to } = turnAt(state?.entries ?? [], state?.at ?? 0)
  const numbers = state?.entries.slice(from, to).map((e) => e.question.number) ?? []
  // Until it is known whether digits are points or scores, there is nothing to type into.
  const set = useAsk(rubricCall, { paperId, questionId }, { freshMs: 60_000, quiet: true })
  const known = set.data !== undefined
  const [listing, setListing] = useState(false)
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <Link to={markingPaths.tasks} className={styles.leave} aria-label="返回阅卷任务">
          <ArrowLeft20Regular />
        </Link>
        <h1 className={styles.title}>{numbers.length > 0 ? `第 ${numbers.join('、')} 题` : '评阅'}</h1>
        {current && <Badge appearance="tint">{roleNames[current.bundle.role]}</Badge>}
        {state && <Sign state={state} />}
      </header>
      {state && desk && <DeskNotices state={state} desk={desk} />}
      {stands === 'elsewhere' ? (
        <EmptyState
          empty={{
            title: '您已在另一个页面打开这道题',
            text: '在两个页面里同时评，同一份会给两次分，所以一次只在一个页面里评。那一页关闭后，这里自动继续。',
            action: { name: '在这里继续', run: take },
          }}
        />
      ) : owner && desk && current && isAtWork(state) && together ? (
        <Together
          {...{ paperId, questionId, owner, desk, state }}
          notesTo={set.data?.notesTo}
          onList={() => setListing(true)}
        />
      ) : owner && desk && current && isAtWork(state) && known ? (
        <Marking
          paperId={paperId}
          owner={owner}
          desk={desk}
          state={state}
          rubric={set.data?.rubric ?? null}
          proposes={set.data?.proposes}
          notesTo={set.data?.notesTo}
          onList={() => setListing(true)}
        />
      ) : current && isAtWork(state) && set.error ? (
        <ErrorState error={set.error} again={() => void set.refetch()} />
      ) : state?.phase === 'empty' ? (
        <EmptyDesk
          paperId={paperId}
          questionId={questionId}
          state={state}
          desk={desk}
          onList={() => setListing(true)}
        />
      ) : state?.phase === 'failed' ? (
        <ShutDesk paperId={paperId} questionId={questionId} error={state.error} again={desk?.again} />
      ) : (
        <Bars rows={6} height={64} />
      )}
      {listing && desk && (
        <OwnList
          paperId={paperId}
          questionId={questionId}
          desk={desk}
          waiting={state?.waiting ?? 0}
          onClose={() => setListing(false)}
        />
      )}
    </div>
  )
}

/** Marking one question, answer after answer: the picture fills the screen, a key gives the mark. */
export const MarkScreen = () => (
  <PhoneGate>
    <MarkDesk />
  </PhoneGate>
)
