/** The help of every screen, by the route's path; each room writes its own beside its routes. Comes when it is asked for. */
import { analysisHelp } from '#web/analysis/analysis.help.ts'
import { cardHelp } from '#web/card/card.help.ts'
import { examHelp } from '#web/exam/exam.help.ts'
import { identityHelp } from '#web/identity/identity.help.ts'
import type { HelpOf } from '#web/kit/help.types.ts'
import { markingHelp } from '#web/marking/marking.help.ts'
import { platformHelp } from '#web/platform/platform.help.ts'
import { scanHelp } from '#web/scan/scan.help.ts'
import { operationsHelp } from '#web/school/operations/operations.help.ts'
import { schoolHelp } from '#web/school/school.help.ts'
import { appHelp } from './app.help.ts'

export const helps: HelpOf = {
  ...appHelp,
  ...platformHelp,
  ...identityHelp,
  ...schoolHelp,
  ...operationsHelp,
  ...examHelp,
  ...cardHelp,
  ...scanHelp,
  ...markingHelp,
  ...analysisHelp,
}
