import { expect, it } from 'vitest'
import { bringBack, putAside } from './aside.rules.ts'
import type { PageStanding, SheetDoubt } from './sheet.types.ts'

const rows = ['qu_1', 'qu_2', 'qu_3'].map((questionId): SheetDoubt => ({ kind: 'faintMark', questionId }))
const page: PageStanding = {
  state: 'matched',
  waits: true,
  doubts: [{ kind: 'absentMark' }, ...rows],
  studentId: 'st_1' as never,
  settled: {},
}

it('sets aside what is doubtful of answers alone, and brings all of it back', () => {
  const gone = putAside(page)!
  expect(gone).toMatchObject({ doubts: [{ kind: 'absentMark' }], aside: rows, waits: true, settled: {} })
  expect(bringBack(gone)).toEqual(page)
})

it('nothing of it waits once the absence itself is settled', () => {
  const gone = putAside({ ...page, doubts: rows })!
  expect(gone).toMatchObject({ doubts: [], waits: false })
  expect(bringBack(gone)).toEqual({ ...page, doubts: rows })
})

it('what bars the page, and what is said of it as a whole, stays', () => {
  const stay: SheetDoubt[] = [{ kind: 'scale' }, { kind: 'suspected' }]
  expect(putAside({ ...page, doubts: stay })).toBeNull()
  expect(putAside({ ...page, state: 'open', doubts: [{ kind: 'duplicate' }, ...rows] })).toBeNull()
})

it('what a person has settled in between, and what waits again already, comes back once or not at all', () => {
  const gone = putAside(page)!
  const back = bringBack({ ...gone, settled: { qu_1: 'A' }, doubts: [rows[1]!] })!
  expect(back.doubts.map((d) => d.questionId)).toEqual(['qu_2', 'qu_3'])
})
