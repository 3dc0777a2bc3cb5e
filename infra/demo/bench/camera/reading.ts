/** What the recogniser said of a page, held against what a careful person would have. */
import { unclearOf } from '#shared/scan/doubts/unclear.rules.ts'
import type { DoubtKind } from '#shared/scan/omr/omr.types.ts'
import { isSeen } from '../../camera/page.ts'
import type { MadePage, RowTruth } from '../../camera/page.ts'

/** An entry of what `npm run recognise` prints: only what is judged. */
export type Entry = {
  file: string
  status: 'read' | 'refused'
  doubts: { kind: string; questionId?: string; mark?: string; detail?: string }[]
  page?: number
  choices: { questionId: string; chosen: string[]; doubt?: string }[]
  studentNumber?: { value: string | null; digits: ({ value: string; state: string } | null)[]; from: string }
}

/**
 * right: read as a person would, unasked. asked: a person is asked, as is fair or needed. needless: asked about a mark that
 * leaves no question. lost: read as blank, and nothing of the mark is on the picture. wrong: read otherwise and accepted.
 */
export type Verdict = 'right' | 'asked' | 'needless' | 'lost' | 'wrong'
export type JudgedRow = { row: RowTruth; verdict: Verdict; said: string[] | null; doubt?: string }
export type Judged = { refused: string | null; rows: JudgedRow[] }

/** Doubts about the page as a whole: a person looks at all of it. */
const wholePage: readonly string[] = [
  'foreignCard',
  'twoPages',
  'scale',
  'noAnchors',
  'stain',
  'faintMark',
  'unreadable',
  'blankPage',
]

export const judge = (entry: Entry, page: Pick<MadePage, 'rows'>): Judged => {
  if (entry.status === 'refused') {
    const [first] = entry.doubts
    return { refused: first ? `${first.kind}${first.detail ? ` ${first.detail}` : ''}` : 'refused', rows: [] }
  }
  const whole = entry.doubts.find((d) => !d.questionId && !d.mark && wholePage.includes(d.kind))
  const rows = page.rows.flatMap((row): JudgedRow[] => {
    let letters: string[] | null = null
    let doubt = whole?.kind
    if (row.row === 'digit') {
      const number = entry.studentNumber
      if (!number || number.from === 'qr') return []
      const digit = number.digits[Number(row.name.slice(6)) - 1]
      if (number.value === null) {
        // The number as a whole goes to a person; which digit was the reason is not asked here.
        const fine = !!digit && digit.state === 'filled' && row.allowed.some((a) => a[0] === digit.value)
        if (fine) return []
        doubt ??= 'studentNumber'
        letters = digit ? [digit.value] : null
      } else letters = [number.value[Number(row.name.slice(6)) - 1]!]
    } else {
      const choice = entry.choices.find((c) => c.questionId === row.name)
      letters = choice?.chosen ?? null
      doubt ??= choice?.doubt ?? entry.doubts.find((d) => d.questionId === row.name)?.kind
      if (!choice) doubt ??= 'missing'
    }
    const fits = letters !== null && row.allowed.some((a) => a.join() === letters.join())
    const verdict: Verdict = doubt ? (row.ask === 'needless' ? 'needless' : 'asked') : fits ? 'right' : 'wrong'
    return [{ row, verdict, said: letters, ...(doubt && { doubt }) }]
  })
  return { refused: null, rows }
}

/** What a person is asked of a page: as many questions as rows, or one, whether it is scanned again, where most are unclear. */
export const questionsOf = ({ rows }: Judged): { questions: number; unclear: boolean } => {
  const choices = rows.filter((r) => r.row.row !== 'digit')
  const asked = choices.filter((r) => r.doubt)
  const doubts = asked.map((r) => ({ questionId: r.row.name, kind: r.doubt as DoubtKind }))
  const unclear = unclearOf(doubts, Object.fromEntries(choices.map((r) => [r.row.name, null])), {}) !== undefined
  return { questions: unclear ? 1 : asked.length, unclear }
}

/** What was accepted as blank is no fault where the picture does not show the mark. */
export const withLost = (judged: Judged, page: MadePage): Judged => {
  if (!page.unmarked || !judged.rows.some((r) => r.verdict === 'wrong' && r.said?.length === 0)) return judged
  const unmarked = page.unmarked()
  const rows = judged.rows.map((r): JudgedRow => {
    if (r.verdict !== 'wrong' || r.said?.length !== 0) return r
    return isSeen(page, unmarked, r.row.cells) ? r : { ...r, verdict: 'lost' }
  })
  return { ...judged, rows }
}

export type Tally = { pages: number; refused: number; wrongPages: number } & Record<Verdict, number>
export const noTally = (): Tally => ({
  pages: 0,
  refused: 0,
  wrongPages: 0,
  right: 0,
  asked: 0,
  needless: 0,
  lost: 0,
  wrong: 0,
})

export const countIn = (tallies: Map<string, Tally>, key: string): Tally => {
  let tally = tallies.get(key)
  if (!tally) tallies.set(key, (tally = noTally()))
  return tally
}

const percent = (n: number, of: number) =>
  of === 0 ? '' : `${((100 * n) / of).toFixed(n > 0 && n / of < 0.1 ? 1 : 0)}`

/** A table as text: what, pages, refused, rows, right %, asked %, needless %, lost, wrong. */
export const tableOf = (title: string, tallies: ReadonlyMap<string, Tally>, withPages: boolean): string => {
  const lines = [
    [title, ...(withPages ? ['pages', 'refused'] : []), 'rows', 'right %', 'asked %', 'needless %', 'lost', 'wrong'],
  ]
  const add = (name: string, t: Tally) => {
    const rows = t.right + t.asked + t.needless + t.lost + t.wrong
    lines.push([
      name,
      ...(withPages ? [String(t.pages), String(t.refused)] : []),
      String(rows),
      percent(t.right, rows),
      percent(t.asked, rows),
      percent(t.needless, rows),
      String(t.lost),
      String(t.wrong),
    ])
  }
  const sum = noTally()
  for (const [name, t] of tallies) {
    add(name, t)
    for (const k of Object.keys(sum) as (keyof Tally)[]) sum[k] += t[k]
  }
  add('all', sum)
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((l) => l[i]!.length)))
  return lines
    .map((l) => l.map((cell, i) => (i === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[i]!))).join('  '))
    .join('\n')
}
