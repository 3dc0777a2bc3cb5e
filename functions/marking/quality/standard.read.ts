/** Standards as they are shown, and the answers that they are chosen from. */
import { createHash } from 'node:crypto'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { answerState, stepOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { ScriptImages } from '#shared/marking/marking.types.ts'
import type * as calls from '#shared/marking/quality/standard.calls.ts'
import type { Standard } from '#shared/marking/quality/standard.types.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deskNow, deskOf, ownTeacher, questionIn, rolesFor } from '../desk/desk.ts'
import type { Desk } from '../desk/desk.ts'
import { answers, bundles, heads, images, shards } from '../marking.store.ts'
import { requirePassword } from '../password.commands.ts'
import { picturesOf, signed } from '../answerPictures.ts'
import { rubricShown } from '../rubric/rubric.store.ts'
import { standardsOf } from './standard.store.ts'

/** Who arbitrates a question leads its marking, who answers for the paper, and who manages the exam. */
export const leadsQuestion = ({ exam, arrangement }: Desk, questionId: string, caller: Caller): boolean => {
  const { arbitrators = [] } = arrangement.questions.find((x) => x.questionId === questionId) ?? {}
  return mayManage(exam, caller) || [...arbitrators, ...(arrangement.principals ?? [])].includes(caller.userId)
}

/** The desk of a question whose marking the caller leads. */
export const ledBy = async (of: { paperId: string; questionId: string }, caller: Caller) => {
  const desk = await deskNow(of.paperId)
  const q = questionIn(desk, of.questionId)
  return leadsQuestion(desk, q.questionId, caller) ? { desk, q } : refuse(markingProblems.notLeader)
}

/**
 * The questions whose marking the caller leads, and which of them is asked about: the one named, or the first that is
 * urgent, or the first. @throws who leads none, and for a question that the caller does not lead.
 */
export const ledIn = (
  desk: Desk,
  caller: Caller,
  questionId: string | undefined,
  urgent: (q: PaperQuestion) => boolean = () => false,
): { led: PaperQuestion[]; asked: PaperQuestion } => {
  const led = subjectiveOf(desk.paper.questions).filter((q) => leadsQuestion(desk, q.questionId, caller))
  const first = led.find(urgent) ?? led[0]
  if (!first) return refuse(mayManage(desk.exam, caller) ? commonProblems.notFound : markingProblems.notLeader)
  const asked = questionId === undefined ? first : questionIn(desk, questionId)
  return led.includes(asked) ? { led, asked } : refuse(markingProblems.notLeader)
}

const picturesBy = async (paperId: string, students: readonly StudentId[]): Promise<Map<string, ScriptImages>> =>
  new Map(
    (await images.getMany(students.map((studentId) => ({ paperId, studentId })))).map((i) => [
      i.studentId as string,
      i,
    ]),
  )

/** Those whose sheet is there with the very picture that was agreed on. */
export const standingOnes = async (of: readonly Standard[]): Promise<{ standard: Standard; shown: ScriptImages }[]> => {
  const [first] = of
  if (!first) return []
  const students = of.map((s) => s.studentId)
  const [pictures, scripts] = await Promise.all([
    picturesBy(first.paperId, students),
    heads.getMany(students.map((studentId) => ({ paperId: first.paperId as string, studentId: studentId as string }))),
  ])
  const present = new Set(scripts.filter((h) => h.state === 'present').map((h) => h.studentId))
  return of.flatMap((standard) => {
    const shown = pictures.get(standard.studentId)
    return shown && present.has(standard.studentId) && shown.imageVersion === standard.imageVersion
      ? [{ standard, shown }]
      : []
  })
}

export const standardsRead = async (
  { paperId, questionId }: InputOf<typeof calls.standards>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.standards>> => {
  const desk = await deskNow(paperId)
  const { led, asked } = ledIn(desk, caller, questionId)
  const all = await standardsOf({ paperId })
  const own = all.filter((s) => s.questionId === asked.questionId)
  const there = new Map((await standingOnes(own)).map(({ standard, shown }) => [standard.studentId, shown]))
  return {
    state: desk.arrangement.state,
    questions: led.map((q) => {
      const n = (use: Standard['use']) => all.filter((s) => s.questionId === q.questionId && s.use === use).length
      return { ...q, step: stepOf(q), counts: { example: n('example'), trial: n('trial'), seed: n('seed') } }
    }),
    questionId: asked.questionId,
    rubric: await rubricShown(paperId, asked.questionId),
    list: await Promise.all(
      own
        .toSorted((a, b) => b.score - a.score || a.at - b.at)
        .map(async (s) => {
          const shown = there.get(s.studentId)
          return {
            ...s,
            images: shown ? await signed(picturesOf(shown, s.questionId).shown) : [],
            replaced: shown === undefined,
          }
        }),
    ),
  }
}

/** Answers that are offered at once; bundles that are read at once of a shard: of a large paper one shard has enough. */
const offered = 12
const readAtOnce = 200

/** Students of a question's bundles, from a place among the bundles that `at` says: a bundle's id is a digest. */
const studentsByChance = async (paperId: string, questionId: string, at: number): Promise<StudentId[]> => {
  const digest = createHash('sha256').update(`${paperId}|${questionId}|${at}`).digest()
  const start = composeId('bundle', digest.readUIntBE(0, 5), digest.subarray(10, 20))
  const found: StudentId[] = []
  for (let i = 0; i < shards && found.length < offered * 3; i++) {
    const pk = `bundles#${paperId}#${(digest[6]! + i) % shards}`
    const some = await bundles.query(pk, { from: start, limit: readAtOnce })
    const rest = some.length < readAtOnce ? await bundles.query(pk, { to: start, limit: readAtOnce }) : []
    for (const b of [...some, ...rest])
      if (b.questionId === questionId && b.role === 'first') found.push(...b.studentIds)
  }
  const place = (id: string): string => createHash('sha256').update(`${at}|${id}`).digest('hex')
  return [...new Set(found)].sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, offered)
}

export const standardChoicesRead = async (
  { paperId, questionId, at }: InputOf<typeof calls.standardChoices>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.standardChoices>> => {
  const { q } = await ledBy({ paperId, questionId }, caller)
  const students = await studentsByChance(paperId, questionId, at)
  const [items, pictures, known] = await Promise.all([
    answers.getMany(students.map((studentId) => ({ paperId, studentId, questionId }))),
    picturesBy(paperId, students),
    standardsOf({ paperId, questionId }),
  ])
  const uses = new Map(known.map((s) => [s.studentId as string, s.use]))
  const rows = await Promise.all(
    items.map(async (item) => {
      const of = pictures.get(item.studentId)
      if (!of || of.unseen?.includes(questionId) || of.imageVersion !== item.imageVersion) return []
      const { blocks, shown } = picturesOf(of, questionId)
      const state = answerState(q, item)
      const use = uses.get(item.studentId)
      return [
        {
          studentId: item.studentId,
          imageVersion: item.imageVersion,
          images: await signed(shown),
          likelyBlank: blocks.length > 0 && blocks.every((b) => b.likelyBlank),
          score: state.kind === 'scored' ? state.score : null,
          ...(use ? { use } : {}),
        },
      ]
    }),
  )
  return { list: rows.flat() }
}

export const examplesRead = async (
  { paperId, questionId }: InputOf<typeof calls.examples>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.examples>> => {
  const desk = await deskOf(paperId)
  const q = questionIn(desk, questionId)
  const marks = rolesFor(desk, q, caller, await ownTeacher(desk, caller)).length > 0
  if (!marks && !leadsQuestion(desk, questionId, caller)) return refuse(markingProblems.notMarker)
  await requirePassword(desk, caller)
  const open = (await standardsOf({ paperId, questionId })).filter((s) => s.use === 'example')
  const list = await Promise.all(
    (await standingOnes(open))
      .toSorted((a, b) => b.standard.score - a.standard.score || a.standard.at - b.standard.at)
      .map(async ({ standard: { score, reason, at }, shown }, i) => ({
        key: `${at}.${i}`,
        score,
        reason,
        images: await signed(picturesOf(shown, questionId).shown),
      })),
  )
  return { list }
}
