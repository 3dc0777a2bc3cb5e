/** What an organiser does to schools of a joint exam, asked in a dialogue that shows what its people will read. */
import { closeSchools, extendSchools, remindSchools, takeOverSchools } from '#shared/exam/joint/part.calls.ts'
import { mobileOf } from '#shared/exam/joint/part.rules.ts'
import { mostMessagedAtOnce } from '#shared/exam/joint/part.types.ts'
import { mostGroupedAtOnce } from '#shared/exam/joint/school.calls.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { serverNow } from '#web/kit/ports.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'

/** A school as its acts need to know it. */
export type SchoolOf = {
  schoolId: SchoolId
  schoolName: string
  dueAt: number
  closed: boolean
  takenOver: boolean
  /** What it still owes, in words; nothing where it owes nothing. */
  owes: string
  /** Whom it names to be asked for, if it does. */
  contact?: { name: string; phone: string } | undefined
}
export type ActsOn = {
  examId: ExamId
  examName: string
  examDate: number
  schools: readonly SchoolOf[]
  /** Shows the form; what is done is seen by `done`. */
  open: (form: DialogForm) => void
  done: () => void
}

const named = (schools: readonly SchoolOf[]): string =>
  schools.length === 1 ? schools[0]!.schoolName : `${schools.length}所学校`
const idsOf = (schools: readonly SchoolOf[]): SchoolId[] => schools.map((s) => s.schoolId)

/** The words that stand in the field at first: of one school what it owes, of several what holds for each; else none. */
export const reminderText = ({ examName, schools }: Pick<ActsOn, 'examName' | 'schools'>): string => {
  const [only] = schools
  const dues = new Set(schools.map((s) => s.dueAt))
  const until =
    dues.size !== 1 || !only
      ? '请尽快完成。'
      : only.dueAt < serverNow()
        ? `已过截止时间${showTime(only.dueAt)}，请尽快完成。`
        : `请于${showTime(only.dueAt)}前完成。`
  if (schools.every((s) => s.owes === '')) return `“${examName}”：`
  const owes = schools.length === 1 ? `贵校${only?.owes}，` : '如果还没有回复是否参加，或还有答题卡没有上传，'
  return `“${examName}”：${owes}${until}`
}

const hidden = { hideMessage: true }

const messaged = ({ schools }: ActsOn): SchoolOf[] => schools.filter((s) => mobileOf(s.contact?.phone ?? '') !== '')
const barOfMessage = (of: ActsOn): string | false =>
  messaged(of).length === 0
    ? '所选学校的联系人没有手机号码'
    : of.schools.length > mostMessagedAtOnce && `一次最多发给${mostMessagedAtOnce}所学校`

/** What became of the messages, each kind that there is. */
export const messagesSaid = (of: { sent: number; noNumber: number; today: number; failed: number }): string =>
  [
    of.sent > 0 ? `短信发给${of.sent}所` : '没有发短信',
    of.today > 0 && `${of.today}所今天已发过`,
    of.noNumber > 0 && `${of.noNumber}所没有手机号码`,
    of.failed > 0 && `${of.failed}所没有发出`,
  ]
    .filter(Boolean)
    .join('，')

const reminding = (of: ActsOn): DialogForm => ({
  title: `提醒${named(of.schools)}`,
  fields: [
    {
      name: 'text',
      label: '对方会看到',
      kind: 'textarea',
      required: true,
      maxLength: 200,
      hint: '显示在学校管理人员的首页和“我校的联考”里，署您的姓名和时间；同样的话五分钟内只发一次',
    },
    {
      name: 'message',
      label: '同时发短信给联系人',
      kind: 'switch',
      hint: `${messaged(of).length}所填了手机号码。每所学校每天最多一条，按条计费`,
      barred: barOfMessage(of),
    },
  ],
  start: { text: reminderText(of) },
  submit: '发送提醒',
  run: async ({ text, message }) => {
    const { schools, messages } = await act(
      remindSchools,
      { examId: of.examId, schoolIds: idsOf(of.schools), text: String(text), message: message === true },
      hidden,
    )
    of.done()
    if (messages)
      toast(messages.failed > 0 ? 'warning' : 'success', `已提醒${schools}所学校。${messagesSaid(messages)}`)
    else if (schools === 0) toast('info', '刚刚已发过同样的提醒')
    else toast('success', `已提醒${schools}所学校`)
  },
})

const extending = (of: ActsOn): DialogForm => ({
  title: `${named(of.schools)}的截止时间`,
  fields: [
    { name: 'dueAt', label: '上传截止', kind: 'time', required: true, hint: '过了截止时间仍可上传，看板上算逾期' },
  ],
  start: { dueAt: of.schools[0]?.dueAt },
  submit: '保存',
  check: ({ dueAt }): Wrong => (Number(dueAt) < of.examDate ? { dueAt: '截止时间不能早于考试日期' } : {}),
  run: async ({ dueAt }) => {
    const { schools } = await act(
      extendSchools,
      { examId: of.examId, schoolIds: idsOf(of.schools), dueAt: Number(dueAt) },
      hidden,
    )
    of.done()
    toast('success', `已调整${schools}所学校的截止时间`)
  },
})

const closing = (of: ActsOn): DialogForm => ({
  title: `截止${named(of.schools)}的上传`,
  fields: [
    {
      name: 'reason',
      label: '原因（对方会看到）',
      kind: 'text',
      maxLength: 100,
      hint: '学校不能再上传，已上传的照常阅卷；可以随时重新开放',
    },
  ],
  submit: '截止上传',
  run: async ({ reason }) => {
    const { examId } = of
    const sent = { examId, schoolIds: idsOf(of.schools), reason: String(reason ?? ''), closed: true }
    const { schools, schoolIds } = await act(closeSchools, sent, hidden)
    of.done()
    if (schools === 0) return toast('info', '已经截止')
    // Those that were closed before stay so, each with its reason.
    undoable(`已截止${schools}所学校的上传`, async () => {
      await act(closeSchools, { examId, schoolIds, closed: false })
      of.done()
    })
  },
})

const setting = async (of: ActsOn, takenOver: boolean): Promise<void> => {
  const set = async (schoolIds: SchoolId[], to: boolean) => {
    const done = await act(takeOverSchools, { examId: of.examId, schoolIds, takenOver: to })
    of.done()
    return done
  }
  const { schools, schoolIds } = await set(idsOf(of.schools), takenOver)
  if (schools === 0) return toast('info', takenOver ? '已经接管' : '已经交还')
  undoable(takenOver ? `已接管${schools}所学校的扫描` : `已交还${schools}所学校的扫描`, async () => {
    await set(schoolIds, !takenOver)
  })
}

const reopening = async (of: ActsOn): Promise<void> => {
  const { schools } = await act(closeSchools, { examId: of.examId, schoolIds: idsOf(of.schools), closed: false })
  of.done()
  toast('success', `已重新开放${schools}所学校的上传`)
}

/** The acts on one school, or on those that are chosen. */
export const schoolActs = (of: ActsOn): Action[] => {
  const tooMany = of.schools.length > mostGroupedAtOnce && `一次最多选${mostGroupedAtOnce}所`
  const all = (what: 'closed' | 'takenOver'): boolean => of.schools.length > 0 && of.schools.every((s) => s[what])
  return [
    { name: '提醒', barred: tooMany, run: () => of.open(reminding(of)) },
    { name: '延长截止', barred: tooMany, run: () => of.open(extending(of)) },
    all('closed')
      ? { name: '重新开放', barred: tooMany, run: () => reopening(of) }
      : { name: '截止上传', barred: tooMany, run: () => of.open(closing(of)) },
    all('takenOver')
      ? { name: '交还扫描', barred: tooMany, run: () => setting(of, false) }
      : { name: '接管扫描', barred: tooMany, run: () => setting(of, true) },
  ]
}
