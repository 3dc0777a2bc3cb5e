/**
 * Every act that goes on record, and how it is called. The audit trail takes no other (`functions/kit/audit.ts`): an act
 * without words does not compile, and a school's operation records never show a raw name.
 */
import * as z from 'zod'

export const actKinds = {
  people: '人员与名单',
  account: '账号与密码',
  file: '导出与查看',
  exam: '考试与题卡',
  scan: '扫描与存疑',
  score: '阅卷与成绩',
  setting: '学校设置',
} as const
export type ActKind = keyof typeof actKinds

type Words = readonly [kind: ActKind, words: string]

const named = {
  'school.createStudent': ['people', '添加学生'],
  'school.updateStudent': ['people', '修改学生'],
  'school.deleteStudent': ['people', '删除学生'],
  'school.restoreStudent': ['people', '恢复学生'],
  'school.moveStudents': ['people', '调班'],
  'school.graduate': ['people', '年级毕业'],
  'school.undo': ['people', '撤销调班或毕业'],
  'school.setLeave': ['people', '登记请假或返校'],
  'school.tagStudents': ['people', '修改学生标签'],
  'school.chooseCourses': ['people', '修改学生选课'],
  'school.adjustNumbers': ['people', '调整学号'],
  'school.import': ['people', '导入名单'],
  'school.importPlaces': ['people', '导入学校代码与位置'],
  'school.savePersonal': ['people', '修改身份证号或手机'],
  'school.erase': ['people', '彻底清除学生数据'],
  'school.createTeacher': ['people', '添加教师'],
  'school.updateTeacher': ['people', '修改教师'],
  'school.deleteTeacher': ['people', '删除教师'],
  'school.restoreTeacher': ['people', '恢复教师'],
  'school.changeTutees': ['people', '调整导师学生'],
  'school.openStaff': ['people', '开通领导或管理账号'],
  'school.updateStaff': ['people', '修改领导或管理职责'],
  'school.closeStaff': ['people', '停用领导或管理账号'],
  'school.restoreStaff': ['people', '恢复领导或管理账号'],
  'school.bindParent': ['people', '关联家长'],
  'school.unbindParent': ['people', '解除家长关联'],
  'school.rebindParent': ['people', '恢复家长关联'],
  'school.createGrade': ['people', '添加年级'],
  'school.deleteGrade': ['people', '删除年级'],
  'school.restoreGrade': ['people', '恢复年级'],
  'school.createClass': ['people', '添加班级'],
  'school.updateClass': ['people', '修改班级'],
  'school.deleteClass': ['people', '删除班级'],
  'school.restoreClass': ['people', '恢复班级'],
  'identity.bindChild': ['people', '家长关联学生'],
  'identity.askForChild': ['people', '家长申请关联学生'],
  'identity.unbindChild': ['people', '家长解除关联'],
  'identity.approveParent': ['people', '通过家长申请'],
  'identity.refuseParent': ['people', '拒绝家长申请'],

  'school.resetPassword': ['account', '重置密码'],
  'identity.openUser': ['account', '开通账号'],
  'identity.changePassword': ['account', '修改密码'],
  'identity.resetPassword': ['account', '找回密码'],
  'identity.bind.phone': ['account', '绑定手机'],
  'identity.bind.email': ['account', '绑定邮箱'],
  'identity.sensitive.on': ['account', '开启个人信息开关'],
  'identity.sensitive.off': ['account', '关闭个人信息开关'],
  'identity.security': ['account', '修改安全验证'],
  'identity.clearWrongPasswords': ['account', '解除密码锁定'],
  'identity.pretend': ['account', '模拟登录'],
  'identity.endPretend': ['account', '结束模拟登录'],
  'identity.createInvite': ['account', '生成家长邀请码'],
  'identity.closeInvite': ['account', '停用家长邀请码'],
  'identity.registerByInvite': ['account', '家长凭邀请码注册'],
  'identity.registerByPhone': ['account', '家长凭手机注册'],
  'partner.save': ['account', '保存单点登录'],
  'partner.disable': ['account', '停用单点登录'],
  'partner.enable': ['account', '启用单点登录'],
  'partner.link': ['account', '关联合作平台账号'],
  'partner.unlink': ['account', '解除合作平台账号'],

  'school.export': ['file', '导出名单'],
  'school.exportRecords': ['file', '导出操作记录'],
  'school.exportPlaces': ['file', '导出学校代码与位置'],
  'school.takeSlips': ['file', '领取初始密码条'],
  'school.reveal': ['file', '查看完整身份证号或手机'],
  'school.revealKey': ['file', '查看学校密钥'],
  'school.renewKey': ['setting', '更换学校密钥'],
  'analysis.exportReport': ['file', '导出分析报告'],
  'analysis.exportScans': ['file', '导出扫描原图'],
  'analysis.exportTranscript': ['file', '导出成绩单'],
  'card.print': ['file', '导出答题卡'],
  'card.renderPdf': ['file', '生成答题卡PDF'],
  'card.renderTicket': ['file', '取得制卡凭证'],

  'platform.jobAgain': ['setting', '重新处理失败的任务'],

  'exam.create': ['exam', '新建考试'],
  'exam.save': ['exam', '修改考试信息'],
  'exam.savePaper': ['exam', '修改试题与答案'],
  'exam.delete': ['exam', '删除考试'],
  'exam.restore': ['exam', '恢复考试'],
  'exam.createTotal': ['exam', '设置总分'],
  'exam.roster': ['exam', '更新考生名单'],
  'exam.courses': ['exam', '增减考试科目'],
  'exam.numbers': ['exam', '编排考号和座位'],
  'exam.paperFile': ['exam', '修改试卷文件'],
  'exam.knowledge': ['exam', '修改知识点关联'],
  'exam.takePaperFile': ['file', '下载试卷文件'],
  'exam.saveTemplate': ['exam', '保存考试模板'],
  'exam.deleteTemplate': ['exam', '删除考试模板'],
  'exam.restoreTemplate': ['exam', '恢复考试模板'],
  'exam.tags': ['exam', '修改考生标签'],
  'exam.shows': ['exam', '设置联考成绩可见范围'],
  'exam.schools': ['exam', '增减联考学校'],
  'exam.groupSchools': ['exam', '设置学校分组'],
  'exam.remindSchools': ['exam', '提醒联考学校'],
  'exam.extendSchools': ['exam', '调整联考学校的截止时间'],
  'exam.closeSchools': ['exam', '截止或重开联考学校的上传'],
  'exam.takeOver': ['exam', '接管或交还联考学校的扫描'],
  'exam.answerPart': ['exam', '回复是否参加联考'],
  'exam.apply': ['exam', '申报联考事项'],
  'exam.withdrawApplication': ['exam', '撤回联考申报'],
  'exam.decideApplication': ['exam', '审核联考申报'],
  'exam.setTeaching': ['exam', '更正考试的任课老师'],
  'exam.disclose': ['exam', '设置成绩可见范围'],
  'exam.grant': ['exam', '设置工具权限'],
  'exam.saveGroup': ['exam', '保存联考学校组'],
  'exam.deleteGroup': ['exam', '删除联考学校组'],
  'exam.restoreGroup': ['exam', '恢复联考学校组'],
  'card.lock': ['exam', '锁定答题卡'],
  'card.unlock': ['exam', '解锁答题卡'],
  'card.purge': ['exam', '彻底删除答题卡'],
  'card.deletePdf': ['exam', '删除制卡文件'],
  'card.restorePdf': ['exam', '恢复制卡文件'],

  'scan.rollback': ['scan', '回退'],
  'scan.restore': ['scan', '从回收站恢复'],
  'scan.deleteBatch': ['scan', '删除批次'],
  'scan.transfer': ['scan', '转到其他科目'],
  'scan.restart': ['scan', '重新识别'],
  'scan.mode': ['scan', '切换识别模式'],
  'scan.cooperate': ['scan', '开启协作处理'],
  'scan.endCooperation': ['scan', '关闭协作处理'],
  'scan.declare': ['scan', '申报异常试卷'],
  'scan.review': ['scan', '审核异常试卷'],
  'scan.fed': ['scan', '登记放入张数'],
  'scan.sides': ['scan', '设置扫描方式'],
  'scan.ignore': ['scan', '批量作废存疑'],
  'scan.deleteFile': ['scan', '删除文件'],
  'scan.recut': ['scan', '重新裁切'],
  'scan.download': ['scan', '下载存疑页'],
  'scan.score': ['scan', '录入扫描成绩'],

  'marking.openUnbalanced': ['score', '未核对即开启阅卷'],
  'marking.importScores': ['score', '导入成绩'],
  'marking.complete': ['score', '结束阅卷'],
  'marking.decideChoice': ['score', '认定选做题'],
  'marking.setPassword': ['exam', '设置阅卷密码'],
  'marking.fixScore': ['score', '修正成绩'],
  'marking.saveStandard': ['score', '选定标准卷'],
  'marking.removeStandard': ['score', '移除标准卷'],
  'analysis.requestPublish': ['score', '申请发布成绩'],
  'analysis.publish': ['score', '发布成绩'],
  'analysis.withdraw': ['score', '撤回成绩'],
  'analysis.signChange': ['score', '签字改动成绩'],
  'analysis.change': ['score', '改动成绩生效'],
  'analysis.exportAnswers': ['file', '导出优秀答案'],
  'analysis.exportEvidence': ['file', '制作成绩证据包'],
  'analysis.takeFile': ['file', '下载导出的文件'],
  'analysis.setParams': ['score', '设置统计参数'],
  'analysis.setAppeals': ['score', '设置成绩申诉'],
  'analysis.tutor': ['exam', '修改辅导名单'],
  'analysis.answerAppeal': ['score', '答复成绩申诉'],

  'school.setting': ['setting', '修改设置'],
  'school.clearSetting': ['setting', '恢复默认设置'],
  'school.gradeConfig': ['setting', '修改学段与学年'],
  'school.update': ['setting', '修改学校信息'],
  'school.createCourse': ['setting', '添加课程'],
  'school.updateCourse': ['setting', '修改课程'],
  'school.deleteCourse': ['setting', '删除课程'],
  'school.restoreCourse': ['setting', '恢复课程'],
} as const satisfies Record<string, Words>

export type AuditAct = keyof typeof named
export const auditActs: Readonly<Record<AuditAct, Words>> = named

/** The words of an act; of a record from another time the act as it stands. */
export const actWords = (act: string): Words => (act in auditActs ? auditActs[act as AuditAct] : ['setting', act])

/** A field before and after. What is empty is left out. */
export const Change = z.object({ field: z.string(), before: z.string().optional(), after: z.string().optional() })
export type Change = z.infer<typeof Change>

/**
 * What a record tells people beside its digests. It stays as long as the trail, so nothing of a person stands in it but
 * ids: names and numbers before and after are the school's own rows (`functions/school/people/told.ts`), which an erasure takes.
 */
export const Told = z.object({
  /** What the object is called, where that names no person: a class, a paper, a file's kind. */
  name: z.string().optional(),
  /** Whom it was done to: the first ones, and how many. */
  people: z.array(z.string()).max(20).optional(),
  count: z.int().optional(),
  changes: z.array(Change).optional(),
  /** What it can be taken back by. */
  actId: z.string().optional(),
})
export type Told = z.infer<typeof Told>
