import { listReveals } from '#shared/school/people/personal.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { fieldNames } from '../parts/personalBulk.ts'

const kinds = { student: '学生', teacher: '教师', parent: '家长' } as const

const Reveals = ({ schoolId }: { schoolId: SchoolId }) => {
  return (
    <ListScreen
      title="敏感信息查看记录"
      call={listReveals}
      input={{ schoolId }}
      order="最近的在前"
      rowTo={{ none: 'a look is told whole in its row' }}
      rowKey={(r) => `${r.at}${r.auditId}`}
      filters={[
        {
          field: 'kind',
          label: '对象',
          mode: 'dropdown',
          options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={[
        { key: 'at', name: '时间', value: (r) => showTime(r.at), cell: (r) => <DateCell ms={r.at} time /> },
        { key: 'by', name: '查看人', value: (r) => r.by.userName },
        { key: 'name', name: '被查看人', value: (r) => `${r.name}（${kinds[r.kind]}）` },
        { key: 'field', name: '内容', value: (r) => fieldNames[r.field] },
        { key: 'reason', name: '原因', value: (r) => r.reason },
      ]}
      exportName="敏感信息查看记录"
      empty={{ title: '还没有人查看过', text: '每次查看完整的身份证号或手机号码都会记录在这里。' }}
    />
  )
}

/** Who looked at whose ID card or phone, when and why. */
export const RevealsScreen = () => (
  <InSchool title="敏感信息查看记录" part="acts">
    {(school) => <Reveals {...school} />}
  </InSchool>
)
