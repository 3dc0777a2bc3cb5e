import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { claimBundle, finishBundle, submitMark } from '#shared/marking/marking.calls.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import { announce } from '#web/kit/announce.ts'
import { ask } from '#web/kit/ask.ts'
import { pictureAt } from '#web/kit/picture/pictures.ts'
import { localStore, wait } from '#web/kit/ports.ts'
import { openDesk } from './markingDesk.ts'
import type { MarkingDesk } from './markingDesk.ts'
import { openOutbox } from './outbox.ts'
import type { OutboxPorts } from './outbox.ts'

/** Waits, or until the network is back. */
const pause = async (ms: number): Promise<void> => {
  const back = new AbortController()
  const online = (): void => back.abort()
  window.addEventListener('online', online)
  await wait(ms, back.signal)
  window.removeEventListener('online', online)
}

/** The outbox of a user on this computer. */
export const outboxOf = (owner: string, more: Pick<OutboxPorts, 'settled' | 'changed'>) =>
  openOutbox({
    store: localStore,
    owner,
    send: (mark) => ask(submitMark, mark, { quiet: true }),
    pause,
    sessionOver: announce,
    ...more,
  })

const pictures = new Map<string, HTMLImageElement>()
/** Holds the last pictures, so that they are there when they are wanted. */
const fetchAhead = (urls: readonly string[]): void => {
  for (const url of urls) {
    if (pictures.has(url)) continue
    const picture = new Image()
    void pictureAt(url)
      .then((at) => {
        picture.src = at
        return picture.decode()
      })
      .catch(() => undefined)
    pictures.set(url, picture)
    if (pictures.size > 60) pictures.delete(pictures.keys().next().value!)
  }
}

const nothing = { state: () => null, subscribe: () => () => undefined }

/** A desk for as long as the screen is there, and has an owner. */
export const useMarkingDesk = (of: {
  paperId: PaperId
  questionId: QuestionId
  role: MarkRole | undefined
  owner: string | undefined
  together: boolean
}) => {
  const { paperId, questionId, role, owner, together } = of
  const [desk, setDesk] = useState<MarkingDesk | null>(null)
  useEffect(() => {
    if (owner === undefined) return
    const opened = openDesk({
      paperId,
      questionId,
      ...(role ? { role } : {}),
      ...(together ? { together } : {}),
      claim: (input) => ask(claimBundle, input, { quiet: true }),
      finish: (input) => ask(finishBundle, input, { quiet: true }),
      outbox: (settled, changed) => outboxOf(owner, { settled, changed }),
      fetchAhead,
      pause,
    })
    setDesk(opened)
    return () => {
      opened.close()
      setDesk(null)
    }
  }, [paperId, questionId, role, owner, together])
  const shown = desk ?? nothing
  const state = useSyncExternalStore(shown.subscribe, shown.state)
  return { desk, state }
}
