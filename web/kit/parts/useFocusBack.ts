import { useEffect, useState } from 'react'

/** What had the focus before a dialogue came has it again when the dialogue is gone: for dialogues that no trigger of their own opens. */
export const useFocusBack = (): void => {
  // Taken while rendering: the dialogue's own effects move the focus before ours run.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    },
    [before],
  )
}
