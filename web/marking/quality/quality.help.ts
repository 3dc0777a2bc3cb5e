import type { HelpOf } from '#web/kit/help.types.ts'

export const qualityHelp: HelpOf = {
  '/v2/exam/detail/:examId/read-record/:paperId': {
    lines: [
      '一道题的每份答卷：谁在何时给了多少分，被改过的也在。',
      '按题目、阅卷老师、学校或考号查找；可以导出当前页。',
      '只有考试管理者和看全部班级的领导能看到。',
    ],
  },
  '/v2/read-paper/history': {
    lines: [
      '您评过的考试，选一科看自己的给分。',
      '点题目看自己给的每一份分和图像。',
      '阅卷结束后可以看到与他人的比较。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/read-quality': {
    lines: [
      '每位教师给分的宽严、集中程度，每道题两评是否一致。',
      '先看标着三角的：点教师，看他的分布和答卷。',
      '只作提示；要调整，请教师重看或更正个别得分。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/read-quality/:questionId/:userId': {
    lines: [
      '一位教师评一道题的分布、快慢和前后变化。',
      '在“抽看答卷”选随机或相差大的，核对给分。',
      '管理者点考号可更正这份答卷。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/sampled-quality-detail': {
    lines: [
      '按老师、分数段或时间随机抽出评过的答卷来看。',
      '“同意”只计数；“改分”写理由，成为这份作答的仲裁分。',
      '每位老师抽查了多少、同意多少列在上面；自己评的抽不到。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/standards': {
    lines: [
      '专家定了分的答卷：标杆卷供对照，试评卷先评，种子卷混在答卷里。',
      '在“选卷”里挑有代表性的，写专家给分和理由。',
      '标准卷只统一尺度，不改变这份答卷的得分。',
    ],
  },
  '/v2/read-paper/trial/:paperId/:questionId': {
    lines: [
      '正式阅卷之前，每位老师先评同样的几份，和专家给分比较。',
      '给的分随时保存，交卷以前可以改；全部评完再交卷。',
      '达到要求就能领取正式答卷；没有通过请与组长联系。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/test-read-report': {
    lines: [
      '试评中每位老师与专家、老师与老师之间有多一致。',
      'κ 和 ICC 越接近1越一致；相差看分差，偏向看正负。',
      '没有通过的可以请他再试一次，或写明原因放行，都有记录。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/read-report': {
    lines: [
      '这份试卷评得有多一致，谁偏严偏松，各评了多少，约什么时候评完。',
      '表格右上角可以下载CSV，整页可以打印。',
      '数字来自评分时的计数，阅卷中每次打开都是最新的。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/seeds': {
    lines: [
      '混在正常答卷里的种子卷，老师评得与专家、与自己先前是否一致。',
      '超出的份数到了规定就提醒老师，再多就不再发放答卷。',
      '可以把最后一份合格种子卷以后的评分退回，请其他老师重评。',
    ],
  },
}
