/**
 * What a deployment needs to be told before anything is synthesised, and what else must be true of the account. Pure: the
 * deploy command asks and prints by it, the app refuses by it.
 */
import { partitionOf, traitsOf } from './partition.ts'
import { isStage, stages } from './stages.ts'

/** The settings of one stage, as they are kept between deployments and given as context. None of them is a secret. */
export type Settings = {
  readonly stage?: string | undefined
  readonly account?: string | undefined
  readonly region?: string | undefined
  /** The credentials' profile; only the command reads it. */
  readonly profile?: string | undefined
  /** Branded domains, by commas. */
  readonly domains?: string | undefined
  readonly certificate?: string | undefined
  readonly webAclArn?: string | undefined
  /** Who is told of alarms. */
  readonly alarmEmail?: string | undefined
  /** USD a month after which the budget tells. */
  readonly budget?: string | undefined
  /** China: the recordal's number, e.g. 京ICP备2026000000号. */
  readonly icp?: string | undefined
  /** China: `1` when the account may serve requests without credentials (ports 80 and 443 opened, API Gateway allowed). */
  readonly publicApi?: string | undefined
  readonly mailFrom?: string | undefined
  readonly sms?: string | undefined
  readonly messengerUrl?: string | undefined
  readonly readerUrl?: string | undefined
  readonly architecture?: string | undefined
  /** How many executions of functions the account may run at once (Service Quotas); 1 000 unless raised. */
  readonly concurrency?: string | undefined
  /** Tables that are warmed before exam day, by commas: `marking:40000:20000` reads and writes a second. */
  readonly warm?: string | undefined
}
export type SettingName = keyof Settings

export type Need = {
  readonly setting: SettingName
  /** What is missing or wrong. */
  readonly what: string
  /** What a person does about it. */
  readonly todo: string
}

const need = (setting: SettingName, what: string, todo: string): Need => ({ setting, what, todo })
const iamCertificate = /^ASC[A-Z0-9]{5,}$/
const acmCertificate = /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/

const ofDomains = (s: Settings): Need[] => {
  const traits = traitsOf(partitionOf(s.region))
  const domains = (s.domains ?? '').split(',').filter((d) => d !== '')
  const odd = domains.find((d) => !/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(d))
  const form =
    traits.certificates === 'iam'
      ? 'the id (ASCA…) of a server certificate in IAM: aws iam upload-server-certificate --path /cloudfront/qinghe/'
      : "an ACM certificate's ARN in us-east-1, for all the domains: aws acm request-certificate --region us-east-1"
  const fits = traits.certificates === 'iam' ? iamCertificate : acmCertificate
  return [
    ...(odd === undefined ? [] : [need('domains', `${odd} is no domain`, 'names in lower case, by commas')]),
    ...(traits.recordal && domains.length === 0
      ? [need('domains', 'no domain', "in China the distribution's own name serves nothing: give a recorded domain")]
      : []),
    ...((domains.length > 0 || traits.recordal) && !s.certificate
      ? [need('certificate', 'no certificate for the domains', form)]
      : []),
    ...(s.certificate && !fits.test(s.certificate)
      ? [need('certificate', `${s.certificate} is no certificate of this partition`, form)]
      : []),
  ]
}

const ofChina = (s: Settings): Need[] => [
  ...(/ICP/.test(s.icp ?? '')
    ? []
    : [
        need(
          'icp',
          'no ICP recordal',
          'record the root domain with the operator (Sinnet in Beijing, NWCD in Ningxia), in each of the two regions that serves it; give its number',
        ),
      ]),
  ...(s.publicApi === '1'
    ? []
    : [
        need(
          'publicApi',
          'not known to serve requests without credentials',
          "API Gateway answers those only for an account with a recordal: have the operator open ports 80 and 443 for the account and API Gateway's exception, then say publicApi=1",
        ),
      ]),
]

/** Everything that is missing, in the order in which one would get it. */
export const needsOf = (s: Settings): Need[] => {
  const traits = traitsOf(partitionOf(s.region))
  return [
    ...(isStage(s.stage) ? [] : [need('stage', `no stage${s.stage ? ` ${s.stage}` : ''}`, stages.join(', '))]),
    ...(/^[a-z]{2}(-[a-z]+)+-\d$/.test(s.region ?? '')
      ? []
      : [need('region', 'no region', 'e.g. eu-central-1, cn-north-1')]),
    ...(/^\d{12}$/.test(s.account ?? '')
      ? []
      : [need('account', 'no account', 'its twelve digits: aws sts get-caller-identity')]),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(s.alarmEmail ?? '')
      ? []
      : [need('alarmEmail', 'alarms reach no person', 'an e-mail address; it is asked to confirm once')]),
    ...(s.budget === undefined || Number(s.budget) > 0 ? [] : [need('budget', `${s.budget} is no sum`, 'USD a month')]),
    ...ofDomains(s),
    ...(traits.recordal ? ofChina(s) : []),
    ...(!traits.sendsMessages && (s.mailFrom || s.sms)
      ? [
          need(
            'messengerUrl',
            'SES and SMS by SNS are not in the aws-cn partition',
            'give MessengerUrl an SMS and mail gateway',
          ),
        ]
      : []),
  ]
}
