/** Laying a card out, and printing it pre-filled. */
import { printCards } from '#functions/card/print/card.print.ts'
import { qrModules } from '#functions/card/print/print.qr.ts'
import { openBrowser } from '#infra/local/browser.ts'
import { layOutAuto, layOut } from '#shared/card/layout/layOut.ts'
import { pageSvg } from '#shared/card/layout/svg.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import { bigCard } from '#shared/card/card.fixtures.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { personName } from '../people.ts'
import { diceOf } from '../paper/seed.ts'
import { inTurns } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

type Unit = CardDesign['units'][number]
const unit = (
  unitId: string,
  unitType: number,
  title: string,
  from: number,
  count: number,
  more: Partial<Unit> = {},
): Unit => ({
  unitId,
  unitType,
  title,
  questions: Array.from({ length: count }, (_, i) => ({
    questionId: `${unitId}-${i}`,
    number: String(from + i),
    fullScore: unitType <= 3 ? 200 : 800,
    ...(unitType <= 2 ? { optionCount: 4 } : {}),
  })) as Unit['questions'],
  ...more,
})
/** 150 questions on A3. */
export const largeCard: CardDesign = {
  ...bigCard,
  title: '一百五十题',
  units: [
    unit('a', 1, '一、单项选择题', 1, 100),
    unit('b', 2, '二、多项选择题', 101, 20),
    unit('c', 4, '三、填空题', 121, 24, { perRow: 3 }),
    unit('d', 5, '四、解答题', 145, 6),
  ],
}
/** Two pages of A4: what a school prints most. */
export const twoPageCard: CardDesign = {
  ...bigCard,
  title: '高一上学期期中考试数学答题卡',
  sheetType: 0,
  units: [
    unit('a', 1, '一、单项选择题', 1, 40),
    unit('c', 4, '二、填空题', 41, 6, { perRow: 2 }),
    unit('d', 5, '三、解答题', 47, 5),
  ],
}

const layout: Bench = {
  name: 'layout',
  run: async () => {
    // A card of the present version is laid out some fifty times until it is as it stays, one of the first version once.
    const [first, present] = await inTurns(
      60,
      () => layOut(largeCard),
      () => layOut({ ...largeCard, cardVersion }),
    )
    const of = (version: string, ours: number) =>
      ({
        name: `layout of a 150-question card${version}`,
        unit: 'ms',
        ours,
        goal: { kind: 'bound', value: 2 },
      }) as const
    return [of(', the first version', first!), of(`, ${cardVersion}`, present!)]
  },
}

const students = 1000
const sampled = 5

const print: Bench = {
  name: 'print',
  run: async () => {
    const laid = layOutAuto(twoPageCard, 2)
    if ('refusal' in laid) throw new Error(laid.refusal)
    const card: PrintedCard = { code: 'BENCH001', version: 1, geometry: laid.geometry }
    const pages = card.geometry.pages.length
    const length = twoPageCard.studentNumber.length
    const dice = diceOf('bench')
    const all = Array.from({ length: students }, (_, i) => ({
      studentNumber: String(i + 1).padStart(length, '0'),
      name: personName(dice),
      className: `高一（${1 + (i % 20)}）班`,
    }))
    let bytes = 0
    const ours = async (): Promise<void> => {
      bytes = 0
      for await (const piece of printCards({ card, students: all })) bytes += piece.length
    }
    const browser = await openBrowser()
    const page = await browser.newPage()
    const { width, height } = card.geometry
    let theirBytes = 0
    // The same pages as the designer draws them, with the student's own QR, one document a student.
    const theirs = async (): Promise<void> => {
      theirBytes = 0
      for (const student of all.slice(0, sampled)) {
        const sheets = card.geometry.pages.map((p) => {
          const qr = qrModules(
            qrPayload(
              { code: card.code, version: card.version, hash: card.geometry.hash },
              p.page,
              student.studentNumber,
            ),
          )
          return `<div style="width:${width}mm;height:${height}mm;page-break-after:always">${pageSvg(p, card.geometry, { qr })}<span>${student.name} ${student.className}</span></div>`
        })
        await page.setContent(
          `<style>@page{size:${width}mm ${height}mm;margin:0}body{margin:0}svg{width:100%;height:100%}</style>${sheets.join('')}`,
        )
        theirBytes += (await page.pdf({ width: `${width}mm`, height: `${height}mm`, printBackground: true })).length
      }
    }
    try {
      const [mine, their] = await inTurns(2, ours, theirs)
      return [
        {
          name: `PDF of ${students} pre-filled cards of ${pages} pages`,
          unit: 'ms',
          ours: mine!,
          reference: (their! * students) / sampled,
          referenceName: 'Chromium, one document a student',
          goal: { kind: 'speed', value: 30 },
          note: `Chromium prints ${sampled} students (${sampled * pages} pages), scaled to ${students}`,
        },
        {
          name: 'PDF, bytes a student',
          unit: 'KB',
          ours: bytes / students / 1000,
          reference: theirBytes / sampled / 1000,
          referenceName: 'Chromium',
          goal: { kind: 'bound', value: 30 },
        },
      ]
    } finally {
      await browser.close()
    }
  },
}

export const cardBenches: readonly Bench[] = [layout, print]
