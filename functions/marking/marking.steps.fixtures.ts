/** Steps of marking as a client takes them: for tests. */
import { vi } from 'vitest'
import type { AttemptId, StudentId } from '#shared/kit/ids.ts'
import { claimBundle, completeMarking, finishBundle, submitMark } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import type { MarkRole, MarkValue } from '#shared/marking/marking.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { driveJob, send } from '#functions/kit/testing.ts'
import { forgetWork } from './desk/claim.commands.ts'
import { fenceMs, forgetDesks } from './desk/desk.ts'
import { seat } from './marking.fixtures.ts'
import { allHere } from './scanned.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { handler } from './marking.api.ts'
import { forgetClaims } from './desk/mark.commands.ts'
import { works } from './marking.work.ts'
import { forgetProgress } from './progress.read.ts'
import { forgetStopped } from './quality/seed.read.ts'

/** As a fresh process would be. */
export const forgetAll = (): void => {
  forgetClaims()
  forgetDesks()
  forgetProgress()
  forgetStopped()
  forgetWork()
}

export const open = async (of: Sitting, override?: string): Promise<void> => {
  forgetAll()
  await driveJob(works, {
    job: 'marking.open',
    jobId: newId<JobId>('job'),
    tenant: of.tenant,
    startedBy: of.manager.userId,
    input: { paperId: of.paper.paperId, ...(override ? { override } : {}) },
    out: {},
  })
  forgetAll()
}

/** An exam whose every sheet was read, and whose marking is open; scanning is what `scanned.fixtures.ts` says. */
export const seatOpened = async (count: number): Promise<Sitting> => {
  const of = await seat(count)
  allHere(of)
  await open(of)
  return of
}

/** Closes marking without waiting; `between` happens while the last marks are waited for. */
export const complete = async (
  of: { paper: Pick<Sitting['paper'], 'paperId'>; manager: Pick<Sitting['manager'], 'token'> },
  between: () => Promise<unknown> = async () => undefined,
) => {
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs && (await between())) })
  try {
    return await send(handler, completeMarking, { paperId: of.paper.paperId }, of.manager.token)
  } finally {
    back()
  }
}

export const claim = (of: Sitting, token: string, role?: MarkRole) =>
  send(
    handler,
    claimBundle,
    { paperId: of.paper.paperId, questionId: of.essay.questionId, ...(role ? { role } : {}) },
    token,
  )

export const points = (score: number): MarkValue => ({ kind: 'score', score })

export const submit = (
  of: Sitting,
  token: string,
  claimed: Pick<ClaimedBundle, 'bundle'>,
  studentId: StudentId,
  value: MarkValue,
  more: { attemptId?: AttemptId; imageVersion?: number; over?: AttemptId | null } = {},
) =>
  send(
    handler,
    submitMark,
    {
      paperId: of.paper.paperId,
      questionId: of.essay.questionId,
      bundleId: claimed.bundle.bundleId,
      role: claimed.bundle.role,
      epoch: claimed.bundle.epoch,
      studentId,
      imageVersion: more.imageVersion ?? 1,
      attemptId: more.attemptId ?? newId<AttemptId>('attempt'),
      value,
      ...(more.over === undefined ? {} : { over: more.over }),
    },
    token,
  )

export const finish = (of: Sitting, token: string, { bundle }: Pick<ClaimedBundle, 'bundle'>) =>
  send(handler, finishBundle, { paperId: of.paper.paperId, bundleId: bundle.bundleId, epoch: bundle.epoch }, token)

/** Asks until it holds; the stream is read a little later. */
export const until = (holds: () => Promise<void>): Promise<void> =>
  vi.waitFor(holds, { timeout: 120_000, interval: 200 })
