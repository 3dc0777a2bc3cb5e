import { useSearchParams } from 'react-router'
import type { SchoolId } from '#shared/kit/ids.ts'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'

/** From which school of a joint exam teachers are to be chosen, in the address; of a school's own exam there is none. */
export const OfSchool = ({ schools }: { schools: readonly { schoolId: SchoolId; schoolName: string }[] }) => {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('schoolId')
  return (
    schools.length > 0 && (
      <FilterBar
        filters={[
          {
            field: 'schoolId',
            label: '老师来自',
            mode: 'dropdown',
            options: schools.map((s) => ({ value: s.schoolId, label: s.schoolName })),
          },
        ]}
        values={chosen ? { schoolId: [chosen] } : {}}
        onChange={(field, values) => setQuery(values[0] ? { [field]: values[0] } : {}, { replace: true })}
      />
    )
  )
}
