import { Button } from '@fluentui/react-components'
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useMatches } from 'react-router'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { arriving } from '#web/kit/chunks.ts'
import { typesIn } from '#web/kit/parts/useKeys.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { useFrameKey } from './useFrameKey.ts'

// What opens on a click follows the frame.
const HelpPanel = lazy(() => arriving(async () => ({ default: (await import('./HelpPanel.tsx')).HelpPanel })))

/** The "?" of a screen. */
export const HelpButton = ({ user }: { user: SessionUser }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const route = useMatches().at(-1)?.handle as ScreenRoute | undefined
  const path = route?.path
  useEffect(() => setOpen(false), [path])
  useFrameKey((e) => {
    if (e.key !== '?' || e.ctrlKey || e.metaKey || typesIn(e.target)) return false
    setOpen((was) => !was)
    return true
  })
  if (!route || route.white) return null
  return (
    <>
      <Button
        ref={button}
        appearance="subtle"
        icon={<QuestionCircle20Regular />}
        aria-label="本页说明"
        title="本页说明（?）"
        aria-keyshortcuts="?"
        aria-expanded={open}
        onClick={() => setOpen((was) => !was)}
      />
      {open && (
        <Suspense fallback={null}>
          <HelpPanel user={user} route={route} target={button.current} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
