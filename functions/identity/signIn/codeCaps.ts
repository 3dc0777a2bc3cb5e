/**
 * How many codes go out in a day of the calendar: to a number, from a network, for a school, and in all. A message costs
 * money, and an attacker who has many networks and many numbers is stopped by nothing else. Signed-in people have a
 * part of the whole that requests without an account cannot use up.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { codeAlarmAt, codeCaps } from '#shared/identity/signIn/limit.rules.ts'
import { networkOf } from '#shared/identity/signIn/address.rules.ts'
import { dayKey } from '#shared/kit/time.ts'
import { dynamo } from '#functions/kit/clients.ts'
import { countMetric } from '#functions/kit/count.ts'
import { now } from '#functions/kit/ports.ts'
import { isConditionFailure, persistently } from '#functions/kit/store.errors.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { limitKey } from './limits.ts'

type Cap = keyof typeof codeCaps

/** A day's count. It is no truth (I3): a message that was counted and not sent, or twice, may. */
const DayCount = z.object({ schema: z.literal(1), key: z.string(), day: z.string(), count: z.int() })
const ttlNow = (): number => Math.ceil(now() / 1000) + 3 * 86_400
const counts = rows({
  table: 'TABLE_SESSION',
  schema: DayCount,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { key: string; day: string }) => ({ pk: `limit#${of.key}`, sk: `day#${of.day}` }),
  ttl: ttlNow,
})

/** The count with this one, or null when the cap is reached. */
const addOne = async (key: string, day: string, cap: number): Promise<number | null> => {
  try {
    const answer = await persistently(() =>
      dynamo().send(
        new UpdateCommand({
          TableName: counts.tableName(),
          Key: counts.keyOf({ key, day }),
          UpdateExpression: 'SET #schema = :one, #key = :key, #day = :day, #ttl = :ttl ADD #count :one',
          ConditionExpression: 'attribute_not_exists(#count) OR #count < :cap',
          ExpressionAttributeNames: {
            '#schema': 'schema',
            '#key': 'key',
            '#day': 'day',
            '#count': 'count',
            '#ttl': 'ttl',
          },
          ExpressionAttributeValues: {
            ':one': 1,
            ':key': key,
            ':day': day,
            ':cap': cap,
            ':ttl': ttlNow(),
          },
          ReturnValues: 'UPDATED_NEW',
        }),
      ),
    )
    return Number(answer.Attributes?.['count'])
  } catch (error) {
    if (isConditionFailure(error)) return null
    throw error
  }
}

/** What is watched: these two ring, a number's and a network's own caps are everyday. */
const isWatched = (cap: Cap): boolean => cap === 'school' || cap === 'all' || cap === 'open'

export type CodeFrom = {
  ip: string
  /** The caller's, where the request has a session. */
  tenant?: string
}

/**
 * Counts a code that is about to be sent; false where one of the caps is reached. `sends` is false for one that only
 * looks as if it were sent: it is answered alike, and uses up nothing of what it costs.
 */
export const underCaps = async (number: string, { ip, tenant }: CodeFrom, sends: boolean): Promise<boolean> => {
  const day = dayKey(now())
  // The own caps first, so that a caller over them takes nothing from the shared ones.
  const wanted: [Cap, string][] = [
    ['number', number],
    ['address', networkOf(ip)],
    ...(tenant === undefined
      ? [['open', ''] as [Cap, string]]
      : tenant === 'p'
        ? []
        : [['school', tenant] as [Cap, string]]),
    ['all', ''],
  ]
  for (const [kind, subject] of wanted) {
    const key = limitKey(`codes-${kind}`, subject)
    const cap = codeCaps[kind]
    const free = !sends && isWatched(kind)
    const before = free ? ((await counts.get({ key, day }))?.count ?? 0) : null
    const count = before === null ? await addOne(key, day, cap) : before < cap ? before : null
    if (isWatched(kind) && (count === null || count === Math.ceil(cap * codeAlarmAt)))
      countMetric('identity', 'codesNearCap')
    if (count === null) return false
  }
  return true
}
