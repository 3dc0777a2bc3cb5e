/** Where a user arrives after signing in (spec 1 §2). */
const landings: Readonly<Record<number, string>> = {
  7: '/v2/entrust/list/',
  16: '/v2/regional-question/list/paper-list',
  17: '/v2/sync-task/list',
  27: '/v2/practice-book-person-manage',
  28: '/v2/practice-book/practice-book-manage',
}
export const centre = '/v2/center'

/** The type's own landing where that screen is there; the centre otherwise. Type 7 goes to the target monitor after a switch. */
export const landingOf = (userType: number, exists: (path: string) => boolean, switched = false): string => {
  const wanted = userType === 7 && switched ? '/v2/target-monitor/' : (landings[userType] ?? centre)
  return exists(wanted) ? wanted : centre
}
