import { workers } from '#functions/kit/work.ts'
import { exportWorks } from './export.work.ts'
import { publishWork } from './publish.work.ts'

export const analysisWorks = [publishWork, ...exportWorks]
export const handler = workers('analysis', analysisWorks)
