/** Settlements of single pages: what a person decides of a doubt. */
import type * as calls from '#shared/scan/scan.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import { isMarkId, markAgain, markFrom } from '#shared/scan/results/marks.rules.ts'
import { bars, orderedLetters, undoable } from '#shared/scan/scan.rules.ts'
import type { PageStanding, ScanPage, Settlement, SheetDoubt } from '#shared/scan/sheet.types.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { candidateOf, candidatesNumbered, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { followMarking } from '../followMarking.ts'
import { mayHold, released } from '../batches/lease.ts'
import { managedBatch } from '../managed.ts'
import { place, standingOf } from '../pagePlace.ts'
import type { Move } from '../pagePlace.ts'
import { followersOf, isDuplicate, sheetsAfter } from '../read/closeBatch.ts'
import { seatPage } from '../read/seatPage.ts'
import { batchPlaces, pages, readings, slots } from '../scan.store.ts'
import { countMoved, entryOf, pageAt, settledAs, wasDoneBy } from './settle.ts'
import type { OnePage } from './settle.ts'

const written = async (moves: readonly Move[]): Promise<ScanPage> => {
  const placed = await place(moves)
  if (!placed.done) return refuseStale(pages, moves[0]!.page)
  await countMoved(moves)
  return placed.page
}

/** Pages without a number go where the page before them goes; each on its own, so that one in doubt holds up no other. */
const leadOn = async (
  from: Pick<PageStanding, 'studentId'>,
  now: ScanPage,
  candidate: Candidate,
  caller: Caller,
): Promise<number> => {
  if (now.state !== 'matched') return 0
  let also = 0
  for (const page of await followersOf(now)) {
    // Gone along already, when the front was settled by a request that ended midway.
    if (page.state === 'matched' && page.studentId === candidate.studentId && wasDoneBy(page, caller, 'assign')) {
      also++
      continue
    }
    const goes = page.state === 'open' || (page.state === 'matched' && page.studentId === from.studentId)
    if (!goes || page.studentId === candidate.studentId) break
    // That another student has such a page already was about him.
    const cleared: ScanPage = { ...page, doubts: page.doubts.filter((d) => d.kind !== 'duplicate') }
    const placed = await seatPage(cleared, candidate, { entry: entryOf(caller, 'assign', alongWords, page) })
    if (!placed.done || placed.page.state !== 'matched') break
    await countMoved([{ page, to: placed.page }])
    also++
  }
  return also
}

const alongWords = '跟随前一页'
/** The page that was kept stays; this one is out. */
const dropped = (page: ScanPage, caller: Caller, note: string): Move[] => [
  {
    page,
    to: { ...standingOf(page), state: 'duplicate', waits: false, doubts: [], reason: '保留原扫描件' },
    entry: entryOf(caller, 'keepOld', note, page),
  },
]

/** The page that holds the place which this one wants; it may have gone since. */
const holderOf = async ({ paperId, studentId, page }: ScanPage): Promise<ScanPage | null> => {
  const slot = studentId === undefined ? null : await slots.get({ paperId, studentId, page: page ?? 0 })
  return slot?.batchId && slot.no ? pages.get({ batchId: slot.batchId, no: slot.no }) : null
}

/** The page takes its place; what held it is out, or goes to the candidate whose it is. */
const taking = async (page: ScanPage, caller: Caller, note: string, oldIs?: Candidate): Promise<Move[]> => {
  const doubts = page.doubts.filter((d) => !bars(d))
  const to: PageStanding = { ...standingOf(page), state: 'matched', waits: doubts.length > 0, doubts }
  const entry = entryOf(caller, 'takeNew', note, page)
  const old = await holderOf(page)
  if (!old) return [{ page, to, entry }]
  const displaced = { batchId: old.batchId, no: old.no }
  const whose = oldIs && `${oldIs.studentName} ${oldIs.studentNumber}`
  const gone: Move = oldIs
    ? {
        page: old,
        to: { ...standingOf(old), studentId: oldIs.studentId },
        // At the same moment: taken back, the two go together.
        entry: { ...entryOf(caller, 'assign', whose!, old), at: entry.at },
      }
    : {
        page: old,
        to: { ...standingOf(old), state: 'voided', waits: false, doubts: [], reason: '被新的扫描件替换' },
        entry: entryOf(caller, 'displaced', '被新的扫描件替换', old),
      }
  return [{ page, to, entry: { ...entry, displaced } }, gone]
}

/** Which of two sheets counts is asked of their fronts: what follows this one, and waits for the same, goes its way. */
const sheetAlong = async (
  sheet: readonly ScanPage[],
  front: ScanPage,
  act: 'keepOld' | 'takeNew',
  caller: Caller,
): Promise<number> => {
  let also = 0
  for (const page of sheet) {
    // Gone along already, when the front was settled by a request that ended midway.
    if (wasDoneBy(page, caller, act)) {
      also++
      continue
    }
    if (!isDuplicate(page) || page.studentId !== front.studentId) break
    const moves = act === 'keepOld' ? dropped(page, caller, alongWords) : await taking(page, caller, alongWords)
    if (!(await place(moves)).done) break
    await countMoved(moves)
    also++
  }
  return also
}

/** What takes a page's last settlement back, with the page that it displaced; null where that has gone elsewhere since. */
const backOf = async (page: ScanPage, last: NonNullable<ReturnType<typeof undoable>>, caller: Caller) => {
  const { before: _none, ...entry } = entryOf(caller, 'undo', last.note, page)
  const moves: Move[] = [{ page, to: last.before, entry }]
  if (!last.displaced) return moves
  const other = await pages.get(last.displaced)
  const gone = other && undoable(other.journal)
  const together = gone && (gone.act === 'displaced' || (gone.act === 'assign' && gone.at === last.at))
  return together ? [...moves, { page: other, to: gone.before, entry }] : null
}

const withFollowers: readonly Settlement['act'][] = ['assign', 'keepOld', 'takeNew']

/** When a front's settlement is taken back, those that went along go back as well. */
const followBack = async (taken: Settlement, now: ScanPage, caller: Caller): Promise<number> => {
  if (!withFollowers.includes(taken.act)) return 0
  let also = 0
  // As each went along: by the number of the page before it, or with its sheet.
  const along = taken.act === 'assign' ? followersOf : sheetsAfter
  for (const page of await along(now)) {
    if (wasDoneBy(page, caller, 'undo')) continue
    const own = undoable(page.journal)
    if (own?.act !== taken.act || own.by !== taken.by || own.at < taken.at) break
    const moves = await backOf(page, own, caller)
    if (!moves || !(await place(moves)).done) continue
    await countMoved(moves)
    also++
  }
  // And those of the front that it sent to another candidate.
  const { displaced, ...rest } = taken
  const other = displaced ? await pages.get(displaced) : null
  return also + (other ? await followBack({ ...rest, act: 'assign' }, other, caller) : 0)
}

/** The marks that were read of a page, and the questions whose rules they keep. */
const marksAt = async (page: ScanPage) => ({
  of: (await readings.get(page))?.marks ?? [],
  questions: (await paperOf(page.paperId))?.questions ?? [],
})

const resetDetail = '恢复为识别结果，请重新核对'

type Confirming = Pick<InputOf<typeof calls.confirmReading>, 'batchId' | 'no' | 'version' | 'answers'> & {
  accept: readonly string[]
}

const confirmed = async (input: Confirming, paperId: string, caller: Caller) => {
  const note = input.answers.map((a) => `${a.questionId}=${a.letters}`).join(' ')
  const { page, already } = await pageAt(
    input,
    (p) =>
      input.answers.length + input.accept.length > 0 &&
      p.journal.at(-1)?.act === 'confirm' &&
      p.journal.at(-1)!.note === note &&
      !p.doubts.some((d) => input.accept.includes(d.kind)),
  )
  if (already) return settledAs(page)
  const rows = (await printedCardOfPaper(paperId))?.geometry.pages.flatMap((p) => p.choices) ?? []
  const settled = { ...page.settled }
  const marks = input.answers.some((a) => isMarkId(a.questionId)) ? await marksAt(page) : null
  for (const { questionId, letters } of input.answers) {
    if (isMarkId(questionId)) {
      const mark = marks?.of.find((m) => m.id === questionId)
      const value = mark ? markFrom(mark, letters, marks!.questions) : null
      if (value === null) return refuse(scanProblems.wrongMark, { letters })
      settled[questionId] = value
      continue
    }
    const row = rows.find((r) => r.questionId === questionId)
    const options = row?.cells.map((c) => c.value) ?? []
    const ordered = orderedLetters(letters, options)
    if (!row || ordered === null) return refuse(scanProblems.wrongLetters, { number: row?.number ?? '?', letters })
    settled[questionId] = ordered
  }
  const doubts = page.doubts.filter(
    (d) => !(d.questionId !== undefined && d.questionId in settled) && !input.accept.includes(d.kind),
  )
  const waits = page.state === 'open' || (page.state === 'matched' && doubts.length > 0)
  const to = { ...standingOf(page), settled, doubts, waits }
  return settledAs(await written([{ page, to, entry: entryOf(caller, 'confirm', note, page) }]))
}

/** One of many pages that are confirmed at once. */
export const confirmPage = async (input: Confirming, paperId: string, caller: Caller): Promise<void> => {
  await mayHold(input, caller)
  await confirmed(input, paperId, caller)
  await released(input, caller)
}

/** A settlement: no caller settles what another holds, and what is settled is free. */
const settling =
  <I extends OnePage, O>(run: (input: I, caller: Caller) => Promise<O>) =>
  async (input: I, caller: Caller): Promise<O> => {
    await mayHold(input, caller)
    const done = await run(input, caller)
    await released(input, caller)
    const place = await batchPlaces.get(input)
    if (place) await followMarking(place.paperId, caller, { settled: true })
    return done
  }

/** Says whose page this is; pages without a number that follow it go along. */
export const assign = settling(async (input: InputOf<typeof calls.assignStudent>, caller) => {
  const at = await managedBatch(input.batchId, caller)
  const exam = (await examOf(at.examId)) ?? refuse(commonProblems.notFound)
  const number = input.studentNumber?.trim() ?? ''
  const candidate = input.studentId
    ? await candidateOf(exam, input.studentId)
    : (await candidatesNumbered(exam, number))[0]
  if (!candidate) return refuse(scanProblems.noCandidate, { number })
  const { page, already } = await pageAt(input, (p) => p.studentId === candidate.studentId && p.state !== 'voided')
  if (already) {
    const before = wasDoneBy(page, caller, 'assign') ? page.journal.at(-1)?.before : undefined
    return settledAs(page, before ? await leadOn(before, page, candidate, caller) : 0)
  }
  if (page.page === undefined || !(await readings.get(page))) return refuse(scanProblems.noReading)
  const cleared: ScanPage = { ...page, doubts: page.doubts.filter((d) => !bars(d)) }
  const entry = entryOf(caller, 'assign', `${candidate.studentName} ${candidate.studentNumber}`, page)
  const placed = await seatPage(cleared, candidate, { entry })
  if (!placed.done) return refuseStale(pages, page)
  await countMoved([{ page, to: placed.page }])
  return settledAs(placed.page, await leadOn(page, placed.page, candidate, caller))
})

/** Confirms what was read, or says what the student chose. */
export const confirm = settling(async (input: InputOf<typeof calls.confirmReading>, caller) => {
  const at = await managedBatch(input.batchId, caller)
  return confirmed(input, at.paperId, caller)
})

/** Takes a page out of every script. */
export const takeAway = settling(async (input: InputOf<typeof calls.voidPage>, caller) => {
  await managedBatch(input.batchId, caller)
  const { page, already } = await pageAt(input, (p) => p.state === 'voided' && p.reason === input.reason)
  if (already) return settledAs(page)
  const to: PageStanding = { state: 'voided', waits: false, doubts: [], settled: page.settled, reason: input.reason }
  return settledAs(await written([{ page, to, entry: entryOf(caller, 'void', input.reason, page) }]))
})

/** The old front has gone to its own candidate: those behind it go along, before the new ones take their places. */
const oldAlong = async (front: ScanPage, examId: string, caller: Caller): Promise<void> => {
  const last = wasDoneBy(front, caller, 'takeNew') ? front.journal.at(-1) : undefined
  const old = last?.displaced ? await pages.get(last.displaced) : null
  if (old?.state !== 'matched' || !old.studentId || !front.studentId) return
  const exam = await examOf(examId)
  const candidate = exam && (await candidateOf(exam, old.studentId))
  if (candidate) await leadOn({ studentId: front.studentId }, old, candidate, caller)
}

/** Of two pages for one place keeps one, or both where the old one is another candidate's; asked once a sheet. */
export const keepOne = settling(async (input: InputOf<typeof calls.settleDuplicate>, caller) => {
  const at = await managedBatch(input.batchId, caller)
  const [wished, act] = input.keep === 'old' ? (['duplicate', 'keepOld'] as const) : (['matched', 'takeNew'] as const)
  const along = async (front: ScanPage): Promise<number> => {
    if (act === 'takeNew') await oldAlong(front, at.examId, caller)
    // Where the old front is another candidate's, what bears its own number is asked about by itself.
    return sheetAlong(await (input.oldIs ? followersOf : sheetsAfter)(front), front, act, caller)
  }
  const { page, already } = await pageAt(input, (p) => p.state === wished)
  if (already) return settledAs(page, wasDoneBy(page, caller, act) ? await along(page) : 0)
  if (!isDuplicate(page)) return refuse(scanProblems.notDuplicate)
  if (input.keep === 'old') {
    const kept = await written(dropped(page, caller, '保留原扫描件'))
    return settledAs(kept, await along(kept))
  }
  const exam = input.oldIs ? ((await examOf(at.examId)) ?? refuse(commonProblems.notFound)) : null
  const oldIs = exam && ((await candidateOf(exam, input.oldIs!)) ?? refuse(scanProblems.noCandidate, { number: '' }))
  const moves = await taking(page, caller, '换成新扫描件', oldIs ?? undefined)
  const placed = await place(moves)
  if (!placed.done) {
    if (placed.why === 'taken' && oldIs)
      return refuse(scanProblems.placeTaken, { student: oldIs.studentName, page: page.page ?? '?' })
    return refuseStale(pages, page)
  }
  await countMoved(moves)
  return settledAs(placed.page, await along(placed.page))
})

/** Takes the last settlement of a page back. */
export const takeBack = settling(async (input: InputOf<typeof calls.undoSettlement>, caller) => {
  await managedBatch(input.batchId, caller)
  const { page, already } = await pageAt(input, (p) => p.journal.at(-1)?.act === 'undo')
  if (already) {
    // What was taken back just now: a request that ended midway may have left those that went along.
    const taken = wasDoneBy(page, caller, 'undo') ? undoable(page.journal.slice(0, -1)) : null
    return settledAs(page, taken ? await followBack(taken, page, caller) : 0)
  }
  const last = undoable(page.journal)
  if (!last || last.act === 'displaced') return refuse(scanProblems.nothingToUndo)
  const moves = (await backOf(page, last, caller)) ?? refuse(scanProblems.cannotUndo)
  const placed = await place(moves)
  if (!placed.done) return placed.why === 'taken' ? refuse(scanProblems.cannotUndo) : refuseStale(pages, page)
  await countMoved(moves)
  return settledAs(placed.page, await followBack(last, placed.page, caller))
})

/** The student chose nothing. */
export const leaveBlank = settling(async (input: InputOf<typeof exceptions.setChoicesBlank>, caller) => {
  await managedBatch(input.batchId, caller)
  const blank = (p: ScanPage) => input.questionIds.every((id) => p.settled[id] === '')
  const { page, already } = await pageAt(input, blank)
  if (already) return settledAs(page)
  const reading = await readings.get(page)
  const unknown = input.questionIds.find((id) => !(id in (reading?.choices ?? {})))
  if (unknown !== undefined) return refuse(scanProblems.wrongLetters, { number: unknown, letters: '' })
  const settled = { ...page.settled, ...Object.fromEntries(input.questionIds.map((id) => [id, ''])) }
  const doubts = page.doubts.filter((d) => d.questionId === undefined || !(d.questionId in settled))
  const waits = page.state === 'open' || (page.state === 'matched' && doubts.length > 0)
  const note = input.questionIds.map((id) => `${id}=`).join(' ')
  const to = { ...standingOf(page), settled, doubts, waits }
  return settledAs(await written([{ page, to, entry: entryOf(caller, 'confirm', note, page) }]))
})

/** Back to what the recogniser read. */
export const readAgain = settling(async (input: InputOf<typeof exceptions.resetChoices>, caller) => {
  await managedBatch(input.batchId, caller)
  const { page, already } = await pageAt(input, (p) => input.questionIds.every((id) => !(id in p.settled)))
  if (already || input.questionIds.every((id) => !(id in page.settled))) return settledAs(page)
  const settled = Object.fromEntries(Object.entries(page.settled).filter(([id]) => !input.questionIds.includes(id)))
  const reading = await readings.get(page)
  // What the recogniser would not vouch for waits again.
  const again = input.questionIds
    .filter((id) => id in page.settled && reading?.choices[id] === null)
    .map((questionId): SheetDoubt => ({ kind: 'faintMark', questionId, detail: resetDetail }))
  const marks = input.questionIds.some(isMarkId) ? await marksAt(page) : null
  for (const mark of marks?.of ?? [])
    if (mark.value === null && mark.id in page.settled && input.questionIds.includes(mark.id))
      again.push(markAgain(mark, marks!.questions, resetDetail))
  const doubts = [...page.doubts.filter((d) => !again.some((a) => a.questionId === d.questionId)), ...again]
  const waits = page.state === 'open' || (page.state === 'matched' && doubts.length > 0)
  const to = { ...standingOf(page), settled, doubts, waits }
  return settledAs(await written([{ page, to, entry: entryOf(caller, 'reset', input.questionIds.join(' '), page) }]))
})

/** Sends a page that was read to the doubts. */
export const suspect = settling(async (input: InputOf<typeof exceptions.suspectPage>, caller) => {
  await managedBatch(input.batchId, caller)
  const { page, already } = await pageAt(input, (p) => p.doubts.some((d) => d.kind === 'suspected'))
  if (already || page.doubts.some((d) => d.kind === 'suspected')) return settledAs(page)
  if (page.state !== 'matched') return refuse(scanProblems.notMatched)
  const doubts: SheetDoubt[] = [...page.doubts, { kind: 'suspected', detail: input.reason }]
  const to = { ...standingOf(page), doubts, waits: true }
  return settledAs(await written([{ page, to, entry: entryOf(caller, 'suspect', input.reason, page) }]))
})
