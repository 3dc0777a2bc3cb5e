/** A scan held against a card in the page itself, by the recogniser that reads the real ones. Pure but for the picture. */
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { locatePage, readByPrint } from '#shared/scan/omr/readPage.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import { readingTexts } from '#shared/scan/omr/doubt.rules.ts'
import type { Grey, PageReading } from '#shared/scan/omr/omr.types.ts'
import type { Fact } from '#web/kit/screens/screen.types.ts'

export type TriedCrop = {
  blockId: string
  questionIds: readonly string[]
  part: number
  likelyBlank: boolean
  grey: Grey
}
export type TriedScan = { facts: Fact[]; doubts: string[]; crops: TriedCrop[] } | { refusal: string }

/** Pixels a millimetre: as those who mark will see it (200 dpi). */
const density = 7.874

/**
 * A server knows the page by its QR, which is not read here: of the pages that the lines allow, the one whose page mark
 * says the same.
 */
const readingOf = (grey: Grey, geometry: CardGeometry): PageReading => {
  const { survey, places } = locatePage(grey, [geometry])
  const firsts = places.filter((p, i) => places.findIndex((o) => o.sheet.page === p.sheet.page) === i)
  const readings = firsts.map((place) => readByPrint({ survey, places: [place] }, [geometry]))
  const confirmed = readings.find((r) => r.status === 'read' && r.doubts.every((d) => d.kind !== 'pageMark'))
  return confirmed ?? readings[0] ?? readByPrint({ survey, places }, [geometry])
}

/** Degrees of a whole turn, as −180 to 180. */
const tiltOf = (rotation: number): number => ((rotation + 540) % 360) - 180

/** `numbers`: a question's number by its id. */
export const trialOf = (grey: Grey, geometry: CardGeometry, numbers: ReadonlyMap<string, string>): TriedScan => {
  const reading = readingOf(grey, geometry)
  const { homography } = reading
  const page = geometry.pages.find((p) => p.page === reading.page)
  if (reading.status === 'refused' || !homography || !page) {
    const [doubt] = reading.doubts
    const name = doubt ? readingTexts[doubt.kind].name : '没有读出来'
    const why = doubt?.detail ? `${name}：${doubt.detail}` : name
    return { refusal: `${why}。请换一张平整、四角完整的扫描件，并确认是这张答题卡的最新一版` }
  }
  const filled = reading.choices.filter((c) => c.chosen.length > 0).length
  return {
    facts: [
      { name: '页', value: `第${page.page}面` },
      { name: '打印比例', value: `${Math.round((reading.scale ?? 1) * 100)}%` },
      { name: '倾斜', value: `${tiltOf(reading.rotation ?? 0).toFixed(1)}°` },
      ...(reading.studentNumber ? [{ name: '考号', value: reading.studentNumber.value ?? '读不全' }] : []),
      ...(page.choices.length > 0 ? [{ name: '选择题', value: `${page.choices.length}道，已填涂${filled}道` }] : []),
    ],
    doubts: reading.doubts.map(({ kind, questionId, detail }) => {
      const number = questionId === undefined ? '' : `第${numbers.get(questionId) ?? ''}题 `
      return `${number}${readingTexts[kind].name}${detail ? `（${detail}）` : ''}`
    }),
    crops: page.blocks.map(({ blockId, questionIds, part, rect }) => ({
      blockId,
      questionIds,
      part,
      likelyBlank: reading.blocks.find((b) => b.blockId === blockId)?.likelyBlank ?? false,
      grey: straighten(grey, homography, rect, density),
    })),
  }
}
