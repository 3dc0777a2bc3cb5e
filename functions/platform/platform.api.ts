import { serve } from '#functions/kit/serve.ts'
import { jobResolver, platformHandlers } from './platform.handlers.ts'

export const handler = serve('platform', platformHandlers, {
  job: jobResolver,
})
