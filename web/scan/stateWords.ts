/** Words of this room's states. */
import { judgedWords } from '#shared/kit/judged.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import type { UploaderAct } from '#shared/scan/uploading/uploader.types.ts'
import type { ScanSteps } from '#shared/scan/figures.types.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import type { declarationStates } from '#shared/scan/uploading/declaration.calls.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'

/** Why lists and pictures of candidates are not taken out to files; null where they are. */
export const takesOutBar = (of: { takesOut: boolean } | undefined): string | null =>
  of?.takesOut ? null : '只有考试的管理员和上传人可以导出'

type DeclarationState = (typeof declarationStates)[number]

export const batchStates: Record<BatchRow['state'], { text: string; meaning: Meaning }> = {
  recognising: { text: '识别中', meaning: 'going' },
  settling: { text: '有存疑待处理', meaning: 'waits' },
  done: { text: '已完成', meaning: 'done' },
  failed: { text: '识别中断', meaning: 'failed' },
}

/** How far a batch is that is being read, by the counts that stand beside it. One that is over has no such number. */
export const farOf = ({ state, counts }: Pick<BatchRow, 'state' | 'counts'>): string => {
  if (state !== 'recognising') return ''
  return counts.pages === 0 ? '正在打开文件' : `${counts.pages - counts.unread}/${counts.pages}`
}

/** What is being read, of the same moment as the ledger. */
export const readingLine = (reading: readonly Pick<BatchRow, 'counts'>[]): string => {
  const sum = (of: 'pages' | 'unread') => reading.reduce((n, b) => n + b.counts[of], 0)
  const far = sum('pages') === 0 ? '正在打开文件' : `已识别 ${sum('pages') - sum('unread')}/${sum('pages')} 页`
  return `正在识别 ${reading.length} 个批次：${far}`
}

export const pageStates = {
  open: { text: '未归位', meaning: 'waits' },
  matched: { text: '已匹配', meaning: 'done' },
  duplicate: { text: '重复', meaning: 'out' },
  voided: { text: '作废', meaning: 'out' },
} as const satisfies Record<string, { text: string; meaning: Meaning }>

/** The ledger as one sum (I8). */
export const ledgerLine = (l: SheetLedger, unread = 0): string =>
  `已交 ${l.handed} 页 = 匹配 ${l.matched} + 重复 ${l.duplicate} + 作废 ${l.voided}` +
  `${unread > 0 ? ` + 识别中 ${unread}` : ''} + 未归位 ${l.open - unread}`

/** By answer card upload state (2 §4). */
export const uploadMeanings: readonly Meaning[] = ['none', 'going', 'done', 'waits', 'done']

export const scriptStates = {
  present: { text: '已交', meaning: 'done' },
  absent: { text: '缺考', meaning: 'out' },
  missing: { text: '未交', meaning: 'failed' },
  incomplete: { text: '缺页', meaning: 'waits' },
  /** A person has said that the page was never handed in: nothing is left to do. */
  incompleteSettled: { text: '缺页已确认', meaning: 'done' },
} as const satisfies Record<string, { text: string; meaning: Meaning }>

/** What a candidate left undone, though no page of theirs waits. */
export const leftWords = { allBlank: '客观题全空', unpicked: '选做题未填涂' } as const

/** Letters as they are shown. */
export const chosenText = (chosen: string | null, judged = false): string => {
  if (chosen === null) return '存疑'
  return (judged ? judgedWords(chosen) : chosen) || '未作答'
}

export const declarationMeanings: Record<DeclarationState, Meaning> = {
  pending: 'waits',
  approved: 'done',
  returned: 'failed',
  withdrawn: 'out',
}

/** Settlements by their acts. */
export const actWords: Readonly<Record<string, string>> = {
  assign: '指定考生',
  confirm: '核对选择',
  void: '作废',
  keepOld: '保留原扫描件',
  takeNew: '换成新扫描件',
  displaced: '被新扫描件替换',
  undo: '撤销',
  rollback: '回退',
  restore: '从回收站恢复',
  transfer: '转到其他科目',
  mode: '按新的识别模式判断',
  suspect: '标记疑似有误',
  reset: '恢复识别结果',
  score: '登记卷面分',
}

/** What was done about an uploader. */
export const uploaderActWords: Record<UploaderAct['act'], string> = {
  add: '添加',
  allot: '分配班级',
  handOver: '换人',
  finish: '确认上传完成',
  rollback: '回退',
  remove: '取消',
  restore: '恢复',
}

/**
 * What waits for a person as one sum: its terms are what is to do, its total is the number of doubts that stands on every
 * screen. Pages without their place bar marking, doubts of placed ones do not.
 */
export const doubtsLine = (of: {
  ledger: Pick<SheetLedger, 'open'>
  doubts: number
  check: Pick<ScanSteps, 'steps'>
  marking: 'before' | 'open' | 'done'
}): string => {
  const step = (name: ScanSteps['steps'][number]['step']) => of.check.steps.find((s) => s.step === name)
  const [open, waiting, lacking] = [step('open'), step('waiting'), step('lacking')]
  if (of.doubts === 0) return of.ledger.open > 0 ? `还有 ${of.ledger.open} 页正在识别。` : ''
  const terms = [
    open && `未归位 ${open.count}${open.along ? `（另有${open.along}页随前一页归位）` : ''}`,
    waiting && `题目存疑 ${waiting.count}`,
    lacking && `缺页 ${lacking.count}（不属于任何批次）`,
  ].filter((t) => t !== undefined)
  const then = !open
    ? '不影响阅卷，可以边阅卷边处理。'
    : of.marking === 'before'
      ? '未归位的处理完才能开始阅卷。'
      : '归位后新的作答才会发给阅卷人。'
  return `存疑 ${of.doubts} 页 = ${terms.join(' + ')}，${then}`
}
