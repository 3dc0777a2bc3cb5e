/** A single figure for the alarms, told at once: from places that no middy chain stands around. */
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { setting } from './clients.ts'

/** A stage's figures are its own: two stages of an account must not ring each other's alarms. */
export const metricsNamespace = (): string => setting('POWERTOOLS_METRICS_NAMESPACE') ?? 'qinghe'

export const countMetric = (service: string, name: string, value = 1): void => {
  new Metrics({ namespace: metricsNamespace(), serviceName: service })
    .singleMetric()
    .addMetric(name, MetricUnit.Count, value)
}
