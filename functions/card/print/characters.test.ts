/** Which characters a card is printed with: rare ones of names, scripts of formulas, and those that no font has. */
import { describe, expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { big, laid, open, picture, print, students } from './printed.fixtures.ts'

describe('a printed card', () => {
  it('prints names, rare characters included, as text that can be found', async () => {
    const texts = await open(await print({ card: big, students }), async (document) =>
      [0, 2].map((i) => document.getPage(i).getText()),
    )
    for (const [i, { name, className, studentNumber }] of students.entries()) {
      for (const part of [name, className, studentNumber]) expect(texts[i]).toContain(part)
    }
  })

  it('names the characters that no font has', async () => {
    const missing = new Set<string>()
    await print({ card: big, students: [{ ...students[0]!, name: '王\u{2A6D6}𠮷' }], missing })
    expect([...missing]).toEqual(['\u{2A6D6}'])
    // The school stands along a seal line alone; its characters are cut out of the font like a name's.
    const sealed = laid('TELL0005', { ...smallCard, cardVersion, showSealLine: true })
    missing.clear()
    await print({ card: sealed, students: [{ ...students[0]!, school: '瀞市鹮湖中学' }], missing })
    expect([...missing]).toEqual([])
    await print({ card: sealed, students: [{ ...students[0]!, school: '\u{2A6D6}中学' }], missing })
    expect([...missing]).toEqual(['\u{2A6D6}'])
  })

  it('has every character below and above the line of a formula, in words and in headings', async () => {
    const content = '$H_2SO_4$ ___ $x_{0123456789+-}$ ___ $x^{0123456789+-n}$ ___'
    const [first, ...others] = smallCard.units.filter((u) => u.unitType === 4)
    const units = [{ ...first!, title: '二、$H_2O$与CO₂', questions: first!.questions.map((q) => ({ ...q, content })) }]
    const card = laid('FORMULA1', { ...smallCard, cardVersion, units: [...units, ...others] })
    const missing = new Set<string>()
    const pdf = await print({ card, missing })
    expect([...missing]).toEqual([])
    const words = await open(pdf, async (document) => document.getPage(0).getText())
    expect(words).toContain('H₂SO₄')
    const seen = await picture(pdf, 0, card.geometry)
    /** Where the scripts of such a text begin and end, in mm from its box's top. */
    const inkOf = (begins: string) => {
      const found = card.geometry.pages[0]!.draws.find((d) => d.kind === 'text' && d.text.trim().startsWith(begins))!
      const r = (found as { rect: Rect }).rect
      const inked: number[] = []
      for (let y = Math.floor(r.y * seen.y); y < (r.y + r.h) * seen.y; y++)
        for (let x = Math.floor((r.x + 5) * seen.x); x < (r.x + 9) * seen.x; x++)
          if (seen.at(x, y) > 0.4) inked.push(y / seen.y - r.y)
      return { top: Math.min(...inked), foot: Math.max(...inked) }
    }
    const [low, high] = [inkOf('x₀'), inkOf('x⁰')]
    expect(low.top - high.top).toBeGreaterThan(0.8)
    expect(low.foot - high.foot).toBeGreaterThan(0.8)
    expect(low.foot - low.top).toBeLessThan(2.2)
  })
})
