import { toolList } from '#shared/exam/tools/tool.rules.ts'
import type { HelpOf } from '#web/kit/help.types.ts'
import { doorsOf } from './tools/tool.paths.ts'

export const examHelp: HelpOf = {
  '/v2/exam/list': {
    lines: [
      '您能看到的全部考试，新的在前。',
      '按名称、类型、年级或状态查找，点名称进入。',
      '删除后可以恢复；已有扫描的考试不能删除。',
    ],
  },
  '/v2/exam/list/deleted': {
    lines: [
      '删除后还能恢复的考试，最近删除的在前。',
      '通常方式删除的，点“恢复考试”就回来；强制删除的要写原因。',
      '90天后考试、名单、答卷图片和成绩一并清除，不能再恢复。',
    ],
  },
  '/v2/exam/add/single-subject-exam': {
    lines: [
      '新建一场考试。',
      '选年级、班级、日期和一个或多个科目，名单按现在的班级复制一份。',
      '以后换班改名，不会改变这场考试的名单。',
    ],
  },
  '/v2/exam/instructor-detail/exam-manage/stat-visible': {
    lines: [
      '各校在联考中能看到多少。',
      '先选一场联考，再选各校只看自己，还是看到别校的指标或全部成绩单。',
      '改动立即生效，可以随时收回。',
    ],
  },
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
  '/v2/exam/add-united-exam/answer-card-edit': {
    lines: ['选一场考试的一科，设计它的答题卡。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam/unusual-template-draw': {
    lines: [
      '已经印好的答题卡：新建模板，上传样张，框出各题的位置。',
      '画好发布后，用到考试的一科。',
      '点模板名称继续画；同一张卡可以复制后再改。',
    ],
  },
  '/v2/exam-management/detail': {
    lines: ['选一场考试，进入它的管理。', '只列出您能看到的考试。', '点考试名称进入。'],
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
  '/v2/exam-management/detail/:examId/paper-manage': {
    lines: [
      '各科的分值和答案在一张表里一起改，可以从表格粘贴。',
      '保存时每科各自保存；别人刚改过的一科会告诉您，其他科不受影响。',
      '成绩已发布的科目不在这里改，从链接去“修改答案”“调整分值”。',
    ],
  },
  '/v2/exam-management/detail/paper-manage': {
    lines: ['选一场考试，一起改各科的分值和答案。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam-management/detail/:examId/question-setting-list': {
    lines: [
      '各科试题设到了哪里：题目、满分、缺几个答案，布置给老师的任务进展如何。',
      '可以把一科分给几所学校的老师命题，提交后采纳进试卷。',
      '阅卷开始前可以添加、拆分、合并试题，之后题目结构不再改变。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/task-list': {
    lines: [
      '布置给老师的命题任务，等您处理的在前。',
      '点老师的名字查看提交的试题，采纳或退回。',
      '过了截止时间仍可提交，会标为逾期。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/add-task': {
    lines: [
      '选科目和参加学校的老师，写明要求和截止时间。',
      '可以选试卷里已有的题目让老师补答案和分值，老师看不到原来的答案。',
      '再次布置给同一位老师，是改要求和时间。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/task-detail/:paperId/:teacherId': {
    lines: [
      '老师在这里录入题号、题型、分值和答案，随时保存，完整后提交。',
      '提交后由考试管理者采纳进试卷，或写明原因退回。',
      '没有提交的内容只有老师自己看得到。',
    ],
  },
  '/v2/exam-management/detail/question-setting-list/task-list': {
    lines: ['布置给您的命题任务，被退回和快到期的在前。', '点科目进入录入。', '提交以后要修改，请管理者退回。'],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/add-question/:paperId': {
    lines: ['在试卷里加一道题，可以放在任何一题后面。', '保存后可以撤销。', '已有答题卡的，题目改变后要重新制卡。'],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/split-question/:paperId': {
    lines: [
      '把一道主观题拆成几道小题，分值之和不变。',
      '保存后可以撤销，也可以再合并。',
      '已有答题卡的，题目改变后要重新制卡。',
    ],
  },
  '/v2/exam-management/detail/:examId/question-setting-list/merge-question/:paperId': {
    lines: [
      '把相邻的同题型主观题合并成一道，分值相加。',
      '保存后可以撤销，也可以再拆分。',
      '已有答题卡的，题目改变后要重新制卡。',
    ],
  },
  '/v2/exam-management/detail/question-setting-list': {
    lines: ['选一场考试，查看各科的命题。', '只列出您能看到的考试。', '点考试名称进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/add-task': {
    lines: ['选一场考试的一科，布置命题任务。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/add-question': {
    lines: ['选一场考试的一科，添加试题。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/split-question': {
    lines: ['选一场考试的一科，拆分试题。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam-management/detail/question-setting-list/merge-question': {
    lines: ['选一场考试的一科，合并试题。', '只列出您能看到的考试。', '点科目进入。'],
  },
  '/v2/exam-management/detail/:examId/student-manage': {
    lines: [
      '这场考试的考生：可以增减学生和班级，编排考号、考场和座位。',
      '每次改动先预览再更新；已有答题卡的考生不会被移出。',
      '阅卷开启后名单不再改变。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/student-add': {
    lines: [
      '这里是本年级还没有参加这场考试的学生。',
      '可以逐个加入，也可以勾选后一起加入。',
      '加入后按现在的班级和学号计入名单。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/teaching-class': {
    lines: [
      '走班科目的教学班：每名考生各科在哪个教学班。',
      '联考先选学校；按教学班筛选，勾选考生可以调整；“未选”是没有选这门课，“—”按行政班统计。',
      '建立考试时复制自学校，学校以后的改动不影响这里；调整后下次发布起按新的教学班统计。',
    ],
  },
  '/v2/exam-management/detail/:examId/student-manage/preview-syn-result': {
    lines: [
      '比较考试名单与学校现在的名单，列出新增、移出、换班、改名和考号的改变。',
      '看过再点“更新名单”，一次全部更新。',
      '已有答题卡的考生会保留。',
    ],
  },
  '/v2/exam/template/list': {
    lines: [
      '把常用的考试存成模板，下次直接用它新建。',
      '“用它新建”按模板填好表单，看一眼就能提交。',
      '删除模板不影响已经建好的考试，删除后可以撤销。',
    ],
  },
  '/v2/exam/template/detail': {
    lines: [
      '模板记下类型、年级、科目、班级，以及从哪场考试沿用什么。',
      '右侧是按现在的名单看：哪些班能参加、各科谁任课。',
      '年级按“高一”“高二”记，明年用时自动对应新的年级和班级。',
    ],
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
  '/v2/async-unite-exam': {
    lines: [
      '近三十天创建的联考：名单复制到第几所学校，成功还是失败。',
      '失败的写明原因；一天内可以重试，已复制的名单保留。',
      '创建完成后点名称打开考试。',
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
  '/v2/exam/detail': {
    lines: ['选一场考试，看它的科目和进度。', '点考试名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/instructor-detail': {
    lines: ['选一场考试，看它的科目和进度。', '点考试名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/instructor-detail/read-monitor': {
    lines: ['选一场考试的一个科目，看阅卷进度。', '点科目名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/instructor-report-download': {
    lines: ['选一场考试，下载它的报告和文件。', '点考试名称打开下载中心。', '输入名称可以查找。'],
  },
  '/v2/exam/add-united-exam/paper-self-add': {
    lines: ['选一场考试的一个科目，设置试题。', '点科目名称打开。', '输入名称可以查找。'],
  },
  '/v2/exam/import/score': {
    lines: ['选一场考试的一个科目，从文件导入成绩。', '点科目名称打开；导入前先检查。', '输入名称可以查找。'],
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
  '/v2/exam/detail/:examId': {
    lines: [
      '一场考试的全部步骤：试题、答题卡、扫描、存疑、阅卷、发布。',
      '每一格都能点开，最要紧的一步就是右上角的按钮。',
      '数字每十秒自动更新，不用刷新。',
    ],
  },
  '/v2/exam/detail/:examId/paper/:paperId': {
    lines: [
      '试题、分值和标准答案。',
      '逐题填写，或从表格导入；选做题设在同一组。',
      '开始阅卷后只能改答案和分值，改动会重新计分并留下记录。',
    ],
  },
  '/v2/exam/detail/:examId/total': {
    lines: [
      '把几科的成绩加成一个总分，如语数英、3+1+2。',
      '选考科目按名单中的选课计，没有选课的按实际参加的计。',
      '各科成绩发布后自动生成，名次和报告与单科一样查看。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage': {
    lines: [
      '这场考试的全部工具，按用途分组。',
      '输入名称或用途可以查找；最近用过的排在最前。',
      '不能用的工具写着原因，条件满足后自动可用。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/maintenance': {
    lines: [
      '已有答卷或成绩的考试，只能在这里删除，要写明原因。',
      '联考由一位负责人申请、另一位确认。',
      '90天内可以恢复，答卷和成绩都在；到期后清除。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-base-info': {
    lines: [
      '修改考试的名称、类型和日期。',
      '右侧随时写明会改变什么；名单、试题和成绩都不变。',
      '保存后在操作记录中能看到谁在何时改了什么。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-visibility': {
    lines: [
      '成绩发布后，学生和家长各看到什么、从何时起，在这里设置。',
      '小学和初中默认只公布等级；名次和他人的成绩不能公布。',
      '保存后可以“按人查看”，看到的与本人完全相同。',
    ],
  },
  '/v2/exam/detail/:examId/joint-school': {
    lines: [
      '参加这次联考的学校，各有多少班级和考生。',
      '选中学校点“设置分组”，写上组名；同名的学校在一组，一所学校可以在几组里。',
      '分组后发布的成绩，“学校对比”可以改按区域或学校分组对比。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-visibility/person': {
    lines: [
      '按姓名、考号或班级找到一名考生，看他和家长现在看到的成绩。',
      '有几科时先在“看哪一科”里选。',
      '看到的与本人登录后完全相同；看不到时会说明原因。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/knowledge-relate/:paperId': {
    lines: [
      '每道题考哪些知识点，整份试卷在各知识点上有多少分。',
      '选中题目，选章节和知识点加上；九科自带知识树，也可以从表格导入本校的。',
      '知识点不影响答案和得分；换知识树以后，题目上已有的知识点不变。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-visibility/school': {
    lines: [
      '联考中哪些区域、哪些学校看不到成绩。',
      '选中后保存，立即生效；学校、老师、学生和家长都看不到。',
      '他们的成绩仍计入全体统计，组织者仍能看到。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/exam-visibility/teacher': {
    lines: [
      '任课老师看到自己班级的成绩，班主任看到全班各科；这里可以收紧或推迟。',
      '另外可见的账号看到全部班级的成绩、名次和总分。',
      '考试管理者始终看到全部。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/course-manage': {
    lines: [
      '本场考试有哪些科目，各有多少题、计入哪些总分。',
      '增加、改名和移出都先写明会影响什么；已有扫描、答题卡或计入总分的科目不能移出。',
      '顺序用上移、下移调整，各处的科目都按这个顺序。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/teacher-manager': {
    lines: [
      '本场考试各班的班主任和各科任课老师，新建考试时从学校名单复制。',
      '点一个班更正：任课老师按这里看到成绩，报告也按这里归属。',
      '学校名单和其他考试不受影响；保存后可以撤销。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/base-info': {
    lines: [
      '这场考试的名称、类型、日期、科目、班级和进度，一页看全。',
      '这里只看不改：改名称和日期用“修改考试信息”，改名单用“考生名单”。',
      '联考中只看到自己能看到的班级。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/paper-info': {
    lines: [
      '各科有多少题、满分多少，以及试卷、答案、听力等文件。',
      '点“添加文件”上传，最大50MB；删除后可以撤销。',
      '只有考试管理者和得到授权的人能看到和下载，每次下载都有记录。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/student-tag': {
    lines: [
      '本场考试考生的标签，如艺术生、借读生；与学校名单里的标签无关。',
      '勾选考生、按班级，或粘贴一列考号添加；每次先看会改变多少人。',
      '一名考生最多5个标签，一场考试最多20个。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/student-tag/class-add': {
    lines: ['给整个班的考生加标签。', '勾选一个或几个班，填写标签，先看会改变多少人。', '已有这个标签的考生不变。'],
  },
  '/v2/exam/detail/:examId/exam-manage/student-tag/class-delete': {
    lines: ['从整个班的考生移除标签。', '勾选一个或几个班，选择标签，先看会改变多少人。', '其他标签不变。'],
  },
  '/v2/exam/detail/:examId/exam-manage/permission-setting': {
    lines: [
      '考试管理者可以使用全部工具；其他人默认能用什么，写在每个工具后面。',
      '可以授权给一类用户或一位老师，也可以收回；对个人的设置优先于对类型的。',
      '得到授权的人在这个工具里与考试管理者所见相同，其他工具不变。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/permission-setting/add': {
    lines: [
      '选择工具和用户，保存后立即生效。',
      '关闭“允许使用”表示不能使用，例如不让某位老师申报异常试卷。',
      '在列表里可以随时撤销，恢复为默认。',
    ],
  },
  // Without an exam each tool asks for one.
  ...Object.fromEntries(
    toolList.flatMap(({ code, name, of }) =>
      doorsOf(code).map(({ paths: [door] }) => [
        door!,
        {
          lines: [
            `“${name}”要先选一场考试。`,
            of === 'paper' ? '点科目名称进入那一科。' : '点考试名称进入那场考试。',
            '也可以从考试详情的“考试工具”进入。',
          ],
        },
      ]),
    ),
  ),
}
