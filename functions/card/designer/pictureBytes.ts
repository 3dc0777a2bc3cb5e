/** What a person sends as a picture, as it is kept: judged by its bytes, upright, on white, no larger than print wants. */
import sharp from 'sharp'

/** A figure as wide as an A4 column at 220 dpi. */
const longest = 1600
/** More would take the function's memory. */
const mostPixels = 40_000_000
const leastSide = 20

/** By the first bytes, as the formats say; the name says nothing. */
const formatOf = (bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null => {
  const starts = (signature: readonly number[], at = 0) => signature.every((b, i) => bytes[at + i] === b)
  if (starts([0xff, 0xd8, 0xff])) return 'jpeg'
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return null
}

export type KeptPicture = { bytes: Buffer; width: number; height: number }

/** The picture as JPEG, or why it cannot be taken. The same bytes give the same bytes. */
export const keptPicture = async (bytes: Uint8Array): Promise<KeptPicture | string> => {
  if (!formatOf(bytes)) return '图片只能是 JPEG、PNG 或 WebP 格式，请另存后重新上传'
  try {
    const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated' })
    const { width, height } = await open().metadata()
    if (Math.min(width, height) < leastSide) return `图片太小，每边至少${leastSide}像素`
    const { data, info } = await open()
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      // Lines of a figure are thin: colour keeps its full resolution.
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    return /pixel limit/i.test(String(error))
      ? '图片超过4000万像素，请缩小后重新上传'
      : '图片打不开或不完整，请另存为 JPEG 或 PNG 后重新上传'
  }
}
