import { mostSchools } from '#shared/exam/exam.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { useAsk } from '#web/kit/ask.ts'

/** The schools of the caller's area, and whether the caller is of one; undefined until they are known. */
export const useAreaSchools = () => {
  const user = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const ofArea = user.data?.areaId !== undefined
  const schools = useAsk(listSchools, ofArea ? { pageNumber: 1, pageSize: 2 * mostSchools } : undefined)
  return { ofArea, ready: user.data !== undefined, error: user.error ?? schools.error, schools: schools.data?.list }
}
