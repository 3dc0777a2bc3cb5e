/**
 * Marks that follow a rubric that was changed: looked at, applied as they were looked at, given back. Until scores are
 * released; from then on a change set says the same, with its preview.
 */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { replayRubricJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type * as calls from '#shared/marking/rubric/replay.calls.ts'
import type { ReplayPhase, RubricReplay } from '#shared/marking/rubric/replay.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import type { Desk } from '../desk/desk.ts'
import { ledBy } from '../quality/standard.read.ts'
import { replays, replaysOf, rubrics } from './rubric.store.ts'

type One = Pick<RubricReplay, 'paperId' | 'questionId' | 'attemptId'>

const mayReplay = async (of: Pick<One, 'paperId' | 'questionId'>, caller: Caller) => {
  const found = await ledBy(of, caller)
  const { exam, paper, arrangement } = found.desk
  if (isReleased(exam, paper.paperId)) return refuse(markingProblems.replayReleased)
  return arrangement.state === 'open' ? found : refuse(markingProblems.notOpen)
}

/** Has the job of a phase run: once, and another one where it failed. */
const runs = async ({ exam, paper }: Pick<Desk, 'exam' | 'paper'>, of: One, phase: ReplayPhase, caller: Caller) => {
  const { paperId, questionId, attemptId } = of
  const jobId = await edit(`the replay ${attemptId}`, async () => {
    const row = (await replays.get(of)) ?? refuse(commonProblems.notFound)
    if ((await jobNow(row.jobId))?.status !== jobStatus.failed) return row.jobId
    const next = newId<JobId>('job')
    return (await replays.amend(of, { jobId: next }, { jobId: row.jobId })) ? next : beaten
  })
  return startJob(replayRubricJob, { paperId, questionId, attemptId, phase }, caller, {
    jobId,
    about: paperTitle(exam, paper),
  })
}

/** @throws Refused stale, conflict */
export const look = async (
  input: InputOf<typeof calls.replayLook>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.replayLook>> => {
  const { paperId, questionId, attemptId, version } = input
  const { desk, q } = await mayReplay(input, caller)
  const rubric = (await rubrics.get({ paperId, questionId })) ?? refuse(commonProblems.notFound)
  if (rubric.version !== version) return refuseStale(rubrics, { ...input, version })
  const row: RubricReplay = {
    ...{ schema: 1, paperId: desk.paper.paperId, questionId: q.questionId, attemptId },
    ...{ kind: rubric.kind, points: rubric.points, rubricVersion: version },
    ...{ by: caller.userId, byName: caller.userName, at: now(), phase: 'look', jobId: newId<JobId>('job') },
  }
  if (!(await replays.create(row))) {
    const there = await replays.get(row)
    const same = there?.by === caller.userId && there.rubricVersion === version && there.phase === 'look'
    if (!same) return refuse(markingProblems.conflict)
  }
  return runs(desk, row, 'look', caller)
}

/** An act on a replay that was looked at, with its record, in one write; done before, it is the one that is there. */
const acts = async (
  { desk, q }: Awaited<ReturnType<typeof mayReplay>>,
  row: RubricReplay,
  phase: 'apply' | 'undo',
  reason: string | undefined,
  caller: Caller,
) => {
  if (row.phase !== phase) {
    const next = { phase, jobId: newId<JobId>('job'), at: now(), ...(reason === undefined ? {} : { reason }) }
    const { marks = 0 } = row.told ?? {}
    const record = auditRecord(caller, 'marking.replayRubric', row.paperId, {
      before: { phase: row.phase },
      after: { questionId: row.questionId, attemptId: row.attemptId, ...next },
      ...(reason === undefined ? {} : { reason }),
      told: {
        count: marks,
        changes: [{ field: `第${q.number}题`, after: phase === 'apply' ? `${marks}份评分随细则改变` : '撤销' }],
      },
      tenant: desk.paper.owner,
    })
    if (!(await audited([replays.updating(row, next, { phase: row.phase, jobId: row.jobId })], record))) {
      const there = await replays.get(row)
      if (there?.phase !== phase) await refuseStale(replays, row)
    }
  }
  return runs(desk, row, phase, caller)
}

const rowOf = async (of: One): Promise<RubricReplay> => (await replays.get(of)) ?? refuse(commonProblems.notFound)

/** @throws Refused replayNotLooked; stale where the rubric is another since */
export const apply = async (
  { reason, ...of }: InputOf<typeof calls.replayApply>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.replayApply>> => {
  const found = await mayReplay(of, caller)
  const row = await rowOf(of)
  if (!row.told) return refuse(markingProblems.replayNotLooked)
  const rubric = await rubrics.get(of)
  if (row.phase === 'look' && rubric?.version !== row.rubricVersion)
    return refuseStale(rubrics, { ...of, version: row.rubricVersion })
  if (row.phase === 'undo') return refuse(markingProblems.replayNotLooked)
  return acts(found, row, 'apply', reason, caller)
}

/** @throws Refused replayNotLast */
export const undo = async (
  of: InputOf<typeof calls.replayUndo>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.replayUndo>> => {
  const found = await mayReplay(of, caller)
  const row = await rowOf(of)
  if (row.appliedAt === undefined) return refuse(markingProblems.replayNotLooked)
  const others = await replaysOf(of.paperId, of.questionId)
  const since = (r: RubricReplay): boolean => (r.appliedAt ?? 0) > row.appliedAt! && r.undoneAt === undefined
  if (others.some(since)) return refuse(markingProblems.replayNotLast)
  return acts(found, row, 'undo', undefined, caller)
}
