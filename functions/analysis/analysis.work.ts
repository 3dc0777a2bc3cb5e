import { workers } from '#functions/kit/work.ts'
import { exportWorks } from './export.work.ts'
import { previewWork, publishWork } from './publish.work.ts'

export const analysisWorks = [publishWork, previewWork, ...exportWorks]
export const handler = workers('analysis', analysisWorks)
