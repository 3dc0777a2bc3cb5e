/**
 * What of a long list of screens is looked at: in `npm test` those of rooms that the last commit and what is not committed
 * changed, and every n-th other one, another at each commit (infra/local/commands/turns.ts). Everywhere else all of them.
 */
const turn = process.env['QINGHE_TURN']
const rooms = new Set((process.env['QINGHE_ROOMS'] ?? '').split(',').filter(Boolean))

export const inTurn = <T>(all: readonly T[], share: number, roomOf: (one: T) => string | null): T[] =>
  turn === undefined
    ? [...all]
    : all.filter((one, at) => (at + Number(turn)) % share === 0 || rooms.has(roomOf(one) ?? ''))
