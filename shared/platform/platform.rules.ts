import type { UploadFamily } from './platform.types.ts'

const MB = 1_000_000

/** One table: what each family of uploads may hold. The specification's default is six suffixes and 1 000 000 bytes. */
export const uploadRules: Record<UploadFamily, { suffixes: readonly string[]; maxBytes: number; maxFiles: number }> = {
  scan: {
    suffixes: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'bmp', 'pdf', 'zip'],
    maxBytes: 4000 * MB,
    maxFiles: 2000,
  },
  roster: { suffixes: ['xlsx', 'csv', 'zip'], maxBytes: 20 * MB, maxFiles: 1 },
  preflight: { suffixes: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'bmp', 'pdf'], maxBytes: 30 * MB, maxFiles: 1 },
  seatList: { suffixes: ['xlsx', 'csv'], maxBytes: 5 * MB, maxFiles: 1 },
  paperAnswer: { suffixes: ['xlsx', 'csv'], maxBytes: MB, maxFiles: 1 },
  cardTemplate: { suffixes: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'pdf'], maxBytes: 30 * MB, maxFiles: 8 },
}

/** Larger than a form's: in parts, under credentials. All other uploads are one form a file. */
export const comesInParts = (family: UploadFamily): boolean => family === 'scan'

export const suffixOf = (name: string): string => /\.([0-9a-z]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file may not be uploaded, in the specification's words (2 §5), or null. The server's and the browser's one rule. */
export const uploadBar = (family: UploadFamily, file: { name: string; size: number }): string | null => {
  const rule = uploadRules[family]
  if (!rule.suffixes.includes(suffixOf(file.name))) return `仅支持${rule.suffixes.join('、')}格式，请重新上传！`
  if (file.size > rule.maxBytes) return `请选择小于${rule.maxBytes / MB}MB的文件`
  if (file.size === 0) return `${file.name}是空文件，请检查后重新上传`
  return null
}
