/** The change sets that lie over a paper's scores: what they change, read from their objects, which never change. */
import { applyEdits, inForceOf } from '#shared/analysis/changes/change.rules.ts'
import type { ChangeEdit, ChangeEntry, ChangeValue } from '#shared/analysis/changes/change.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { getJson } from '#functions/kit/objects.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { changeKey } from '../analysis.store.ts'

type Of = { paperId: string; owner: string }

// A few sets are read again and again by the shards of one job; the oldest goes when many are.
const mostKept = 16
const kept = new Map<string, Promise<ChangeValue>>()

const valueOf = (of: Of, changeId: string): Promise<ChangeValue> => {
  const key = changeKey(of, changeId, 'edits.json')
  const known = kept.get(key)
  if (known) return known
  const asked = getJson<ChangeValue>(key)
  asked.catch(() => kept.delete(key))
  kept.set(key, asked)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return asked
}

type Log = readonly Pick<ChangeEntry, 'changeId' | 'undoes'>[]
export type InForce = { changeId: ChangeEntry['changeId']; edits: readonly ChangeEdit[] }

/** The sets in force with their edits, in their order. */
export const setsInForce = (of: Of, log: Log = []): Promise<InForce[]> =>
  inTurns(inForceOf(log), 8, async ({ changeId }) => ({ changeId, edits: (await valueOf(of, changeId)).edits }))

/** The edits of all sets in force, in their order. */
export const editsOf = async (of: Of, log: Log = []): Promise<ChangeEdit[]> =>
  (await setsInForce(of, log)).flatMap((set) => set.edits)

const none = { studentId: [], state: [], scores: [], chosen: [] }

/** The questions as the edits leave them. */
export const questionsAfter = (questions: readonly PaperQuestion[], edits: readonly ChangeEdit[]): PaperQuestion[] => [
  ...applyEdits({ questions, columns: none }, edits).questions,
]
