/** A single figure for the alarms, told at once: from places that no middy chain stands around. */
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'

export const countMetric = (service: string, name: string, value = 1): void => {
  new Metrics({ namespace: 'qinghe', serviceName: service }).singleMetric().addMetric(name, MetricUnit.Count, value)
}
