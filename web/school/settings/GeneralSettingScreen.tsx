import { useState } from 'react'
import { gradeConfig, saveGradeConfig } from '#shared/school/settings/setting.calls.ts'
import { schoolDetail, updateSchool } from '#shared/school/school.calls.ts'
import { stageNames, stageStrings } from '#shared/school/roster/school.rules.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { settingSiblings } from '../parts/settingFields.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'
import { useUserType } from '../useSchool.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }
const months = Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: `${i + 1}月1日` }))

const General = ({ schoolId, named }: InOne) => {
  const config = useAsk(gradeConfig, { schoolId })
  const barred = whyBarred('settings', useUserType())
  const { data } = config
  const edit = { name: '修改', to: inSchool('editSetting', { schoolId: named }), primary: true, barred }
  const rename = { name: '修改校名', to: inSchool('editSchool', { schoolId: named }), barred }
  return (
    <Page title="通用设置" siblings={settingSiblings('settings', named)} actions={[rename, edit]}>
      {!data && (config.error ? <ErrorState error={config.error} /> : <Bars rows={8} height={20} />)}
      {data && (
        <>
          <Facts
            facts={[
              { name: '现在是', value: data.termName },
              { name: '学年开始', value: `${data.turnMonth}月1日` },
              { name: '第二学期开始', value: `${data.secondTermMonth}月1日` },
              { name: '学段', value: data.schoolStageList.map((s) => stageNames[Number(s)]).join('、') },
            ]}
          />
          <DataTable
            label="年级"
            rows={data.grades}
            rowKey={(g) => String(g.gradeType)}
            columns={[
              { key: 'gradeName', name: '年级', value: (g) => g.gradeName },
              { key: 'gradeType', name: '年级代码', value: (g) => g.gradeType, number: true, width: 88 },
              { key: 'enrolmentYear', name: '入学年份', value: (g) => g.enrolmentYear, number: true },
              { key: 'state', name: '状态', value: (g) => (g.gradeId ? '已建立' : '未建立') },
            ]}
          />
        </>
      )}
    </Page>
  )
}
/** When a school's year and terms begin, and which grades it has. */
export const GeneralSettingScreen = () => (
  <InSchool title="通用设置" part="settings">
    {(school) => <General {...school} />}
  </InSchool>
)

const EditSetting = ({ schoolId, named }: InOne) => {
  const config = useAsk(gradeConfig, { schoolId })
  // A change under the form is told when it is sent, not by losing what was chosen.
  const [first, setFirst] = useState(config.data)
  if (!first && config.data) setFirst(config.data)
  if (!first) return <Page title="修改通用设置">{config.error ? <ErrorState error={config.error} /> : <Bars />}</Page>
  return (
    <FormScreen
      title="修改通用设置"
      call={saveGradeConfig}
      fixed={{ schoolId, version: first.version }}
      start={{
        schoolStageList: first.schoolStageList,
        turnMonth: first.turnMonth,
        secondTermMonth: first.secondTermMonth,
      }}
      fields={[
        {
          name: 'schoolStageList',
          label: '学段',
          kind: 'multi',
          required: true,
          options: [3, 2, 1, 4].map((s) => ({ value: stageStrings[s]!, label: stageNames[s]! })),
          hint: '新增学段时自动建立其各年级',
        },
        {
          name: 'turnMonth',
          label: '学年开始',
          kind: 'select',
          number: true,
          required: true,
          options: months,
          hint: '每年这一天年级升级',
        },
        {
          name: 'secondTermMonth',
          label: '第二学期开始',
          kind: 'select',
          number: true,
          required: true,
          options: months,
        },
      ]}
      doneText="设置已保存"
      done={() => inSchool('settings', { schoolId: named })}
    />
  )
}
export const EditSettingScreen = () => (
  <InSchool title="修改通用设置" part="settings">
    {(s) => <EditSetting {...s} />}
  </InSchool>
)

const EditSchool = ({ schoolId, named }: InOne) => {
  const school = useAsk(schoolDetail, { schoolId })
  const [first, setFirst] = useState(school.data)
  if (!first && school.data) setFirst(school.data)
  if (!first) return <Page title="修改校名">{school.error ? <ErrorState error={school.error} /> : <Bars />}</Page>
  return (
    <FormScreen
      title="修改校名"
      call={updateSchool}
      fixed={{ schoolId, turnMonth: first.turnMonth, version: first.version }}
      start={{ schoolName: first.schoolName }}
      fields={[{ name: 'schoolName', label: '学校名称', kind: 'text', required: true }]}
      doneText="校名已修改"
      done={() => inSchool('settings', { schoolId: named })}
    />
  )
}
export const EditSchoolScreen = () => (
  <InSchool title="修改校名" part="settings">
    {(s) => <EditSchool {...s} />}
  </InSchool>
)
