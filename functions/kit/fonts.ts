import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import subsetFont from 'subset-font'

/** Full Noto Sans SC faces: 30 890 code points each. In the cloud they lie in the layer `fonts`, here in the package. */
const faces = {
  regular: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
} as const
export type Face = keyof typeof faces

const require = createRequire(import.meta.url)
/** Where a whole face lies. */
export const fontFile = (face: Face): string => {
  const layer = `/opt/fonts/${basename(faces[face])}`
  return existsSync(layer) ? layer : require.resolve(faces[face])
}

const sources = new Map<Face, Promise<Buffer>>()
const sourceOf = (face: Face) => {
  let source = sources.get(face)
  if (!source) {
    source = readFile(fontFile(face))
    sources.set(face, source)
  }
  return source
}

/** The face cut down to the characters of `text`, without layout tables: each character stands for itself. */
export const cutFont = async (face: Face, text: string): Promise<Buffer> => {
  const characters = [...new Set(text)].sort().join('')
  return Buffer.from(
    await subsetFont(await sourceOf(face), characters || ' ', {
      targetFormat: 'truetype',
      noHinting: true,
      noLayoutClosure: true,
      keepFeatures: [],
      dropTables: ['GSUB', 'GPOS', 'GDEF', 'BASE', 'VORG', 'vhea', 'vmtx', 'DSIG', 'STAT'],
    }),
  )
}

/** A part of a composed character: a character of the font, squeezed and moved (in shares of the size, y upwards). */
type Part = { character: string; x: number; y: number; scaleX: number; scaleY: number }

/** Digits and signs of formulas below and above the line, of which the font has ¹ ² ³ alone: its own, smaller and moved. */
const scripts = (characters: string, from: string, y: number): [string, readonly Part[]][] => {
  const of = [...from]
  return [...characters].map((c, i) => [c, [{ character: of[i]!, x: 0, y, scaleX: 0.62, scaleY: 0.62 }]])
}

/**
 * Characters that the font lacks, put together from parts that it has. 𠮷 (U+20BB7) is 吉 with 土 on top instead of 士. What
 * has one part is as wide as that, all else a full square.
 */
export const composed: ReadonlyMap<string, readonly Part[]> = new Map([
  [
    '𠮷',
    [
      { character: '土', x: 0.02, y: 0.4, scaleX: 0.96, scaleY: 0.54 },
      { character: '口', x: 0.13, y: -0.05, scaleX: 0.74, scaleY: 0.46 },
    ],
  ],
  ...scripts('₀₁₂₃₄₅₆₇₈₉₊₋', '0123456789+−', -0.13),
  ...scripts('⁰⁴⁵⁶⁷⁸⁹⁺⁻ⁿ', '0456789+−n', 0.34),
])

/** What is printed for a character that no font has: 〓, the compositor's mark for a missing type. */
export const missing = '〓'
