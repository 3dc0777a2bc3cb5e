import type { HelpOf } from '#web/kit/help.types.ts'

export const importsHelp: HelpOf = {
  '/v2/exam-manage/performance-import/exam/:examId': {
    lines: [
      '没有小题分时，一个文件导入几科的总分。',
      '先设置各科满分，再下载模板填写：缺考的填“缺考”，没有选考的留空。',
      '先检查，整份没有问题才导入，随即可以核对和发布；发布之前可以按科目撤回导入。',
    ],
  },
  '/v2/exam-manage/performance-import/:paperId': {
    lines: [
      '在别处评好的试卷，用表格导入每题的成绩。',
      '下载模板填写后上传：先检查并预览，问题按行列出。',
      '整份没有问题才导入，随即可以核对、更正和发布；发布之前可以撤回导入，重新上传。',
    ],
  },
}
