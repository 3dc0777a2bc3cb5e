import { listAreas, placeArea } from '#shared/school/school.calls.ts'
import { whyNotUnder } from '#shared/school/areas/area.rules.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { AreaId } from '#shared/kit/ids.ts'
import { fill } from '#shared/kit/problem.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { cityOptions } from './parts/areaOptions.ts'
import { schoolPaths } from './school.paths.ts'
import { useUserType } from './useSchool.ts'

type Area = OutputOf<typeof listAreas>[number]

const formOf = (area: Area, all: readonly Area[]): DialogForm => ({
  title: `${area.areaName}的上级区域`,
  submit: '保存',
  start: { cityId: area.cityId ?? '' },
  fields: [
    {
      name: 'cityId',
      label: '上级区域',
      kind: 'select',
      placeholder: '无',
      hint: '上级区域的人员能看到本区域的学校，并组织它们联考',
      options: cityOptions(all, area),
    },
  ],
  run: async ({ cityId }) => {
    const wanted = cityId ? { cityId: cityId as AreaId } : {}
    await act(placeArea, { areaId: area.areaId, version: area.version, ...wanted }, { hideMessage: true })
    return () => toast('success', '已保存，学校会在几秒内跟随')
  },
})

/** The areas of the platform: cities, and the counties that lie under them. */
export const AreasScreen = () => {
  const all = useAsk(listAreas, {}).data ?? []
  const barred = whyBarred('school', useUserType())
  const names = new Map<string, string>(all.map((a) => [a.areaId, a.areaName]))
  return (
    <ListScreen
      title="区域"
      call={listAreas}
      rowKey={(a) => a.areaId}
      rowTo={{ none: 'its city is chosen in a dialogue' }}
      columns={[
        { key: 'areaName', name: '区域', value: (a) => a.areaName },
        { key: 'areaCode', name: '代码', value: (a) => a.areaCode },
        { key: 'city', name: '上级区域', value: (a) => (a.cityId && names.get(a.cityId)) ?? '—' },
        { key: 'counties', name: '区县', value: (a) => a.counties ?? 0, number: true },
      ]}
      actions={[{ name: '添加区域', to: `${schoolPaths.add}?area=1`, primary: true, barred }]}
      rowActions={(a) => {
        const under = whyNotUnder({ areaId: '' as AreaId, areaName: '' }, a)
        return [
          {
            name: '上级区域',
            form: () => formOf(a, all),
            barred: barred ?? (under && fill(under.problem.message, under.values ?? {})),
          },
        ]
      }}
      empty={{ title: '还没有区域', text: '添加学校前先添加它所在的区域。' }}
    />
  )
}
