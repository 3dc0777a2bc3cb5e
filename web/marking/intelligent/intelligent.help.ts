import type { HelpOf } from '#web/kit/help.types.ts'

export const intelligentHelp: HelpOf = {
  '/v2/exam/todo/intelligent-read': {
    lines: [
      '可以按相同作答评的填空题。',
      '点题号进入；给分和逐份评阅完全一样。',
      '也可以在“阅卷任务”里逐份评同一道题。',
    ],
  },
  '/v2/exam/todo/intelligent-read/detail/:paperId/:questionId': {
    lines: [
      '写法相同的作答放在一起，看过全部缩略图后一次给分。',
      '不一样的选中后移出，单独给分；离群的排在最前。',
      '给错了按退格回到上一组，重新给的分代替前一次。',
    ],
    keys: {
      数字: '给这一组',
      回车: '满分',
      B: '未作答',
      S: '有问题',
      空格: '选中',
      X: '移出',
      M: '并入下一组',
      '← →': '前后一份',
      退格: '回到上一组',
    },
  },
  '/v2/exam-manage/intelligent-read/:paperId': {
    lines: [
      '哪些填空题把写法相同的作答放在一起评。',
      '开启后自动归并还没有人领的答卷；归并只排次序，不给分。',
      '每一份都由老师给分；接入了阅读器时，它的建议只显示给一评老师。',
    ],
  },
  '/v2/exam-manage/intelligent-read/report/:paperId': {
    lines: [
      '放在一起的作答，老师给的分是否相同，快了多少。',
      '“同组同分”是组里得分与多数相同的作答所占的比例。',
      '不同的作答连同图像列在下面，可以据此决定以后是否采用。',
    ],
  },
}
