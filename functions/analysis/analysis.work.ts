import { workers } from '#functions/kit/work.ts'
import { replayWork } from './changes/replay.work.ts'
import { exportWorks } from './export.work.ts'
import { previewWork, publishWork } from './publish.work.ts'

export const analysisWorks = [publishWork, previewWork, replayWork, ...exportWorks]
export const handler = workers('analysis', analysisWorks)
