import { useState } from 'react'
import * as z from 'zod'
import { findPersonal } from '#shared/school/people/personal.calls.ts'
import type { FoundPerson } from '#shared/school/people/personal.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'

const Wanted = z.object({ text: z.string().trim().min(1, '请输入号码') })
const kinds = { student: '学生', teacher: '教师', parent: '家长' } as const

const Find = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [people, setPeople] = useState<FoundPerson[] | null>(null)
  // Kept out of the address: a number that identifies a person stays in no history.
  return (
    <Page title="按证件或电话查找" width="narrow">
      <ValueForm
        schema={Wanted}
        fields={[
          {
            name: 'text',
            label: '身份证号或手机号码',
            kind: 'text',
            wide: true,
            hint: '须输入完整号码；证件和电话加密保存，只能按完整号码查找',
          },
        ]}
        submit="查找"
        problems={findPersonal.problems}
        onSubmit={async ({ text }) => setPeople(await act(findPersonal, { schoolId, text }, { hideMessage: true }))}
      />
      {people?.length === 0 && <EmptyState empty={{ title: '没有找到', text: '本校没有登记这个号码的人。' }} />}
      {people && people.length > 0 && (
        <DataTable
          label="查找结果"
          rows={people}
          rowKey={(p) => `${p.kind}${p.personId}`}
          columns={[
            { key: 'name', name: '姓名', value: (p) => p.name },
            { key: 'kind', name: '身份', value: (p) => kinds[p.kind] },
            { key: 'number', name: '学号或账号', value: (p) => p.number },
            { key: 'place', name: '所在', value: (p) => p.place },
          ]}
          rowActions={(p) =>
            p.kind === 'student' ? (
              <ActionButton
                size="small"
                appearance="subtle"
                action={{ name: '打开', to: inSchool('student', { schoolId: named, studentId: p.personId }) }}
              />
            ) : null
          }
        />
      )}
    </Page>
  )
}

/** Who has this ID card or phone. */
export const FindPersonScreen = () => (
  <InSchool title="按证件或电话查找" part="students">
    {(school) => <Find {...school} />}
  </InSchool>
)
