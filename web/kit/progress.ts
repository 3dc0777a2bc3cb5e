/** How a job's progress is polled and told. */

/** The first looks: most jobs that a person waits for are over by then. */
const soonMs = 300
const soon = 5
/** Spec 1 §9 grows by a second each time: a wait would be longer than the work that was waited for. */
const growth = 1.2
const longestMs = 5000

/** Up to 5 s (spec 1 §9), never more than a third of what was waited before it; `polls` were made already. */
export const pollDelay = (polls: number): number =>
  Math.min(longestMs, Math.round(soonMs * growth ** Math.max(0, polls - soon)))

export const isOver = (status: number): boolean => status === 30 || status === 40

/**
 * Asks how a job stands until it is over, more and more seldom; a poll that fails is said and made again. null: stopped,
 * by the signal or because asking again would not help.
 */
export const pollUntilOver = async <S extends { status: number }>(of: {
  ask: () => Promise<S>
  wait: (ms: number) => Promise<unknown>
  tell: (status: S) => void
  /** Whether it may be asked again after this. */
  failed: (error: unknown) => boolean
  signal: AbortSignal
}): Promise<S | null> => {
  for (let polls = 0; !of.signal.aborted; polls++) {
    try {
      if (polls > 0) await of.wait(pollDelay(polls))
      const status = await of.ask()
      of.tell(status)
      if (isOver(status.status)) return status
    } catch (error) {
      if (of.signal.aborted || !of.failed(error)) return null
    }
  }
  return null
}

export const statusWords: Readonly<Record<number, string>> = {
  0: '排队中',
  10: '进行中',
  20: '进行中',
  30: '失败',
  40: '已完成',
}

export const durationText = (ms: number): string => {
  const s = Math.ceil(ms / 1000)
  return s < 60
    ? `${s}秒`
    : s < 3600
      ? `${Math.ceil(s / 60)}分钟`
      : `${Math.floor(s / 3600)}小时${Math.ceil((s % 3600) / 60)}分钟`
}

export const sizeText = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} B`
    : bytes < 1e6
      ? `${(bytes / 1e3).toFixed(0)} KB`
      : bytes < 1e9
        ? `${(bytes / 1e6).toFixed(1)} MB`
        : `${(bytes / 1e9).toFixed(bytes % 1e9 === 0 ? 0 : 2)} GB`

type Going = { sent: number; total: number; files: number; done: number }
/** How far an upload is. What is sent is not there yet: it is put together, and the work begun. */
export const uploadText = ({ sent, total, files, done }: Going, pace: { perSecond: number; leftMs: number } | null) =>
  sent >= total
    ? `已传出 ${files} 个文件（${sizeText(total)}），正在登记…`
    : `正在上传 ${done} / ${files} 个文件，${sizeText(sent)} / ${sizeText(total)}${
        pace ? `，每秒 ${sizeText(pace.perSecond)}，约剩 ${durationText(pace.leftMs)}` : ''
      }`

/** Jobs whose progress is on the screen: that they end is seen there, and need not be said beside it. */
export const jobsInSight = new Set<string>()

/** Jobs whose end was shown where they stood, which may have left the page with it. */
export const jobsTold = new Set<string>()
