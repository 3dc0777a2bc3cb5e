/** What an identity without rooms of its own will find here, and who can help until then. */
const ahead: Readonly<Record<number, string>> = {
  6: '试题录入与校对',
  7: '录入与切题的审核',
  16: '区域题库',
  17: '题库同步任务',
  21: '兼职录入与切题',
  22: '渠道的学校与订单',
  23: '新高考题库',
  24: '成绩与试题的数据录入',
  26: '兼职任务的查看与核对',
  27: '个人练习册',
  28: '练习册的编排与发放',
}

/** Title and text of the home of such an identity. */
export const awaitingOf = (userType: number, phone: string): { title: string; text: string } => ({
  title: ahead[userType] ? `${ahead[userType]}还没有开放` : '当前身份还没有开通的功能',
  text: ahead[userType]
    ? `开放后会出现在这里，账号不用重新开通。有多个身份的，可以在右上角切换；急需办理请拨打${phone}。`
    : `如需使用，请联系学校管理员或拨打${phone}；有多个身份的，可以在右上角切换。`,
})
