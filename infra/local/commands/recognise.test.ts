import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardOf, expectedChoices, jpegOf, paint } from '#functions/scan/omr/omr.fixture.ts'
import { run } from './recognise.ts'
import type { PageReading } from '#shared/scan/omr/omr.types.ts'

const card = cardOf('COMMAND1')

const call = async (...argv: string[]) => {
  let out = ''
  let err = ''
  const code = await run(argv, { out: (t) => (out += t), err: (t) => (err += t) })
  return { code, out, err }
}

describe('recognise', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recognise-'))
    await writeFile(join(folder, 'card.json'), JSON.stringify(card))
    await writeFile(join(folder, 'page.jpg'), await jpegOf(paint(card)))
    await writeFile(join(folder, 'broken.png'), 'nothing')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('prints one entry a page', async () => {
    const { code, out } = await call('--card', join(folder, 'card.json'), join(folder, 'page.jpg'))
    const [entry] = JSON.parse(out) as [Pick<PageReading, 'status' | 'choices' | 'placement'>]
    expect(code).toBe(0)
    expect(entry.status).toBe('read')
    expect(entry.choices.map((c) => c.chosen)).toEqual(expectedChoices(card))
    // How sure the place is.
    const { likeness, margin, offset } = entry.placement!
    expect(likeness).toBeGreaterThan(0.2)
    expect(margin).toBeGreaterThan(0.3)
    expect(offset).toBeLessThan(0.5)
  })

  it('keeps the other files when one is broken', async () => {
    const { code, out } = await call(
      '--card',
      join(folder, 'card.json'),
      join(folder, 'broken.png'),
      join(folder, 'page.jpg'),
    )
    const entries = JSON.parse(out) as { status: string; pageOfFile: number; doubts: { kind: string }[] }[]
    expect(code).toBe(1)
    expect(entries.map((e) => e.pageOfFile)).toEqual([1, 1])
    expect(entries.map((e) => e.status)).toEqual(['refused', 'read'])
    expect(entries[0]!.doubts[0]!.kind).toBe('unreadable')
  })

  it('reads a sheet of another maker by a template and its picture', async () => {
    const [W, H] = [1240, 1754]
    const oval = (x: number, y: number, letter: string, full: boolean) =>
      `<ellipse cx="${x}" cy="${y}" rx="17" ry="12" fill="${full ? '#222' : 'none'}" stroke="#333" stroke-width="2"/>` +
      `<text x="${x}" y="${y + 5}" font-size="14" text-anchor="middle" fill="#555">${letter}</text>`
    const marks = [2, 0, 3, 1]
    const sheet = (filled: boolean) => {
      const choices = marks.flatMap((mark, q) =>
        [0, 1, 2, 3].map((c) => oval(230 + c * 62, 700 + q * 44, 'ABCD'[c]!, filled && c === mark)),
      )
      const digits = Array.from({ length: 40 }, (_, i) => {
        const [d, v] = [Math.floor(i / 10), i % 10]
        return oval(700 + d * 60, 200 + v * 40, String(v), filled && '4051'[d] === String(v))
      })
      const corners = [60, W - 90].flatMap((x) =>
        [60, H - 90].map((y) => `<rect x="${x}" y="${y}" width="30" height="30"/>`),
      )
      const words = '<text x="120" y="150" font-size="40">WINTER EXAM</text>'
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><rect width="100%" height="100%" fill="#fff"/>${[...corners, ...choices, ...digits].join('')}${words}</svg>`
    }
    await writeFile(
      join(folder, 'blank.png'),
      await sharp(Buffer.from(sheet(false)))
        .png()
        .toBuffer(),
    )
    const scan = sharp(Buffer.from(sheet(true))).rotate(0.8, { background: '#fff' })
    await writeFile(join(folder, 'filled.jpg'), await scan.jpeg({ quality: 80 }).toBuffer())
    const cells = (x: number, y: number, rows: number, columns: number, stepX: number, stepY: number) => ({
      rect: { x: x - 30, y: y - 20, w: (columns - 1) * stepX + 60, h: (rows - 1) * stepY + 40 },
      grid: { x: x - 17, y: y - 12, w: 34, h: 24, stepX, stepY, rows, columns },
    })
    const corner = (x: number, y: number, i: number) => ({ areaId: `l${i}`, type: 1, rect: { x, y, w: 90, h: 40 } })
    const template = {
      blank: true,
      pages: [
        {
          pageNumber: 1,
          imageKey: 'blank.png',
          naturalWidth: W,
          naturalHeight: H,
          rotation: 0,
          isBlankPage: false,
          featureRecognition: true,
          areas: [
            { areaId: 'n', type: 8, ...cells(700, 200, 10, 4, 60, 40) },
            { areaId: 'q', type: 12, ...cells(230, 700, 4, 4, 62, 44), numbers: ['1', '2', '3', '4'] },
            ...[30, W - 120].flatMap((x, i) => [45, H - 95].map((y, j) => corner(x, y, i * 2 + j))),
          ],
        },
      ],
    }
    await writeFile(join(folder, 'template.json'), JSON.stringify(template))
    const { code, out } = await call('--template', join(folder, 'template.json'), join(folder, 'filled.jpg'))
    const [entry] = JSON.parse(out) as [Record<string, unknown>]
    expect(entry).toMatchObject({
      status: 'read',
      studentNumber: { value: '4051' },
      choices: ['C', 'A', 'D', 'B'].map((letter, i) => ({ questionId: String(i + 1), chosen: [letter] })),
      doubts: [],
    })
    expect(code).toBe(0)
    // Drawn a little off, its grids are laid on what is printed.
    const drawn = template.pages[0]!
    const areas = drawn.areas.map((area) =>
      'grid' in area ? { ...area, grid: { ...area.grid, x: area.grid.x + 9, y: area.grid.y - 7 } } : area,
    )
    await writeFile(join(folder, 'off.json'), JSON.stringify({ ...template, pages: [{ ...drawn, areas }] }))
    const inkOf = async (...argv: string[]) => {
      const [page] = JSON.parse((await call(...argv)).out) as [Pick<PageReading, 'choices'>]
      return Math.min(...page.choices.map((c) => Math.max(...c.cells.map((v) => v.ink))))
    }
    const reading = [join(folder, 'off.json'), join(folder, 'filled.jpg')]
    const sound = await inkOf('--template', join(folder, 'template.json'), join(folder, 'filled.jpg'))
    expect(await inkOf('--template', ...reading)).toBeLessThan(0.85 * sound)
    expect(await inkOf('--snap', '--template', ...reading)).toBeGreaterThan(0.93 * sound)
    const mistaken = await call('--card', join(folder, 'template.json'), join(folder, 'filled.jpg'))
    expect(mistaken).toMatchObject({ code: 2, err: expect.stringContaining('this is a template') as string })
    // A template that is none says what is wrong with it.
    await writeFile(join(folder, 'none.json'), '{"pages":[]}')
    expect((await call('--template', join(folder, 'none.json'), 'x.jpg')).code).toBe(2)
  })

  it('explains wrong usage', async () => {
    expect(await call('page.jpg')).toMatchObject({ code: 2, out: '' })
    expect((await call('--card', join(folder, 'none.json'), 'x.jpg')).code).toBe(2)
  })
})
