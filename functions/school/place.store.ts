/** A school's code and place in one write: two schools with one code there cannot be. */
import type { School } from '#shared/school/roster/school.types.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { freeingName, schoolCode, takingName } from './people/names.ts'
import { schools } from './roster/school.store.ts'

/** The writes that make `next` of a school; they fail where its version is another, or the code another school's. */
export const placing = (before: School, next: School): WriteItem[] => {
  const [old, code] = [before.schoolCode, next.schoolCode]
  return [
    schools.saving(next),
    ...(old !== undefined && old !== code ? [freeingName(schoolCode(old))] : []),
    ...(code !== undefined && old !== code ? [takingName(schoolCode(code), next.schoolId)] : []),
  ]
}
