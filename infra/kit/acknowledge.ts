import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Lets a rule of cdk-nag be for a construct and all under it; the reason is read in reviews, so write one. */
export const acknowledge = (scope: IConstruct, id: string, reason: string): void =>
  Validations.of(scope).acknowledge({ id, reason })
