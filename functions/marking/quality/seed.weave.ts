/**
 * Seeds among the answers of a claim. Which they are is said in the claim's own write and holds as long as it does; on the
 * desk they are answers like the others, at a place and under a name that only a digest says.
 */
import { createHash } from 'node:crypto'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Exam, PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { StudentId, UserId } from '#shared/kit/ids.ts'
import type { AnswerView } from '#shared/marking/claimed.types.ts'
import { standing, worth } from '#shared/marking/marking.rules.ts'
import type { Bundle } from '#shared/marking/marking.types.ts'
import { nameAmong, qualityOf, seedsIn } from '#shared/marking/quality/seed.rules.ts'
import type { Seed, SeedUse } from '#shared/marking/quality/seed.types.ts'
import type { SeedMark } from '#shared/marking/quality/seedMark.types.ts'
import type { Standard } from '#shared/marking/quality/standard.types.ts'
import { now } from '#functions/kit/ports.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import type { Desk } from '../desk/desk.ts'
import { answers, bundles, heads, images } from '../marking.store.ts'
import { picturesOf, signed } from '../answerPictures.ts'
import type { Claimer } from '../desk/claims.ts'
import { seedMarks, seedMarksOf } from './seed.store.ts'
import { standardsOf } from './standard.store.ts'

/** An own mark that is younger is remembered. */
export const earlierMs = 10 * 60_000

const digestOf = (...of: (string | number)[]): Buffer => createHash('sha256').update(of.join('|')).digest()
/** 0…1, the same for the same. */
const chanceOf = (...of: (string | number)[]): number => digestOf(...of).readUInt32BE(0) / 2 ** 32

type Found = Omit<Seed, 'as'>

/** Those of the first `n` that are of another school than the marker's: no marker is handed an answer of the own one. */
const ofOthers = async (
  exam: Pick<Exam, 'examId'>,
  { schoolId }: Pick<Claimer, 'schoolId'>,
  all: readonly Standard[],
  n: number,
): Promise<Standard[]> => {
  if (schoolId === undefined) return all.slice(0, n)
  const found: Standard[] = []
  for (const s of all) {
    if (found.length === n) break
    const [whose] = await candidatesByIds(exam, [s.studentId])
    if (whose && whose.schoolId !== schoolId) found.push(s)
  }
  return found
}

/** The experts' answers that this marker was given longest ago, or never; none that is the marker's own choice, or lies in the bundle. */
const expertSeeds = async (
  b: Bundle,
  me: UserId,
  pick: (all: readonly Standard[]) => Promise<Standard[]>,
): Promise<Found[]> => {
  const of = { paperId: b.paperId, questionId: b.questionId }
  const [all, given] = await Promise.all([standardsOf(of), seedMarksOf({ ...of, userId: me })])
  const last = new Map<string, number>()
  for (const m of given) last.set(m.studentId, Math.max(last.get(m.studentId) ?? 0, m.at))
  const turns = all
    .filter((s) => s.use === 'seed' && s.by !== me && !b.studentIds.includes(s.studentId))
    .map((s) => ({ s, last: last.get(s.studentId) ?? 0, place: chanceOf(b.bundleId, b.epoch, s.studentId) }))
    .sort((x, y) => x.last - y.last || x.place - y.place)
    .map(({ s }) => s)
  return (await pick(turns)).map((s) => ({
    studentId: s.studentId,
    imageVersion: s.imageVersion,
    use: 'expert',
    right: s.score,
  }))
}

/** Answers of one of the marker's done bundles, by chance, that were marked a while ago. */
const ownSeeds = async (b: Bundle, me: UserId, n: number): Promise<Found[]> => {
  const mine = `holder#${me}#${b.paperId}#${b.questionId}`
  const point = digestOf(b.bundleId, b.epoch, 'own')
  const place = `done#${composeId('bundle', point.readUIntBE(0, 5), point.subarray(10))}`
  const behind = await bundles.queryIndex('gsi2', mine, { from: place, to: 'done#\uffff', limit: 1 })
  const [done] =
    behind.length > 0 ? behind : await bundles.queryIndex('gsi2', mine, { from: 'done#', to: place, limit: 1 })
  if (!done || done.role === 'final' || done.bundleId === b.bundleId) return []
  const items = await answers.getMany(
    done.studentIds.map((studentId) => ({ paperId: b.paperId, studentId, questionId: b.questionId })),
  )
  const before = now() - earlierMs
  return items
    .flatMap((item) => {
      const mark = standing(item[done.role], item.imageVersion)
      const right = mark ? worth(mark.value) : null
      if (mark?.by !== me || mark.at > before || right === null || b.studentIds.includes(item.studentId)) return []
      return [{ studentId: item.studentId, imageVersion: item.imageVersion, use: 'own' as const, right }]
    })
    .sort((x, y) => chanceOf(b.bundleId, b.epoch, x.studentId) - chanceOf(b.bundleId, b.epoch, y.studentId))
    .slice(0, n)
}

/** Those whose sheet is there, with the picture that was marked. */
const thereNow = async (paperId: string, found: readonly Found[]): Promise<Found[]> => {
  const keys = found.map(({ studentId }) => ({ paperId, studentId: studentId as string }))
  const [pictures, scripts] = await Promise.all([images.getMany(keys), heads.getMany(keys)])
  const present = new Set<string>(scripts.filter((h) => h.state === 'present').map((h) => h.studentId))
  const version = new Map(pictures.map((p) => [p.studentId as string, p.imageVersion]))
  return found.filter((f) => present.has(f.studentId) && version.get(f.studentId) === f.imageVersion)
}

const nameOf = (b: Bundle, studentId: string): StudentId =>
  nameAmong(b.studentIds, digestOf(b.bundleId, b.epoch, studentId))

/** The claim with its seeds, for the write that makes it. */
export const woven =
  ({ arrangement, exam }: Pick<Desk, 'arrangement' | 'exam'>, q: PaperQuestion, claimer: Claimer) =>
  async (b: Bundle): Promise<Bundle> => {
    const rule = qualityOf(arrangement, q.questionId, isJoint(exam)).seeds
    const me = b.holder
    // Groups of like answers are marked at once: a seed among them would be no answer of the group.
    if (!rule || b.role === 'final' || b.sets || me === undefined) return b
    const n = (use: SeedUse): number => seedsIn(rule[use], b.studentIds.length, chanceOf(b.bundleId, b.epoch, me, use))
    const found = [
      ...(n('expert') > 0 ? await expertSeeds(b, me, (all) => ofOthers(exam, claimer, all, n('expert'))) : []),
      ...(n('own') > 0 ? await ownSeeds(b, me, n('own')) : []),
    ]
    const once = [...new Map(found.map((f) => [f.studentId, f])).values()]
    const seeds = (await thereNow(b.paperId, once)).map((f) => ({ ...f, as: nameOf(b, f.studentId) }))
    return seeds.length > 0 ? { ...b, seeds } : b
  }

/** The seeds of a claim as their marker sees them, with what was given to them. */
export const seedViews = async (b: Bundle): Promise<{ view: AnswerView; mark: SeedMark | null; place: number }[]> => {
  const { seeds = [], paperId, questionId, holder: userId } = b
  if (seeds.length === 0 || userId === undefined) return []
  const [pictures, given] = await Promise.all([
    images.getMany(seeds.map(({ studentId }) => ({ paperId, studentId }))),
    seedMarks.getMany(seeds.map(({ as }) => ({ paperId, questionId, userId, as }))),
  ])
  const marks = new Map(given.map((m) => [m.as, m]))
  const shown = new Map(pictures.map((p) => [p.studentId, p]))
  const views = await Promise.all(
    seeds.map(async (seed) => {
      const of = shown.get(seed.studentId)
      const mark = marks.get(seed.as) ?? null
      if (!of || of.imageVersion !== seed.imageVersion) return []
      const { blocks, shown: crops } = picturesOf(of, questionId)
      const view: AnswerView = {
        studentId: seed.as,
        imageVersion: seed.imageVersion,
        images: await signed(crops),
        likelyBlank: blocks.length > 0 && blocks.every((x) => x.likelyBlank),
        ...(mark ? { mine: { value: mark.value, attemptId: mark.attemptId } } : {}),
        others: [],
      }
      return [{ view, mark, place: chanceOf(seed.as, 'place') }]
    }),
  )
  return views.flat()
}

/** Each seed at its place among the answers. */
export const among = (views: readonly AnswerView[], seeds: Awaited<ReturnType<typeof seedViews>>): AnswerView[] => {
  const all = [...views]
  for (const { view, place } of seeds) all.splice(Math.floor(place * (all.length + 1)), 0, view)
  return all
}

/** Whether every seed of a claim that can be marked is. */
export const seedsMarked = async (b: Bundle): Promise<boolean> => (await seedViews(b)).every((s) => s.mark !== null)

/** Whose sheet it is that a desk calls by this id; null where the claim has none of that name. */
export const calledIn = (b: Pick<Bundle, 'studentIds' | 'seeds'>, studentId: StudentId): StudentId | null =>
  b.studentIds.includes(studentId) ? studentId : (b.seeds?.find((s) => s.as === studentId)?.studentId ?? null)
