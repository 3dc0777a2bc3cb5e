/** Calls that are an act of the room under a second name: the same function answers. */
import * as acts from '#shared/scan/act.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as same from '#shared/scan/doubts/same.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import { finishUploading } from '#shared/scan/uploading/uploader.calls.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import type { Implementation } from '#functions/kit/serve.ts'

const asOf =
  (known: readonly Implementation[]) =>
  (call: AnyCall, first: AnyCall): Implementation => {
    const found = known.find((h) => h.call === first)
    if (!found) throw new Error(`${first.method} ${first.path} has no handler`)
    return { call, run: found.run }
  }

/** Of the room's handlers those that answer a second call. */
export const sameHandlers = (known: readonly Implementation[]): Implementation[] => {
  const as = asOf(known)
  return [
    as(same.scanFiles, calls.createBatch),
    as(same.scanFile, calls.createBatch),
    as(same.scanZip, calls.createBatch),
    as(same.startRecognition, calls.restartBatch),
    as(same.modifyRecognition, calls.confirmReading),
    as(same.finishScanServer, finishUploading),
    as(same.cooperationStatusOf, exceptions.cooperationStatus),
    as(same.exportStudents, exceptions.exportStatuses),
    as(same.deleteError, calls.voidPage),
    as(same.cardCount, calls.scanCount),
    as(same.cardStatistics, acts.scanStatistics),
    as(same.adminStudents, calls.scriptList),
    as(same.adminQuestions, exceptions.cardQuestions),
    as(same.adminStudentQuestions, exceptions.studentChoices),
  ]
}
