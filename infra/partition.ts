/** Everything in which the partitions differ, and nothing else in infra asks for a partition's name. */

export type Partition = 'aws' | 'aws-cn'

export type PartitionTraits = {
  readonly partition: Partition
  /** AWS WAF can be put before CloudFront. Elsewhere our own rate limits are the guard. */
  readonly edgeFirewall: boolean
  /** Certificates of a distribution come from ACM (in us-east-1) or from IAM's server certificates. */
  readonly certificates: 'acm' | 'iam'
  /**
   * What stands before the screens: a distribution with functions, policies and origin access control; or one of the
   * older kind, which has none of them (`kit/chinaEdge.ts`).
   */
  readonly edge: 'policies' | 'legacy'
  /** SES, and SNS to phones. */
  readonly sendsMessages: boolean
  /** AWS Budgets tells of costs. */
  readonly budgets: boolean
  /** Serving the public wants an ICP recordal, and a domain of one's own: the distribution's own name serves nothing. */
  readonly recordal: boolean
}

const traits: Record<Partition, PartitionTraits> = {
  aws: {
    partition: 'aws',
    edgeFirewall: true,
    certificates: 'acm',
    edge: 'policies',
    sendsMessages: true,
    budgets: true,
    recordal: false,
  },
  'aws-cn': {
    partition: 'aws-cn',
    edgeFirewall: false,
    certificates: 'iam',
    edge: 'legacy',
    sendsMessages: false,
    budgets: false,
    recordal: true,
  },
}

/** The traits of a partition. Throws for one that is not in the list yet. */
export const traitsOf = (partition: string): PartitionTraits => {
  if (partition !== 'aws' && partition !== 'aws-cn')
    throw new Error(`no traits are written down for partition ${partition}`)
  return traits[partition]
}

/** The partition that a region lies in. */
export const partitionOf = (region: string | undefined): Partition => (region?.startsWith('cn-') ? 'aws-cn' : 'aws')
