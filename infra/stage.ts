/**
 * A stage is one whole environment: several stand side by side in an account. It is in every physical name. What is
 * synthesised without one (the local cloud, most tests) has the bare names.
 */
import { RemovalPolicy } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'
import { isStage, stages } from './stages.ts'
import type { Stage } from './stages.ts'

/** The stage of the app that a construct is in; null without one. Throws for any other word. */
export const stageOf = (scope: IConstruct): Stage | null => {
  const stage: unknown = scope.node.tryGetContext('stage')
  if (stage === undefined || stage === '') return null
  if (!isStage(stage)) throw new Error(`there is no stage ${String(stage)}: ${stages.join(', ')}`)
  return stage
}

/** A physical name: `qinghe-<stage>-<rest>`. */
export const named = (scope: IConstruct, rest: string): string => {
  const stage = stageOf(scope)
  return stage === null ? `qinghe-${rest}` : `qinghe-${stage}-${rest}`
}

/** Where our own figures lie: each stage has its own. */
export const metricsNamespace = (scope: IConstruct): string => {
  const stage = stageOf(scope)
  return stage === null ? 'qinghe' : `qinghe-${stage}`
}

/**
 * What becomes of data when its stack goes: kept, but for what a failed first creation has made, which would stand in the
 * way of the next one; in `dev` nothing is kept.
 */
export const removalOf = (scope: IConstruct): RemovalPolicy =>
  stageOf(scope) === 'dev' ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE

/**
 * Whether tables refuse to be deleted. Only once they hold something: a table that refuses would outlive the failed
 * creation too. `npm run deploy` says `established` after its first success, and deploys the data once more.
 */
export const refusesDeletion = (scope: IConstruct): boolean =>
  stageOf(scope) !== 'dev' && scope.node.tryGetContext('established') === '1'
