import { SchoolId } from '#shared/kit/ids.ts'
import { useSearchParams } from 'react-router'
import { useSession } from '#web/kit/viewer.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'

/** The school at hand: the address's, else the caller's own. */
export const useSchoolId = (): { schoolId: SchoolId | undefined; query: string } => {
  const [query] = useSearchParams()
  const { user } = useSession()
  const said = SchoolId.safeParse(query.get('schoolId'))
  return said.success
    ? { schoolId: said.data, query: `?schoolId=${said.data}` }
    : { schoolId: user?.schoolId, query: '' }
}

export const noSchoolPage = (title: string) => (
  <NoticeScreen title={title} empty={{ title: '请先选择学校', text: '从学校列表打开一所学校，再回到这里。' }} />
)
