/** A question's answers shown to a reader, forty candidates at a time. What comes of it are proposals beside the scripts. */
import { createHash } from 'node:crypto'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import { anonymousText } from '#shared/kit/anonymous.ts'
import type { Known } from '#shared/kit/anonymous.ts'
import { canonical } from '#shared/kit/canonical.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { readAnswersJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { standing, worth } from '#shared/marking/marking.rules.ts'
import type { AnswerItem, ScriptImages } from '#shared/marking/marking.types.ts'
import { mostAsked } from '#shared/marking/reader/reader.calls.ts'
import { offeredOf, saysSame, standOfReader, toldTogether } from '#shared/marking/reader/reader.rules.ts'
import type { TypedRule } from '#shared/marking/reader/typed.rules.ts'
import type { ReaderSaid } from '#shared/marking/reader/reader.rules.ts'
import { mostApart } from '#shared/marking/reader/reader.types.ts'
import type { Proposal, QuestionReader, ReaderFault, ReaderPart } from '#shared/marking/reader/reader.types.ts'
import { asideKey, getJson, getObject, objectKey, ObjectMissing, putJson, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { answers, heads, images } from '../marking.store.ts'
import { offered } from '#shared/marking/rubric/rubric.rules.ts'
import { rubrics } from '../rubric/rubric.store.ts'
import { askOne, readerAddress } from './reader.client.ts'
import { answerRules, proposals, readers } from './reader.store.ts'
import { readablePictures } from './readable.ts'

/** At ten seconds an answer, four at once, a part takes less than half of what a step may. */
const partSize = 40
const together = 4
/** After so many requests in a row without an answer the reader is gone. */
const mostSilent = 8
/** One in so many is asked a second time: whether it says the same is a matter of its own. */
const oneIn = 16
const mostBytes = 2_000_000

const kinds = { 4: 'blank', 6: 'english', 7: 'writing' } as const
const kindOf = (q: PaperQuestion) => kinds[q.unitType as keyof typeof kinds] ?? ('solution' as const)

const found = async (of: { paperId: string; questionId: string }) => {
  const [paper, row, rubric, rules] = await Promise.all([
    paperOf(of.paperId),
    readers.get(of),
    rubrics.get(of),
    answerRules.get(of),
  ])
  const q = paper?.questions.find((x) => x.questionId === of.questionId)
  const points = rubric && rubric.kind !== 'deduct' ? offered(rubric) : []
  return paper && row && q
    ? { paper, row, q, rules, points: points.map(({ name, score }) => ({ name, score: score / 100 })) }
    : refuse(commonProblems.notFound)
}

type Readable = {
  studentId: StudentId
  known: Known
  item: AnswerItem
  blocks: ScriptImages['blocks']
  was: Proposal | undefined
}
const keysOf = (blocks: ScriptImages['blocks']): string[] => blocks.map((b) => b.key)

const knownAs = (c: Candidate): Known => ({
  studentId: c.studentId,
  names: [c.studentName],
  numbers: [c.studentNumber, ...(c.ownNumber ? [c.ownNumber] : [])],
})

const readableOf = async (of: { paperId: string; questionId: string }, students: readonly Candidate[]) => {
  const keys = students.map(({ studentId }) => ({ paperId: of.paperId, studentId: studentId as string }))
  const people = new Map(students.map((c) => [c.studentId, knownAs(c)]))
  const withQuestion = keys.map((k) => ({ ...k, questionId: of.questionId }))
  const [there, pictures, items, before] = await Promise.all([
    heads.getMany(keys),
    images.getMany(keys),
    answers.getMany(withQuestion),
    proposals.getMany(withQuestion),
  ])
  const present = new Set(there.filter((h) => h.state === 'present').map((h) => h.studentId))
  const shown = new Map(pictures.map((i) => [i.studentId, i]))
  const said = new Map(before.map((p) => [p.studentId, p]))
  return items.flatMap((item): Readable[] => {
    const { studentId } = item
    const blocks = present.has(studentId) ? readablePictures(shown.get(studentId), of.questionId) : null
    if (!blocks) return []
    const was = said.get(studentId)
    const same = was && canonical(was.pictures) === canonical(keysOf(blocks))
    return [{ studentId, known: people.get(studentId)!, item, blocks, was: same ? was : undefined }]
  })
}

/** Null where a picture cannot be had: there is nothing to ask. */
const shownOf = async (blocks: ScriptImages['blocks']) => {
  try {
    const shown = await Promise.all(
      blocks.map(async ({ key, width, height }) => ({ bytes: await getObject(key), width, height })),
    )
    return shown.reduce((n, s) => n + s.bytes.length, 0) <= mostBytes ? shown : null
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

/** What people gave beside what was proposed: of first marks only those whose marker was shown no proposal. */
const besidePeople = (
  all: readonly Readable[],
  rules: readonly TypedRule[],
  { shownSince }: QuestionReader,
): Pick<ReaderPart, 'pairs' | 'apart'> => {
  const apart: ReaderPart['apart'] = []
  const pairs = new Map<string, [number, number, number]>()
  for (const { item, blocks, was } of all) {
    const proposed = offeredOf(was, keysOf(blocks), rules)?.score
    if (proposed === undefined) continue
    for (const role of ['first', 'second', 'third'] as const) {
      const mark = standing(item[role], item.imageVersion)
      const given = mark ? worth(mark.value) : null
      if (!mark || given === null) continue
      if (role === 'first' && mark.at >= was!.at && mark.at >= (shownSince ?? Infinity)) continue
      if (given !== proposed && apart.length < mostApart) apart.push({ studentId: item.studentId, given, proposed })
      const pair = pairs.get(`${given}|${proposed}`)
      if (pair) pair[2]++
      else pairs.set(`${given}|${proposed}`, [given, proposed, 1])
    }
  }
  return { pairs: [...pairs.values()], apart }
}

const isProbe = (key: string): boolean => createHash('sha256').update(key).digest()[0]! % oneIn === 0

/** Without name and number, where the student wrote them in the answer's place: they are not kept. */
const cleaned = (said: ReaderSaid, known: Known): ReaderSaid => ({
  ...said,
  ...(said.text === undefined ? {} : { text: anonymousText(said.text, known) }),
  ...(said.reason === undefined ? {} : { reason: anonymousText(said.reason, known) }),
})

/** Shows one answer, and what is to be believed of what was said: as it was said, or that it wavers. */
const readOne = async (
  of: Readable,
  ask: (blocks: ScriptImages['blocks']) => Promise<ReaderSaid | ReaderFault | null>,
  probing: boolean,
) => {
  const asks = async () => {
    const said = await ask(of.blocks)
    return said !== null && typeof said === 'object' ? cleaned(said, of.known) : said
  }
  const said = await asks()
  if (said === null || typeof said === 'string') return { fault: said, asked: said === null ? 0 : 1 }
  const { studentId, item, was } = of
  const { paperId, questionId } = item
  const before = was ?? (probing && isProbe(keysOf(of.blocks)[0]!) ? await asks() : null)
  const twice = was !== undefined || (before !== null && typeof before === 'object')
  const wavers = was?.wavering === true || (before !== null && typeof before === 'object' && !saysSame(before, said))
  const next: Proposal = {
    ...{ schema: 1, paperId, studentId, questionId, pictures: keysOf(of.blocks) },
    ...said,
    ...(wavers ? { wavering: true as const } : {}),
    at: was?.at ?? now(),
  }
  await proposals.put(next)
  of.was = next
  return { fault: null, asked: was || before === null ? 1 : 2, twice, wavers }
}

const partKey = (of: { owner: string; examId: string }, jobId: string, part: number): string =>
  asideKey(jobId, of.owner, 'marking', of.examId, `${part}.json`)

export const readAnswersWork = work(readAnswersJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const { paper, rules } = await found(input)
    const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
    if (!readerAddress()) return refuse(markingProblems.noReader)
    const parts: { part: number; slice: unknown; most: number }[] = []
    let left = input.most ?? mostAsked
    for await (const { slice } of rosterSlices(exam, partSize)) {
      // Of a few it is asked twice, to see whether it says the same.
      const most = Math.min(left, Math.ceil(slice.students * 1.5))
      left -= most
      parts.push({ part: parts.length, slice, most })
    }
    const manifestKey = objectKey(jobId, tenant, 'marking', 'reader', `${jobId}.jsonl`)
    await putLines(manifestKey, parts)
    await progress({ total: exam.candidateCount, message: '正在请阅读器读' })
    // Changed while parts are read, they are none of which anything was proved.
    return { manifestKey, parts: parts.length, rulesVersion: rules?.version ?? 0 }
  },

  read: async ({ input, jobId, items }) => {
    const { paper, q, points, rules } = await found(input)
    const url = readerAddress()
    let n = 0
    for (const { part, slice, most } of items) {
      const row = (await readers.get(input))!
      const students = await candidatesIn(paper.examId, slice)
      const all = await readableOf(input, students)
      const todo = all.filter((a) => input.anew || !a.was)
      const question = { kind: kindOf(q), fullScore: q.fullScore, markStep: q.markStep, points }
      const ask = async (blocks: ScriptImages['blocks']) => {
        const shown = url && (await shownOf(blocks))
        return shown ? askOne(url, question, shown) : null
      }
      const faults: ReaderPart['faults'] = {}
      const count = { again: 0, wavering: 0 }
      let [asked, silent, at] = [0, 0, 0]
      let gone = !url || row.goneIn === jobId
      while (at < todo.length && asked < most && !gone) {
        const those = todo.slice(at, (at += Math.min(together, most - asked)))
        const probing = asked + 2 * those.length <= most
        for (const said of await Promise.all(those.map((of) => readOne(of, ask, probing)))) {
          asked += said.asked
          if (said.fault) faults[said.fault] = (faults[said.fault] ?? 0) + 1
          if (said.twice) count.again++
          if (said.wavers) count.wavering++
          silent = said.fault === 'silent' || said.fault === 'slow' ? silent + 1 : 0
        }
        gone = silent >= mostSilent
      }
      if (gone) await readers.update(input, { goneIn: jobId })
      const told: ReaderPart = {
        answers: all.length,
        read: all.filter((a) => a.was && !a.was.wavering).length,
        left: Math.max(0, todo.length - at),
        ...{ faults, ...count },
        ...besidePeople(all, rules?.rules ?? [], row),
      }
      await putJson(partKey(paper, jobId, part), told, { replace: true })
      n += students.length
    }
    return n
  },

  finish: async ({ input, jobId, out }) => {
    const { paper } = await found(input)
    const parts = await inTurns(
      Array.from({ length: out.plan.parts }, (_, part) => part),
      16,
      (part) => getJson<ReaderPart>(partKey(paper, jobId, part)),
    )
    const { rulesVersion } = out.plan
    const told = toldTogether(parts, rulesVersion)
    await readers.edit(input, (row) => {
      // Asked again since: what that one comes to stands.
      if (!row || row.jobId !== jobId) return null
      const shown = row.shownSince ?? (standOfReader(told, rulesVersion) === 'trusted' ? now() : undefined)
      return { ...row, told, ...(shown === undefined ? {} : { shownSince: shown }) }
    })
    return { read: told.read }
  },
})
