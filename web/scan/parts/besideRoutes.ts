/** What routes of several parts of the room have in common. */
import type { ScreenRoute } from '#web/kit/route.types.ts'
import type { ScanWork } from './scanSiblings.ts'

/** Spec 2 §2.2: unusual-paper-handle; and all who manage the exam. */
export const forDeclarers = { userTypes: [1, 2, 3, 13, 15, 18], universityTypes: [3] } as const

/** A form beside the works on the scans, as the list is that it was opened from. */
export const beside =
  (here: ScanWork, load: ScreenRoute['load']): ScreenRoute['load'] =>
  async () =>
    (await import('./inScan.tsx')).inScan(here, await load())
