import { decideAbsences } from '#shared/scan/doubts/absence.calls.ts'
import { decidingScreen } from '#web/exam/joint/applications.public.tsx'
import { act } from '#web/kit/ask.ts'

/** Absences that schools applied for: who is approved is marked absent in the scripts. */
export const AbsentApplicationsScreen = decidingScreen('absent', (input) =>
  act(decideAbsences, input, { hideMessage: true }),
)
