/** Who marks: teachers, and all who may manage an exam. */
import { examManagers } from '#shared/kit/people.ts'

export const markers = { ...examManagers, userTypes: [1, 2, 3, 12, 15, 18, 20, 21] }
