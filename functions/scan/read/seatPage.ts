/** Gives a page to a student, or makes a doubt of it where the place is taken. */
import type { StudentId } from '#shared/kit/ids.ts'
import { wroteOn } from '#shared/scan/scan.rules.ts'
import type { PageStanding, ScanPage, SheetDoubt, Settlement, Slot } from '#shared/scan/sheet.types.ts'
import { now } from '#functions/kit/ports.ts'
import { place, standingOf } from '../pagePlace.ts'
import type { Placed } from '../pagePlace.ts'
import { absents, readings } from '../scan.store.ts'

export const samePicture = '与已匹配的扫描件完全相同'

/** The standing of a page whose place is taken: an identical picture is settled at once, any other waits for a person. */
export const besides = (page: ScanPage, studentId: StudentId, slot: Slot, name: string): PageStanding => {
  const same = slot.sha256 !== undefined && slot.sha256 === page.sha256
  if (same) return { ...standingOf(page), studentId, state: 'duplicate', waits: false, reason: samePicture, doubts: [] }
  const kept = page.doubts.filter((d) => d.kind !== 'duplicate' && d.kind !== 'noNumber')
  return {
    ...standingOf(page),
    studentId,
    state: 'open',
    waits: true,
    doubts: [{ kind: 'duplicate', detail: `${name}的第${page.page ?? '?'}页已有一张扫描件` }, ...kept],
  }
}

/** Answers of a candidate who counts as absent, by another page or by a person's word, would count for nothing: a person says which is true. */
const againstAbsence = async (page: ScanPage, reason: string): Promise<SheetDoubt[]> => {
  if (page.doubts.some((d) => d.kind === 'absentMark')) return []
  const reading = await readings.get({ batchId: page.batchId, no: page.no })
  return reading && wroteOn(reading)
    ? [{ kind: 'absentMark', detail: `已登记缺考${reason === '' ? '' : `（${reason}）`}，但页面上有作答` }]
    : []
}

/** Puts a page that nothing bars into the student's script. `absent`: the card itself says that the student was not there. */
export const seatPage = async (
  page: ScanPage,
  student: { studentId: StudentId; studentName: string },
  options: { absent?: boolean; entry?: Settlement } = {},
): Promise<Placed> => {
  const { studentId } = student
  const at = { paperId: page.paperId, studentId }
  const known = await absents.get(at)
  const doubts = [
    ...page.doubts.filter((d) => d.kind !== 'noNumber'),
    ...(known?.absent && !options.absent ? await againstAbsence(page, known.reason) : []),
  ]
  const { reason: _reason, ...standing } = standingOf(page)
  const to: PageStanding = { ...standing, state: 'matched', waits: doubts.length > 0, doubts, studentId }
  const mark =
    options.absent && !known
      ? [
          absents.creating({
            schema: 1,
            ...at,
            absent: true,
            by: '',
            at: now(),
            reason: '答题卡上填涂了缺考标记',
            version: 1,
          }),
        ]
      : []
  const entry = options.entry ? { entry: options.entry } : {}
  const placed = await place([{ page, to, ...entry }], mark)
  if (placed.done || placed.why === 'stale') return placed
  return place([{ page, to: besides(page, studentId, placed.slot, student.studentName), ...entry }])
}
