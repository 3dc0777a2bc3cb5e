import type { HelpOf } from '#web/kit/help.types.ts'

export const cardHelp: HelpOf = {
  '/v2/answer-card/list/sys-answer-card': {
    lines: [
      '本校的答题卡，新的在前。',
      '点名称进入设计；已发布的可以下载打印。',
      '发布后不能修改，要改请复制成新的一版。',
    ],
  },
  '/v2/answer-card/template/add': {
    lines: ['给一张试卷新建答题卡。', '选考试和科目，会按试题自动排好。', '没有试题的，请先到“设置试题”。'],
  },
  '/v2/answer-card/start/:paperId': {
    lines: ['正在打开这张试卷的答题卡。', '没有就自动新建一张。', '按试题排版，打开后可以再调整。'],
  },
  '/v2/answer-card/template/view': {
    lines: ['答题卡打印出来的样子。', '滚动看每一面。', '这里只看不改，修改请打开设计。'],
  },
  '/v2/answer-card/draw/:cardId': {
    lines: [
      '看到的就是打印的样子，按毫米排版。',
      '点击或用左侧目录选中，右侧改大小、放图片；图片可以直接拖动；红框是放不下或太靠边。',
      '发布前先“考前检查”一张打印件。',
    ],
    keys: {
      'Ctrl+Z': '撤销',
      'Ctrl+Y': '重做',
      'Ctrl+S': '保存',
      'Alt+↑ Alt+↓': '在目录里移动题目',
      '↑ ↓ ← →': '移动选中的图片，按住 Shift 移5毫米',
    },
  },
  '/v2/exam/answer-card/cut-preview': {
    lines: ['阅卷老师会看到的每一块。', '检查每道题是否完整、有没有露出姓名。', '不合适就回到设计调整大小。'],
  },
  '/v2/exam/answer-card/cut-preview-by-question': {
    lines: ['按题看阅卷老师会看到的内容。', '选择题目，上下翻看。', '一题跨两面时会拼在一起。'],
  },
  '/v2/answer-card/pre-flight/:cardId': {
    lines: [
      '考前检查：打印、纸张和扫描仪合不合适。',
      '打印一张空白卡，不要写字，用考试时的扫描仪和设置扫描后上传。',
      '显示“可以用于考试”再打印全部；不合适会说明怎么调。',
    ],
  },
  '/v2/answer-card/list/third-party-answer-card': {
    lines: ['其他系统做的答题卡模板。', '上传空白卡的图片，画出定位点和题块。', '画好后可以给考试使用。'],
  },
  '/v2/answer-card/third-party/draw/:templateId': {
    lines: [
      '在空白卡上画出定位点、考号和题块。',
      '选工具后拖出方框，右侧填写题号和选项。',
      '定位点至少四个，画完先检查再发布。',
    ],
  },
}
