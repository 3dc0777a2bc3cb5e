import { submitMark } from '#shared/marking/marking.calls.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { Marker } from './sitting.ts'

export const markPath = submitMark.path

let attempts = 0
const given = new WeakMap<Marker, number>()
/**
 * The next mark of a marker, each with an attempt of its own, later than all before: one answer in hand after the other, as a
 * marker gives them. Who has marked all that is in hand begins again, and such a mark takes another's place, which costs four
 * requests to the store where a first one costs one.
 */
export const markRequest = (marker: Marker): { body: string; authorization: string; attemptId: string } => {
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(2, ++attempts)
  const turn = given.get(marker) ?? 0
  given.set(marker, turn + 1)
  const attemptId = composeId('attempt', Date.now(), random)
  return {
    body: JSON.stringify({ ...marker.input, ...marker.answers[turn % marker.answers.length], attemptId }),
    authorization: `Bearer ${marker.token}`,
    attemptId,
  }
}
