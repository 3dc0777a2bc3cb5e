/** What a version is made of when change sets lie over its scores, and what goes on record when one is put in force. */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { changeToolNames } from '#shared/analysis/changes/change.tools.ts'
import { keysAfter } from '#shared/analysis/changes/change.rules.ts'
import type { ChangeEdit, ChangeEntry, ChangeSet } from '#shared/analysis/changes/change.types.ts'
import { whyOf } from '#shared/analysis/corrections.rules.ts'
import type { Publication, SnapshotHead, SnapshotIndex, SnapshotSlice } from '#shared/analysis/publication.types.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { Told } from '#shared/kit/acts.ts'
import type { ChangeId } from '#shared/kit/ids.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { changeSets, publications } from '../analysis.store.ts'
import { headOf } from '../snapshot.ts'
import { examAndPaper } from '../standing/standing.ts'
import { cohortsFor } from '../total.ts'
import { editsOf, questionsAfter, setsInForce } from './inForce.ts'

/** The questions of a version under the sets in force, and what is kept to lay others over the same scores. */
export const overlaid = async (
  of: Pick<Paper, 'paperId' | 'owner' | 'total'>,
  base: PaperQuestion[],
  log: readonly ChangeEntry[] = [],
  stands: NonNullable<SnapshotHead['of']> = [],
): Promise<Pick<SnapshotHead, 'questions' | 'base' | 'changes' | 'keys' | 'cohorts'>> => {
  if (log.length === 0) return { questions: base }
  const edits = await editsOf(of, log)
  return {
    questions: questionsAfter(base, edits),
    base,
    changes: [...log],
    keys: keysAfter(base, edits),
    ...(of.total ? { cohorts: await cohortsFor(of, stands, edits) } : {}),
  }
}

/**
 * What a version begun now tells otherwise than the one that readers see, or saw last where it was withdrawn, behind what
 * that one told already. Of the last of those it is known by now since when.
 */
export const correctionsBefore = async (
  paper: Pick<Paper, 'paperId' | 'owner'>,
  publication: Pick<Publication, 'current' | 'publishedAt' | 'withdrawn'> | null,
  after: Pick<SnapshotHead, 'questions' | 'keys' | 'of' | 'changes' | 'cut'>,
  since: { sheets: number; corrected: number },
): Promise<Pick<SnapshotHead, 'corrections' | 'over'>> => {
  const { current = null, withdrawn } = publication ?? {}
  const over = current ?? withdrawn?.v
  if (over === undefined) return {}
  const before = await headOf(paper, over)
  const at = current === null ? withdrawn?.since : publication!.publishedAt
  const told = (before.corrections ?? []).map((c) => (c.at === undefined && at !== undefined ? { ...c, at } : c))
  const moved = await movedBetween(paper, before.changes, after.changes)
  const own = whyOf(before, after, moved)
  const because = [
    ...(own.why.length > 0 || own.assigned ? [] : moved.says.map((text) => (moved.off ? `撤销${text}` : text))),
    ...(before.cut && !after.cut ? ['补评未评完的答卷'] : []),
    ...(since.sheets > 0 ? [`补收${since.sheets}份答卷`] : []),
    ...(since.corrected > 0 ? [`${since.corrected}处得分更正`] : []),
    ...(await movedPapers(before.of, after.of)),
  ]
  return {
    ...(current === null ? { over } : {}),
    corrections: [...told, { over, ...own, ...(because.length > 0 ? { because } : {}) }],
  }
}

/** Of a total: the papers that have another version now, each with what became other there. */
const movedPapers = async (was: SnapshotHead['of'] = [], is: SnapshotHead['of'] = []): Promise<string[]> => {
  const old = new Map(was.map(({ paperId, v }) => [paperId as string, v]))
  const moved = is.flatMap(({ paperId, v }) => {
    const before = old.get(paperId)
    return before === undefined || before === v ? [] : [{ paperId, v, before }]
  })
  return Promise.all(
    moved.map(async ({ paperId, v, before }) => {
      const { paper } = await examAndPaper(paperId)
      const { courseName, corrections = [] } = await headOf(paper, v)
      const said = corrections
        .filter((c) => c.over >= before)
        .flatMap((c) => [...c.why.map((w) => w.text), ...(c.because ?? [])])
      return said.length > 0 ? `${courseName}${said.slice(0, 2).join('、')}` : `${courseName}更正`
    }),
  )
}

/** The edits that came in force between two logs, or (`off`) are so no more, and what their sets are called. */
export const movedBetween = async (
  paper: Pick<Paper, 'paperId' | 'owner'>,
  ...[was, is]: [was: SnapshotHead['changes'], is: SnapshotHead['changes']]
): Promise<{ edits: ChangeEdit[]; says: string[]; off: boolean }> => {
  const [old, next] = await Promise.all([setsInForce(paper, was), setsInForce(paper, is)])
  const [before, after] = [old, next].map((sets) => new Set<string>(sets.map((s) => s.changeId)))
  const moved = [...old, ...next].filter((s) => before!.has(s.changeId) !== after!.has(s.changeId))
  const sets = await changeSets.getMany(moved.map(({ changeId }) => ({ paperId: paper.paperId, changeId })))
  return {
    edits: moved.flatMap((s) => s.edits),
    // Whose score a set names is no reader's of figures; that scores were corrected is said anyway.
    says: sets.flatMap(({ gathers, tool }) =>
      gathers === 'appeals' ? ['成绩申诉改分'] : tool === 'score-edit' ? [] : [changeToolNames[tool]],
    ),
    off: moved.length > 0 && moved.every((s) => before!.has(s.changeId)),
  }
}

export const entryOf = ({ changeId, undoes }: Pick<ChangeSet, 'changeId' | 'undoes'>): ChangeEntry => ({
  changeId,
  ...(undoes ? { undoes } : {}),
})

/**
 * The head of the version that puts a signed set in force: the scores, classes and key of the published one it was
 * replayed against, with one set more over them. @throws Refused changedSince
 */
export const changedHead = async (
  paper: Paper,
  changeId: ChangeId,
): Promise<Omit<SnapshotHead, 'schema' | 'against' | 'madeAt'> & { from: number }> => {
  const [set, publication] = await Promise.all([
    changeSets.get({ paperId: paper.paperId, changeId }),
    publications.get({ paperId: paper.paperId }),
  ])
  const log = publication?.changes ?? []
  const from = set?.against ?? null
  if (!set || from === null || set.behind !== log.length) return refuse(analysisProblems.changedSince)
  const {
    schema: _schema,
    against: _against,
    madeAt: _madeAt,
    corrections: _told,
    over: _over,
    ...head
  } = await headOf(paper, from)
  return { ...head, from, ...(await overlaid(paper, head.base ?? head.questions, [...log, entryOf(set)], head.of)) }
}

/** The shards of a version, to be made once more. */
export const slicesIn = ({ parts }: Pick<SnapshotIndex, 'parts'>): SnapshotSlice[] =>
  parts.map(({ part, schoolId, from, before, students, watch }) => ({
    part,
    schoolId,
    from,
    before,
    students,
    ...(watch ? { watch } : {}),
  }))

/** What the record of a set tells. */
export const toldOf = (set: ChangeSet): { reason: string; told: Told } => ({
  reason: set.signed?.reason ?? '',
  told: {
    count: set.replayed?.changed ?? 0,
    changes: set.says.map((after) => ({ field: set.undoes ? '撤销' : '改动', after })),
    actId: set.changeId,
  },
})
