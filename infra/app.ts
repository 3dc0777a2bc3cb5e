import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { domains as allDomains } from './domains.ts'
import { ApiStack } from './stacks/ApiStack.ts'
import { DataStack } from './stacks/DataStack.ts'
import { JobStack } from './stacks/JobStack.ts'
import type { Domain } from './domains.ts'

const listOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(',').filter((v) => v !== '') : Array.isArray(value) ? value.map(String) : []

/**
 * The whole cloud. Context: `partition` (aws, aws-cn), `account` and `region`, `demo` (1), `origins` (where the SPA is
 * served, by commas), `unchecked` (1 leaves cdk-nag out, for the local cloud's quick synthesis).
 */
export const buildApp = (context?: Record<string, unknown>, domains: readonly Domain[] = allDomains): App => {
  const app = new App({ analyticsReporting: false, ...(context ? { context } : {}) })
  const get = (key: string): unknown => app.node.tryGetContext(key) as unknown
  const demo = get('demo') === '1'
  const account = get('account') as string | undefined
  const region = get('region') as string | undefined
  const origins = listOf(get('origins'))
  const place = { env: { ...(account ? { account } : {}), ...(region ? { region } : {}) } }
  const data = new DataStack(app, 'QingheData', { ...place, domains, origins: origins.length > 0 ? origins : ['*'] })
  new ApiStack(app, 'QingheApi', { ...place, domains, data, demo })
  new JobStack(app, 'QingheJobs', { ...place, domains, data, demo })
  if (get('unchecked') !== '1') Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  return app
}

if (import.meta.main) buildApp().synth()
