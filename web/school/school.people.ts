/** Who may see a screen of this room: one value a group, spread into its routes. */
import { acts, rosterManagers } from '#shared/school/roster/scope.rules.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { schoolPaths } from './school.paths.ts'
import type { SchoolPath } from './school.paths.ts'

type People = Pick<ScreenRoute, 'userTypes' | 'universityTypes'>

/** The list that a screen of a school belongs to; the school goes along where it is not the caller's own. */
export const under = (path: SchoolPath): Pick<ScreenRoute, 'under' | 'keeps'> => ({
  under: schoolPaths[path],
  keeps: ['schoolId'],
})
/** All who keep the roster. */
export const managers: People = { userTypes: rosterManagers, universityTypes: [2, 15] }
/** All who keep the schools themselves: registers, keys. */
export const keepers: People = { userTypes: acts.keys.types }
/** All who answer for the school: accounts of leaders, parameters. */
export const heads: People = { userTypes: acts.staff.types, universityTypes: [2] }
