import type { CardGeometry, Draw, PageGeometry, PrintedCard, Rect } from '../geometry/geometry.types.ts'
import type { RenderSubject } from './render.types.ts'

const dashed = (r: Rect): Draw[] => {
  const line = (x1: number, y1: number, x2: number, y2: number): Draw => ({
    kind: 'line',
    ...{ x1, y1, x2, y2 },
    width: 0.25,
    ink: 0.7,
    dash: 1,
  })
  const [e, b] = [r.x + r.w, r.y + r.h]
  return [line(r.x, r.y, e, r.y), line(e, r.y, e, b), line(e, b, r.x, b), line(r.x, b, r.x, r.y)]
}

const label = (r: Rect, text: string): Draw[] => {
  const w = text.length * 2.6 + 2
  const rect = { x: r.x + r.w - w, y: r.y, w, h: 3.4 }
  return [
    { kind: 'fill', rect, ink: 0 },
    { kind: 'text', rect, text, size: 2.4, align: 'center', ink: 0.8 },
  ]
}

const around = (rects: readonly Rect[], margin: number): Rect => {
  const x = Math.min(...rects.map((r) => r.x)) - margin
  const y = Math.min(...rects.map((r) => r.y)) - margin
  return {
    x,
    y,
    w: Math.max(...rects.map((r) => r.x + r.w)) + margin - x,
    h: Math.max(...rects.map((r) => r.y + r.h)) + margin - y,
  }
}

/** What a machine reads on a page, framed and named; drawn over the page itself. */
export const areaDraws = (page: PageGeometry): Draw[] => {
  const rows: [Rect, string][] = [
    ...page.anchors.map((a): [Rect, string] => [around([a.rect], 1), '']),
    [around([page.qr], 1), '二维码'],
    ...(page.pageMark.length > 0 ? [[around(page.pageMark, 0.8), ''] as [Rect, string]] : []),
    ...(page.studentNumber ? [[page.studentNumber.rect, '考号'] as [Rect, string]] : []),
    ...(page.barcode ? [[page.barcode, '条形码'] as [Rect, string]] : []),
    ...(page.absent ? [[around([page.absent.rect], 0.5), ''] as [Rect, string]] : []),
    ...(page.paperType
      ? [
          [
            around(
              page.paperType.map((c) => c.rect),
              0.5,
            ),
            '',
          ] as [Rect, string],
        ]
      : []),
    ...page.choices.map((c): [Rect, string] => [
      around(
        c.cells.map((x) => x.rect),
        0.3,
      ),
      '',
    ]),
    ...(page.picks ?? []).map((p): [Rect, string] => [
      around(
        p.cells.map((x) => x.rect),
        0.3,
      ),
      '',
    ]),
    ...(page.scoreRows ?? []).map((s): [Rect, string] => [
      around(
        s.cells.map((x) => x.rect),
        0.3,
      ),
      '',
    ]),
    ...page.blocks.map((b): [Rect, string] => [
      around([b.rect], -0.8),
      b.part > 0 ? `主观题（续${b.part}）` : '主观题',
    ]),
  ]
  return rows.flatMap(([rect, text]) => [...dashed(rect), ...(text ? label(rect, text) : [])])
}

/** A published card as its ticket shows it: all pages, one, or all with their areas. The hash stays the card's own. */
export const shownCard = (
  card: PrintedCard,
  subject: Pick<RenderSubject, 'kind' | 'page'>,
): PrintedCard & { geometry: CardGeometry } => {
  const { geometry } = card
  const pages =
    subject.kind === 'image'
      ? geometry.pages.filter((p) => p.page === subject.page)
      : subject.kind === 'template'
        ? geometry.pages.map((p) => ({ ...p, draws: [...p.draws, ...areaDraws(p)] }))
        : geometry.pages
  return { code: card.code, version: card.version, geometry: { ...geometry, pages } }
}
