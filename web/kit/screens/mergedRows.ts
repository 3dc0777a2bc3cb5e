/** Rows that two edit at once. Pure. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Rows that another user saved while they were edited here: `base` is what both began with. What was not edited here is as
 * it was saved there, and what was stays as it is here; `theirs` are the rows that are changed there, `both` those that
 * are changed in both places, as they were saved.
 */
export const mergedRows = <Row>(
  base: readonly Row[],
  mine: readonly Row[],
  saved: readonly Row[],
  keyOf: (row: Row) => string,
): { rows: Row[]; theirs: Row[]; both: Row[] } => {
  const byKey = (rows: readonly Row[]) => new Map(rows.map((r) => [keyOf(r), r]))
  const [began, here, there] = [byKey(base), byKey(mine), byKey(saved)]
  const isEdited = (key: string): boolean => !isSame(here.get(key), began.get(key))
  const kept = mine.flatMap((row) => {
    if (isEdited(keyOf(row))) return [row]
    const now = there.get(keyOf(row))
    return now === undefined ? [] : [now]
  })
  const added = saved.filter((r) => !began.has(keyOf(r)) && !here.has(keyOf(r)))
  const changed = saved.filter((r) => !isSame(r, began.get(keyOf(r))))
  const inBoth = (r: Row): boolean => isEdited(keyOf(r)) && !isSame(r, here.get(keyOf(r)))
  return { rows: [...kept, ...added], theirs: changed.filter((r) => !inBoth(r)), both: changed.filter(inBoth) }
}

const mostNamed = 10

/** What is said of it: 第2、5题 are `named`. */
export const mergedText = <Row>(
  { theirs, both }: { theirs: readonly Row[]; both: readonly Row[] },
  { what, nameOf, named }: { what: string; nameOf: (row: Row) => string; named: (names: string) => string },
): string => {
  const namesOf = (rows: readonly Row[]): string =>
    named(`${rows.slice(0, mostNamed).map(nameOf).join('、')}${rows.length > mostNamed ? `等${rows.length}` : ''}`)
  return [
    `这份${what}刚被别人改过，您的修改都还在。`,
    theirs.length > 0 ? `${namesOf(theirs)}已换成现在的。` : '',
    both.length > 0 ? `${namesOf(both)}两边都改了，这里是您的。` : '',
    '请核对后保存，也可以撤销。',
  ].join('')
}
