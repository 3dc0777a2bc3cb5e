import { useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { ownMarks } from '#shared/marking/own.calls.ts'
import { examples } from '#shared/marking/quality/standard.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { valueText } from '../parts/ScorePad.tsx'
import type { Entry } from './entries.ts'
import type { Beside } from './Examples.tsx'

/** So many own answers are beside the one in hand. */
const mostOwn = 10

/**
 * What may lie beside the answer in hand, one at a time: the standards of its question, or the own answers before it, the
 * newest first. Those are of this sitting, and are there without a request; a sitting that has just begun asks for older ones.
 */
export const useBeside = (paperId: PaperId, entry: Entry, entries: readonly Entry[]) => {
  const { questionId } = entry.question
  const [which, setWhich] = useState<'standards' | 'own' | null>(null)
  const { data: open } = useAsk(examples, { paperId, questionId }, { freshMs: 60_000, quiet: true })
  const here = entries.flatMap((e): Beside[] =>
    e !== entry && e.value && e.question.questionId === questionId
      ? [{ key: e.turn, mark: valueText(e.value), images: e.answer.images }]
      : [],
  )
  const older = useAsk(ownMarks, which === 'own' && here.length === 0 ? { paperId, questionId } : undefined, {
    freshMs: 60_000,
    quiet: true,
  })
  const standards = (open?.list ?? []).map((s): Beside => ({
    key: s.key,
    mark: `${showScore(s.score)} 分`,
    reason: s.reason,
    images: s.images,
  }))
  const before = (older.data?.list ?? []).map((m): Beside => ({
    key: `${m.bundle.bundleId} ${m.answer.studentId}`,
    mark: valueText(m.answer.mine.value),
    images: m.answer.images,
  }))
  const toggle = (to: 'standards' | 'own') => (): void => setWhich(which === to ? null : to)
  return {
    standards: standards.length,
    /** Something of this sitting is there to lay beside it. */
    own: here.length > 0,
    which: which === 'standards' && standards.length === 0 ? null : which,
    list: which === 'standards' ? standards : (here.length > 0 ? here.toReversed() : before).slice(0, mostOwn),
    onStandards: toggle('standards'),
    onOwn: toggle('own'),
    close: () => setWhich(null),
  }
}
