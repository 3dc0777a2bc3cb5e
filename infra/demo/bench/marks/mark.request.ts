import { submitMark } from '#shared/marking/marking.calls.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { Marker } from './sitting.ts'

export const markPath = submitMark.path

let attempts = 0
/** The next mark of a marker, on one of the answers in hand: each with an attempt of its own, later than all before. */
export const markRequest = (marker: Marker): { body: string; authorization: string; attemptId: string } => {
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(2, ++attempts)
  const studentId = marker.studentIds[attempts % marker.studentIds.length]
  const attemptId = composeId('attempt', Date.now(), random)
  return {
    body: JSON.stringify({ ...marker.input, studentId, attemptId }),
    authorization: `Bearer ${marker.token}`,
    attemptId,
  }
}
