import type { CardGeometry, Cell, Rect } from '#shared/card/geometry/geometry.types.ts'

/**
 * First 8 hex digits of a digest over everything that recognition depends on; lengths count to 0.01 mm.
 * FNV-1a over 16-bit words in two lanes, finished with MurmurHash3's 32-bit mixer.
 */
export const geometryHash = (geometry: Pick<CardGeometry, 'width' | 'height' | 'pages'>): string => {
  let a = 0x811c9dc5
  let b = 0x01000193
  const word = (n: number) => {
    a = Math.imul(a ^ (n & 0xffff), 0x01000193)
    b = Math.imul(b ^ (n & 0xffff) ^ (a >>> 15), 0x85ebca6b)
  }
  const length = (mm: number) => {
    const n = Math.round(mm * 100)
    word(n)
    word(n >> 16)
  }
  const label = (s: string) => {
    word(s.length)
    for (let i = 0; i < s.length; i++) word(s.charCodeAt(i))
  }
  const area = (r: Rect) => {
    length(r.x)
    length(r.y)
    length(r.w)
    length(r.h)
  }
  length(geometry.width)
  length(geometry.height)
  word(geometry.pages.length)
  for (const page of geometry.pages) {
    word(page.page)
    word(page.anchors.length)
    for (const anchor of page.anchors) {
      label(anchor.role)
      area(anchor.rect)
    }
    area(page.qr)
    word(page.pageMark.length)
    page.pageMark.forEach(area)
    word(page.studentNumber?.columns.length ?? 0)
    for (const column of page.studentNumber?.columns ?? []) {
      for (const cell of column.cells) {
        label(cell.value)
        area(cell.rect)
      }
    }
    word(page.absent ? 1 : 0)
    if (page.absent) area(page.absent.rect)
    word(page.choices.length)
    for (const row of page.choices) {
      label(row.questionId)
      word(row.unitType)
      word(row.cells.length)
      for (const cell of row.cells) {
        label(cell.value)
        area(cell.rect)
      }
    }
    word(page.blocks.length)
    for (const block of page.blocks) {
      label(block.blockId)
      word(block.unitType)
      word(block.part)
      word(block.questionIds.length)
      block.questionIds.forEach(label)
      area(block.rect)
    }
    // What older cards have not leaves their digest as it was.
    const cells = (tag: string, all: readonly Cell[]) => {
      label(tag)
      word(all.length)
      for (const cell of all) {
        label(cell.value)
        area(cell.rect)
      }
    }
    if (page.paperType) cells('AB', page.paperType)
    for (const row of page.scoreRows ?? []) {
      cells(`score${row.template}`, row.cells)
      row.questionIds.forEach(label)
    }
    for (const row of page.picks ?? []) cells('pick', row.cells)
    if (page.barcode) {
      label('barcode')
      area(page.barcode)
    }
    if (page.calibration) {
      label('calibration')
      for (const ladder of page.calibration.ladders) {
        label(ladder.axis)
        area(ladder.rect)
      }
      for (const patch of page.calibration.ramp) {
        area(patch.rect)
        length(patch.ink)
      }
    }
  }
  const mix = (h: number) => {
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    return (h ^ (h >>> 16)) >>> 0
  }
  return (mix(a ^ mix(b)) >>> 0).toString(16).padStart(8, '0')
}
