import { listAreas, listSchools } from '#shared/school/school.calls.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import { stageNames } from '#shared/school/roster/school.rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { areaOptions } from './parts/areaOptions.ts'
import { inSchool, schoolPaths } from './school.paths.ts'
import { useUserType } from './useSchool.ts'

/** The schools that one may see. */
export const SchoolListScreen = () => {
  const areas = useAsk(listAreas, {}).data ?? []
  const userType = useUserType()
  const barred = whyBarred('school', userType)
  const add = { name: '添加学校', to: schoolPaths.add, primary: true, barred }
  return (
    <ListScreen
      title="学校列表"
      call={listSchools}
      order="按排序号"
      rowKey={(s) => s.schoolId}
      rowTo={(s) => inSchool('grades', { schoolId: s.schoolId })}
      filters={[
        {
          field: 'areaId',
          label: '区域',
          mode: 'dropdown',
          options: areaOptions(areas),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '学校名称' },
      ]}
      columns={[
        { key: 'schoolName', name: '学校', value: (s) => s.schoolName },
        { key: 'areaName', name: '区域', value: (s) => s.areaName },
        { key: 'stage', name: '学段', value: (s) => stageNames[s.stage] },
        { key: 'sort', name: '排序号', value: (s) => s.sort ?? '—', number: true },
        {
          key: 'location',
          name: '位置',
          value: (s) => (s.location ? `${s.location.latitude}°, ${s.location.longitude}°` : '—'),
        },
        { key: 'createdAt', name: '添加时间', value: (s) => s.createdAt, cell: (s) => <DateCell ms={s.createdAt} /> },
      ]}
      actions={[
        { name: '区域', to: schoolPaths.areas, barred },
        { name: '密钥与位置', to: schoolPaths.keys, barred: whyBarred('keys', userType) },
        add,
      ]}
      rowActions={(s) => [
        { name: '学生', to: inSchool('students', { schoolId: s.schoolId }) },
        { name: '教师', to: inSchool('teachers', { schoolId: s.schoolId }) },
        { name: '班级', to: inSchool('classes', { schoolId: s.schoolId }) },
        { name: '代码与位置', to: inSchool('place', { schoolId: s.schoolId }), barred },
      ]}
      empty={{
        title: '还没有学校',
        text: '添加学校时会同时建好年级、课程和管理员账号。',
        action: add,
      }}
    />
  )
}
