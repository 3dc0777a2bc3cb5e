import type { HelpOf } from '#web/kit/help.types.ts'

const manage = '/v2/school/manage'

const setting = (what: string, mind = '改动只影响以后，已发布的成绩不变。'): HelpOf[string] => ({
  lines: [what, '选择范围（全校或某个年级），修改后保存；“恢复”回到上一级的设置。', mind],
})

export const schoolHelp: HelpOf = {
  '/v2/school/list': {
    lines: [
      '这里是您能看到的全部学校。',
      '按名称或区域查找，点名称进入学校数据。',
      '添加学校会同时开通一个学校管理员账号。',
    ],
  },
  '/v2/school/list/add': {
    lines: [
      '添加一所学校，并开通管理员。',
      '选好区域和学段，会自动建立年级和课程。',
      '初始密码只显示一次，请当场记下。',
    ],
  },
  '/v2/school/list/areas': {
    lines: [
      '平台的区域：市，和归它的区县。',
      '给区县选上级区域后，市的人员能看到它的学校、组织它们联考。',
      '只有两级：有区县的市不能再归别的区域；区县看不到市和其他区县。',
    ],
  },
  '/v2/school/list/place': {
    lines: ['设置学校在列表里的顺序和位置。', '填学校代码、经纬度和顺序号。', '代码全平台唯一，不能重复。'],
  },
  '/v2/operate-tools/school-code': {
    lines: [
      '学校的密钥、代码与位置。',
      '密钥默认遮住，点名称进入后可以查看或更换。',
      '查看和更换都会留下记录，每小时次数有限。',
    ],
  },
  '/v2/operate-tools/school-code/school-code-detail': {
    lines: ['这所学校的密钥与位置。', '查看密钥要先写原因；更换后旧密钥立即失效。', '更换前请通知使用密钥的系统。'],
  },
  '/v2/operate-tools/school-code/import': {
    lines: [
      '用表格一次填写多所学校的代码与位置。',
      '下载模板、填写、上传；先检查，再导入。',
      '同一个文件再导一次不会改变什么。',
    ],
  },
  [`${manage}/grade-manage/list`]: {
    lines: [
      '学校的年级、班数和人数。',
      '点年级看它的班级；“毕业”让一个年级提前离校。',
      '年级按入学年份自动升，不用每年改；毕业可以在操作记录里撤销。',
    ],
  },
  [`${manage}/grade-manage/add`]: {
    lines: ['添加一个年级。', '选学段和入学年份，名称会自动算出。', '只能添加到下一学年；没有班级的年级可以删除。'],
  },
  [`${manage}/class-manage/list/classes`]: {
    lines: ['全校班级、班主任和人数。', '点班级看学生；右侧可以修改名称或删除。', '有学生的班级不能删除，请先调班。'],
  },
  [`${manage}/class-manage/teaching`]: {
    lines: [
      '走班选科的年级，每门选考课程分成哪些教学班、谁来教。',
      '先导入或添加教学班，再到“学生”里安排人；新学期没有改动前沿用上学期的教学班。',
      '新建考试时复制当时的教学班，之后在这里的改动不影响已建立的考试。',
    ],
  },
  [`${manage}/class-manage/teaching/student`]: {
    lines: [
      '每名学生每门课程在哪个教学班。',
      '勾选学生可以安排到教学班，或从教学班移出；“未安排”是选了课还没有教学班的学生。',
      '只能修改本学期的安排，以前学期的只供查看。',
    ],
  },
  [`${manage}/class-manage/teaching/import`]: {
    lines: [
      '用表格一次导入教学班、任课教师和学生。',
      '每行一名学生的一门课程；没有的教学班会自动创建。',
      '先检查再导入，同一个文件再导一次不会改变什么。',
    ],
  },
  [`${manage}/class-manage/add`]: {
    lines: ['添加一个班级。', '选年级，写名称，如“3班”。', '同一年级不能重名，全角、空格和括号不算区别。'],
  },
  [`${manage}/class-manage/edit/:classId`]: {
    lines: ['修改班级名称。', '保存后各处一起改变。', '已建立的考试保留当时的名称。'],
  },
  [`${manage}/student-manage/import`]: {
    lines: [
      '用表格一次导入学生、教师、班级、家长，或整校的OneRoster文件。',
      '下载模板、填写、上传；先“只检查”，看完问题再导入。',
      '同一个文件再导一次不会重复添加；初始密码只能领取一次。',
    ],
  },
  [`${manage}/course-manage/list`]: {
    lines: ['学校开设的课程。', '点名称修改；顺序就是各处显示的顺序。', '有教师任教的课程不能删除。'],
  },
  [`${manage}/course-manage/add-course`]: {
    lines: ['添加一门课程。', '写名称即可，如“信息技术”。', '同一学校不能重名。'],
  },
  [`${manage}/course-manage/add-course/knowledge`]: {
    lines: ['课程用哪一门的知识点。', '选择对应的学科后保存。', '试卷分析按这里的知识点归类。'],
  },
  [`${manage}/course-manage/add-course/setting`]: {
    lines: ['课程的名称和顺序。', '修改后保存。', '已建立的考试保留当时的名称。'],
  },
  [`${manage}/export`]: {
    lines: [
      '把名单导出为文件。',
      '选内容、年级和格式，开始后在任务列表下载。',
      '每次导出都会记入操作记录，文件保留一个月。',
    ],
  },
  [`${manage}/teacher-manage/base-info`]: {
    lines: [
      '全校教师、任教和账号。',
      '按姓名、拼音或班级查找，点名称修改任教。',
      '重置密码会生成新的初始密码，只显示一次。',
    ],
  },
  [`${manage}/teacher-manage/add`]: {
    lines: [
      '添加一位教师并开通账号。',
      '写姓名和账号，添加任教的班级与课程，班主任打勾。',
      '账号不能像手机号或邮箱，初始密码首次登录要改。',
    ],
  },
  [`${manage}/teacher-manage/edit/:teacherId`]: {
    lines: ['修改教师的姓名、任教和职责。', '任教决定能看到哪些班级的哪门课。', '已建立的考试保留当时的任教。'],
  },
  [`${manage}/school-leader-manage`]: {
    lines: [
      '校长、主任、组长等领导与管理账号。',
      '点名称修改负责的年级和学科；停用后立即退出。',
      '停用可以恢复，不能停用自己。',
    ],
  },
  [`${manage}/school-leader-manage/add`]: {
    lines: [
      '开通一个领导或管理账号。',
      '选角色，再选负责的年级或学科。',
      '年级主任只看到负责的年级，学科组长只看到负责的学科。',
    ],
  },
  [`${manage}/school-leader-manage/edit/:userId`]: {
    lines: ['修改姓名和职责。', '负责的年级和学科决定能看到什么。', '角色不能改，请停用后另开。'],
  },
  [`${manage}/grade-manage/tutor`]: {
    lines: ['每位导师指导的学生。', '点“安排”增减学生，可以粘贴一列学号。', '人数上限在导师设置里。'],
  },
  [`${manage}/grade-manage/tutor/choose`]: {
    lines: ['选择一位教师做导师。', '按姓名查找，点名称继续。', '一名学生可以有多位导师。'],
  },
  [`${manage}/grade-manage/tutor/edit/:teacherId`]: {
    lines: ['安排这位导师的学生。', '填写或粘贴学号添加，勾选后移除。', '导师能看到所指导学生的成绩。'],
  },
  [`${manage}/student-manage/student`]: {
    lines: [
      '全校学生：按姓名、拼音首字母或学号查找。',
      '勾选后可以调班、加标签、登记请假、删除；点名称看档案。',
      '删除有十秒可以撤销，九十天内可以恢复，成绩一直保留。',
    ],
  },
  [`${manage}/student-manage/add`]: {
    lines: ['添加一名学生。', '选班级，写姓名和学号。', '学号全校唯一；删除过的学号可以再用。'],
  },
  [`${manage}/student-manage/edit/:studentId`]: {
    lines: [
      '修改学生的姓名、学号、性别和班级。',
      '换班会记为一次调班，可以撤销。',
      '已建立的考试保留当时的姓名和班级。',
    ],
  },
  [`${manage}/student-manage/course-selection`]: {
    lines: ['学生选了哪些课程。', '勾选学生，一次设置同样的选课。', '组合是否允许由高中选考设置决定。'],
  },
  [`${manage}/student-manage/detail/:studentId`]: {
    lines: [
      '一名学生的档案、考试和调班经过。',
      '右上角可以修改、重置密码或绑定家长。',
      '查看完整证件号要写原因，会留下记录。',
    ],
  },
  [`${manage}/student-manage/parents`]: {
    lines: ['家长与孩子的关联。', '按家长、孩子的姓名或学号查找，可以解除。', '解除后家长立即看不到，可以马上恢复。'],
  },
  [`${manage}/student-manage/parents/add/:studentId`]: {
    lines: [
      '为这名学生绑定一位家长。',
      '写姓名和账号，会开通账号并给出初始密码。',
      '同名账号属于别人时不能绑定，请用邀请码。',
    ],
  },
  [`${manage}/student-manage/find`]: {
    lines: ['按完整的证件号或手机号查找本人。', '输入后回车。', '每次查找都会留下记录。'],
  },
  [`${manage}/student-manage/number`]: {
    lines: [
      '一次调整多名学生的学号。',
      '粘贴两列：原学号、新学号；可以互换。',
      '全部成功或全部不变，已有的考试不受影响。',
    ],
  },
  '/v2/center/student-num': {
    lines: [
      '一次调整多名学生的学号。',
      '粘贴两列：原学号、新学号；可以互换。',
      '全部成功或全部不变，已有的考试不受影响。',
    ],
  },
  [`${manage}/parameter-setting/otherManage`]: {
    lines: [
      '谁在什么时候对谁做了什么，改前改后各是什么。',
      '按时间、类别、操作人筛选；搜索框按被操作人的姓名或学号查。',
      '调班和毕业可以在这里撤销；“导出”导出筛选后的全部。',
    ],
  },
  [`${manage}/parameter-setting/generalSetting`]: {
    lines: ['学年、学期和学段。', '“修改”调整学年开始的月份和学段。', '取消一个学段前，要先处理还在读的学生。'],
  },
  [`${manage}/parameter-setting/generalSetting/edit`]: {
    lines: ['修改学年、学期开始的月份和学段。', '勾选新学段会自动建立年级。', '学年月份决定年级什么时候升。'],
  },
  [`${manage}/parameter-setting/generalSetting/school`]: {
    lines: ['修改学校名称。', '保存后各处一起改变。', '已发布的报告保留当时的校名。'],
  },
  [`${manage}/parameter-setting/reveals`]: {
    lines: ['谁在什么时候查看了谁的证件号或手机。', '按对象筛选，可以导出。', '查看的原因由本人填写，不能修改。'],
  },
  [`${manage}/parameter-setting/defaultMaterial`]: setting('各门课程默认使用的教材版本。'),
  [`${manage}/parameter-setting/reportSetting`]: setting('优秀、良好、及格、低分的界线，以及谁能看排名。'),
  [`${manage}/parameter-setting/tutorSetting`]: setting(
    '是否开启导师制，每位导师最多指导几人。',
    '已有的安排不受影响。',
  ),
  [`${manage}/parameter-setting/homeworkSetting`]: setting(
    '作业的批改方式、截止和提醒时间。',
    '只影响以后布置的作业。',
  ),
  [`${manage}/parameter-setting/seniorSetting`]: setting('高中选科的模式和可选课程。', '已有的选课不受影响。'),
  [`${manage}/parameter-setting/report-template`]: setting(
    '报告的标题、包含的部分和页脚。',
    '下一次导出的报告按新模板。',
  ),
}
