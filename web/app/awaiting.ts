/** What an identity without rooms of its own will find here, who holds it open until then, and whom to ask. Pure. */
type Ahead = {
  /** What will be here. */
  room: string
  /** What one will do in it. */
  work: string
  /** Who gives the work, and so knows about it. */
  ask: string
}

const ahead: Readonly<Record<number, Ahead>> = {
  6: { room: '试题录入与校对', work: '领取录入任务、切题、校对并提交', ask: '派发任务的审核员' },
  7: { room: '录入与切题的审核', work: '审核录入、派发任务、查看进度', ask: '平台运营人员' },
  16: { room: '区域题库', work: '查看和维护本区域的试卷与试题', ask: '本区域的教研员' },
  17: { room: '题库同步任务', work: '建立同步任务、查看结果', ask: '平台运营人员' },
  21: { room: '兼职录入与切题', work: '领取兼职任务、查看结算', ask: '邀请您的审核员' },
  22: { room: '渠道的学校与订单', work: '查看推荐的学校、订单和服务期', ask: '对接的平台顾问' },
  23: { room: '新高考题库', work: '按新高考要求选题、组卷', ask: '平台运营人员' },
  24: { room: '成绩与试题的数据录入', work: '按任务录入成绩和试题', ask: '委托录入的学校管理员' },
  26: { room: '兼职任务的查看与核对', work: '查看兼职任务、核对数量', ask: '平台运营人员' },
  27: { room: '个人练习册', work: '查看自己的练习册和错题', ask: '发放练习册的老师' },
  28: { room: '练习册的编排与发放', work: '编排练习册、发放到班级', ask: '学校管理员' },
}

/** Title and text of the home of such an identity. */
export const awaitingOf = (userType: number, number: string): { title: string; text: string } => {
  // A line never ends within a number that is to be dialled.
  const phone = number.replaceAll('-', '\u2011')
  const of = ahead[userType]
  return of
    ? {
        title: `${of.room}还没有开放`,
        text: `开放后可以在这里${of.work}，账号不用重新开通。任务安排请问${of.ask}，开放时间请拨打${phone}；有多个身份的，可以在右上角切换。`,
      }
    : {
        title: '当前身份还没有开通的功能',
        text: `如需使用，请联系学校管理员或拨打${phone}；有多个身份的，可以在右上角切换。`,
      }
}
