import { describe, expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { layOut } from './layOut.ts'
import { cropSvg, pageSvg } from './svg.ts'
import { textWidth } from './textWidth.ts'

describe('a page as SVG', () => {
  const title = `<script>"A&B"</script>\u0007`
  const geometry = layOut({ ...smallCard, title })
  const page = geometry.pages[0]!
  const qr = [
    [true, false],
    [false, true],
  ]
  const svg = pageSvg(page, geometry, { qr })

  it('has the paper in millimetres as its view box', () => expect(svg).toContain('viewBox="0 0 210 297"'))
  it('escapes what its author wrote', () => {
    expect(svg).toContain('&lt;script&gt;&quot;A&amp;B&quot;&lt;/script&gt;<')
    expect(svg).not.toContain('<script')
  })
  it('draws every draw once, the paper and the QR code', () => {
    const count = (kind: string) => page.draws.filter((d) => d.kind === kind).length
    expect(svg.split('<text').length - 1).toBe(count('text'))
    const joined = [...svg.matchAll(/<path d="([^"]*)" fill="none"/g)].flatMap(([, d]) => d!.match(/M/g)!)
    expect(svg.split('<line').length - 1 + joined.length).toBe(count('line'))
    expect(svg.split('<rect').length - 1).toBe(count('fill') + count('box') + 1)
    expect(svg).toContain('d="M0 0h1v1h-1zM1 1h1v1h-1z"')
  })
  it('makes every text as wide as it was laid out, also where the screen has other fonts', () => {
    const texts = page.draws.flatMap((d) => (d.kind === 'text' && d.text.trim() ? [d] : []))
    const lengths = [...svg.matchAll(/textLength="([\d.]+)"/g)].map(([, n]) => Number(n))
    expect(lengths.length).toBe(texts.length)
    for (const [i, d] of texts.entries()) expect(lengths[i]).toBeCloseTo(textWidth(d.text, d.size, d.bold), 2)
  })
  it('outlines the place of a QR code that is not known yet', () => {
    const outlined = pageSvg(page, geometry)
    expect(outlined).not.toContain('crispEdges')
    expect(outlined.split('<rect').length).toBe(svg.split('<rect').length + 1)
  })
  it('cuts a piece out with everything that reaches it, and nothing far from it', () => {
    const block = page.blocks[0]!
    const crop = cropSvg(page, block.rect)
    const { x, y, w, h } = block.rect
    expect(crop).toContain(`viewBox="${x} ${y} ${w} ${h}"`)
    expect(crop).toContain('>17.</text>')
    expect(crop).not.toContain('准 考 证 号')
    // Whole again: a view of the whole page leaves nothing out.
    const all = cropSvg(page, { x: 0, y: 0, w: geometry.width, h: geometry.height })
    expect(all.split('<').length).toBe(pageSvg({ ...page }, geometry).split('<').length - 1)
  })
})
