/** What a card of 1.5.4 says to who holds it: every place what it is for, a copy what it bears. */
import { describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { copyOf } from '../print/prefilled.rules.ts'
import { squaresFor } from '../card.rules.ts'
import { headingText } from './headings.ts'
import { layOut } from './layOut.ts'
import { inTwo, textWidth, wholeWords, wrapWhole } from './textWidth.ts'
import { cardOf, questionsOf, textsOf, wordsOf } from './told.fixture.ts'

const inside = (r: Rect, of: Rect): boolean =>
  r.x >= of.x - 0.01 && r.y >= of.y - 0.01 && r.x + r.w <= of.x + of.w + 0.01 && r.y + r.h <= of.y + of.h + 0.01
const said = (page: Pick<PageGeometry, 'draws'>): string => wordsOf([page]).join('')
const front = (design: CardDesign) => layOut(design).pages[0]!
const numbered = (mode: CardDesign['studentNumber']['mode'], length = 8) => ({ studentNumber: { length, mode } })

describe('score boxes', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 1],
  ] as const)('say whose they are, on sheet type %i by template %i', (sheetType, templateType) => {
    for (const name of ['maths', 'gaokao', 'history'] as const) {
      const { pages } = layOut(cardOf(name, sheetType, { templateType, showDecimal: true }))
      for (const page of pages)
        for (const { cells, questionIds, template } of page.scoreRows ?? []) {
          const [first] = cells
          const frame = page.blocks.find((b) => b.questionIds.includes(questionIds[0]!))!.rect
          const before = textsOf(page.draws).filter(
            (d) => inside(d.rect, frame) && Math.abs(d.rect.y - first!.rect.y) < 1 && d.rect.x < first!.rect.x,
          )
          expect(before.map((d) => d.text).join()).toMatch(/教师填/)
          // At the right of the frame, where no answer begins.
          const right = Math.max(...cells.map((c) => c.rect.x + c.rect.w))
          expect(frame.x + frame.w - right).toBeLessThan(6)
          expect(before.map((d) => d.text).filter((t) => t.includes('阅卷'))).toEqual([])
          const lines = new Set(cells.map((c) => c.rect.y)).size
          if (template === 3 && cells.some((c) => c.value === '10')) {
            const places = textsOf(page.draws).filter((d) => inside(d.rect, frame) && /^[十个]位$/.test(d.text))
            const bars = page.scoreRows!.filter(
              (r) => frame === page.blocks.find((b) => b.questionIds.includes(r.questionIds[0]!))!.rect,
            )
            expect(places.map((d) => d.text)).toEqual(bars.flatMap(() => ['十位', '个位']))
            const ten = cells.find((c) => c.value === '10')!.rect
            expect(textsOf(page.draws).find((d) => d.rect === ten)!.text).toBe('1')
          } else expect(lines).toBe(1)
        }
      expect(pages.flatMap((p) => p.scoreRows ?? []).length).toBeGreaterThan(4)
    }
  })

  it('leave a blank the room to be written in', () => {
    const page = front(cardOf('maths', 0, { templateType: 1 }))
    const blank = page.blocks.find((b) => b.unitType === 4)!
    const cells = page.scoreRows!.find((r) => r.questionIds[0] === blank.questionIds[0])!.cells
    const line = page.draws.find(
      (d) => d.kind === 'line' && d.y1 > blank.rect.y + 8 && d.y1 < blank.rect.y + blank.rect.h,
    )
    expect(line?.kind === 'line' && line.y1 - cells[0]!.rect.y - cells[0]!.rect.h).toBeGreaterThan(9)
  })
})

describe('the place of a bar code', () => {
  const design = cardOf('gaokao', 0, numbered('barcode', 10))
  it('is drawn where the scanner looks, and says what it is for', () => {
    const page = front(design)
    const place = page.barcode!
    const dashes = page.draws.flatMap((d) => (d.kind === 'line' && d.dash ? [d] : []))
    const edges = {
      x: Math.min(...dashes.map((d) => d.x1)),
      y: Math.min(...dashes.map((d) => d.y1)),
      w: Math.max(...dashes.map((d) => d.x2)) - Math.min(...dashes.map((d) => d.x1)),
      h: Math.max(...dashes.map((d) => d.y2)) - Math.min(...dashes.map((d) => d.y1)),
    }
    for (const k of ['x', 'y', 'w', 'h'] as const) expect(edges[k]).toBeCloseTo(place[k], 1)
    const words = textsOf(page.draws).filter((d) => /条形码粘贴处|虚线框内$/.test(d.text))
    expect(words.map((d) => inside(d.rect, place))).toEqual([true, true])
    // Nothing frames a place that is larger than a sticker by more than some millimetres.
    expect(place.y - 31).toBeLessThan(8)
  })

  it('is not asked for on a copy that has its code', () => {
    for (const kind of ['named', 'seated'] as const) {
      const copy = copyOf(front(design), kind)
      expect(said(copy)).not.toMatch(/粘贴|虚线框|条形码/)
      expect(copy.draws.filter((d) => d.kind === 'line' && d.dash)).toEqual([])
      expect(said(copy)).toContain('须核对印好的姓名、班级')
    }
  })
})

describe('the notices', () => {
  const modes = ['bubbles', 'printed', 'barcode', 'qr'] as const
  it.each(modes)('ask for what a card does not bear: %s', (mode) => {
    const page = front(cardOf('gaokao', 0, numbered(mode, 10)))
    const gridded = mode === 'bubbles' || mode === 'printed'
    expect(said(page)).toContain(gridded ? '姓名、班级、考场和座号填写清楚' : '姓名、班级、考号、考场和座号填写清楚')
    expect(said(page).includes('准确填涂考号')).toBe(gridded)
    expect(said(page)).not.toContain('印好')
    const named = said(copyOf(page, 'named'))
    expect([named.includes('并将考场和座号填写清楚'), named.includes('准确填涂考号')]).toEqual([true, false])
    const seated = said(copyOf(page, 'seated'))
    expect([seated.includes('考号、考场和座号。'), seated.includes('填写清楚')]).toEqual([true, false])
    for (const words of [named, seated]) expect(words.match(/注 意 事 项/g)).toHaveLength(1)
  })

  it('hang beside their numbers, and no last line is a word or two', () => {
    for (const sheetType of [0, 1, 2, 3] as const)
      for (const length of [6, 8, 10, 12, 14]) {
        const page = front(cardOf('gaokao', sheetType, numbered('bubbles', length)))
        const texts = textsOf(page.draws).filter((d) => d.blank && Math.abs(d.size - 2.75) < 0.01)
        const numbers = texts.filter((d) => /^[1-4]．$/.test(d.text))
        const lines = texts.filter((d) => !numbers.includes(d))
        expect(numbers).toHaveLength(4)
        expect(new Set(lines.map((d) => d.rect.x)).size).toBe(1)
        expect(lines[0]!.rect.x).toBeCloseTo(numbers[0]!.rect.x + 4.4, 2)
      }
  })

  it('fill their lines and cut no word; a last line has four characters', () => {
    const own =
      '答题前，考生须将密封线外的学校、班级、姓名、考号，以及考场、座号填写清楚，并准确填涂考号；每张答题卡均须写清考号。'
    const notices = [
      own,
      '选择题必须使用2B铅笔填涂，修改时用橡皮擦干净；非选择题必须使用0.5毫米黑色字迹的签字笔书写，字体工整、笔迹清楚。',
      '请按照题号顺序在各题目的答题区域内作答，超出答题区域书写的答案无效；在草稿纸、试题卷上答题无效。',
      '保持卡面清洁，不要折叠、弄破、弄皱，不准使用涂改液、修正带、刮纸刀。',
    ]
    for (const notice of notices)
      for (let width = 30; width < 140; width++) {
        const lines = wrapWhole(notice, width, 2.75)
        expect(lines.join('')).toBe(notice)
        const ends = lines.slice(0, -1).map((_, i) => lines.slice(0, i + 1).join('').length)
        for (const word of wholeWords)
          for (let at = notice.indexOf(word); at >= 0; at = notice.indexOf(word, at + 1)) {
            // A part of a longer word is no word of its own.
            if (wholeWords.some((w) => w !== word && w.includes(word) && notice.indexOf(w, at - w.length) <= at))
              continue
            expect([word, width, ends.some((e) => e > at && e < at + word.length)]).toEqual([word, width, false])
          }
        if (lines.length > 1) expect([...lines.at(-1)!].length).toBeGreaterThanOrEqual(4)
        for (const l of lines) expect(textWidth(l, 2.75)).toBeLessThanOrEqual(width + 0.01)
        // No line but the one before the last is left short by more than a word and its closing mark.
        for (const l of lines.slice(0, -2)) expect(width - textWidth(l, 2.75)).toBeLessThan(2.75 * 6.1)
      }
  })
})

describe('what is asked of the candidate', () => {
  const labels = (page: PageGeometry) =>
    textsOf(page.draws).flatMap((d) => (/^(姓名|班级|考号|考场|座号)$/.test(d.text) && !d.rotate ? [d.text] : []))

  it.each([
    ['bubbles', false, ['姓名', '班级', '考场', '座号']],
    ['qr', false, ['姓名', '班级', '考号', '考场', '座号']],
    ['bubbles', true, ['考场', '座号']],
    ['barcode', true, ['考场', '座号']],
  ] as const)('is asked once: %s, sealed %s', (mode, showSealLine, expected) => {
    const page = front(cardOf('gaokao', 0, { ...numbered(mode, 10), showSealLine }))
    expect(labels(page)).toEqual(expected)
    const turned = textsOf(page.draws)
      .filter((d) => d.rotate)
      .map((d) => d.text)
    expect(turned.includes('姓名：')).toBe(showSealLine)
    expect(new Set(page.fields!.map((f) => f.of))).toEqual(
      new Set(
        mode === 'bubbles' && !showSealLine
          ? ['name', 'className', 'room', 'seat']
          : [...(showSealLine ? ['school' as const] : []), 'name', 'className', 'studentNumber', 'room', 'seat'],
      ),
    )
    for (const { rect, turn } of page.fields!) {
      if (turn === undefined) continue
      const [x, y] = [rect.x + rect.w / 2, rect.y + rect.h / 2]
      expect(inside({ x: x - rect.h / 2, y: y - rect.w / 2, w: rect.h, h: rect.w }, page.nameBox!)).toBe(true)
    }
  })

  it('is asked again on the fronts of further sheets alone, and printed on every page of a copy', () => {
    for (const sheetType of [0, 1, 2, 3] as const) {
      const { pages } = layOut(cardOf(sheetType === 0 || sheetType === 3 ? 'chinese' : 'sheets', sheetType))
      expect(pages.length).toBeGreaterThan(2)
      for (const page of pages.slice(1)) {
        const asked = textsOf(page.draws).filter((d) => d.text === '姓名' || d.text === '考号')
        // Where there is no room for both it is the number: names are shared.
        const expected = page.page % 2 === 0 ? [] : page.nameLine!.w < 84 ? ['考号'] : ['姓名', '考号']
        expect([sheetType, page.page, asked.map((d) => d.text)]).toEqual([sheetType, page.page, expected])
        for (const d of asked) expect(inside(d.rect, page.nameLine!)).toBe(true)
        expect(page.nameLine!.w).toBeGreaterThan(40)
        expect(wordsOf([copyOf(page, 'named')]).filter((w) => w === '姓名' || w === '考号')).toEqual([])
        expect(wordsOf([page]).join('')).toContain(`青禾一中　高一数学　第${page.page}页`)
        expect(wordsOf([page]).join('')).not.toContain('保持卡面清洁')
      }
      const third = textsOf(pages[2]!.draws).filter((d) => d.text === '姓名' || d.text === '考号')
      expect(said(pages[0]!)).toContain(`每张答题卡均须写清${third.map((d) => d.text).join('、')}。`)
      // Once a side: the right half of an A3 front repeats nothing.
      expect(wordsOf(pages.slice(0, 1)).filter((w) => w.includes('期中考试'))).toHaveLength(1)
    }
    for (const name of ['few', 'maths', 'gaokao'] as const) {
      const { pages } = layOut(cardOf(name, 1))
      expect([pages.length <= 2, said(pages[0]!).includes('均须写清')]).toEqual([true, false])
    }
  })
})

describe('words', () => {
  it('call a writing as papers do, and say worth once', () => {
    const chinese = wordsOf(layOut(cardOf('chinese')).pages)
    expect([
      chinese.includes('四、作文（60分）'),
      chinese.includes('19.'),
      chinese.join().includes('语文作文'),
    ]).toEqual([true, true, false])
    expect(wordsOf(layOut(cardOf('english')).pages).join()).not.toContain('英语作文')
    const history = wordsOf(layOut(cardOf('history')).pages)
    expect(history).toContain('三、选做题（2题中任选1题作答，10分）')
    expect(history.filter((w) => w.includes('任选'))).toHaveLength(2)
    expect(history.filter((w) => w === '请用2B铅笔把所选题号涂黑')).toHaveLength(2)
    const gaokao = cardOf('gaokao')
    expect(headingText(gaokao.units[1]!, gaokao)).toContain('，部分选对得3分')
  })

  it('tell which pen, in every frame of choices and over every written unit', () => {
    for (const sheetType of [0, 1, 2, 3] as const)
      for (const name of ['gaokao', 'maths', 'judged', 'english'] as const) {
        const { pages } = layOut(cardOf(name, sheetType))
        for (const page of pages) {
          const hints = textsOf(page.draws).filter((d) => d.text.endsWith('2B铅笔填涂') && d.size < 2.72)
          const frames = page.draws.flatMap((d) =>
            d.kind === 'box' && page.choices.some((c) => inside(c.cells[0]!.rect, d.rect) && d.rect.w > 50)
              ? [d.rect]
              : [],
          )
          for (const f of frames)
            expect(
              hints.some((h) => h.rect.y < f.y + 6 && h.rect.y > f.y - 10) ||
                textsOf(page.draws).some((d) => d.text.endsWith('（续）') && f.y - d.rect.y < 6 && f.y > d.rect.y),
            ).toBe(true)
        }
      }
    const parts = wordsOf(layOut(cardOf('gaokao')).pages).join()
    expect([parts.includes('共8小题，每小题5分'), parts.includes('共8题')]).toEqual([true, false])
  })

  it('bar what no frame ends in, and name no colour that a red print has not', () => {
    const few = wordsOf(layOut(cardOf('few')).pages)
    expect([few.includes('请勿在此区域内作答'), few.join().includes('黑色矩形')]).toEqual([true, false])
  })

  it('draw a number’s line, and a tick that is no root', () => {
    const { pages } = layOut(cardOf('history'))
    expect(wordsOf(pages).join('')).not.toContain('____')
    const signed = layOut(cardOf('judged', 3, { trueOrFalseType: 'sign' })).pages
    expect(wordsOf(signed).join('')).not.toContain('√')
    const row = signed.flatMap((p) => p.choices).find((c) => c.unitType === 3)!
    const strokes = signed[0]!.draws.filter(
      (d) => d.kind === 'line' && inside({ x: d.x1, y: d.y1, w: 0, h: 0 }, row.cells[0]!.rect),
    )
    expect(strokes).toHaveLength(2)
    // A sample of a mistake is no answer of this card.
    const samples = (d: CardDesign) => front(d).draws.filter((x: Draw) => x.kind === 'line' && x.width === 0.3).length
    expect([samples(cardOf('judged', 3)), samples(cardOf('judged', 3, { trueOrFalseType: 'sign' }))]).toEqual([5, 1])
  })

  it('part a long title between its words, and lose nothing', () => {
    const title = '青禾市2026—2027学年度第一学期高三年级模拟考试暨诊断性联考　数学（理科）试题'
    const lines = inTwo(title, 110, 4)
    expect(lines).toEqual(['青禾市2026—2027学年度第一学期高三年级', '模拟考试暨诊断性联考　数学（理科）试题'])
    for (const size of [3, 3.6, 4, 4.6])
      expect(inTwo(title, 110, size).join('').replaceAll('　', '')).toBe(title.replaceAll('　', ''))
  })

  it('give a composition room beyond what its task asks', () => {
    expect([3000, 4999, 5000, 6000].map(squaresFor)).toEqual([800, 800, 1000, 1000])
    const sheets = questionsOf([1, 7, 6000])
    expect(sheets).toHaveLength(1)
    for (const sheetType of [0, 1, 2, 3] as const) {
      const counts = wordsOf(layOut(cardOf('chinese', sheetType)).pages).filter((w) => w.startsWith('▲'))
      expect(counts.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `▲${n}00字`))
    }
  })
})
