/** A made-up snapshot: as many students as asked for, in three classes, with a spread of abilities. For tests. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PaperReport } from './analysis.types.ts'
import { rowsOf } from './snapshot.rules.ts'
import { transcriptRows } from './transcript.rules.ts'
import { SnapshotData } from './publication.types.ts'
import type { TranscriptRow } from './publication.types.ts'
import { reportOf } from './stats/paper.ts'
import { tallyOf } from './stats/tally.ts'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`

/** Chance from a seed (mulberry32): the same everywhere. */
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

export const madeSnapshot = (students: number, of: { seed?: number; names?: readonly string[] } = {}): SnapshotData => {
  const next = chance(of.seed ?? 7)
  const questions: (Omit<PaperQuestion, 'questionId'> & { questionId: string })[] = [
    ...Array.from({ length: 10 }, (_, i) => ({
      questionId: id('qu', i),
      number: String(i + 1),
      unitType: i < 8 ? 1 : 2,
      fullScore: 400,
      optionCount: 4,
      answer: i < 8 ? 'ABCD'[i % 4]! : 'AC',
      ...(i < 8 ? {} : { halfScore: 200 }),
    })),
    ...Array.from({ length: 4 }, (_, i) => ({
      questionId: id('qu', 10 + i),
      number: String(11 + i),
      unitType: 5,
      fullScore: 1500,
    })),
  ]
  const rows = Array.from({ length: students }, () => {
    const state = next() < 0.03 ? ('absent' as const) : ('present' as const)
    const ability = (next() + next() + next()) / 3
    const chosen = questions.map((q) =>
      q.unitType > 2
        ? ''
        : next() < 0.25 + ability * 0.7
          ? q.answer!
          : next() < 0.1
            ? ''
            : 'ABCD'[Math.floor(next() * 4)]!,
    )
    const scores = questions.map((q, i) => {
      if (q.unitType > 2) return Math.round(Math.min(1, Math.max(0, ability * 0.9 + (next() - 0.4) * 0.5)) * 15) * 100
      if (chosen[i] === q.answer) return q.fullScore
      return q.unitType === 2 && chosen[i] !== '' && q.answer!.includes(chosen[i]!) ? 200 : 0
    })
    return { state, chosen, scores }
  })
  return SnapshotData.parse({
    schema: 1,
    paperId: id('pa', 1),
    examId: id('ex', 1),
    owner: `s:${id('sc', 1)}`,
    examName: '2026学年第一学期期中考试',
    courseName: '数学',
    gradeName: '高一',
    examDate: 1_794_240_000_000,
    keyVersion: 2,
    madeAt: 1_794_400_000_000,
    questions,
    classes: [1, 2, 3].map((n) => ({ classId: id('cl', n), className: `高一（${n}）班` })),
    report: {},
    studentRank: false,
    teacherTotalRank: true,
    studentId: rows.map((_, i) => id('st', i)),
    studentName: rows.map((_, i) => of.names?.[i] ?? `学生${i + 1}`),
    studentNumber: rows.map((_, i) => String(20_260_001 + i)),
    classOf: rows.map((_, i) => i % 3),
    state: rows.map((r) => r.state),
    scores: rows.map((r) => (r.state === 'present' ? r.scores : [])),
    chosen: rows.map((r) => (r.state === 'present' ? r.chosen : [])),
  })
}

/** Report and transcript of a cohort that fits in memory: what shards must add up to. */
export const reportAndTranscript = (data: SnapshotData): { report: PaperReport; transcript: TranscriptRow[] } => {
  const rows = rowsOf(data)
  const tally = tallyOf(rows)
  const report = reportOf(rows.items, tally, data.report)
  return { report, transcript: transcriptRows(data, report, tally.classes) }
}
