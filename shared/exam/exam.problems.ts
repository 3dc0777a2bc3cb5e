import { problems } from '#shared/kit/problem.ts'

export const examProblems = problems('exam', {
  notFound: '考试不存在或已删除',
  noStudents: '所选班级没有学生，请先导入学生',
  classNotInGrade: '所选班级不属于该年级，请重新选择',
  withoutGrade: '有{n}所学校没有所选年级：{who}，请重新选择',
  courseNowhere: '参加的学校都没有这些科目：{courses}，请检查科目名称',
  areaOnly: '多校联考由区域的考试负责人新建，请切换到区域身份',
  groupNotFound: '学校组不存在或已删除',
  groupTaken: '已有名为“{name}”的学校组',
  groupsFull: '最多保存{n}个学校组，请先删除不用的',
  otherKind: '单校考试不能改为联考，联考也不能改为单校考试，请另建考试',
  badPaper: '{detail}',
  badTotal: '{detail}',
  tooManyTotals: '一场考试最多设置{n}个总分',
  tooManyGroups: '一场考试最多设置{n}个学校分组',
  paperLocked: '阅卷已开始，不能再修改试题结构；答案和分值请在“修改答案”中调整',
  keyReleased:
    '成绩已发布，不能直接改答案和分值；请用“修改答案”或“调整分值”工具，先看会改变谁的成绩，签字后生效，可以撤销',
  hasScans: '考试已有扫描数据，不能删除；请先删除扫描批次',
  toolKept: '“{tool}”不能授予{who}',
  neverRank: '义务教育阶段不向学生和家长公布名次和他人的成绩',
  templateNotFound: '考试模板不存在或已删除',
  templateOfOther: '只有模板的创建人和学校管理人员可以修改',
  tooManyTemplates: '一所学校最多保存{n}个考试模板，请先删除不用的',
  ownOnly: '联考的任课老师由各学校在名单中维护，请在单校考试中使用',
})
