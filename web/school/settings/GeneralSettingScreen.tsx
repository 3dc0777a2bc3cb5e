import { useState } from 'react'
import { gradeConfig, saveGradeConfig } from '#shared/school/settings/setting.calls.ts'
import { schoolDetail, updateSchool } from '#shared/school/school.calls.ts'
import { stageNames, stageStrings } from '#shared/school/roster/school.rules.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { settingSiblings } from '../parts/settingFields.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'
import { useUserType } from '../useSchool.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }
const months = Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: `${i + 1}月1日` }))

const General = ({ schoolId, named }: InOne) => {
  const barred = whyBarred('settings', useUserType())
  const edit = { name: '修改', to: inSchool('editSetting', { schoolId: named }), primary: true, barred }
  const rename = { name: '修改校名', to: inSchool('editSchool', { schoolId: named }), barred }
  return (
    <DetailScreen
      title="通用设置"
      siblings={settingSiblings('settings', named)}
      call={gradeConfig}
      input={{ schoolId }}
      facts={(of) => [
        { name: '现在是', value: of.termName },
        { name: '学年开始', value: `${of.turnMonth}月1日` },
        { name: '第二学期开始', value: `${of.secondTermMonth}月1日` },
        { name: '学段', value: of.schoolStageList.map((s) => stageNames[Number(s)]).join('、') },
      ]}
      actions={() => [rename, edit]}
    >
      {({ grades }) => (
        <DataTable
          label="年级"
          rows={grades}
          rowKey={(g) => String(g.gradeType)}
          columns={[
            { key: 'gradeName', name: '年级', value: (g) => g.gradeName },
            { key: 'gradeType', name: '年级代码', value: (g) => g.gradeType, number: true, width: 88 },
            { key: 'enrolmentYear', name: '入学年份', value: (g) => g.enrolmentYear, number: true },
            { key: 'state', name: '状态', value: (g) => (g.gradeId ? '已建立' : '未建立') },
          ]}
        />
      )}
    </DetailScreen>
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
  if (!first) return <NoticeScreen title="修改通用设置" width="narrow" error={config.error} />
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
  if (!first) return <NoticeScreen title="修改校名" width="narrow" error={school.error} />
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
