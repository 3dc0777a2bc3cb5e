/** A moment in which the page has nothing better to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Where a browser has no idle moments to give, a turn of the loop must do.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 200 })
    else setTimeout(resolve, 16)
  })
