import { decideApplications } from '#shared/exam/joint/application.calls.ts'
import { act } from '#web/kit/ask.ts'
import { decidingScreen } from './applications.public.tsx'
import type { Decided } from './applications.public.tsx'

const decide = (kind: 'teacher' | 'transient') => (input: Decided) =>
  act(decideApplications, { kind, ...input }, { hideMessage: true })

/** What this room decides itself; of absences the room of scripts does. */
export const TeacherDeclarationsScreen = decidingScreen('teacher', decide('teacher'))
export const TransientApplicationsScreen = decidingScreen('transient', decide('transient'))
