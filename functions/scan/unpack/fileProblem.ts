/** What can be wrong with an uploaded file beside its pictures; the message is for people. */
export const fileProblems = {
  notThere: '文件没有上传完成，请重新上传',
  checksum: '收到的内容与上传时的校验值不一致，请重新上传',
  fileTooLarge: '单个文件超过{limit}MB，请分成几个文件上传',
  zipBroken: '压缩包已损坏或不完整，无法打开，请重新压缩后上传',
  zipEmpty: '压缩包里没有扫描件，请检查后重新上传',
  zipTooMany: '压缩包里的文件超过{limit}个，其余没有处理，请分成几个压缩包上传',
  zipBomb: '解压后的大小异常，已拒绝解压（疑似压缩炸弹）；请用普通方式重新压缩',
  zipEncrypted: '压缩包内的文件有密码保护，请去除密码后重新压缩上传',
  zipMethod: '压缩包使用了不支持的压缩方法，请用普通 zip 方式重新压缩',
  zipPath: '文件路径指向压缩包之外，已拒绝；请重新压缩后上传',
  zipNested: '压缩包里还有压缩包，请解压后把扫描件直接压缩上传',
  otherArchive: '不支持 RAR、7Z 等压缩格式，请改用 zip',
  tooManyPages: '文件超过{limit}页，其余没有处理，请分成几个文件上传',
} as const
export type FileProblemKind = keyof typeof fileProblems

export class FileProblem extends Error {
  override name = 'FileProblem'
  readonly kind: FileProblemKind
  constructor(kind: FileProblemKind, limit?: number) {
    super(fileProblems[kind].replace('{limit}', String(limit ?? '')))
    this.kind = kind
  }
}
