import { listSchoolKeys } from '#shared/school/settings/key.calls.ts'
import { exportPlaces } from '#shared/school/place.calls.ts'
import { listAreas } from '#shared/school/school.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { areaOptions } from '../parts/areaOptions.ts'
import { maskedKey, placeText } from './schoolKey.ts'
import { schoolPaths, inSchool } from '../school.paths.ts'

/** Codes, masked keys and places of the schools that one may see. */
export const SchoolKeysScreen = () => {
  const areas = useAsk(listAreas, {}).data ?? []
  return (
    <ListScreen
      title="学校密钥与位置"
      call={listSchoolKeys}
      order="按排序号"
      rowKey={(s) => s.schoolId}
      rowTo={(s) => inSchool('key', { schoolId: s.schoolId })}
      filters={[
        {
          field: 'areaId',
          label: '区域',
          mode: 'dropdown',
          options: areaOptions(areas),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '学校名称或代码' },
      ]}
      columns={[
        { key: 'schoolName', name: '学校', value: (s) => s.schoolName },
        { key: 'areaName', name: '区域', value: (s) => s.areaName },
        { key: 'schoolCode', name: '学校代码', value: (s) => s.schoolCode ?? '—' },
        { key: 'key', name: '密钥', value: (s) => maskedKey(s.keyTail) },
        { key: 'location', name: '位置', value: (s) => placeText(s.location) },
        { key: 'sort', name: '排序号', value: (s) => s.sort ?? '—', number: true },
      ]}
      actions={[
        { name: '导出', run: async () => location.assign((await act(exportPlaces, {})).url) },
        { name: '导入', to: schoolPaths.importPlaces, primary: true },
      ]}
      rowActions={(s) => [
        { name: '密钥', to: inSchool('key', { schoolId: s.schoolId }) },
        { name: '修改', to: inSchool('place', { schoolId: s.schoolId }) },
      ]}
      empty={{
        title: '还没有学校',
        text: '先在学校列表中添加学校。',
        action: { name: '学校列表', to: schoolPaths.list },
      }}
    />
  )
}
