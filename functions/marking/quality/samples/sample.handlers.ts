import { createHash } from 'node:crypto'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { StudentId, UserId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { answerState, standing, stepOf, worth } from '#shared/marking/marking.rules.ts'
import type { AnswerItem, GivenMark, MarkRole } from '#shared/marking/marking.types.ts'
import * as calls from '#shared/marking/quality/sample.calls.ts'
import { comparedOf } from '#shared/marking/quality/sample.rules.ts'
import { qualityOf } from '#shared/marking/quality/seed.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { answersOf } from '../../desk/claim.commands.ts'
import { deskNow } from '../../desk/desk.ts'
import { standingMarks } from '../../again/fix.commands.ts'
import { images } from '../../marking.store.ts'
import { markerNames } from '../../markerNames.ts'
import { paperMarker } from '../../paperMarks.ts'
import { picturesOf, signed } from '../../answerPictures.ts'
import { counted } from '../../progress.read.ts'
import { doneBy } from '../../desk/claims.ts'
import * as commands from './sample.commands.ts'
import { sampledList } from './sample.read.ts'
import { sampleChecks, talliesOf } from './sample.store.ts'
import { ledBy, ledIn } from '../standard.read.ts'

/** Bundles that are read of one marker, and markers of whom any are: a draw reads no more, however many have marked. */
const bundlesEach = 3
const markersAtOnce = 20

/** A place by chance that is the same each time it is asked for. */
const placeOf = (...of: (string | number)[]): string => createHash('sha256').update(of.join('|')).digest('hex')
const byChance = <T>(all: readonly T[], at: number, idOf: (one: T) => string): T[] =>
  all
    .map((one) => ({ one, place: placeOf(at, idOf(one)) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }) => one)

type Drawn = { item: AnswerItem; role: MarkRole; mark: GivenMark; given: number; score: number }
type Wish = { from?: number | undefined; to?: number | undefined; since?: number | undefined }

/** A mark that may be sampled: it stands, its answer is settled without an arbitrator, and none of its marks is the caller's. */
const drawn = (q: PaperQuestion, item: AnswerItem, role: MarkRole, of: Wish, me: UserId): Drawn[] => {
  const mark = standing(item[role], item.imageVersion)
  const given = mark ? worth(mark.value) : null
  const state = answerState(q, item)
  if (!mark || given === null || state.kind !== 'scored' || state.by === 'final') return []
  if (standingMarks(item).some((m) => m.mark.by === me)) return []
  const within = given >= (of.from ?? 0) && given <= (of.to ?? q.fullScore) && mark.at >= (of.since ?? 0)
  return within ? [{ item, role, mark, given, score: state.score }] : []
}

export const sampleHandlers = [
  implement(calls.sampledQuality, async ({ input: { paperId, questionId }, caller }) => {
    const desk = await deskNow(paperId)
    const { led, asked } = ledIn(desk, caller, questionId)
    const [{ given }, tallies] = await Promise.all([
      counted(desk.paper),
      talliesOf({ paperId, questionId: asked.questionId }),
    ])
    const nameOf = markerNames(desk, caller)
    const marked = new Map(
      given.flatMap((g) =>
        g.questionId === asked.questionId && g.userId !== paperMarker ? [[g.userId, g.marked] as const] : [],
      ),
    )
    const sums = new Map(tallies.map((t) => [t.userId as string, t]))
    return {
      state: desk.arrangement.state,
      questions: led.map((q) => ({
        questionId: q.questionId,
        number: q.number,
        fullScore: q.fullScore,
        step: stepOf(q),
      })),
      questionId: asked.questionId,
      share: qualityOf(desk.arrangement, asked.questionId, isJoint(desk.exam)).samples ?? 0,
      markers: [...new Set([...marked.keys(), ...sums.keys()])]
        .map((userId) => {
          const tally = sums.get(userId)
          const { sampled = 0, agreed = 0, apart = 0 } = tally ?? {}
          return {
            userId: userId as UserId,
            markerName: nameOf(userId),
            marked: marked.get(userId) ?? 0,
            sampled,
            agreed,
            apart: sampled > agreed ? apart / (sampled - agreed) : null,
            compared: tally ? comparedOf(asked, tally) : null,
            own: userId === caller.userId,
          }
        })
        .sort((a, b) => a.markerName.localeCompare(b.markerName, 'zh-CN')),
    }
  }),

  implement(calls.sampledMarks, ({ input, caller }) => sampledList(input, caller)),

  implement(calls.drawSamples, async ({ input, caller }) => {
    const { paperId, questionId, at, userId } = input
    const { desk, q } = await ledBy(input, caller)
    const { given } = await counted(desk.paper)
    const markers = given.flatMap((g) =>
      g.questionId === questionId && g.userId !== paperMarker && g.userId !== caller.userId ? [g.userId as UserId] : [],
    )
    const wanted = byChance(userId ? markers.filter((m) => m === userId) : markers, at, (m) => m)
    const found: Drawn[] = []
    for (const marker of wanted.slice(0, markersAtOnce)) {
      if (found.length >= calls.mostDrawn * 2) break
      const done = (await doneBy(paperId, questionId, marker)).filter((b) => (b.doneAt ?? 0) >= (input.since ?? 0))
      const some = byChance(done, at, (b) => b.bundleId).slice(0, bundlesEach)
      for (const b of some)
        for (const item of await answersOf(b))
          if (item[b.role]?.by === marker) found.push(...drawn(q, item, b.role, input, caller.userId))
    }
    const keys = found.map(({ mark }) => ({ paperId: paperId as string, markId: mark.attemptId as string }))
    const before = new Set((await sampleChecks.getMany(keys)).map((c) => c.markId))
    const fresh = byChance(
      found.filter(({ mark }) => !before.has(mark.attemptId)),
      at,
      ({ mark }) => mark.attemptId,
    ).slice(0, calls.mostDrawn)
    const students = [...new Set(fresh.map(({ item }) => item.studentId))]
    const pictures = new Map(
      (await images.getMany(students.map((studentId: StudentId) => ({ paperId, studentId })))).map((p) => [
        p.studentId,
        p,
      ]),
    )
    const nameOf = markerNames(desk, caller)
    return {
      list: await Promise.all(
        fresh.map(async ({ item, role, mark, given: gave, score }) => {
          const of = pictures.get(item.studentId)
          return {
            studentId: item.studentId,
            imageVersion: item.imageVersion,
            markId: mark.attemptId,
            role,
            markerName: nameOf(mark.by),
            given: gave,
            score,
            at: mark.at,
            images: of ? await signed(picturesOf(of, questionId).shown) : [],
          }
        }),
      ),
    }
  }),

  implement(calls.checkSample, ({ input, caller }) => commands.checkSample(input, caller)),
]
