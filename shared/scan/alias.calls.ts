/** Acts of the room under a second name of the specification: each takes, refuses and answers what the first one does. */
import { call } from '#shared/kit/call.ts'
import { scanStatistics } from './act.calls.ts'
import { cardQuestions, cooperationStatus, exportStatuses, studentChoices } from './doubts/exception.calls.ts'
import { confirmReading, createBatch, restartBatch, scanCount, scriptList, voidPage } from './scan.calls.ts'
import { finishUploading } from './uploading/uploader.calls.ts'

export const scanFiles = call('POST /api/exam/answerCard/upload/file/scan/async', createBatch)
export const scanFile = call('POST /api/exam/answerCard/v2/upload/file', createBatch)
export const scanZip = call('POST /api/exam/answerCard/v2/zip/async', createBatch)
export const startRecognition = call('POST /api/exam/answerCard/recognition/start', restartBatch)
export const modifyRecognition = call('POST /api/exam/answerCard/recognition/modify', confirmReading)
export const finishScanServer = call('POST /api/exam/answerCard/recognition/finish/scan/server', finishUploading)
export const cooperationStatusOf = call('GET /api/exam/answerCard/cooperation/v2/status', cooperationStatus)
export const exportStudents = call('POST /api/exam/answerCard/student/export', exportStatuses)
export const deleteError = call('POST /api/exam/answerCard/error/delete', voidPage)
export const cardCount = call('GET /api/exam/answerCard/count', scanCount)
export const cardStatistics = call('GET /api/exam/answerCard/cardStatistics', scanStatistics)

const admin = '/api/v1/workbench/exam/examPlanSubject/answerCard/admin'
export const adminStudents = call(`GET ${admin}/student`, scriptList)
export const adminQuestions = call(`GET ${admin}/questionNumber`, cardQuestions)
export const adminStudentQuestions = call(`GET ${admin}/student/question`, studentChoices)
