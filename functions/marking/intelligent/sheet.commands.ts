/**
 * Like answers on sheets. A sheet is a bundle, so that claims, epochs, the other mark and what goes back are as by hand;
 * only which answers lie together is another's. What a marker has had in hand stays as it is.
 */
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import type { Shape } from '#shared/marking/intelligent/feature.rules.ts'
import { groupsOf } from '#shared/marking/intelligent/group.rules.ts'
import { sheetsOf } from '#shared/marking/intelligent/sheet.rules.ts'
import type { LikeSet } from '#shared/marking/intelligent/sheet.types.ts'
import { rolesOf } from '#shared/marking/marking.rules.ts'
import { isSampled, ruleOf } from '#shared/marking/settle.rules.ts'
import type { Bundle } from '#shared/marking/marking.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { randomText } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import { bundles, scriptWork } from '../marking.store.ts'
import { claimOf, newBundle, noting, queueStudents, waitingRoles, workKey } from '../queue.ts'
import { isToMark } from '../script.rules.ts'
import { headsOfStudents, scriptsOf } from '../scripts.ts'
import { countBundles } from '../counts.ts'
import { shapesOfStudents } from './shapes.read.ts'

/** No one has had it in hand, and it keeps no one away: nothing is known of it anywhere. */
const isUntouched = (b: Bundle): boolean => b.state === 'queued' && b.epoch === 0 && b.excluded.length === 0

/** Bundles of these students that may be laid anew, all marks of the same answers together; sheets only if asked for. */
const untouchedOf = async (
  paper: Paper,
  q: PaperQuestion,
  students: readonly StudentId[],
  sheets: boolean,
): Promise<Bundle[][]> => {
  const { paperId } = paper
  const notes = await scriptWork.getMany(students.map((studentId) => ({ paperId, studentId })))
  const roles = rolesOf(q)
  const of = new Map<string, string[]>()
  for (const { bundles: own } of notes) {
    const ids = roles.flatMap((r) => own[workKey(q.questionId, r)] ?? [])
    if (ids.length === roles.length) of.set(ids.join(), ids)
  }
  const here = new Set<string>(students)
  const known = new Map(
    (await bundles.getMany([...of.values()].flat().map((bundleId) => ({ paperId: paperId as string, bundleId })))).map(
      (b) => [b.bundleId as string, b],
    ),
  )
  return [...of.values()].flatMap((ids) => {
    const rows = ids.flatMap((id) => known.get(id) ?? [])
    // Both marks of the same answers, or neither: a marker is kept away from the other one by the bundle's id.
    const same = new Set(rows.map((b) => b.studentIds.join()))
    const whole =
      rows.length === ids.length && same.size === 1 && rows.every((b) => b.studentIds.every((s) => here.has(s)))
    return whole && rows.every((b) => isUntouched(b) && (sheets || !b.sets)) ? [rows] : []
  })
}

/** Takes them out of the queue; what was claimed since stays with who has it. */
const withdraw = async (of: readonly Bundle[][]): Promise<string[]> => {
  const gone: string[] = []
  for (const rows of of)
    if (
      await transact(
        rows.map((b) => bundles.removing(b)),
        randomText(24),
      )
    )
      gone.push(...rows.map((b) => b.bundleId))
  return gone
}

/**
 * Who waits for every mark of a question, and lies in no live bundle of it; with the notes that say so, read before all
 * else: a write over them holds while nothing was queued since.
 */
const freeOf = async (paper: Paper, q: PaperQuestion, students: readonly StudentId[]) => {
  const { paperId } = paper
  const notes = new Map(
    (await scriptWork.getMany(students.map((studentId) => ({ paperId, studentId })))).map((w) => [w.studentId, w]),
  )
  const keys = rolesOf(q).map((r) => workKey(q.questionId, r))
  const noted = [...new Set([...notes.values()].flatMap((w) => keys.flatMap((k) => w.bundles[k] ?? [])))]
  const known = await bundles.getMany(
    noted.map((bundleId) => ({ paperId: paperId as string, bundleId: bundleId as string })),
  )
  const live = new Set<string>(known.filter((b) => b.state !== 'done').map((b) => b.bundleId))
  const scripts = await scriptsOf(paper, await headsOfStudents(paperId, students))
  const free = scripts.flatMap(({ head, answers, objective }) => {
    const item = answers.get(q.questionId)
    const waits =
      head.state === 'present' &&
      item !== undefined &&
      isToMark({ objective }, q) &&
      waitingRoles(q, item).length === keys.length &&
      // What was marked and taken back is queued by itself: it may be barred to some.
      !rolesOf(q).some((role) => claimOf(item, role) > 0) &&
      !keys.some((k) => live.has(notes.get(head.studentId)?.bundles[k] ?? ''))
    return waits ? [head.studentId] : []
  })
  return { free, notes }
}

/** One sheet, for every mark that its answers need, with the notes of where they lie; what was queued since is left out. */
const putSheet = async (
  paper: Paper,
  q: PaperQuestion,
  students: readonly StudentId[],
  sets: readonly LikeSet[],
): Promise<string[]> => {
  const { paperId } = paper
  return edit(`a sheet of ${paperId}`, async () => {
    const { free, notes } = await freeOf(paper, q, students)
    if (free.length < students.length) return []
    const rows = rolesOf(q).map((role): Bundle => ({
      ...newBundle(paperId, { questionId: q.questionId, role, studentIds: [...students], excluded: [], epoch: 0 }),
      sets: [...sets],
    }))
    // The same answers were a bundle before that is done and void: it is queued again as it is.
    const there = await bundles.getMany(
      rows.map(({ bundleId }) => ({ paperId: paperId as string, bundleId: bundleId as string })),
    )
    if (there.length > 0) return []
    const own = Object.fromEntries(rows.map((b) => [workKey(q.questionId, b.role), b.bundleId]))
    const stored = await transact(
      [
        ...rows.map((b) => bundles.creating(b)),
        ...students.map((studentId) => noting({ paperId, studentId }, notes.get(studentId), own)),
      ],
      randomText(24),
    )
    return stored ? rows.map((b) => b.bundleId as string) : beaten
  })
}

/**
 * By groups of like answers, or by chance where `like` is false: what no one has had in hand. What lies on sheets already
 * stays there unless it is asked for `anew`: pages that come late cost no more than they are.
 */
export const handOut = async (
  paper: Paper,
  q: PaperQuestion,
  students: readonly StudentId[],
  { like, anew }: { like: boolean; anew: boolean },
): Promise<void> => {
  // What a second one marks by the share lies by chance: its first mark and its second are bundles of the same answers.
  const once = students.filter((studentId) => !isSampled(ruleOf(q), { paperId: paper.paperId, studentId }))
  const untouched = await untouchedOf(paper, q, once, anew || !like)
  const held = new Set<StudentId>(untouched.flatMap(([b]) => b!.studentIds))
  const before = await freeOf(paper, q, once)
  const own = [...held, ...before.free.filter((id) => !held.has(id))]
  // Pictures are looked at first: nothing leaves the queue for longer than it takes to write.
  const shapes = new Map<StudentId, Shape | null>()
  if (like) (await shapesOfStudents(paper.paperId, q.questionId, own)).forEach((shape, i) => shapes.set(own[i]!, shape))
  const told = await withdraw(untouched)
  const laid = new Set<StudentId>()
  try {
    const free = like ? (await freeOf(paper, q, own)).free : []
    for (const { members, sets } of sheetsOf(groupsOf(free.map((id) => shapes.get(id) ?? null)))) {
      const on = members.map((i) => free[i]!)
      const put = await putSheet(paper, q, on, sets)
      told.push(...put)
      if (put.length > 0) on.forEach((id) => laid.add(id))
    }
  } finally {
    // What lies nowhere now is handed out as always; of this question: another's may be between two sheets just now.
    const rest = own.filter((id) => !laid.has(id))
    told.push(...(await queueStudents({ ...paper, questions: [q] }, rest)))
    await countBundles(paper.paperId, [...new Set([...told, ...untouched.flat().map((b) => b.bundleId)])])
  }
}
