import { Button } from '@fluentui/react-components'
import { Search16Regular } from '@fluentui/react-icons/svg/search'
import { Suspense, lazy, useState } from 'react'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { arriving } from '#web/kit/chunks.ts'
import { typesIn } from '#web/kit/parts/useKeys.ts'
import { useFrameKey } from './useFrameKey.ts'

// What opens on a click follows the frame.
const Finder = lazy(() => arriving(async () => ({ default: (await import('./Finder.tsx')).Finder })))

/** The one search, from anywhere: Ctrl+K, or "/" where nothing is being typed and the screen has no use for it. */
export const FindButton = ({ user, className }: { user: SessionUser; className?: string }) => {
  const [open, setOpen] = useState(false)
  useFrameKey((e) => {
    if (e.repeat || e.defaultPrevented) return false
    const asked =
      e.ctrlKey || e.metaKey
        ? e.key.toLowerCase() === 'k'
        : e.key === '/' && !typesIn(e.target) && document.querySelector('[data-own-slash], [role=dialog]') === null
    if (asked) setOpen(true)
    return asked
  })
  return (
    <>
      <Button
        className={className}
        appearance="subtle"
        icon={<Search16Regular />}
        aria-label="全站搜索"
        title="全站搜索（Ctrl+K 或 /）"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Finder user={user} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
