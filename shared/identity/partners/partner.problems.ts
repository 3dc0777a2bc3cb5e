import { problems } from '#shared/kit/problem.ts'

/** Numbers from 21501, since the room's other problems grow beside them. */
const at = (number: number, message: string) => ({ status: 21_500 + number, message })

export const partnerProblems = problems('identity', {
  partnerUnknown: at(1, '没有这个登录方式，或已停用'),
  partnerMalformed: at(2, '登录地址不完整，请从原平台重新进入'),
  partnerDenied: at(3, '您已取消授权，没有登录'),
  partnerExpired: at(4, '登录请求已过期，请重新登录'),
  /** The state came back to another browser than it was given to. */
  partnerOtherBrowser: at(5, '登录请求不是在这个浏览器里发起的，请重新登录'),
  partnerUnreachable: at(6, '{name}暂时无法连接，请稍后重试'),
  partnerUntrusted: at(7, '{name}返回的登录信息无效，请重新登录'),
  partnerTicketUsed: at(8, '登录凭证已使用过，请从原平台重新进入'),
  partnerReturnRefused: at(9, '跳转地址不在允许的范围内'),
  /** Its data say how to link: a token of ten minutes and one use. */
  partnerUnlinked: at(10, '账号未关联'),
  partnerOtherTenant: at(11, '您的账号不属于{name}所在的学校或区域，不能从这里登录'),
  partnerAccountClosed: at(12, '账号不可用，请联系学校管理员'),
  partnerLinkGone: at(13, '关联请求已过期，请重新登录'),
  partnerLinkedElsewhere: at(14, '这个用户已关联其他账号'),
  partnerAlreadyLinked: at(15, '您的账号已关联{name}的其他用户，请先解除关联'),
  partnerNotLinked: at(16, '没有关联，或已解除'),
  partnerIdTaken: at(17, '合作方标识{partnerId}已被使用，请换一个'),
  partnerPlatformOnly: at(18, '{detail}只能由平台管理员设置'),
  partnerSettingsRefused: at(19, '{detail}'),
  /** The session began with a partner whose tenant is not all of the account. */
  partnerOnlyThere: at(20, '您是从合作平台进入的，请用账号和密码登录后再修改'),
})
