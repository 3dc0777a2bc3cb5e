import { childRequests } from '#shared/identity/accounts/childRequest.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { identityPaths } from '../identity.paths.ts'

/** Parents who ask for a child, for who settles it; nothing where none asks. */
export const RequestsWaiting = ({ schoolId }: { schoolId: SchoolId }) => {
  const { data } = useAsk(childRequests, { schoolId, state: 'pending', pageSize: 1 }, { quiet: true, freshMs: 60_000 })
  if (!data || data.total === 0) return null
  const [first] = data.list
  const more = data.total > 1 ? `等${data.total}人` : ''
  return (
    <Section title="等您审核">
      <WorkList
        label="家长申请"
        items={[
          {
            key: 'requests',
            name: '家长申请关联孩子',
            text: `${first?.parentName ?? ''}${more}申请成为${first?.className ?? ''}${first?.studentName ?? ''}${more && '等'}的家长`,
            action: { name: '去审核', to: identityPaths.requests },
          },
        ]}
      />
    </Section>
  )
}
