import type { HelpOf } from '#web/kit/help.types.ts'

export const identityHelp: HelpOf = {
  '/v2/school/manage/parent-invite': {
    lines: [
      '邀请码让家长自己关联孩子，不用学校逐个绑定。',
      '新建后把邀请码发到班级群；家长凭姓名、学号和邀请码关联。',
      '名额用完或过期自动失效；发错了可以停用。',
    ],
  },
  '/v2/school/manage/parent-invite/add': {
    lines: [
      '这里生成一个家长邀请码。',
      '填写名额和有效天数；名额按人数的1.5倍比较合适。',
      '有邀请码、姓名和学号的人都能关联，不要发到公开的地方。',
    ],
  },
  '/v2/school/manage/parent-request': {
    lines: [
      '没有邀请码的家长在这里等待学校审核。',
      '核对家长与学生后通过或拒绝，拒绝时写明原因。',
      '通过后家长立即能看到孩子的成绩。',
    ],
  },
  '/v2/school/manage/account-help': {
    lines: [
      '老师或学生登录不上时，在这里查账号状态。',
      '输错密码被锁的，点“解除锁定”；忘记密码的，到教师或学生页重置。',
      '只能帮助本校的账号，所有操作都有记录。',
    ],
  },
  '/v2/account-setting/security-check': {
    lines: [
      '这个账号开启了登录验证。',
      '获取发到绑定手机的验证码，输入后继续。',
      '收不到时请检查手机号，或联系学校管理员。',
    ],
  },
  '/v2/account-setting/modify-password': {
    lines: [
      '在这里修改登录密码。',
      '先填当前密码，再填两次新密码：8到30位，字母和数字都要有。',
      '改完后，其他设备会自动退出。',
    ],
  },
  '/v2/account-setting/binding': {
    lines: [
      '绑定手机和邮箱，用于登录和找回密码。',
      '获取验证码后填写；更换时先验证原来的。',
      '开启登录验证后，每次登录都要手机验证码。',
    ],
  },
  '/v2/account-setting/my-children': {
    lines: [
      '在这里关联或解除自己的孩子。',
      '填孩子的姓名、学号和学校的邀请码；没有邀请码时由学校审核。',
      '一年内解除的次数有限，最多关联10个孩子。',
    ],
  },
  '/v2/account-setting/sensitive-info': {
    lines: [
      '这是查看身份证号、手机等信息的开关。',
      '打开后，查看时要再输一次密码。',
      '每次查看都会记下时间和原因，学校管理员看得到。',
    ],
  },
  '/v2/account-setting/role-manage': {
    lines: [
      '这里列出您的全部身份。',
      '点一个身份切换过去，页面会按新身份重新打开。',
      '少了身份，请联系该校的管理员添加。',
    ],
  },
  '/v2/account-setting/vip': {
    lines: [
      '这里是会员状态和到期时间。',
      '学校开通会员后，学生和家长可以使用会员内容。',
      '成绩和自己的试卷不需要会员。',
    ],
  },
  '/v2/account-setting/partner-link': {
    lines: [
      '把本账号与合作平台的账号关联。',
      '关联后，从该平台进入不用再输密码。',
      '可以随时解除，解除不影响两边的账号。',
    ],
  },
  '/v2/school/manage/partner': {
    lines: [
      '这里是可以单点登录的合作平台。',
      '点名称修改，或停用、启用；“测试”检查配置是否通。',
      '停用后，该平台的人要用账号密码登录。',
    ],
  },
  '/v2/school/manage/partner/add': {
    lines: [
      '添加一个合作平台。',
      '先选方式（OpenID、票据或授权码），再填对方给的参数。',
      '保存后先“测试”，通过再启用。',
    ],
  },
  '/v2/school/manage/partner/edit/:partnerId': {
    lines: ['修改合作平台的参数。', '密钥不显示原值，留空就是不改。', '改完请再“测试”一次。'],
  },
}
