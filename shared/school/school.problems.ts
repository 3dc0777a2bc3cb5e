import { problems } from '#shared/kit/problem.ts'

export const schoolProblems = problems('school', {
  schoolTaken: '该区域已有名为“{name}”的学校',
  areaTaken: '区域代码“{code}”已被使用',
  gradeTaken: '该届年级已存在',
  classTaken: '该年级已有名为“{name}”的班级',
  classHasStudents: '班级还有{count}名学生，请先调班再删除',
  courseTaken: '已有名为“{name}”的课程',
  numberTaken: '学号“{number}”已被“{name}”使用',
  notOfSchool: '所选内容不属于该学校，请刷新后重试',
  accountTaken: '账号“{name}”已被使用，请换一个',
  yearTurned: '学年起始月和第二学期起始月不能相同',
  actUndone: '该操作已于{at}由{who}撤销',
  alreadyGraduated: '该年级已经毕业',
  tooManyTags: '每名学生最多10个标签',
  passwordNeeded: '请填写教师账号的初始密码',
  ownIdentity: '不能停用自己当前的身份',
  notYourUpload: '文件不属于当前账号，请重新上传',
})
