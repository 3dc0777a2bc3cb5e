import type { HelpOf } from '#web/kit/help.types.ts'

export const platformHelp: HelpOf = {
  '/v2/center/file-upload': {
    lines: [
      '您三十天内上传的文件，新的在前。',
      '“到齐”说明文件都收到了；没有到齐的，两天内在原来的页面重新选择同样的文件会接着传。',
      '文件怎样处理，在上传它的页面和右上角的任务列表里看。',
    ],
  },
  '/v2/center/file-upload/:uploadId': {
    lines: [
      '一次上传的文件，收到了哪些。',
      '超过二十个文件时只列出前二十个。',
      '名单、成绩表等文件一周后清除，扫描的答题卡一直保留。',
    ],
  },
  '/v2/center/data-process': {
    lines: [
      '所有学校的后台任务：十四天内失败的，和正在进行的。',
      '只生成文件或重新统计的任务可以从停下的那一步接着做；会改动数据的，请学校在原来的页面重新发起。',
      '重新处理记入该校的操作记录，结果归原来发起的人。',
    ],
  },
}
