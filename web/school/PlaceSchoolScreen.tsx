import { placeSchool, schoolDetail } from '#shared/school/school.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { InSchool } from './parts/InSchool.tsx'
import { schoolPaths } from './school.paths.ts'

const PlaceSchool = ({ schoolId }: { schoolId: SchoolId }) => {
  const school = useAsk(schoolDetail, { schoolId })
  if (!school.data)
    return <Page title="排序与位置">{school.error ? <ErrorState error={school.error} /> : <Bars />}</Page>
  const { schoolName, sort, location, version } = school.data
  return (
    <FormScreen
      key={version}
      title={`排序与位置 ${schoolName}`}
      crumbs={[{ name: '学校列表', to: schoolPaths.list }, { name: '排序与位置' }]}
      call={placeSchool}
      fixed={{ schoolId, version }}
      start={{ ...(sort === undefined ? {} : { sort }), ...location }}
      fields={[
        { name: 'sort', label: '排序号', kind: 'number', hint: '学校列表中小的在前，不填的在后' },
        { name: 'latitude', label: '纬度', kind: 'number', unit: '°', hint: '北纬为正，如 30.25' },
        { name: 'longitude', label: '经度', kind: 'number', unit: '°', hint: '东经为正，如 120.17' },
      ]}
      doneText="已保存"
      done={() => schoolPaths.list}
    />
  )
}

/** Where a school stands in lists of schools, and on the map. */
export const PlaceSchoolScreen = () => <InSchool title="排序与位置">{(s) => <PlaceSchool {...s} />}</InSchool>
