import { Suspense, lazy, useCallback, useState } from 'react'
import type { ReactNode } from 'react'

const SlideCheck = lazy(async () => ({ default: (await import('../SlideCheck.tsx')).SlideCheck }))

/** The slide check of a form: `solve` shows it and answers its token, null when it was closed; `slide` is where it stands. */
export const useSlide = (): { solve: () => Promise<string | null>; slide: ReactNode } => {
  const [asking, setAsking] = useState<{ answer: (token: string | null) => void } | null>(null)
  const solve = useCallback(
    () =>
      new Promise<string | null>((resolve) =>
        setAsking({
          answer: (token) => {
            setAsking(null)
            resolve(token)
          },
        }),
      ),
    [],
  )
  const slide = asking && (
    <Suspense fallback={null}>
      <SlideCheck done={asking.answer} />
    </Suspense>
  )
  return { solve, slide }
}
