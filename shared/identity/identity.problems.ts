import { problems } from '#shared/kit/problem.ts'

export const identityProblems = problems(
  'identity',
  {
    /** One text for a wrong name, a wrong password and a disabled account: it names no account. */
    wrongPassword: '账号或密码错误，请重新输入',
    locked: '密码错误次数过多，请在{minutes}分钟后再试',
    refreshRefused: '登录状态已过期',
    noSuchUser: '没有这个身份',
    nameTaken: '账号{name}已被使用，请换一个',
    /** The sealed sign-in is too old, was used before or was made for a key that is gone: the client takes a new key once. */
    sealRefused: '登录信息已过期，请重新登录',
    slideNeeded: '请先完成滑块验证',
    slideWrong: '验证失败，请重试',
    slideGone: '验证已过期，请刷新后重试',
    currentPasswordWrong: '当前密码错误，请重新输入',
    passwordSame: '新密码不能与当前密码相同',
    pretending: '模拟登录时不能修改账号信息',
    pretendRefused: '不能以该用户的身份登录',
    ticketRefused: '登录凭证无效或已过期',
    codeTooSoon: '验证码已发送，请在{seconds}秒后重试',
    codeTooMany: '获取验证码次数过多，请稍后再试',
    codeWrong: '验证码错误，请重新输入',
    codeGone: '验证码已失效，请重新获取',
    codeNotSent: '验证码发送失败，请稍后再试',
    phoneTaken: '该手机号码已绑定其他账号',
    emailTaken: '该邮箱已绑定其他账号',
    phoneBound: '已绑定手机号码，请使用更换手机',
    phoneNotBound: '请先绑定手机号码',
    securityNeedsPhone: '需要先绑定手机才能设置',
    studentUnknown: '学生信息有误，请重新输入',
    childMismatch: '信息不符, 不能绑定！',
    severalSchools: '该学号在多个学校中存在，请选择你的学校',
    childBound: '该学生已关联，无需重复关联',
    tooManyChildren: '最多关联{max}个学生',
    lastChild: '至少保留一个已关联的学生',
    unbindExhausted: '系统检测到多次绑定学生，为保障学生信息安全，本年度暂不支持解绑，如有疑问请联系客服{phone}',
    tooOften: '操作过于频繁，请稍后再试',
    accountUpgraded: '您的账号已升级，请到智慧校园平台登录',
    /** One text for a code that is unknown, over or used up, and for a child that is not of its school. */
    registerRefused: '邀请码或学生信息有误，请核对后重试',
    tooManyInvites: '有效的邀请码已达{max}个，请先停用不用的',
    inviteGone: '邀请码不存在或已停用',
    networkLocked: '当前网络登录失败次数过多，请在{minutes}分钟后再试，或使用登录过的设备',
    accountBeyond: '该账号在其他单位还有身份，请由本人用绑定的手机找回密码，或联系平台运营人员',
    requestGone: '这条申请不存在或已处理',
    requestRefused: '学校没有通过您的申请，请在{days}天后再试，或使用学校发放的邀请码',
    tooManyRequests: '待审核的申请最多{max}个，请等待学校处理',
  },
  { nameTaken: 'accountName', phoneTaken: 'newPhone', emailTaken: 'newEmail' },
)
/** For forms that make several of the room's calls. */
export const identityProblemList = Object.values(identityProblems)
