/** The items in order, so many at a time. */
export function* inPieces<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** What each of `items` comes to, in order and with it, so many at a time: for what no memory need hold together. */
export async function* eachInTurns<T, R>(
  items: readonly T[],
  together: number,
  one: (item: T) => R | Promise<R>,
): AsyncGenerator<[T, Awaited<R>]> {
  for (const piece of inPieces(items, together)) {
    const done = await Promise.all(piece.map(one))
    for (const [i, item] of piece.entries()) yield [item, done[i]!]
  }
}

/** What each of `items` comes to, in order, so many at a time. */
export const inTurns = async <T, R>(
  items: readonly T[],
  together: number,
  one: (item: T) => R | Promise<R>,
): Promise<R[]> => {
  const done: R[] = []
  for (const piece of inPieces(items, together)) done.push(...(await Promise.all(piece.map(one))))
  return done
}
