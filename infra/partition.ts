/** Everything in which the partitions differ, and nothing else in infra asks for a partition's name. */

export type Partition = 'aws' | 'aws-cn'

export type PartitionTraits = {
  /** The end of service host names. */
  readonly urlSuffix: string
  /** AWS WAF can be put before CloudFront. Elsewhere our own rate limits are the guard. */
  readonly edgeFirewall: boolean
  /** Certificates of a distribution come from ACM (in us-east-1) or from IAM's server certificates. */
  readonly certificates: 'acm' | 'iam'
  readonly http3: boolean
  /** SES, and SNS to phones. */
  readonly sendsMessages: boolean
}

const traits: Record<Partition, PartitionTraits> = {
  aws: { urlSuffix: 'amazonaws.com', edgeFirewall: true, certificates: 'acm', http3: true, sendsMessages: true },
  'aws-cn': {
    urlSuffix: 'amazonaws.com.cn',
    edgeFirewall: false,
    certificates: 'iam',
    http3: false,
    sendsMessages: false,
  },
}

/** The traits of a partition. Throws for one that nobody has looked at yet. */
export const traitsOf = (partition: string): PartitionTraits => {
  if (partition !== 'aws' && partition !== 'aws-cn')
    throw new Error(`no traits are written down for partition ${partition}`)
  return traits[partition]
}
