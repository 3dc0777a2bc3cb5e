import type { UploadFamily } from './platform.types.ts'

const MB = 1_000_000

type UploadRule = { suffixes: readonly string[]; maxBytes: number; maxFiles: number }

/** What holds where a family says nothing else (spec 2 §5). */
export const uploadDefault: UploadRule = {
  suffixes: ['doc', 'docx', 'pdf', 'jpg', 'png', 'zip'],
  maxBytes: 1_000_000,
  maxFiles: 1,
}

/** What a family may hold beside the default. One table; the server's and the browser's. */
const own: Record<UploadFamily, Partial<UploadRule>> = {
  scan: {
    suffixes: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'bmp', 'pdf', 'zip'],
    maxBytes: 4000 * MB,
    maxFiles: 2000,
  },
  roster: { suffixes: ['xlsx', 'csv', 'zip'], maxBytes: 20 * MB, maxFiles: 1 },
  preflight: { suffixes: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'bmp', 'pdf'], maxBytes: 30 * MB, maxFiles: 1 },
  seatList: { suffixes: ['xlsx', 'csv'], maxBytes: 5 * MB, maxFiles: 1 },
  scores: { suffixes: ['xlsx', 'csv'], maxBytes: 5 * MB, maxFiles: 1 },
  examPaper: { suffixes: ['pdf', 'doc', 'docx', 'jpg', 'png', 'mp3', 'zip'], maxBytes: 50 * MB, maxFiles: 5 },
  paperAnswer: { suffixes: ['xlsx', 'csv'] },
  cardTemplate: { suffixes: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'pdf'], maxBytes: 30 * MB, maxFiles: 8 },
  cardPicture: { suffixes: ['jpg', 'jpeg', 'png', 'webp'], maxBytes: 5 * MB },
  wrongBook: {},
  homeworkZip: { suffixes: ['zip'] },
  taskLogo: { suffixes: ['jpg', 'png'] },
  aiRead: {},
  offlineHomework: { suffixes: ['zip'] },
}

export const uploadRules = Object.fromEntries(
  Object.entries(own).map(([family, rule]) => [family, { ...uploadDefault, ...rule }]),
) as Record<UploadFamily, UploadRule>

/** The specification's map of upload paths (3 §9): which family lies under which of its keys. */
export const uploadPathKeys = {
  'exam answer-card zip': 'scan',
  'wrong book': 'wrongBook',
  'homework answer-card zip': 'homeworkZip',
  'answer-card template': 'cardTemplate',
  'holiday task logo': 'taskLogo',
  'paper answer upload': 'paperAnswer',
  'ai-read upload': 'aiRead',
  'offline homework zip': 'offlineHomework',
} as const satisfies Record<string, UploadFamily>

/**
 * Of the specification's families those whose room stands: what the others hold would never be read, and none is
 * granted.
 */
const standing: readonly UploadFamily[] = ['scan', 'cardTemplate', 'paperAnswer']
const awaited: readonly UploadFamily[] = Object.values(uploadPathKeys).filter((family) => !standing.includes(family))
export const isAwaited = (family: UploadFamily): boolean => awaited.includes(family)

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
