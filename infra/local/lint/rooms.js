/**
 * The order of the rooms: who may use whose public part, in shared (types), functions and web alike. Whom a room does not
 * name it does not know; a room below that must act on what stands above is handed it (`functions/app`). The order has no
 * way round: `rooms.test.ts`.
 */

/** Parts that stand lower than the rest of their room: they know nothing of it, and rooms use them without it. */
export const parts = ['card/geometry', 'scan/helper', 'scan/omr', 'school/roster']

/** Whom each uses. Who uses a room uses its parts too, and so does the room itself. */
export const uses = {
  platform: [],
  'card/geometry': [],
  'scan/helper': [],
  'school/roster': [],
  'scan/omr': ['card/geometry'],
  identity: ['platform', 'school/roster'],
  school: ['platform', 'identity'],
  exam: ['platform', 'identity', 'school'],
  card: ['platform', 'identity', 'school', 'exam', 'scan/helper', 'scan/omr'],
  scan: ['platform', 'identity', 'school', 'exam', 'card'],
  marking: ['platform', 'identity', 'school', 'exam', 'card', 'scan'],
  analysis: ['platform', 'identity', 'school', 'exam', 'card', 'scan', 'marking'],
  learning: ['platform', 'identity', 'school', 'exam', 'analysis'],
}

const roomOf = (place) => place.split('/')[0]

/** The room, or the part of one, that a file belongs to, the same in all three: `shared/scan/omr/ink.ts` is of scan/omr. */
export const placeOf = (path) => {
  const [, room = '', folder = ''] = path.split('/')
  const part = `${room}/${folder}`
  return parts.includes(part) ? part : room
}

/** All that a place uses itself: those it names with their parts, and its own parts. */
export const usedBy = (place) => [
  ...(uses[place] ?? []).flatMap((used) => [used, ...parts.filter((part) => roomOf(part) === used)]),
  ...parts.filter((part) => part !== place && roomOf(part) === place),
]

/** Whether a file may know one of another place. A place that the table does not name (the kit, the shell) is not judged. */
export const mayUse = (from, to) => {
  const [user, used] = [placeOf(from), placeOf(to)]
  return user === used || !(user in uses) || !(used in uses) || usedBy(user).includes(used)
}
