/** Calls that are an act of the room under a second name: the same function answers. */
import * as acts from '#shared/scan/act.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as alias from '#shared/scan/alias.calls.ts'
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
export const aliasHandlers = (known: readonly Implementation[]): Implementation[] => {
  const as = asOf(known)
  return [
    as(alias.scanFiles, calls.createBatch),
    as(alias.scanFile, calls.createBatch),
    as(alias.scanZip, calls.createBatch),
    as(alias.startRecognition, calls.restartBatch),
    as(alias.modifyRecognition, calls.confirmReading),
    as(alias.finishScanServer, finishUploading),
    as(alias.cooperationStatusOf, exceptions.cooperationStatus),
    as(alias.exportStudents, exceptions.exportStatuses),
    as(alias.deleteError, calls.voidPage),
    as(alias.cardCount, calls.scanCount),
    as(alias.cardStatistics, acts.scanStatistics),
    as(alias.adminStudents, calls.scriptList),
    as(alias.adminQuestions, exceptions.cardQuestions),
    as(alias.adminStudentQuestions, exceptions.studentChoices),
  ]
}
