import { useSearchParams } from 'react-router'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useViewer } from '#web/kit/viewer.ts'

/**
 * The school at hand: the address's, else the caller's own. `named` is what links keep: undefined for the own school.
 * `schoolId` is undefined while the caller is asked for, null when there is none.
 */
export const useSchool = (): {
  schoolId: SchoolId | null | undefined
  named: string | undefined
  schoolName: string | undefined
} => {
  const [query] = useSearchParams()
  const { data: user } = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const said = SchoolId.safeParse(query.get('schoolId'))
  if (said.success)
    return {
      schoolId: said.data,
      named: said.data === user?.schoolId ? undefined : said.data,
      schoolName: said.data === user?.schoolId ? user.schoolName : undefined,
    }
  return { schoolId: user ? (user.schoolId ?? null) : undefined, named: undefined, schoolName: user?.schoolName }
}

/** The caller's user type: what `whyBarred` asks for. */
export const useUserType = (): number | undefined => useViewer()?.userType
