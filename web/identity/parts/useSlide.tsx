import { Suspense, lazy, useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { arriving } from '#web/kit/chunks.ts'

const SlideCheck = lazy(() =>
  arriving(async () => ({ default: (await import('../signIn/SlideCheck.tsx')).SlideCheck })),
)

/** `work` is what a refused sign-in said of the work that it wants. */
export type Solve = (work?: string) => Promise<string | null>

/** The slide check of a form: `solve` shows it and answers its token, null when it was closed; `slide` is where it stands. */
export const useSlide = (): { solve: Solve; slide: ReactNode } => {
  const [asking, setAsking] = useState<{ work?: string | undefined; answer: (token: string | null) => void } | null>(
    null,
  )
  const solve = useCallback(
    (work?: string) =>
      new Promise<string | null>((resolve) =>
        setAsking({
          work,
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
      <SlideCheck work={asking.work} done={asking.answer} />
    </Suspense>
  )
  return { solve, slide }
}
