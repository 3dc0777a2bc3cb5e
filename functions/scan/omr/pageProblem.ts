/** What can be wrong with an uploaded file or one of its pages, each under its own name. */
export const pageProblems = {
  empty: '文件是空的，请重新扫描或重新上传',
  unknownType: '不是可识别的文件类型，请上传 JPEG、PNG、TIFF、PDF 或未压缩的 BMP',
  notPicture: '不是图片，也不是PDF：请检查是否选错了文件，再上传扫描件',
  wrongExtension: '文件内容与扩展名不符，请用正确的扩展名重新保存后上传',
  truncated: '文件不完整（传输或保存时被截断），请重新上传',
  broken: '文件已损坏，无法打开，请重新扫描',
  encrypted: 'PDF 文件有密码保护，请去除密码后再上传',
  tooLarge: '图像超过 1 亿像素，请用 200 至 300 dpi 重新扫描',
  tooSmall: '图像太小，请用 100 dpi 以上重新扫描',
} as const
export type PageProblemKind = keyof typeof pageProblems

/** Thrown for one file or page; `kind` is the machine's name, `message` is for people (Chinese). */
export class PageProblem extends Error {
  readonly kind: PageProblemKind
  /** Page within the file, from 0, where it is one page's problem. */
  readonly page: number | undefined
  constructor(kind: PageProblemKind, page?: number, options?: { cause?: unknown }) {
    super(page === undefined ? pageProblems[kind] : `第 ${page + 1} 页：${pageProblems[kind]}`, options)
    this.name = 'PageProblem'
    this.kind = kind
    this.page = page
  }
}
