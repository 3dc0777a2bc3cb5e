import { changeTools } from '#shared/analysis/changes/change.types.ts'
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import type { HelpOf } from '#web/kit/help.types.ts'
import { analysisPaths, changeAddress, subjectsAddress } from './analysis.paths.ts'

/** What each tool that changes results is for; how it goes on is the same of all. */
const changeHelp: Readonly<Record<ChangeTool, string>> = {
  'answer-edit': '改正客观题的答案：几个都算对、少选按个数给分、全体给分或作废。',
  'maneuver-score': '一道题全体给满分、作废，或给一部分考生加减分。',
  'score-edit': '改正个别考生的小题分，逐个填写、整批粘贴或上传表格。',
  'adjust-score': '改一道题的满分，已得的分不变、折算或封顶。',
  'question-type-set': '改一道题的题型，可以连同满分和答案一起改；按题型的分析随之重算。',
  'miss-exam': '把考生记为缺考、作废或零分。',
  'exam-merge': '把另一份已发布试卷的总分或小题并入本科，或用它的小题覆盖同题号的小题。',
  'question-conversion': '按权重折算各题，或总分里的各科；权重0%就是不计入。',
  senior: '按等级赋分方案换算选考科目，先比较几种方案，再计入总分。',
}

export const analysisHelp: HelpOf = {
  ...Object.fromEntries(
    changeTools.map((tool) => [
      changeAddress(tool),
      {
        lines: [
          changeHelp[tool],
          '先预览：谁的分、名次和哪些数据会变；签字以前什么都不变。',
          '签字后一次生效，记下姓名和原因；在改动记录里可以撤销。',
        ],
      },
    ]),
  ),
  [analysisPaths.reportList]: {
    lines: [
      '各科和总分的报告用的是哪个版本，什么时候发布的。',
      '“参数已改”“答案或分值已改”：报告还是原来的，重新发布后更新。',
      '点科目看它的全部报告和历次版本。',
    ],
  },
  [analysisPaths.reportDetail]: {
    lines: [
      '一个科目的全部报告，点名称打开。',
      '下面是历次版本：正在使用的，和已被取代的。',
      '要让改动进入报告，到“发布成绩”核对并重新发布。',
    ],
  },
  [analysisPaths.params]: {
    lines: [
      '各科和总分的成绩怎样统计：四率的分数线、分数段、名次段、等级，以及名次给谁看。',
      '点“修改”改一科；勾选几科可以统一设置，只改动过的项目会变。',
      '从下一次发布起生效，已经发布的成绩不变，直到重新发布。',
    ],
  },
  [analysisPaths.downloads]: {
    lines: [
      '这场考试导出过的文件，新的在前：什么文件、谁做的、多大、保存到何时。',
      '点“下载”取得文件，下载会留下记录。',
      '文件保存三十天，过期后请重新导出。',
    ],
  },
  [analysisPaths.answers]: {
    lines: [
      '每道主观题各取几份得分最高的和最接近平均分的答案，做成册子供讲评。',
      '只有答题区的图像，不含姓名和考号。',
      '按现在发布的成绩选取；做好的册子也在下载中心。',
    ],
  },
  [analysisPaths.transcripts]: {
    lines: [
      '各科和总分的成绩单，一科一个表格文件。',
      '按现在发布的成绩导出，内容与成绩单页面相同。',
      '做好的文件也在下载中心。',
    ],
  },
  [analysisPaths.appealWindow]: {
    lines: [
      '开放以后，学生和家长可以在自己的成绩页对一道题的得分提出申诉。',
      '设置开始和截止时间、谁可以提出、每科最多几题；每题只能申诉一次。',
      '截止以后不再接受；已经提出的照常答复。',
    ],
  },
  [analysisPaths.appeals]: {
    lines: [
      '待答复的申诉，先提出的在前；点一项看答卷和评分。',
      '决定改分的，用“合并改分”做成一次改动，预览后签字，一次生效。',
      '批阅过这道题的人不能答复；下方按题统计。',
    ],
  },
  [analysisPaths.appeal]: {
    lines: [
      '左边是理由、评分和答复，右边是这道题的答卷。',
      '维持原分的答复立即告诉学生；改分的在签字生效后告诉。',
      '答复后自动到下一项。',
    ],
  },
  ...Object.fromEntries(
    [
      [subjectsAddress('question-conversion'), '一科按题折算，总分按科折算，从这里选。'],
      [subjectsAddress('question-conversion', 'course-convert'), '总分里的各科乘以权重，0%就是不计入。'],
      [subjectsAddress('question-conversion', 'question-convert'), '一科里的各题乘以权重，0%就是不计入。'],
      [subjectsAddress('senior'), '选一个总分，给其中的选考科目按等级赋分。'],
    ].map(([path, line]) => [
      path,
      { lines: [line, '选好以后先预览，签字以前什么都不变。', '各科自己的成绩不变，变的是这里的总分或这一科。'] },
    ]),
  ),
  '/v2/exam/detail/:examId/summarize/:paperId': {
    lines: ['一句话看结果，再看哪些内容要重讲。', '点图可以看表和算法，右上角导出PDF。', '按最近一次发布的成绩计算。'],
  },
  '/v2/exam/detail/:examId/transcript/:paperId': {
    lines: ['每名考生的总分、排名和小题分。', '按班级筛选，点表头排序；导出为表格。', '缺考和作废的不参加排名。'],
  },
  '/v2/exam/detail/:examId/class-contrast/:paperId': {
    lines: ['各班的平均分、四率和分布。', '人数太少的班不显示，避免认出个人。', '颜色只表示与全体的差，不是好坏。'],
  },
  '/v2/exam/detail/:examId/paper-analysis/:paperId': {
    lines: ['每道题的得分率、难度和区分度。', '点题号看选项分布和各班情况。', '选做题只统计选了它的考生。'],
  },
  '/v2/exam/detail/:examId/score-distribution/:paperId': {
    lines: ['各分数段有多少人，全体和各班。', '点图看表；分数段在报告设置里调整。', '缺考和作废的不计入。'],
  },
  '/v2/exam/detail/:examId/avg-and-percent/:paperId': {
    lines: [
      '各班的平均分和四率：优秀、良好、及格、低分。',
      '点班级看名单，点表头排序。',
      '界线在报告设置里，改了以后再发布时生效。',
    ],
  },
  '/v2/exam/detail/:examId/diagram-box/:paperId': {
    lines: [
      '各班成绩的分布：中间一半在箱子里，横线是中位数。',
      '箱子越短越整齐，圆点是离得远的个别成绩。',
      '比较班级时先看中位数，再看箱子的长短。',
    ],
  },
  '/v2/exam/detail/:examId/knowledge-analysis/:paperId': {
    lines: [
      '各知识点、各章的得分率，全体和各班。',
      '先在考试工具“知识点关联”里说明每道题考什么；没有关联的题不计入。',
      '一题有几个知识点时各计一次，所以满分之和可以超过卷面满分。',
    ],
  },
  '/v2/exam/detail/:examId/top-student/:paperId': {
    lines: ['成绩靠前的考生和所在班级。', '选择前多少名，按班级筛选。', '同分同名次，人数可能略多。'],
  },
  '/v2/exam/detail/:examId/critical-student/:paperId': {
    lines: ['离各条线只差几分的考生，最值得帮一把。', '选择哪条线、上下几分，按班级筛选。', '点姓名看失分在哪几题。'],
  },
  '/v2/exam/detail/:examId/ranking-analysis/:paperId': {
    lines: [
      '各名次段里每个班有多少人。',
      '名次段在报告设置里调整，点数字看名单。',
      '同分同名次，各段人数之和等于全体。',
    ],
  },
  '/v2/exam/detail/:examId/level-analysis/:paperId': {
    lines: ['各等级的人数和所占比例，全体和各班。', '等级的界线在报告设置里。', '等级按最近一次发布的成绩划分。'],
  },
  '/v2/exam/detail/:examId/question-type-avg-analysis/:paperId': {
    lines: ['各题型的平均分和得分率，全体和各班。', '点题型看包含哪些题。', '选做题只统计选了它的考生。'],
  },
  '/v2/exam/detail/:examId/question-item-avg-analysis/:paperId': {
    lines: [
      '每道题各班的平均分和得分率，差得多的在前。',
      '点题号看选项和得分分布。',
      '颜色只表示与全体的差，不是好坏。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/publish-together': {
    lines: [
      '阅卷已结束、扫描已平衡、还没有发布过的科目，一次发布。',
      '选中的科目一起发布；有一科不能发布，就都不发布。',
      '已发布过的科目要单独进去，先核对变化再发布。',
    ],
  },
  '/v2/exam-manage/publish-score/:paperId': {
    lines: [
      '发布前先看一遍：两次独立计算是否一致，谁会看到什么。',
      '可以现在发布，也可以定时；“发布给谁”里可以只发布给部分考生。',
      '发布后能撤回；再次发布会先列出变化。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-visibility/as/:paperId/:studentId': {
    lines: [
      '看到的与这位学生或家长打开“我的成绩”时完全相同。',
      '发布之前显示最近一次核对的成绩，只有考试管理者能看到。',
      '要改变公布的内容，请回到“成绩可见范围”。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/tutor/:paperId': {
    lines: [
      '这一科需要辅导的学生，为什么，交给了谁。',
      '先按规则找，选中后加入名单；在名单里交给老师或移出。',
      '有了更新的同科考试，“之后”里会显示超过了多少考生。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/tutor/:paperId/rule': {
    lines: [
      '一个班里临界、偏科或退步的学生。',
      '临界：离及格线差5分以内；偏科、退步：相差20个百分点以上。',
      '退步要有更早的同科考试，偏科要有其他已发布的科目。',
    ],
  },
  '/v2/exam/detail/tutor': {
    lines: ['交给您辅导的学生和原因。', '点姓名看那场考试的成绩单。', '名单由考试管理者在“学生辅导”里维护。'],
  },
  '/v2/exam/detail/:examId/question-note/:paperId': {
    lines: [
      '这次考试各题错在哪里、怎样讲评，写给本校看得到这科成绩的老师。',
      '只有自己能改自己的笔记；锁定后谁都不能再改动，解锁后再写。',
      '本校的笔记别的学校看不到，可以下载成表格。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/evidence-pack': {
    lines: [
      '一个文件装下一名考生各科的答卷、识别、每次评分、答案版本和改动。',
      '找到考生，制作证据包；做好的文件也在下载中心，保存三十天。',
      '拿到文件的人不用账号就能核验；默认不写阅卷人姓名。',
    ],
  },
  '/v2/exam/report/detail/:paperId': {
    lines: ['自己的成绩、每题得分和答卷。', '先看做得好的，再看下一步练什么。', '是否显示排名由学校决定。'],
  },
  '/v2/exam/report/exam/:examId': {
    lines: [
      '一场考试里自己的总分和各科成绩。',
      '点科目看每题得分和答卷；还没有发布的科目写明未发布。',
      '显示分数、等级还是名次由学校决定。',
    ],
  },
  '/v2/exam/detail/:examId/joint-visible': {
    lines: [
      '联考成绩全部发布后，各校互相能看到什么。',
      '可以只显示各校的统计，也可以显示全部成绩单。',
      '右侧按所选学校的身份显示，保存后才生效。',
    ],
  },
}
