/** Every screen of the product: one line a room. No JSX is reached from here, so that the catalogue runs without a browser. */
import { analysisRoutes } from '#web/analysis/analysis.routes.ts'
import { cardRoutes } from '#web/card/card.routes.ts'
import { templateRoutes } from '#web/card/template/template.routes.ts'
import { examRoutes } from '#web/exam/exam.routes.ts'
import { identityRoutes } from '#web/identity/identity.routes.ts'
import { partnerRoutes } from '#web/identity/partners/partner.routes.ts'
import { markingRoutes } from '#web/marking/marking.routes.ts'
import { platformRoutes } from '#web/platform/platform.routes.ts'
import { scanRoutes } from '#web/scan/scan.routes.ts'
import { schoolRoutes } from '#web/school/school.routes.ts'
import { learningRoutes } from '#web/learning/learning.routes.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { appRoutes } from './app.routes.ts'

export const routes: readonly ScreenRoute[] = [
  ...appRoutes,
  ...platformRoutes,
  ...identityRoutes,
  ...partnerRoutes,
  ...schoolRoutes,
  ...examRoutes,
  ...cardRoutes,
  ...templateRoutes,
  ...scanRoutes,
  ...markingRoutes,
  ...analysisRoutes,
  ...learningRoutes,
]
