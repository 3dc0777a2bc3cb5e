/** Dictionaries of codes: value → label. They are the product's, not a school's, so they stand in the code. */
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { Dictionaries } from './config.types.ts'

const dictionaries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  userType: userTypeLabels,
  employeeAuthStatus: { 0: '未认证', 1: '认证中', 2: '已认证', 3: '认证未通过' },
  stage: { 1: '高中', 2: '初中', 3: '小学', 4: '大学' },
  schoolStage: { '01': '高中', '02': '初中', '03': '小学', '04': '大学' },
  phoneBindStatus: { 1: '未绑定', 2: '已绑定' },
  securityStatus: { 1: '未设置', 2: '关闭', 3: '开启' },
  membershipStatus: { 0: '未开通', 1: '已开通' },
}
/** What a page without a session may ask for. */
const open = ['userType', 'stage', 'schoolStage']

/** The dictionaries of these names; all of them without a name. Names that are none are left out. */
export const dictionariesNamed = (names: string | undefined, onlyOpen: boolean): Dictionaries => {
  const wanted = names === undefined || names.trim() === '' ? null : names.split(',').map((n) => n.trim())
  return Object.fromEntries(
    Object.entries(dictionaries)
      .filter(([name]) => (!onlyOpen || open.includes(name)) && (wanted?.includes(name) ?? true))
      .map(([name, of]) => [name, { ...of }]),
  )
}
