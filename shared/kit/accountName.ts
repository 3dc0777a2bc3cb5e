/** The name of an account that is opened for another person; what a person signs in with beside it is that person's own. */
import * as z from 'zod'
import { line } from './text.ts'

const phonePattern = /^1[3-8]\d{9}$/
const emailPattern = /^[^\s@]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}$/

export const isPhone = (text: string): boolean => phonePattern.test(text)
export const isEmail = (text: string): boolean => emailPattern.test(text)

const pattern = /^[A-Za-z0-9_.@-]{3,40}$/
const badShape = '账号应为3到40位字母、数字或 _ . @ -'
/** It would be taken for that of the person who binds them. */
const isOwn = (name: string): boolean => isPhone(name) || isEmail(name)
const personsOwn = '账号不能是手机号码或邮箱：本人绑定后才能用它们登录'

/** What is wrong with such a name, or null. */
export const accountNameFault = (name: string): string | null =>
  !pattern.test(name) ? badShape : isOwn(name) ? personsOwn : null

/** Such a name as forms send it. */
export const accountNameSent = () =>
  line('账号', 40).pipe(
    z
      .string()
      .regex(pattern, badShape)
      .refine((name) => !isOwn(name), personsOwn),
  )
