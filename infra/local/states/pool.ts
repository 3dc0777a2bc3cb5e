import type { Cancel } from './cancel.ts'

/**
 * Runs `work` for 0 … count-1, at most `width` at a time. The first failure cancels the rest, waits until they have
 * let go, and is thrown.
 */
export async function pool(
  count: number,
  width: number,
  group: Cancel,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  let failure: { error: unknown } | undefined
  const worker = async () => {
    while (next < count && !group.reason) {
      try {
        await work(next++)
      } catch (error) {
        failure ??= { error }
        group.cancel('sibling')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker))
  if (failure) throw failure.error
  group.check()
}
