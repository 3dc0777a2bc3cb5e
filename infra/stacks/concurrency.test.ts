import type { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import type { EachNode, FlowNode } from '#shared/kit/job.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import { buildApp } from '../app.ts'
import { capOf } from '../concurrency.ts'
import { domains, functionKinds } from '../domains.ts'

const working = domains.filter((d) => functionKinds(d).includes('work'))

const mapsOf = (flow: readonly FlowNode[]): EachNode[] =>
  flow.flatMap((n) => {
    if (n.kind === 'each') return [n]
    if (n.kind === 'when') return mapsOf([...n.then, ...n.otherwise])
    return n.kind === 'all' ? mapsOf(n.branches.flat()) : []
  })

describe('the concurrency of an account', () => {
  const caps = (pool?: number): number[] => working.flatMap((d) => capOf(d.room, 'work', pool) ?? [])
  const sum = (all: readonly number[]): number => all.reduce((n, cap) => n + cap, 0)
  /** Alone here, they read no other room. */
  const few = domains
    .filter((d) => d.room === 'platform' || d.room === 'identity')
    .map((d) => ({ ...d, reads: [], streams: [], streamOf: null }))
  const reserved = (context: Record<string, string>): unknown[] => {
    const jobs = buildApp({ 'aws:cdk:bundling-stacks': [], ...context }, few).node.findChild('QingheJobs')
    return Object.values(Template.fromStack(jobs as Stack).findResources('AWS::Lambda::Function')).map(
      ({ Properties }) => (Properties as { ReservedConcurrentExecutions?: number }).ReservedConcurrentExecutions,
    )
  }

  it('is half the calls’: every work function is capped, and in a small account nothing is reserved', () => {
    expect(caps().length).toBe(working.length)
    expect(sum(caps())).toBeLessThanOrEqual(500)
    expect(sum(caps(400))).toBeLessThanOrEqual(200)
    expect(reserved({})).toEqual(few.map((d) => capOf(d.room, 'work')))
    expect(reserved({ concurrency: '100' })).toEqual(few.map(() => undefined))
  })

  it('holds five batches at once, and no map is wider than its room', () => {
    for (const { room, jobs } of working)
      for (const { flow } of jobs)
        for (const { name, concurrency } of mapsOf(flow))
          expect(concurrency, `${room}: ${name}`).toBeLessThanOrEqual(capOf(room, 'work')!)
    const read = mapsOf(recogniseJob.flow).find((n) => n.name === 'read')!
    expect(5 * read.concurrency).toBeLessThanOrEqual(capOf('scan', 'work')!)
  })
})
