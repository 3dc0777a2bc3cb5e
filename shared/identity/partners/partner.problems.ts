import { problems } from '#shared/kit/problem.ts'

/** Numbers from 21501: the room's other problems grow beside them. */
export const partnerProblems = problems('identity', {
  partnerUnknown: [21501, '没有这个登录方式，或已停用'],
  partnerMalformed: [21502, '登录地址不完整，请从原平台重新进入'],
  partnerDenied: [21503, '您已取消授权，没有登录'],
  partnerExpired: [21504, '登录请求已过期，请重新登录'],
  /** The state came back to another browser than it was given to. */
  partnerOtherBrowser: [21505, '登录请求不是在这个浏览器里发起的，请重新登录'],
  partnerUnreachable: [21506, '{name}暂时无法连接，请稍后重试'],
  partnerUntrusted: [21507, '{name}返回的登录信息无效，请重新登录'],
  partnerTicketUsed: [21508, '登录凭证已使用过，请从原平台重新进入'],
  partnerReturnRefused: [21509, '跳转地址不在允许的范围内'],
  /** Its data say how to link: a token of ten minutes and one use. */
  partnerUnlinked: [21510, '账号未关联'],
  partnerOtherTenant: [21511, '您的账号不属于{name}所在的学校或区域，不能从这里登录'],
  partnerAccountClosed: [21512, '账号不可用，请联系学校管理员'],
  partnerLinkGone: [21513, '关联请求已过期，请重新登录'],
  partnerLinkedElsewhere: [21514, '这个用户已关联其他账号'],
  partnerAlreadyLinked: [21515, '您的账号已关联{name}的其他用户，请先解除关联'],
  partnerNotLinked: [21516, '没有关联，或已解除'],
  partnerIdTaken: [21517, '合作方标识{partnerId}已被使用，请换一个'],
  partnerPlatformOnly: [21518, '{detail}只能由平台管理员设置'],
  partnerSettingsRefused: [21519, '{detail}'],
  /** The session began with a partner whose tenant is not all of the account. */
  partnerOnlyThere: [21520, '您是从合作平台进入的，请用账号和密码登录后再修改'],
})
