/**
 * The Authenticator's script is large. Loaded in one piece it would hold the page for a long task; so its parts come
 * one after the other, each in an idle moment of its own, and the last finds them all there.
 */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Where a browser has no idle moments to give, a turn of the loop must do.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 200 })
    else setTimeout(resolve, 16)
  })

const parts: readonly (() => Promise<unknown>)[] = [
  () => import('aws-amplify/utils'),
  () => import('xstate'),
  () => import('@aws-amplify/ui'),
]

export const inSlices = async (): Promise<void> => {
  for (const part of parts) {
    await idle()
    await part()
  }
  await idle()
}
