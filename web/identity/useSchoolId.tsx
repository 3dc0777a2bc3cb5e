import { SchoolId } from '#shared/kit/ids.ts'
import { useSearchParams } from 'react-router'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { useSession } from '#web/kit/viewer.ts'

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
  <Page title={title}>
    <EmptyState empty={{ title: '请先选择学校', text: '从学校列表打开一所学校，再回到这里。' }} />
  </Page>
)
