import { problems } from '#shared/kit/problem.ts'

export const identityProblems = problems('identity', {
  /** One text for a wrong name, a wrong password and a disabled account: it names no account. */
  wrongPassword: '账号或密码错误，请重新输入',
  locked: '密码错误次数过多，请在{minutes}分钟后再试',
  refreshRefused: '登录状态已过期',
  noSuchUser: '没有这个身份',
  nameTaken: '账号{name}已被使用，请换一个',
})
