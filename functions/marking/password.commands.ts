/**
 * The password before marking. It is asked for where work is handed out, so a mark that is under way is not held up; who
 * manages the exam reads it and is not asked.
 */
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { lockedUntil, mostTries, passwordDigits, ReadEntry, ReadPassword } from '#shared/marking/password.types.ts'
import type * as passwordCalls from '#shared/marking/password.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { showTime } from '#shared/kit/time.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { under } from '#functions/kit/kinds.ts'
import { memo } from '#functions/kit/memo.ts'
import { now, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { rows } from '#functions/kit/table.ts'
import { deskOf, managed, ownTeacher, rolesFor } from './desk/desk.ts'
import type { Desk } from './desk/desk.ts'

const table = 'TABLE_MARKING'

export const readPasswords = rows({
  table,
  schema: ReadPassword,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'password' })),
  personal: 'staff',
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'password' }),
})

export const readEntries = rows({
  table,
  schema: ReadEntry,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `password#${paperId}` })),
  personal: 'staff',
  key: (of: { paperId: string; userId: string }) => ({ pk: `password#${of.paperId}`, sk: of.userId }),
})

/** Nearly every paper has none: that too is remembered, for as long as a desk is. */
const asked = memo(3, (paperId: string) => readPasswords.get({ paperId }))
export const forgetPasswords = (): void => asked.forget()

/** Whether a caller has still to enter the password of a paper. */
export const owesPassword = async ({ paper, exam }: Pick<Desk, 'paper' | 'exam'>, caller: Caller): Promise<boolean> => {
  const { paperId } = paper
  const password = await asked(paperId)
  if (!password || password.code === null || mayManage(exam, caller)) return false
  return (await readEntries.get({ paperId, userId: caller.userId }))?.epoch !== password.epoch
}

/** @throws Refused passwordNeeded */
export const requirePassword = async (desk: Pick<Desk, 'paper' | 'exam'>, caller: Caller): Promise<void> => {
  if (await owesPassword(desk, caller)) refuse(markingProblems.passwordNeeded)
}

const newCode = (): string =>
  String(Buffer.from(randomOf(6)).readUIntBE(0, 6) % 10 ** passwordDigits).padStart(passwordDigits, '0')

export const setReadPassword = async (
  { paperId, version, on }: InputOf<typeof passwordCalls.setReadPassword>,
  caller: Caller,
): Promise<AnswerOf<typeof passwordCalls.setReadPassword>> => {
  const { paper } = await managed(paperId, caller)
  const before = await readPasswords.get({ paperId: paper.paperId })
  if ((before?.version ?? 0) !== version) await refuseStale(readPasswords, { paperId, version })
  const next = {
    schema: 1 as const,
    paperId: paper.paperId,
    code: on ? newCode() : null,
    epoch: (before?.epoch ?? 0) + 1,
    setBy: caller.userId,
    setByName: caller.userName,
    setAt: now(),
    version: before?.version ?? 1,
  }
  const record = auditRecord(caller, 'marking.setPassword', paperId, {
    before: before?.epoch ?? null,
    after: next.epoch,
    told: { changes: [{ field: '阅卷密码', after: on ? (before?.code ? '更换' : '启用') : '停用' }] },
    tenant: paper.owner,
  })
  const write = before ? readPasswords.saving(next) : readPasswords.creating(next)
  if (!(await audited([write], record))) await refuseStale(readPasswords, { paperId, version })
  asked.forget()
  return { code: next.code, version: before ? before.version + 1 : 1 }
}

/** Whether any question of the paper is the caller's to mark. */
const marksAny = async (desk: Desk, caller: Caller): Promise<boolean> => {
  const own = await ownTeacher(desk, caller)
  return subjectiveOf(desk.paper.questions).some((q) => rolesFor(desk, q, caller, own).length > 0)
}

/** Tries are of those who mark: no other account widens how many there are. @throws Refused notFound, notMarker, passwordWrong, passwordLocked */
export const enterReadPassword = async (
  { paperId, password }: InputOf<typeof passwordCalls.enterReadPassword>,
  caller: Caller,
): Promise<AnswerOf<typeof passwordCalls.enterReadPassword>> => {
  const desk = await deskOf(paperId)
  if (mayManage(desk.exam, caller)) return { entered: true }
  if (!(await marksAny(desk, caller))) return refuse(markingProblems.notMarker)
  const known = await readPasswords.get({ paperId })
  if (typeof known?.code !== 'string') return { entered: true }
  const { code, epoch } = known
  const at = now()
  // A right one is no use either while one has to wait: otherwise the tries would not be bounded.
  const end = await edit(`the password of ${paperId}`, async () => {
    const before = await readEntries.get({ paperId, userId: caller.userId })
    const until = lockedUntil(before, at)
    if (until !== null) return { until }
    const waited = (before?.since ?? 0) >= mostTries
    const right = password === code
    const since = right ? 0 : (waited ? 0 : (before?.since ?? 0)) + 1
    const next = {
      schema: 1 as const,
      paperId,
      userId: caller.userId,
      userName: caller.userName,
      wrong: (before?.wrong ?? 0) + (right ? 0 : 1),
      since,
      ...(before?.enteredAt === undefined ? {} : { enteredAt: before.enteredAt }),
      ...(before?.wrongAt === undefined ? {} : { wrongAt: before.wrongAt }),
      epoch: before?.epoch ?? 0,
      ...(right ? { epoch, enteredAt: at } : { wrongAt: at }),
      version: before?.version ?? 1,
    }
    const done = before ? await readEntries.save(next) : await readEntries.create(next)
    return done ? { right, left: mostTries - since } : beaten
  })
  if ('until' in end && end.until !== undefined)
    return refuse(markingProblems.passwordLocked, { when: showTime(end.until) })
  if (!end.right) return refuse(markingProblems.passwordWrong, { left: end.left })
  return { entered: true }
}

/** Who entered it and who tried, those who tried in vain first. */
export const readPasswordOf = async (
  { paperId }: InputOf<typeof passwordCalls.readPassword>,
  caller: Caller,
): Promise<AnswerOf<typeof passwordCalls.readPassword>> => {
  const { paper } = await managed(paperId, caller)
  const [known, all] = await Promise.all([
    readPasswords.get({ paperId }),
    readEntries.query(`password#${paper.paperId}`, { consistent: true }),
  ])
  const at = now()
  return {
    courseName: paper.courseName,
    code: known?.code ?? null,
    ...(known ? { setByName: known.setByName, setAt: known.setAt } : {}),
    version: known?.version ?? 0,
    entries: all
      .toSorted((a, b) => b.since - a.since || (b.enteredAt ?? 0) - (a.enteredAt ?? 0))
      .map((e) => {
        const until = lockedUntil(e, at)
        return {
          name: e.userName,
          wrong: e.wrong,
          ...(e.epoch === known?.epoch && e.enteredAt !== undefined ? { enteredAt: e.enteredAt } : {}),
          ...(e.wrongAt === undefined ? {} : { wrongAt: e.wrongAt }),
          ...(until === null ? {} : { lockedUntil: until }),
        }
      }),
  }
}
