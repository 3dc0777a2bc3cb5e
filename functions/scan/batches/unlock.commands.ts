import { mayManage } from '#shared/exam/exam.rules.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { mayUnlock } from '#shared/scan/batches/unlock.rules.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { actOnRecord } from '../act.store.ts'
import { foundPaper } from '../managed.ts'
import { actBy, uploaderOf, uploaders, withAct } from '../uploading/uploader.store.ts'
import type * as unlockCalls from '#shared/scan/batches/unlock.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

const reason = '强制解锁'

export const unlockExam = async (
  input: InputOf<typeof unlockCalls.unlockExam>,
  caller: Caller,
): Promise<AnswerOf<typeof unlockCalls.unlockExam>> => {
  const { exam } = await foundPaper(input.paperId)
  const manages = mayManage(exam, caller)
  const own = input.userId === caller.userId && exam.owner === caller.tenant
  const may = mayUnlock({ manages, own, progress: paperProgress(exam, input.paperId).furthest })
  if (may === 'no') throw new Barred(403)
  const uploader = (await uploaderOf(input.paperId, input.userId)) ?? refuse(scanProblems.noUploader)
  if (uploader.finishedAt === undefined) return { unlocked: false }
  if (may === 'late') return refuse(scanProblems.unlockLate)
  const { finishedAt: _locked, ...open } = uploader
  // Asked for twice, it is one act: the version names it.
  const of = {
    actId: `unlock-${input.userId}-${uploader.version}`,
    act: 'rollback' as const,
    note: uploader.userName,
    reason,
  }
  const done = await actOnRecord(input.paperId, of, caller, [
    uploaders.saving(withAct(open, actBy(caller, 'rollback', reason))),
  ])
  return done ? { unlocked: !done.repeated } : refuseStale(uploaders, input)
}
