/** What a reader proposes of the answers of one claim: asked once a claim, and of no deployment that has none. */
import { useMemo } from 'react'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { proposals } from '#shared/marking/reader/reader.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { Proposed } from './proposal.words.ts'

type Of = { paperId: PaperId; questionId: QuestionId; proposes: boolean | undefined }

export const useProposals = (
  { paperId, questionId, proposes }: Of,
  bundle: Pick<ClaimedBundle['bundle'], 'bundleId' | 'epoch'> | undefined,
): ReadonlyMap<string, Proposed> => {
  const input = proposes && bundle ? { paperId, questionId, bundleId: bundle.bundleId, epoch: bundle.epoch } : undefined
  // It is beside the work: where it does not come, nothing is said and nothing waits.
  const { data } = useAsk(proposals, input, { freshMs: 600_000, quiet: true })
  return useMemo(() => new Map((data ?? []).map((p) => [p.studentId, p])), [data])
}
