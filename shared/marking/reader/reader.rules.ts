/** What is believed of a reader, and what is not. Pure. */
import * as z from 'zod'
import { canonical } from '#shared/kit/canonical.ts'
import { weightedKappa } from '../quality/agreement.rules.ts'
import { scoreByRules } from './typed.rules.ts'
import type { TypedRule } from './typed.rules.ts'
import { isOnGrid } from '../marking.rules.ts'
import { mostApart, mostText } from './reader.types.ts'
import type { Proposal, ReaderFault, ReaderPart, ReaderStand, ReaderTold } from './reader.types.ts'

/** Of whose answer it is a reader is told nothing: the id is made for this one question to it. */
export type ReaderAsked = { id: string; pictures: readonly string[]; fullScore: number; markStep?: number | undefined }
export type ReaderSaid = Pick<Proposal, 'score' | 'text' | 'reason' | 'confidence'>

const line = z
  .string()
  .max(mostText)
  // Signs that steer a screen are no answer.
  .refine((s) => !/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(s))

/** Scores are points, as a person writes them: 4, 4.5. */
const Answers = z.object({
  answers: z.array(
    z.object({
      id: z.string(),
      pictures: z.array(z.string()),
      score: z.number().nullish(),
      text: line.nullish(),
      reason: line.nullish(),
      confidence: z.number().min(0).max(1),
    }),
  ),
})

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** What a reader's answer says of the one answer that it was asked about, or why it says nothing. */
export const readerSaid = (asked: ReaderAsked, body: string): ReaderSaid | ReaderFault => {
  const of = Answers.safeParse(parsed(body))
  if (!of.success) return 'malformed'
  const [one, ...more] = of.data.answers
  if (!one || of.data.answers.some((a) => a.id !== asked.id)) return 'other'
  if (more.length > 0) return 'twice'
  if (canonical(one.pictures) !== canonical(asked.pictures)) return 'other'
  const { text, reason, confidence } = one
  const hundredths = one.score === null || one.score === undefined ? undefined : one.score * 100
  if (hundredths === undefined && !text) return 'malformed'
  if (hundredths !== undefined && (hundredths < 0 || hundredths > asked.fullScore)) return 'offScale'
  const score = hundredths === undefined ? undefined : Math.round(hundredths)
  if (score !== undefined && (Math.abs(score - hundredths!) > 1e-6 || !isOnGrid(asked, score))) return 'offGrid'
  return {
    confidence,
    ...(score === undefined ? {} : { score }),
    ...(text ? { text } : {}),
    ...(reason ? { reason } : {}),
  }
}

/** Whether it says the same again: of a picture it has one opinion. */
export const saysSame = (a: Pick<ReaderSaid, 'score' | 'text'>, b: Pick<ReaderSaid, 'score' | 'text'>): boolean =>
  a.score === b.score && a.text === b.text

/** What several parts came to together. */
export const toldTogether = (parts: readonly ReaderPart[], rulesVersion = 0): ReaderTold => {
  const sum = (of: (t: ReaderPart) => number): number => parts.reduce((n, t) => n + of(t), 0)
  const faults: ReaderTold['faults'] = {}
  for (const [fault, n] of parts.flatMap((t) => Object.entries(t.faults) as [ReaderFault, number][]))
    faults[fault] = (faults[fault] ?? 0) + n
  const pairs = parts.flatMap((t) => t.pairs)
  return {
    answers: sum((t) => t.answers),
    read: sum((t) => t.read),
    left: sum((t) => t.left),
    again: sum((t) => t.again),
    wavering: sum((t) => t.wavering),
    faults,
    agreement: {
      n: pairs.reduce((n, [, , times]) => n + times, 0),
      exact: pairs.reduce((n, [given, proposed, times]) => n + (given === proposed ? times : 0), 0),
      kappa: weightedKappa(pairs),
    },
    rulesVersion,
    apart: parts.flatMap((t) => t.apart).slice(0, mostApart),
  }
}

/** A reader passes a trial as a marker does, on answers that people have marked without it. */
export const enoughPairs = 30
export const leastKappa = 0.8
/** Of answers that it was asked of twice. */
export const mostWavering = 0.05

export const standOfReader = (told: ReaderTold | undefined, rulesVersion = 0): Exclude<ReaderStand, 'going'> => {
  if (!told) return 'none'
  const { n, kappa } = told.agreement
  if (told.again > 0 && told.wavering / told.again > mostWavering) return 'wavering'
  // What was proved of other rules says nothing of these.
  if (told.rulesVersion !== rulesVersion) return 'few'
  // Where one mark was given throughout nothing could have differed: that is no proof either.
  if (n < enoughPairs || kappa === null) return 'few'
  return kappa < leastKappa ? 'apart' : 'trusted'
}

/** Less sure than this, a proposal is offered to no one. */
export const leastConfidence = 0.8

/** What a marker is shown of it: nothing of another picture, nothing that wavers or is unsure. */
export const offeredOf = (
  p: Proposal | undefined,
  pictures: readonly string[],
  rules: readonly TypedRule[] = [],
): ReaderSaid | null => {
  const score = p && (p.text === undefined || rules.length === 0 ? p.score : (scoreByRules(rules, p.text) ?? undefined))
  return !p || p.wavering || p.confidence < leastConfidence || canonical(p.pictures) !== canonical(pictures)
    ? null
    : {
        confidence: p.confidence,
        ...(score === undefined ? {} : { score }),
        ...(p.text === undefined ? {} : { text: p.text }),
        ...(p.reason === undefined ? {} : { reason: p.reason }),
      }
}
