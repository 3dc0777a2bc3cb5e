import { useState } from 'react'
import type { ReactNode } from 'react'
import { exportReport, exportTranscript } from '#shared/analysis/export.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { JobDock } from '#web/platform/JobDock.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'

/** The exports of a report as actions, and the dock that shows how the last one goes. */
export const useExports = (paperId: PaperId): { actions: Action[]; dock: ReactNode } => {
  const [uuid, setUuid] = useState<string | null>(null)
  const start = (call: typeof exportTranscript | typeof exportReport) => async () =>
    setUuid((await act(call, { paperId })).uuid)
  return {
    actions: [
      { name: '导出PDF报告', run: start(exportReport) },
      { name: '导出Excel', run: start(exportTranscript) },
    ],
    dock: uuid && <JobDock key={uuid} uuid={uuid} onClose={() => setUuid(null)} />,
  }
}
