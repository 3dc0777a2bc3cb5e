import { describe } from 'vitest'
import { faultTests } from './faults.testing.ts'

// The fault that leaves a write behind of which nobody heard; the long run tries all.
describe('under faults', () => faultTests(['appliedButFailed']))
