import { useNavigate, useParams, useSearchParams } from 'react-router'
import { partnerList, savePartner } from '#shared/identity/partners/partner.calls.ts'
import type { PartnerRow } from '#shared/identity/partners/partner.calls.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { Panel, TabPanels } from '../parts/Panel.tsx'
import { partnerFields } from './partnerFields.tsx'
import { draftOf, formKindOf, formKinds, isFormKind, partnerSchema } from './partner.form.ts'
import type { FormKind } from './partner.form.ts'
import { partnerPaths } from './partner.paths.ts'

const PartnerForm = ({ kind, row }: { kind: FormKind; row: PartnerRow | null }) => {
  const navigate = useNavigate()
  const { user } = useSession()
  // Without a school and an area one is the platform's own.
  const platform = user !== undefined && !user.schoolId && !user.areaId
  return (
    <ValueForm
      problems={identityProblemList}
      key={kind}
      schema={partnerSchema(kind, row)}
      fields={partnerFields(kind, row, platform)}
      start={draftOf(row, kind, location.origin)}
      submit="保存"
      cancel={{ name: '取消', run: () => void navigate(partnerPaths.list) }}
      onSubmit={async (input) => {
        const saved = await act(savePartner, input, { hideMessage: true })
        toast('success', `已保存，请在${saved.name}登记回调地址 ${saved.origins[0]}${saved.callback}`, { ms: 8000 })
        await navigate(partnerPaths.list)
      }}
    />
  )
}

/** A new partner: its kind is chosen first, and stands in the address. */
export const AddPartnerScreen = () => {
  const [query] = useSearchParams()
  const said = query.get('kind')
  const kind: FormKind = isFormKind(said) ? said : 'oidc'
  return (
    <Page title="新建合作平台" width="narrow">
      <TabPanels field="kind" tabs={formKinds} chosen={kind}>
        <PartnerForm kind={kind} row={null} />
      </TabPanels>
    </Page>
  )
}

export const EditPartnerScreen = () => {
  const { partnerId } = useParams()
  const asked = useAsk(partnerList, {})
  const row = asked.data?.find((r) => r.partnerId === partnerId)
  return (
    <Page title={row?.name ?? '合作平台'} width="narrow">
      {asked.error && !asked.data && <ErrorState error={asked.error} again={() => void asked.refetch()} />}
      {!asked.data && !asked.error && <Bars rows={8} />}
      {asked.data && !row && (
        <EmptyState
          empty={{
            title: '没有这个合作平台',
            text: '它可能属于其他学校。',
            action: { name: '返回列表', to: partnerPaths.list },
          }}
        />
      )}
      {row && (
        <Panel label={row.name}>
          <PartnerForm kind={formKindOf(row.settings)} row={row} />
        </Panel>
      )}
    </Page>
  )
}
