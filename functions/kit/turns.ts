/** What each of `items` comes to, in order, so many at a time. */
export const inTurns = async <T, R>(
  items: readonly T[],
  together: number,
  one: (item: T) => R | Promise<R>,
): Promise<R[]> => {
  const done: R[] = []
  for (let from = 0; from < items.length; from += together)
    done.push(...(await Promise.all(items.slice(from, from + together).map(one))))
  return done
}
