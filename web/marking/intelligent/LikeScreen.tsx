import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { decimal, showScore } from '#shared/kit/score.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { ReviewScreen } from '#web/kit/screens/ReviewScreen.tsx'
import { markPath, markingPaths } from '../marking.paths.ts'
import { LikeGrid } from './LikeGrid.tsx'
import { likeChoices } from './likeGroups.ts'
import type { LikeGroup } from './likeGroups.ts'
import { useLikeDesk } from './useLikeDesk.ts'

/** A typed mark in hundredths; null where it is none of the question's. */
const typedScore = (text: string, q: { fullScore: number; step: number }): number | null => {
  const score = Math.round(Number(text.normalize('NFKC')) * 100)
  return Number.isFinite(score) && score >= 0 && score <= q.fullScore && score % q.step === 0 ? score : null
}

/** Like answers of a blank, group by group: one mark for all that a group shows, and only when all of it was seen. */
export const LikeScreen = () => {
  const { paperId, questionId } = useParams() as { paperId: PaperId; questionId: QuestionId }
  const desk = useLikeDesk({ paperId, questionId })
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const { question: q } = desk
  const title = q ? `第 ${q.number} 题　按相同作答评阅` : '按相同作答评阅'
  if (desk.error !== null) return <NoticeScreen title={title} error={desk.error} again={() => void desk.again()} />
  const seenOf = (g: LikeGroup): number => g.answers.filter((a) => seen.has(a.studentId)).length
  const choices = q ? likeChoices(q) : []
  const typed = q !== undefined && !choices.some((c) => c.value.kind === 'score')
  return (
    <ReviewScreen<LikeGroup>
      title={title}
      items={desk.groups}
      itemKey={(g) => g.key}
      itemName={(g) =>
        `${g.blank ? '疑似未作答' : g.answers.length > 1 ? '相同作答' : '单独一份'}　${g.answers.length} 份`
      }
      content={(g) => (
        <LikeGrid
          group={g}
          onSeen={(ids) => setSeen((s) => (ids.every((id) => s.has(id)) ? s : new Set([...s, ...ids])))}
          moveOut={(ids) => desk.moveOut(g.key, ids)}
          join={() => desk.join(g.key)}
        />
      )}
      pictures={(g) => g.answers.flatMap((a) => a.images.map((i) => i.url))}
      reason={(g) =>
        `${g.answers.length}份　看过${seenOf(g)}${seenOf(g) < g.answers.length ? '：向下看完这一组再给分' : g.outliers > 0 ? `，前${g.outliers}份与其余不太像` : ''}`
      }
      choices={(g) => (seenOf(g) < g.answers.length ? [] : choices)}
      suggestion={(g) => (g.blank ? 'b' : q ? String(q.fullScore / 100) : undefined)}
      settle={(g, value) => desk.give(g, value as MarkValue)}
      undo={async (g) => desk.reopen(g)}
      typed={(g) =>
        typed && seenOf(g) === g.answers.length
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
