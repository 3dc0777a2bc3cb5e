import { describe } from 'vitest'
import { faultKinds } from '#functions/kit/faults.ts'
import { faultTests } from './faults.testing.ts'

describe('under every fault', () => faultTests(faultKinds))
