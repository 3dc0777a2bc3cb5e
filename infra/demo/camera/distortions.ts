/** How pages are made to suffer, one kind at a time: what happens to the blank, to the filled sheet, and how it is taken. */
import { copySettings, photocopy } from './copies.ts'
import { bow, creases, spine, waves } from './surface.ts'
import { bleedThrough, colourPaper, dogEar, foldLine, punch, recycle, stain, staple, tear } from './wear.ts'
import { scanned, taken, plainScan, sign, bowed, leaning, bits } from './distortion.makers.ts'
import type { Distortion } from './distortion.makers.ts'

export const distortions: readonly Distortion[] = [
  // Scanners.
  { name: 'flatbed 150 dpi', family: 'scan', mild: true, take: plainScan },
  { name: 'flatbed 200 dpi', family: 'scan', mild: true, take: scanned(() => ({}), 200) },
  {
    name: 'flatbed 100 dpi',
    family: 'scan',
    take: scanned((c) => ({ mtf: [c.between(0.08, 0.12), c.between(0.08, 0.14)] }), 100),
  },
  {
    name: 'feeder, skewed',
    family: 'scan',
    mild: true,
    take: scanned((c) => ({
      skew: c.between(-0.035, 0.035),
      stretchY: c.between(0.99, 1.01),
      border: 3,
      lid: c.pick(['white', 'black'] as const),
      wow: [{ size: c.between(0.02, 0.1), length: c.between(20, 60), phase: c.between(0, 6) }],
    })),
  },
  {
    name: 'feeder, uneven speed',
    family: 'scan',
    take: scanned((c) => ({
      wow: [
        { size: c.between(0.2, 0.7), length: c.between(60, 160), phase: c.between(0, 6) },
        { size: c.between(0.05, 0.2), length: c.between(12, 30), phase: c.between(0, 6) },
      ],
      slips: c.yes(0.6) ? [{ y: c.between(60, 230), by: c.between(0.4, 1.8) * sign(c) }] : [],
      drift: c.between(-1.5, 1.5),
    })),
  },
  {
    name: 'streaks of dust',
    family: 'scan',
    take: scanned((c) => ({
      streaks: Array.from({ length: 2 + c.int(4) }, () => ({
        x: c.between(15, 195),
        width: c.between(0.15, 0.9),
        share: c.between(0.15, 0.75),
      })),
    })),
  },
  {
    name: 'overexposed scan',
    family: 'scan',
    take: scanned((c) => ({ white: c.between(0.42, 0.6), black: c.between(0, 0.03), gamma: c.between(2, 2.6) })),
  },
  {
    name: 'dark, flat scan',
    family: 'scan',
    take: scanned((c) => ({
      white: c.between(1.2, 1.6),
      black: c.between(-0.15, 0),
      gamma: c.between(1.2, 1.8),
      noise: 0.015,
    })),
  },
  { name: 'hard JPEG', family: 'scan', take: scanned((c) => ({ quality: 12 + c.int(18) })) },
  // To black and white.
  { name: '1-bit scan', family: 'bits', take: bits('level', 0.48, 0.64) },
  { name: '1-bit, light', family: 'bits', take: bits('level', 0.38, 0.48) },
  { name: '1-bit, dark', family: 'bits', take: bits('level', 0.66, 0.8) },
  {
    name: 'fax, standard',
    family: 'bits',
    take: scanned(
      (c) => ({
        bits: { kind: 'level', level: c.between(0.48, 0.7) },
        lineRepeat: 2,
        noise: 0.015,
        format: 'png',
        mtf: [0.11, 0.13],
      }),
      204,
    ),
  },
  {
    name: 'fax, fine',
    family: 'bits',
    take: scanned(
      (c) => ({ bits: { kind: 'level', level: c.between(0.48, 0.7) }, noise: 0.015, format: 'png', mtf: [0.1, 0.11] }),
      204,
    ),
  },
  {
    name: 'fax, diffused',
    family: 'bits',
    take: scanned(
      (c) => ({ bits: { kind: 'diffusion', level: 0.5 }, noise: 0.01, format: 'png', gamma: c.between(1.2, 1.8) }),
      204,
    ),
  },
  { name: 'ordered halftone', family: 'bits', take: bits('ordered', 0.45, 0.55) },
  // Copies.
  { name: 'copied once', family: 'copy', after: (s, c) => photocopy(s, copySettings(c), c), take: plainScan },
  {
    name: 'copied twice',
    family: 'copy',
    after: (s, c) => photocopy(photocopy(s, copySettings(c), c), copySettings(c), c),
    take: plainScan,
  },
  {
    name: 'form copied, then filled',
    family: 'copy',
    before: (s, c) => photocopy(s, copySettings(c), c),
    take: plainScan,
  },
  // Paper.
  {
    name: 'coloured paper',
    family: 'paper',
    after: (s, c) => (colourPaper(s, c.between(0.55, 0.85)), s),
    take: scanned(() => ({ white: 0.87 })),
  },
  {
    name: 'recycled paper',
    family: 'paper',
    after: (s, c) => (recycle(s, c.between(0.65, 0.8), c), s),
    take: scanned(() => ({ white: 0.85 })),
  },
  {
    name: 'bleed-through',
    family: 'paper',
    after: (s, c, back) => {
      if (back) bleedThrough(s, back, c.between(0.12, 0.35))
      return s
    },
    take: plainScan,
  },
  {
    name: 'stains',
    family: 'paper',
    after: (s, c) => {
      for (let i = 0; i < 3 + c.int(4); i++)
        stain(
          s,
          c.pick(['ring', 'drop', 'grease', 'blot', 'blot'] as const),
          [c.between(15, s.width - 15), c.between(20, s.height - 20)],
          c,
        )
      return s
    },
    take: plainScan,
  },
  {
    name: 'folded, then scanned',
    family: 'paper',
    after: (s, c) => {
      const y = s.height / 2 + c.normal() * 12
      foldLine(s, [0, y], [s.width, y + c.normal() * 3], c)
      if (c.yes(0.6)) {
        const x = s.width / 2 + c.normal() * 8
        foldLine(s, [x, 0], [x + c.normal() * 2, s.height], c)
      }
      return s
    },
    take: scanned((c) => ({ slips: [{ y: 148, by: c.between(-0.3, 0.3) }] })),
  },
  {
    name: 'punched, stapled, torn',
    family: 'paper',
    after: (s, c) => {
      if (c.yes(0.6)) punch(s, c)
      if (c.yes(0.6)) staple(s, c)
      if (c.yes(0.5)) tear(s, c.pick(['tl', 'tr', 'bl', 'br'] as const), c.between(8, 22), c)
      return s
    },
    take: scanned((c) => ({ lid: c.pick(['white', 'black'] as const) })),
  },
  {
    name: 'dog-ear',
    family: 'paper',
    after: (s, c) => (dogEar(s, c.pick(['tl', 'tr', 'bl', 'br'] as const), c.between(8, 26), c.between(8, 26)), s),
    take: scanned((c) => ({ lid: c.pick(['white', 'black', 'grey'] as const) })),
  },
  // Photographs of flat sheets.
  { name: 'photo, good', family: 'photo', mild: true, take: taken(() => ({})) },
  {
    name: 'photo, tilted',
    family: 'photo',
    take: taken((c) => ({
      pose: {
        tiltX: c.between(0.12, 0.35) * sign(c),
        tiltY: c.between(0.1, 0.35) * sign(c),
        roll: c.between(-0.12, 0.12),
        distance: c.between(330, 430),
      },
    })),
  },
  {
    name: 'photo, turned',
    family: 'photo',
    take: taken((c) => ({
      pose: { roll: c.pick([Math.PI / 2, Math.PI, -Math.PI / 2]) + c.between(-0.06, 0.06), width: 1900, height: 1900 },
    })),
  },
  {
    name: 'photo, dim and noisy',
    family: 'photo',
    take: taken((c) => ({
      exposure: c.between(0.16, 0.32),
      fullWell: c.between(120, 350),
      readNoise: c.between(0.012, 0.025),
      blur: 0.9,
      quality: 55 + c.int(25),
    })),
  },
  {
    name: 'photo, burnt out',
    family: 'photo',
    take: taken((c) => ({ exposure: c.between(1.15, 1.55) })),
  },
  {
    name: 'photo, shadow of the phone',
    family: 'photo',
    take: taken((c) => ({
      ambient: c.between(0.25, 0.4),
      shades: [
        {
          x: c.between(-60, 60),
          y: c.between(-90, 110),
          halfW: c.between(35, 45),
          halfH: c.between(60, 85),
          angle: c.between(-0.4, 0.4),
          soft: c.between(4, 30),
          depth: c.between(0.4, 0.85),
        },
        ...(c.yes(0.5)
          ? [
              {
                x: c.between(60, 120),
                y: c.between(80, 160),
                halfW: 30,
                halfH: 120,
                angle: c.between(-1, 0),
                soft: c.between(8, 40),
                depth: c.between(0.3, 0.7),
              },
            ]
          : []),
      ],
    })),
  },
  {
    name: 'photo, glare',
    family: 'photo',
    take: taken((c) => ({
      lamp: { at: [c.between(-90, 90), c.between(-160, 160), c.between(350, 600)], power: 0.7 },
      gloss: c.between(0.5, 2.5),
      shine: c.between(60, 400),
      exposure: c.between(0.6, 0.8),
    })),
  },
  {
    name: 'photo, wide lens',
    family: 'photo',
    take: taken((c) => ({
      vignette: c.between(1, 1.6),
      pose: { distance: c.between(210, 270), k1: c.between(-0.1, 0.06), k2: c.between(-0.03, 0.03) },
    })),
  },
  {
    name: 'photo, shallow focus',
    family: 'photo',
    take: taken((c) => ({
      depthBlur: c.between(2, 5),
      focusShift: c.between(-40, 40),
      pose: { tiltX: c.between(-0.15, 0.15), tiltY: c.between(0.2, 0.4) * sign(c), distance: 360 },
    })),
  },
  {
    name: 'photo, shaken',
    family: 'photo',
    take: taken((c) => ({ shake: c.between(2.5, 6), blur: c.between(0.8, 1.4) })),
  },
  // Photographs of sheets that do not lie flat.
  { name: 'bow 1–3 mm', family: 'bent', take: bowed(1, 3) },
  { name: 'bow 3–5 mm', family: 'bent', take: bowed(3, 5) },
  { name: 'bow 5–8 mm', family: 'bent', take: bowed(5, 8) },
  {
    name: 'bow 8–20 mm',
    family: 'bent',
    take: bowed(8, 20),
  },
  {
    name: 'book',
    family: 'bent',
    take: taken((c, s) => {
      const left = c.yes(0.5)
      return { profiles: [spine(left ? 0 : Math.PI, -s.width / 2, -c.between(0.25, 0.7), c.between(15, 45))] }
    }),
  },
  {
    name: 'waves',
    family: 'bent',
    take: taken((c) => ({
      profiles: [
        waves(c.pick([0, Math.PI / 2]) + c.normal() * 0.2, c.between(90, 220), c.between(1, 3.5), c.between(0, 6)),
      ],
    })),
  },
  {
    name: 'folded in four',
    family: 'bent',
    after: (s, c) => {
      foldLine(s, [0, s.height / 2], [s.width, s.height / 2], c)
      foldLine(s, [s.width / 2, 0], [s.width / 2, s.height], c)
      return s
    },
    take: taken((c) => ({
      profiles: [
        creases(Math.PI / 2, [{ s: 0, angle: c.between(0.06, 0.25) * sign(c) }]),
        creases(0, [{ s: 0, angle: c.between(0.03, 0.15) * sign(c) }]),
      ],
    })),
  },
  {
    name: 'crumpled',
    family: 'bent',
    take: taken((c) => ({
      dents: { depth: c.between(1.5, 5), size: c.between(25, 60), salt: c.int(1 << 30) },
      lamp: { at: [c.between(-700, 700), -500, 500], power: 0.7 },
    })),
  },
  // Leaning a little: what bends is then seen from the side, and part of the sheet is out of focus.
  {
    name: 'photo, leaning',
    family: 'photo',
    take: taken((c) => ({ pose: leaning(c) })),
  },
  {
    name: 'photo, leaning, half in focus',
    family: 'photo',
    take: taken((c) => ({ pose: leaning(c), depthBlur: c.between(12, 30), focusShift: c.between(-10, 10) })),
  },
  {
    name: 'bow 3–8 mm, leaning',
    family: 'bent',
    take: taken((c, s) => {
      const along = c.yes(0.5)
      const mm = c.between(3, 8) * sign(c)
      return {
        profiles: [bow(along ? Math.PI / 2 : c.normal() * 0.1, along ? s.height : s.width, mm)],
        pose: leaning(c),
      }
    }),
  },
  {
    name: 'book, leaning',
    family: 'bent',
    take: taken((c, s) => ({
      profiles: [spine(c.yes(0.5) ? 0 : Math.PI, -s.width / 2, -c.between(0.25, 0.6), c.between(15, 45))],
      pose: leaning(c),
    })),
  },
]

export const distortionOf = (name: string): Distortion => {
  const found = distortions.find((d) => d.name === name)
  if (!found) throw new Error(`no distortion is called ${name}`)
  return found
}
