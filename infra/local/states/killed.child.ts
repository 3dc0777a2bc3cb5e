// Run by resume.test.ts and killed by it: counts its calls in a file, and never finishes the last ones.
import { appendFileSync } from 'node:fs'
import { startStepFunctions } from './StepFunctions.ts'
import { ACCOUNT, REGION } from './states.rig.ts'

const [, , dataDir = '', log = ''] = process.argv
const service = await startStepFunctions({
  ...{ dataDir, region: REGION, accountId: ACCOUNT, partition: 'aws-cn' },
  async invoke(_arn, payload) {
    const { i } = payload as { i: number }
    if (i >= 60) await new Promise(() => {})
    appendFileSync(log, `${i}\n`)
    return { payload: i }
  },
})
process.send?.({ endpoint: service.endpoint })
