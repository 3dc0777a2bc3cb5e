// Run by processCloud.testing.ts and killed by it: a local cloud that says where it is, and when nothing moves any more.
import { startCloud } from '../Cloud.ts'

const [, , dataDir = '', port = '0', s3Port = '0'] = process.argv
const cloud = await startCloud({ dataDir, port: Number(port), s3Port: Number(s3Port), demo: true, quiet: true })

process.on('message', (order: { idle: true } | { invoke: string; event: unknown }) => {
  void (async () => {
    if ('idle' in order) {
      await cloud.waitIdle()
      process.send?.({ idle: true })
    } else {
      await cloud.invoke(order.invoke, order.event)
      process.send?.({ invoked: true })
    }
  })()
})
// Without the one who kills it, it ends.
process.on('disconnect', () => process.exit(0))

process.send?.({
  running: {
    address: cloud.address,
    s3: cloud.endpoints.s3,
    root: cloud.root,
    envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
  },
})
