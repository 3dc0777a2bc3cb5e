import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { createArea, createSchool, listAreas } from '#shared/school/school.calls.ts'
import { stageNames } from '#shared/school/roster/school.rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { areaOptions, cityOptions } from './parts/areaOptions.ts'
import { sayPassword } from './parts/sayPassword.ts'
import { inSchool } from './school.paths.ts'

/** A school of an area; the first one, or 添加区域, begins with the area. */
export const AddSchoolScreen = () => {
  const asked = useAsk(listAreas, {})
  const areas = asked.data
  const [params] = useSearchParams()
  const [forArea, setForArea] = useState(params.has('area'))
  if (!areas) return <Page title="添加学校">{asked.error ? <ErrorState error={asked.error} /> : <Bars />}</Page>
  return (
    <>
      {(forArea || areas.length === 0) && (
        <FormScreen
          key="area"
          title="添加区域"
          call={createArea}
          fields={[
            { name: 'areaName', label: '区域名称', kind: 'text', required: true, placeholder: '如 青禾区' },
            { name: 'areaCode', label: '区域代码', kind: 'text', required: true, hint: '行政区划代码，2到12位数字' },
            {
              name: 'cityId',
              label: '上级区域',
              kind: 'select',
              placeholder: '无',
              hint: '区县选它所属的市，市不填',
              options: cityOptions(areas),
            },
          ]}
          submit="保存并继续"
          doneText="区域已添加"
          done={() => setForArea(false)}
        />
      )}
      {/* Kept while an area is added: what was typed of the school is still there afterwards. */}
      {areas.length > 0 && (
        <div hidden={forArea}>
          <FormScreen
            key="school"
            title="添加学校"
            call={createSchool}
            start={{ areaId: areas[0]!.areaId, stage: 1, turnMonth: 8 }}
            actions={[{ name: '添加区域', run: () => setForArea(true) }]}
            fields={[
              {
                name: 'areaId',
                label: '区域',
                kind: 'select',
                required: true,
                options: areaOptions(areas),
              },
              { name: 'schoolName', label: '学校名称', kind: 'text', required: true },
              {
                name: 'stage',
                label: '学段',
                kind: 'radio',
                wide: true,
                number: true,
                required: true,
                options: Object.entries(stageNames).map(([value, label]) => ({ value, label })),
              },
              {
                name: 'turnMonth',
                label: '学年起始月',
                kind: 'number',
                required: true,
                unit: '月',
                min: 1,
                max: 12,
                hint: '每年这个月1日年级升级',
              },
              { name: 'accountName', label: '管理员账号', kind: 'text', required: true },
              { name: 'password', label: '管理员初始密码', kind: 'password', hint: '不填则自动生成，保存后显示一次' },
            ]}
            doneText="学校已添加，年级与课程已建好"
            done={(made) => {
              sayPassword(made)
              return inSchool('grades', { schoolId: made.schoolId })
            }}
          />
        </div>
      )}
    </>
  )
}
