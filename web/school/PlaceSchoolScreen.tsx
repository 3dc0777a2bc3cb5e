import { placeSchool } from '#shared/school/place.calls.ts'
import { schoolDetail } from '#shared/school/school.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { InSchool } from './parts/InSchool.tsx'
import { inSchool } from './school.paths.ts'

const PlaceSchool = ({ schoolId }: { schoolId: SchoolId }) => {
  const school = useAsk(schoolDetail, { schoolId })
  if (!school.data)
    return <Page title="代码与位置">{school.error ? <ErrorState error={school.error} /> : <Bars />}</Page>
  const { schoolName, schoolCode, sort, location, version } = school.data
  return (
    <FormScreen
      key={schoolId}
      title={`代码与位置 ${schoolName}`}
      call={placeSchool}
      fixed={{ schoolId, version }}
      start={{
        ...(schoolCode === undefined ? {} : { schoolCode }),
        ...(sort === undefined ? {} : { sort }),
        ...location,
      }}
      fields={[
        { name: 'schoolCode', label: '学校代码', kind: 'text', hint: '如学校标识码，各校不同' },
        { name: 'sort', label: '排序号', kind: 'number', hint: '学校列表中小的在前，不填的在后' },
        { name: 'latitude', label: '纬度', kind: 'number', unit: '°', hint: '北纬为正，如 30.25' },
        { name: 'longitude', label: '经度', kind: 'number', unit: '°', hint: '东经为正，如 120.17' },
      ]}
      doneText="已保存"
      done={() => inSchool('key', { schoolId })}
    />
  )
}

/** Where a school stands in lists of schools, and on the map. */
export const PlaceSchoolScreen = () => (
  <InSchool title="代码与位置" part="settings">
    {(s) => <PlaceSchool {...s} />}
  </InSchool>
)
