import type { HelpOf } from '#web/kit/help.types.ts'

export const jointHelp: HelpOf = {
  '/v2/exam/import/base-info/:examId': {
    lines: [
      '用一个表更新联考考生的考号、考场和座位。',
      '先检查，有一行不对就都不导入；同一个表再导入一次不会改变什么。',
      '有了扫描数据不能再改考号，阅卷开启后都不能改。',
    ],
  },
  '/v2/exam/import/base-info': {
    lines: ['选一场联考，导入考生信息。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam/optional-course/:examId': {
    lines: [
      '联考各科有几所学校、多少考生参加，哪些是选考科目。',
      '“设为选考”后只有选了这一科的学生参加，没有选任何选考科目的仍参加全部；“设为必考”后全体参加。',
      '各校名单随之更新；谁选了哪科来自学校的学生名单，已有答题卡的科目不能再改。',
    ],
  },
  '/v2/exam/optional-course': {
    lines: ['选一场联考，看它的选考科目。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam/add-united-exam': {
    lines: [
      '为本区域的几所学校新建一场联考。',
      '选学段、年级和科目，再选学校；常在一起考的学校可以先存成学校组。',
      '名单由各校现在的班级复制；考试在后台建立，建好后出现在考试列表中。',
    ],
  },
  '/v2/exam/exam-group-list': {
    lines: [
      '常在一起联考的学校，存成组以后一次选中。',
      '点名称修改组里的学校；删除后可以恢复。',
      '改组不会改变已经建好的考试。',
    ],
  },
  '/v2/reporting-task': {
    lines: [
      '正在进行的联考还要上报什么：回复、答题卡、各类申报。',
      '学校看本校还欠哪些；区域看还有几所学校没有回复、几项申报待审核。',
      '点名称去办理。',
    ],
  },
  '/v2/exam/joint-part': {
    lines: [
      '区域组织、选了本校的联考。',
      '回复是否参加；开始扫描前可以改，不参加要写原因。',
      '点名称看本校各科的进度和组织方的提醒。',
    ],
  },
  '/v2/exam/joint-part/:examId': {
    lines: [
      '本校在一场联考里各科到了哪一步。',
      '已交、缺考、未交都按名单数；存疑要有人处理。',
      '组织方的提醒在下面，最近的在前。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/school-add': {
    lines: [
      '区域里的学校；勾选后加入这场联考。',
      '先看增加多少考生再确定；已参加学校的考号不变。',
      '阅卷开启后不能再加；没有考试年级的学校会说明。',
    ],
  },
  '/v2/exam-management/detail/student-manage/school-add': {
    lines: ['选一场联考，再选要增加的学校。', '点考试名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam-management/detail/student-manage/school-delete': {
    lines: ['选一场联考，再选要移出的学校。', '点考试名称打开。', '已有扫描数据的学校不能移出。'],
  },
  '/v2/exam/joint-part/:examId/teacher-declare': {
    lines: [
      '为这次联考申报本校的阅卷老师，说明阅哪些科目。',
      '勾选几位老师可以一起申报；组织方审核前可以修改或撤回。',
      '没有登录账号的老师不能申报，请先在“学校管理”中开通。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-teacher-declare': {
    lines: [
      '各校申报的阅卷老师，先看到等待审核的。',
      '通过后老师可以阅所报科目的答卷；退回要写原因，学校可以重新申报。',
      '已通过的也可以退回，老师随即不能再领取答卷，已给的分保留。',
    ],
  },
  '/v2/exam/joint-part/:examId/absent': {
    lines: [
      '为这次联考申报本校的缺考考生，写明科目和原因。',
      '可以按姓名、考号或班级查找，勾选几人一起申报。',
      '组织方通过后，这些考生在所报科目中记为缺考；通过前可以修改或撤回。',
    ],
  },
  '/v2/exam/joint-part/:examId/transient-student': {
    lines: [
      '为这次联考申报本校的借读生，写明原因。',
      '可以按姓名、考号或班级查找，勾选几人一起申报。',
      '组织方通过后，这些考生带“借读”标签；通过前可以修改或撤回。',
    ],
  },
  '/v2/exam/detail/:examId/check-application/transient-student-list': {
    lines: [
      '各校申报的借读生，先看到等待审核的。',
      '通过后考生在本场考试中带“借读”标签；退回要写原因。',
      '已通过的也可以退回，标签随之移除。',
    ],
  },
  '/v2/application-manage/absent': {
    lines: ['先选一场联考。', '学校在这里申报缺考考生，组织方在这里审核。', '也可以从“我校的联考”进入。'],
  },
  '/v2/application-manage/transient-student': {
    lines: ['先选一场联考。', '学校在这里申报借读生，组织方在这里审核。', '也可以从“我校的联考”进入。'],
  },
  '/v2/application-manage/teacher-declare': {
    lines: ['先选一场联考。', '学校在这里申报阅卷老师，组织方在这里审核。', '也可以从“我校的联考”或“考试工具”进入。'],
  },
  '/v2/exam/joint-part/:examId/student-manage': {
    lines: [
      '学校名单变了以后，在这里更新联考里本校的考生。',
      '先看谁新增、移出、换班和谁已有答题卡，再更新；其他学校不受影响。',
      '已有答题卡的考生不会被移出；阅卷开启后名单不再改变。',
    ],
  },
  '/v2/exam-management/detail/exam-monitoring': {
    lines: ['选一场联考，看各校的进度。', '点考试名称打开看板。', '输入名称可以查找。'],
  },
  '/v2/exam/operation-exam-group': {
    lines: [
      '给学校组起名，选组里的学校。',
      '输入校名或学段可以查找，“全选”只选查到的学校。',
      '别人刚改过时会提示，不会互相覆盖。',
    ],
  },
  '/v2/exam/detail/:examId/joint-school': {
    lines: [
      '参加这次联考的学校，各有多少班级和考生。',
      '选中学校点“设置分组”，写上组名；同名的学校在一组，一所学校可以在几组里。',
      '分组后发布的成绩，“学校对比”可以改按区域或学校分组对比。',
    ],
  },
}
