/** The numeric user types of the specification (1 §1) with the labels that the screens show. */
export const userTypeLabels = {
  [-1]: '超级管理员',
  1: '管理员',
  2: '学校管理员',
  3: '教师',
  4: '学生',
  5: '家长',
  6: '录题员',
  7: '审核员',
  8: '教研员',
  9: '校长',
  10: '教学主任',
  11: '年级主任',
  12: '学科组长',
  13: '联考管理员',
  14: '教育局领导',
  15: '教务管理员',
  16: '区域题库用户',
  17: '同步任务用户',
  18: '运营人员',
  19: '运营校对',
  20: '备课组长',
  21: '兼职教师',
  22: '渠道用户',
  23: '新高考题库用户',
  24: '数据录入员',
  26: '兼职查看员',
  27: '练习册个人用户',
  28: '练习册管理员',
} as const

export type UserType = keyof typeof userTypeLabels

export const userTypes = Object.keys(userTypeLabels).map(Number) as UserType[]

/** Type -1 passes every list (spec 1 §4). An empty list admits every signed-in user. */
export const admits = (list: readonly number[], userType: number): boolean =>
  list.length === 0 || userType === -1 || list.includes(userType)
