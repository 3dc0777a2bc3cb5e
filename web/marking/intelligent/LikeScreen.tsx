import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { decimal, showScore } from '#shared/kit/score.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { rubric as rubricCall } from '#shared/marking/rubric/rubric.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { ReviewScreen } from '#web/kit/screens/ReviewScreen.tsx'
import { markPath, markingPaths } from '../marking.paths.ts'
import { LikeGrid } from './LikeGrid.tsx'
import type { Look } from './LikeGrid.tsx'
import { RubricChoice } from '../rubric/RubricChoice.tsx'
import { chosenKey } from '../rubric/rubricKeys.ts'
import { likeByPoints, likeChoices, lookKey } from './likeGroups.ts'
import type { LikeGroup } from './likeGroups.ts'
import { groupProposal } from '../reader/proposal.words.ts'
import { useProposals } from '../reader/useProposals.ts'
import { useLikeDesk } from './useLikeDesk.ts'

/** A typed mark in hundredths; null where it is none of the question's. */
const typedScore = (text: string, q: { fullScore: number; step: number }): number | null => {
  const score = Math.round(Number(text.normalize('NFKC')) * 100)
  return Number.isFinite(score) && score >= 0 && score <= q.fullScore && score % q.step === 0 ? score : null
}

/** Like answers of a blank, group by group: one mark for all that a group shows, and only when all of it was seen. */
export const LikeScreen = () => {
  const { paperId, questionId } = useParams() as { paperId: PaperId; questionId: QuestionId }
  // What two markers gave differently is decided answer by answer, not here.
  const [query] = useSearchParams()
  const asked = query.get('role')
  const role = asked === 'second' || asked === 'third' ? asked : 'first'
  const desk = useLikeDesk({ paperId, questionId, role })
  const [looks, setLooks] = useState<ReadonlyMap<string, Look>>(new Map())
  const { question: q } = desk
  // Until it is known whether digits are points or scores, there is nothing to give.
  const set = useAsk(rubricCall, { paperId, questionId }, { freshMs: 60_000, quiet: true })
  const rubric = set.data?.rubric ?? null
  const proposed = useProposals({ paperId, questionId, proposes: set.data?.proposes }, desk.groups?.at(-1)?.bundle)
  const proposalOf = (g: LikeGroup) =>
    groupProposal(
      g.answers.map((a) => a.studentId),
      proposed,
    )
  /** Of the group in sight alone. */
  const [points, setPoints] = useState({ group: '', chosen: '' })
  const chosenIn = (g: LikeGroup): string => (points.group === g.key ? points.chosen : '')
  const title = q ? `第 ${q.number} 题　按相同作答评阅` : '按相同作答评阅'
  if (set.data === undefined && set.error)
    return <NoticeScreen title={title} error={set.error} again={() => void set.refetch()} />
  if (desk.error !== null) return <NoticeScreen title={title} error={desk.error} again={() => void desk.again()} />
  const countOf = (g: LikeGroup, look: Look): number => g.answers.filter((a) => looks.get(lookKey(a)) === look).length
  const seenOf = (g: LikeGroup): number => countOf(g, 'seen')
  const isSeen = (g: LikeGroup): boolean => seenOf(g) === g.answers.length
  const hintOf = (g: LikeGroup): string => {
    const lost = countOf(g, 'lost')
    if (lost > 0) return g.answers.length === 1 ? '：图片没有显示，请标为有问题' : `：${lost}份图片没有显示，请移出`
    if (!isSeen(g)) return '：向下看完这一组再给分'
    return g.outliers > 0 ? `，前${g.outliers}份与其余不太像` : ''
  }
  const choicesOf = (g: LikeGroup) => {
    const choices = !q || !set.data ? [] : rubric ? likeByPoints(rubric, q.fullScore, chosenIn(g)) : likeChoices(q)
    if (isSeen(g)) return choices
    // What is written there cannot be seen: it is for who looks after problems.
    return g.answers.length === 1 && countOf(g, 'lost') === 1 ? choices.filter((c) => c.value.kind === 'problem') : []
  }
  const typed = q !== undefined && set.data?.rubric === null && !likeChoices(q).some((c) => c.value.kind === 'score')
  const suggested = (g: LikeGroup): string | undefined => {
    if (!isSeen(g) || !q) return undefined
    if (rubric && chosenIn(g) !== '') return chosenKey
    if (g.blank) return 'b'
    const { score } = proposalOf(g)
    if (!rubric && score !== null) return String(score / 100)
    return rubric ? 'f' : String(q.fullScore / 100)
  }
  return (
    <ReviewScreen<LikeGroup>
      title={title}
      items={desk.groups}
      itemKey={(g) => g.key}
      itemName={(g) =>
        `${g.blank ? '疑似未作答' : g.answers.length > 1 ? '相同作答' : '单独一份'}　${g.answers.length} 份`
      }
      content={(g) => (
        <>
          <LikeGrid
            group={g}
            read={(id) => proposed.get(id)?.text}
            lost={(key) => looks.get(key) === 'lost'}
            onLook={(now) =>
              setLooks((l) => ([...now].every(([k, look]) => l.get(k) === look) ? l : new Map([...l, ...now])))
            }
            moveOut={(ids) => desk.moveOut(g.key, ids)}
            join={() => desk.join(g.key)}
          />
          {rubric && rubric.kind !== 'levels' && isSeen(g) && (
            <RubricChoice
              rubric={rubric}
              chosen={chosenIn(g)}
              onChoose={(chosen) => setPoints({ group: g.key, chosen })}
            />
          )}
        </>
      )}
      pictures={(g) => g.answers.flatMap((a) => a.images.map((i) => i.url))}
      reason={(g) =>
        [`${g.answers.length}份　看过${seenOf(g)}${hintOf(g)}`, proposalOf(g).text].filter((s) => s !== '').join('　')
      }
      choices={choicesOf}
      suggestion={suggested}
      settle={(g, value) => desk.give(g, value as MarkValue)}
      undo={async (g) => desk.reopen(g)}
      typed={(g) =>
        typed && isSeen(g)
          ? {
              label: `给分（满分 ${decimal(q.fullScore / 100, 1)}）`,
              value: (text) => ({ kind: 'score', score: typedScore(text, q) ?? 0 }),
              check: (text) =>
                typedScore(text, q) === null ? `请输入 0 到 ${showScore(q.fullScore)} 之间的分数` : null,
            }
          : null
      }
      empty={{
        title: '现在没有可以评的答卷',
        text: '都评完了，或在其他老师手中。',
        action: { name: '回到任务', to: markingPaths.likeTodo },
      }}
      facts={[
        ...(q
          ? [
              { name: '满分', value: showScore(q.fullScore) },
              { name: '还有', value: `${desk.left}份` },
            ]
          : []),
        { name: '按键', value: '空格选　X移出　M并入下一组　←→移动' },
      ]}
    >
      {q && <Link to={markPath({ paperId, questionId })}>改为逐份评阅</Link>}
    </ReviewScreen>
  )
}
