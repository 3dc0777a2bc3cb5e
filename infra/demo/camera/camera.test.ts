import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halved, mirrored, upsideDown } from './bad.ts'
import { chanceOf, seedOf } from './chance.ts'
import { copySettings, photocopy } from './copies.ts'
import { distortionOf, distortions } from './distortions.ts'
import { formOf, rowsOfForm } from './forms.ts'
import { templateOf } from './formTemplate.ts'
import { cameraOf } from './lens.ts'
import type { Pose } from './lens.ts'
import { writerOf } from './hand.ts'
import { markKinds, markRow } from './marks.ts'
import type { RowOn } from './marks.ts'
import { drawMesh, meshOf } from './mesh.ts'
import { isSeen, makePage } from './page.ts'
import { boxPath, ellipsePath, fillOn, inkOnto, layerOver, strokeOn } from './painter.ts'
import type { Sheet } from './painter.ts'
import { goodPhoto, photograph } from './photo.ts'
import { blurred, newRaster, noiseOf, sampleAt } from './raster.ts'
import { goodScan, scan, toBits } from './scanner.ts'
import { bow, creases, spine, surfaceOf, waves } from './surface.ts'
import type { Space } from './surface.ts'

const white = (width = 60, height = 80, scale = 4): Sheet => ({
  width,
  height,
  scale,
  front: newRaster(width * scale, height * scale, 0.85),
  at: (p) => p,
})

/** A dark spot about a point, and its middle in a picture. */
const spotOn = (sheet: Sheet, x: number, y: number, size = 2) => {
  const layer = layerOver(sheet, { x: x - size / 2, y: y - size / 2, w: size, h: size }, 0.5)
  fillOn(layer, ellipsePath({ x: x - size / 2, y: y - size / 2, w: size, h: size }))
  inkOnto(sheet, layer, 0.02)
}
const middleOfDark = (
  r: { width: number; height: number; data: Float32Array },
  near: readonly [number, number],
  reach: number,
) => {
  let [sum, sx, sy, light] = [0, 0, 0, 0]
  const each = (see: (x: number, y: number, v: number) => void) => {
    for (let y = Math.floor(near[1] - reach); y <= near[1] + reach; y++)
      for (let x = Math.floor(near[0] - reach); x <= near[0] + reach; x++)
        if (x >= 0 && y >= 0 && x < r.width && y < r.height) see(x, y, r.data[y * r.width + x]!)
  }
  each((_x, _y, v) => (light = Math.max(light, v)))
  each((x, y, v) => {
    const w = Math.max(0, light * 0.7 - v)
    sum += w
    sx += w * x
    sy += w * y
  })
  return [sx / sum, sy / sum] as const
}

const pose: Pose = {
  distance: 300,
  tiltX: 0.2,
  tiltY: -0.15,
  roll: 0.1,
  k1: -0.05,
  k2: 0.02,
  width: 300,
  height: 400,
  fill: 0.9,
  shift: [0, 0],
}

describe('paper', () => {
  const profiles = [
    bow(0.4, 300, 7),
    spine(0, -105, 0.6, 30),
    waves(1.2, 150, 3, 1),
    creases(Math.PI / 2, [{ s: 10, angle: 0.2 }]),
  ]
  it.each(profiles.map((p, i) => [i, p] as const))('bends and does not stretch: profile %i', (_i, profile) => {
    const surface = surfaceOf(210, 297, [profile])
    fc.assert(
      fc.property(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.double({ min: -140, max: 140, noNaN: true }),
        fc.double({ min: 0, max: 6.28, noNaN: true }),
        (u, v, a) => {
          const d = 0.5
          const p = surface.at(u, v)
          const q = surface.at(u + d * Math.cos(a), v + d * Math.sin(a))
          expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeCloseTo(d, 2)
        },
      ),
    )
  })

  it('bows as high as was asked', () => {
    const surface = surfaceOf(210, 297, [bow(Math.PI / 2, 297, 5)])
    expect(surface.at(0, 0)[2] - surface.at(0, 148.5)[2]).toBeCloseTo(5, 1)
    expect(surface.at(0, 0)[2] - surface.at(0, -148.5)[2]).toBeCloseTo(5, 1)
  })
})

describe('the lens', () => {
  const outline: Space[] = [
    [-30, -40, 0],
    [30, -40, 0],
    [-30, 40, 0],
    [30, 40, 0],
  ]
  it('holds the whole outline in the frame, and straight lines straight without distortion', () => {
    const camera = cameraOf({ ...pose, k1: 0, k2: 0 }, outline)
    for (const p of outline) {
      const [x, y] = camera.project(p)
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(300)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(400)
    }
    const [a, b, c] = [-30, 5, 30].map((u) => camera.project([u, 2 * u * 0.5, 0]))
    const cross = (b![0] - a![0]) * (c![1] - a![1]) - (c![0] - a![0]) * (b![1] - a![1])
    expect(Math.abs(cross)).toBeLessThan(1e-6)
  })

  it('shows nearer things larger', () => {
    const camera = cameraOf({ ...pose, tiltX: 0, tiltY: 0, roll: 0, k1: 0, k2: 0 }, outline)
    const wide = (z: number) => camera.project([10, 0, z])[0] - camera.project([-10, 0, z])[0]
    expect(wide(30) / wide(0)).toBeCloseTo(300 / 270, 5)
  })
})

describe('the mesh', () => {
  it('is the inverse of the camera: each pixel sees the point that is projected there', () => {
    const surface = surfaceOf(60, 80, [bow(0.5, 80, 3)], { depth: 0.5, size: 20, salt: 3 })
    const camera = cameraOf(pose, [surface.at(-30, -40), surface.at(30, -40), surface.at(-30, 40), surface.at(30, 40)])
    const mesh = meshOf({ u0: -30, v0: -40, u1: 30, v1: 40 }, 2.5, surface.at, camera, () => ({ light: 1, glare: 0 }))
    let seen = 0
    let worst = 0
    drawMesh(mesh, 300, 400, (i, u, v) => {
      if (i % 97 !== 0) return
      seen++
      const [x, y] = camera.project(surface.at(u, v))
      worst = Math.max(worst, Math.hypot(x - (i % 300), y - Math.floor(i / 300)))
    })
    expect(seen).toBeGreaterThan(300)
    // Less than a tenth of a pixel, even over dents.
    expect(worst).toBeLessThan(0.1)
  })
})

describe('where things lie in a picture', () => {
  it('is told rightly of a photograph of bent paper', () => {
    const sheet = white()
    const spots = [
      [10, 12],
      [50, 15],
      [30, 40],
      [8, 70],
      [52, 66],
    ] as const
    for (const [x, y] of spots) spotOn(sheet, x, y)
    const chance = chanceOf('spots')
    const good = goodPhoto(sheet, chance)
    const { picture, place } = photograph(
      sheet,
      {
        ...good,
        profiles: [bow(0.3, 80, 4)],
        pose: { ...good.pose, distance: 150, k1: -0.08, width: 500, height: 640 },
        table: 'pale',
      },
      chance,
    )
    for (const [x, y] of spots) {
      const at = place([x, y])
      const [px, py] = middleOfDark(picture, at, 12)
      expect(Math.hypot(px - at[0], py - at[1]), `spot ${x}, ${y}`).toBeLessThan(0.5)
    }
  })

  it('is told rightly of a skewed, stretched, slipping scan and of a copy of a copy', () => {
    const chance = chanceOf('scanned')
    let sheet = white()
    const spots = [
      [10, 12],
      [50, 15],
      [30, 42],
      [8, 70],
      [52, 66],
    ] as const
    for (const [x, y] of spots) spotOn(sheet, x, y)
    const settings = { ...copySettings(chance), dust: 0, darkEdge: 0 }
    sheet = photocopy(photocopy(sheet, settings, chance), { ...settings, turn: -0.02, scale: 0.97 }, chance)
    const s = {
      ...goodScan(chance, 200),
      skew: 0.04,
      border: 3,
      stretchY: 1.01,
      slips: [{ y: 50, by: 1.2 }],
      drift: 1,
      wow: [{ size: 0.3, length: 60, phase: 1 }],
    }
    const { picture, place } = scan(sheet, s, chance)
    for (const [x, y] of spots) {
      const at = place([x, y])
      const [px, py] = middleOfDark(picture, at, 14)
      expect(Math.hypot(px - at[0], py - at[1]), `spot ${x}, ${y}`).toBeLessThan(1)
    }
  })

  it('follows a picture that is cut, turned or mirrored', () => {
    const sheet = white(60, 80, 6)
    spotOn(sheet, 14, 11)
    const chance = chanceOf('turned')
    const shot = scan(sheet, goodScan(chance), chance)
    const page = { ...shot, format: 'png' as const, quality: 90, rows: [], pen: 'ball' as const }
    for (const made of [upsideDown(page), mirrored(page), halved(page, chanceOf('cut:1'))]) {
      const at = made.place([14, 11])
      if (at[0] < 10 || at[1] < 10 || at[0] > made.picture.width - 10 || at[1] > made.picture.height - 10) continue
      const [px, py] = middleOfDark(made.picture, at, 9)
      expect(Math.hypot(px - at[0], py - at[1])).toBeLessThan(0.6)
    }
  })
})

describe('pictures as numbers', () => {
  it('keeps the light when it blurs, and answers pixel centres as they are', () => {
    const r = newRaster(20, 20, 0.5)
    r.data[210] = 3
    const sum = (d: Float32Array) => d.reduce((a, b) => a + b, 0)
    expect(sum(blurred(r, 1.3, 0.7).data)).toBeCloseTo(sum(r.data), 3)
    expect(sampleAt(r, 10, 10)).toBeCloseTo(3, 6)
  })

  it('draws a stroke and a box as large as they are', () => {
    const sheet = white(20, 20, 10)
    const layer = layerOver(sheet, { x: 0, y: 0, w: 20, h: 20 }, 0)
    fillOn(layer, boxPath({ x: 3.03, y: 4.07, w: 5.5, h: 2.25 }))
    const area = (d: Float32Array) => d.reduce((a, b) => a + b, 0) / 100
    expect(area(layer.data)).toBeCloseTo(5.5 * 2.25, 1)
    const line = layerOver(sheet, { x: 0, y: 0, w: 20, h: 20 }, 0)
    strokeOn(
      line,
      [
        [5, 5],
        [15, 5],
      ],
      0.6,
    )
    expect(area(line.data)).toBeCloseTo(10 * 0.6 + Math.PI * 0.09, 0)
  })

  it('draws noise of mean 0 and deviation 1', () => {
    const noise = noiseOf(chanceOf('noise'))
    const drawn = Array.from({ length: 50_000 }, noise)
    const mean = drawn.reduce((a, b) => a + b, 0) / drawn.length
    const deviation = Math.sqrt(drawn.reduce((a, b) => a + (b - mean) ** 2, 0) / drawn.length)
    expect(Math.abs(mean)).toBeLessThan(0.02)
    expect(deviation).toBeGreaterThan(0.97)
    expect(deviation).toBeLessThan(1.03)
  })

  it.each(['diffusion', 'ordered'] as const)('keeps a grey as so many dots: %s', (kind) => {
    const bits = toBits(newRaster(128, 128, 0.4), { kind, level: 0.5 })
    const share = bits.data.reduce((a, b) => a + b, 0) / bits.data.length
    expect(Math.abs(share - 0.4)).toBeLessThan(0.06)
    expect(bits.data.every((v) => v === 0 || v === 1)).toBe(true)
  })
})

describe('marks', () => {
  const rowOf = (kind: RowOn['kind']): RowOn => ({
    name: 'q',
    kind,
    oval: false,
    cells: [...'ABCD'].map((value, i) => ({ value, rect: { x: 8 + i * 9, y: 10, w: 5.4, h: 3 } })),
  })
  it.each(markKinds)('says what a person reads: %s', (kind) => {
    for (const of of ['single', 'multiple', 'digit'] as const) {
      const sheet = white(60, 30, 8)
      const untouched = sheet.front.data.slice()
      const truth = markRow(sheet, writerOf(chanceOf(`mark:${kind}`), 'pencil'), rowOf(of), kind)
      const touched = sheet.front.data.some((v, i) => v !== untouched[i])
      if (!truth) {
        expect(touched, 'nothing is drawn where nothing is said').toBe(false)
        continue
      }
      expect(touched).toBe(kind !== 'blank')
      for (const a of truth.allowed) expect([...a].sort()).toEqual(a)
      if (truth.ask === 'needless') expect(truth.allowed).toHaveLength(1)
      if (truth.allowed.length === 0) expect(truth.ask).toBe('must')
    }
  })

  const lightIn = (sheet: Sheet, r: { x: number; y: number; w: number; h: number }) => {
    let sum = 0
    for (let y = 0; y < 12; y++)
      for (let x = 0; x < 12; x++)
        sum += sampleAt(sheet.front, (r.x + ((x + 0.5) / 12) * r.w) * 8, (r.y + ((y + 0.5) / 12) * r.h) * 8)
    return sum / 144
  }
  /** Of how many cells the ink is dark, and how many of those are what a person reads. */
  it.each([
    ['full', 'single', 1, 1],
    ['outlined', 'single', 1, 1],
    ['erasedBlank', 'single', 0, 0],
    ['erasedOther', 'single', 1, 1],
    ['fluidOther', 'single', 1, 1],
    ['tapeOther', 'single', 1, 1],
    ['struckOther', 'single', 2, 1],
    ['scratchedOther', 'single', 2, 1],
    ['struckOfMany', 'multiple', 3, 2],
    ['double', 'single', 2, 0],
  ] as const)('says of its ink what it means: %s', (kind, of, dark, meant) => {
    for (let i = 0; i < 5; i++) {
      const sheet = white(60, 30, 8)
      const row = rowOf(of)
      const truth = markRow(sheet, writerOf(chanceOf(`ink:${i}`), 'heavyPencil'), row, kind)!
      const inked = row.cells.filter((c) => lightIn(sheet, c.rect) < 0.45)
      const read = truth.allowed[0] ?? []
      expect(inked).toHaveLength(dark)
      expect(read).toHaveLength(meant)
      expect(inked.map((c) => c.value)).toEqual(expect.arrayContaining(read))
      // What was struck out has its strokes outside the cell too.
      const outside = (c: (typeof inked)[number]) =>
        lightIn(sheet, { x: c.rect.x - 1, y: c.rect.y - 0.8, w: c.rect.w + 2, h: 0.6 }) +
        lightIn(sheet, { x: c.rect.x - 1, y: c.rect.y + c.rect.h + 0.2, w: c.rect.w + 2, h: 0.6 }) +
        lightIn(sheet, { x: c.rect.x - 1, y: c.rect.y - 0.8, w: 0.7, h: c.rect.h + 1.6 }) +
        lightIn(sheet, { x: c.rect.x + c.rect.w + 0.3, y: c.rect.y - 0.8, w: 0.7, h: c.rect.h + 1.6 })
      if (kind.startsWith('struck') || kind === 'scratchedOther') {
        const struck = inked.find((c) => !read.includes(c.value))!
        for (const c of inked) if (c !== struck) expect(outside(struck)).toBeLessThan(outside(c))
      }
    }
  })
  it.each(markKinds.filter((k) => !/^(blank|erasedBlank|rest|double)$/.test(k)))(
    'leaves ink with any pen: %s',
    (kind) => {
      for (const pen of ['pencil', 'heavyPencil', 'ball', 'gel', 'marker'] as const)
        for (let i = 0; i < 3; i++) {
          const sheet = white(60, 30, 8)
          const row = rowOf('multiple')
          const truth = markRow(sheet, writerOf(chanceOf(`pens:${i}`), pen), row, kind)!
          for (const value of truth.allowed[0]!) {
            const { rect: r } = row.cells.find((c) => c.value === value)!
            let darkest = 1
            for (let y = r.y - 1; y < r.y + r.h + 1; y += 0.1)
              for (let x = r.x - 0.5; x < r.x + r.w + 0.5; x += 0.1)
                darkest = Math.min(darkest, sampleAt(sheet.front, x * 8, y * 8))
            expect(darkest, `${pen} ${i}`).toBeLessThan(0.75)
          }
        }
    },
  )
  it.each(['ring', 'underline', 'tick', 'cross', 'dash', 'dot', 'half'] as const)(
    'leaves most of a cell white: %s',
    (kind) => {
      const sheet = white(60, 30, 8)
      const row = rowOf('single')
      const truth = markRow(sheet, writerOf(chanceOf('white'), 'gel'), row, kind)!
      const light = row.cells.map((c) =>
        lightIn(sheet, { x: c.rect.x - 1, y: c.rect.y - 0.9, w: c.rect.w + 2, h: c.rect.h + 1.8 }),
      )
      const touched = row.cells[light.indexOf(Math.min(...light))]!
      expect(truth.allowed).toEqual([[touched.value]])
      expect(lightIn(sheet, touched.rect)).toBeGreaterThan(0.35)
    },
  )
})

describe('a mark on a picture', () => {
  const rows: RowOn[] = [0, 1].map((n) => ({
    name: `q${n}`,
    kind: 'single',
    oval: false,
    cells: [...'ABC'].map((value, i) => ({ value, rect: { x: 10 + i * 9, y: 20 + n * 12, w: 5.4, h: 3 } })),
  }))
  const pageOf = (way: string, share: number) => {
    const blank = white()
    const faint = makePage(blank, { rows, blocks: [] }, distortionOf(way), 'plain', 'seen:1')
    const bare = faint.unmarked!()
    // What the marks take away, weakened: as a copy or an overexposed scan would.
    const data = faint.picture.data.map((v, i) => bare.data[i]! + (v - bare.data[i]!) * share)
    return { picture: { ...faint.picture, data }, place: faint.place, bare, rows: faint.rows }
  }
  it.each([
    [1, true],
    [0.6, true],
    [0.05, false],
    [0, false],
  ])('at %d of its strength is seen: %s', (share, seen) => {
    const page = pageOf('flatbed 150 dpi', share)
    const marked = page.rows.filter((r) => r.kind !== 'blank')
    expect(marked.length).toBeGreaterThan(0)
    for (const r of marked) expect(isSeen(page, page.bare, r.cells)).toBe(seen)
  })
})

describe('a small mark in a long row', () => {
  it('is seen', () => {
    const cells = [...'ABCDEFG'].map((value, i) => ({ value, rect: { x: 3 + i * 7.4, y: 20, w: 5.4, h: 3 } }))
    const make = (dotted: boolean) => {
      const sheet = white()
      if (dotted) spotOn(sheet, 14, 21.5, 1.1)
      return scan(sheet, { ...goodScan(chanceOf('dot')), format: 'png' }, chanceOf('dot'))
    }
    expect(isSeen(make(true), make(false).picture, cells)).toBe(true)
    expect(isSeen(make(false), make(false).picture, cells)).toBe(false)
  })
})

describe('foreign forms', () => {
  it('are lawful: cells apart, on the paper, values distinct, numbers once; a template names the same cells', () => {
    for (let i = 0; i < 25; i++) {
      const chance = chanceOf(seedOf('test', 'form', i))
      const form = formOf(chance, `form ${i}`)
      const rows = rowsOfForm(form)
      const boxes = rows.flatMap((r) => r.cells.map((c) => c.rect))
      expect(rows.length).toBeGreaterThan(1)
      for (const b of boxes) {
        expect(b.x).toBeGreaterThan(0)
        expect(b.y).toBeGreaterThan(0)
        expect(b.x + b.w).toBeLessThan(form.width)
        expect(b.y + b.h).toBeLessThan(form.height)
      }
      for (const [n, a] of boxes.entries())
        for (const b of boxes.slice(n + 1)) {
          const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
          if (!apart) expect(apart, `form ${i}: cells overlap`).toBe(true)
        }
      expect(new Set(rows.map((r) => r.name)).size).toBe(rows.length)
      for (const r of rows) expect(new Set(r.cells.map((c) => c.value)).size).toBe(r.cells.length)
      const on = {
        imageKey: 'x.png',
        width: form.width * 6,
        height: form.height * 6,
        place: ([x, y]: readonly [number, number]) => [x * 6, y * 6] as const,
      }
      const template = templateOf(form, on, 0, chance)
      const grids = template.areas.filter((a) => a.grid)
      expect(grids).toHaveLength(form.groups.length)
      for (const [g, area] of grids.entries()) expect(area.grid!.x).toBeCloseTo(form.groups[g]!.x * 6, 6)
    }
  })
})

describe('chance', () => {
  it('is the same for the same seed, another for another, and a part draws from a stream of its own', () => {
    const draw = (seed: string) => Array.from({ length: 5 }, chanceOf(seed).next)
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
    expect(seedOf('develop', 'x', 1)).not.toBe(seedOf('report', 'x', 1))
    const c = chanceOf('a')
    const first = c.fork('x').next()
    c.next()
    expect(c.fork('x').next()).toBe(first)
  })

  it('makes the same page again, pixel for pixel, under distortions of every family', () => {
    const rows: RowOn[] = [0, 1, 2].map((n) => ({
      name: `q${n}`,
      kind: 'single',
      oval: true,
      cells: [...'ABC'].map((value, i) => ({ value, rect: { x: 10 + i * 9, y: 20 + n * 8, w: 5.4, h: 3 } })),
    }))
    const what = { rows, blocks: [{ x: 5, y: 50, w: 50, h: 20 }] }
    const same = (a: Float32Array, b: Float32Array) => Buffer.from(a.buffer).equals(Buffer.from(b.buffer))
    for (const family of ['scan', 'bits', 'copy', 'paper'] as const) {
      const d = distortions.findLast((x) => x.family === family)!
      const make = () => makePage(white(), what, d, 'mixed', `same:${d.name}`)
      const [a, b] = [make(), make()]
      expect(same(a.picture.data, b.picture.data), d.name).toBe(true)
      expect(a.rows).toEqual(b.rows)
      expect(same(a.picture.data, makePage(white(), what, d, 'mixed', 'another').picture.data), d.name).toBe(false)
    }
    const shot = () => {
      const good = goodPhoto(white(), chanceOf('same'))
      const small = { ...good, pose: { ...good.pose, width: 160, height: 200 }, depthBlur: 3, shake: 3 }
      return photograph(white(), small, chanceOf('shot')).picture.data
    }
    expect(same(shot(), shot())).toBe(true)
  })
})
