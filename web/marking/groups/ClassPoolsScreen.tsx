import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId, UserId } from '#shared/kit/ids.ts'
import { addMarkClass, markClasses, setMarkType } from '#shared/marking/groups/class.calls.ts'
import { markTypes } from '#shared/marking/groups/class.types.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { classPoolsPath } from '../marking.paths.ts'
import { ruleName, ruleNames } from '../parts/class.words.ts'
import type { RuleName } from '../parts/class.words.ts'
import { arrangedStates } from '../parts/group.words.ts'
import { PeopleField } from '../parts/PeopleField.tsx'
import { arrangeBarred } from './GroupsScreen.tsx'

type Data = OutputOf<typeof markClasses>
type Row = Data['classes'][number]
type Of = { paperId: PaperId; data: Data; close: () => void }

const RuleDialog = ({ paperId, data, close }: Of) => (
  <FormDialog
    close={close}
    form={{
      title: `${data.courseName}怎样分发答卷`,
      submit: '保存',
      start: { rule: data.rule ?? 'any' },
      fields: [
        {
          name: 'rule',
          label: '分发',
          kind: 'radio',
          required: true,
          options: Object.entries(ruleNames).map(([value, label]) => ({ value, label })),
          hint:
            data.state === 'draft' ? '开启阅卷后只能改回各班混合。' : '阅卷已开启：改回各班混合后，不能再按班分发。',
        },
      ],
      run: async (sent) => {
        const rule = (sent as { rule: RuleName }).rule
        const markType = rule === 'own' ? markTypes.byClass : markTypes.byQuestion
        const wish = { paperId, markType, avoidsOwn: rule === 'never', version: data.version }
        await act(setMarkType, wish, { hideMessage: true })
        return () => toast('success', `已改为${ruleNames[rule]}`)
      },
    }}
  />
)

const PoolDialog = ({ paperId, data, row, close }: Of & { row: Row }) => (
  <FormDialog
    close={close}
    form={{
      title: `${row.className}由谁评`,
      submit: '保存',
      start: { markers: row.named ? row.markers.map((m) => m.userId) : [] },
      fields: [
        {
          name: 'markers',
          label: '阅卷教师',
          kind: 'custom',
          hint: '不选就由教这个班的老师评。指定以后，教这个班的老师不再领到这个班的答卷。',
          render: ({ value, onChange }) => (
            <PeopleField
              label="阅卷教师"
              people={data.people}
              value={(value || []) as string[]}
              onChange={onChange}
              none="本班任课老师"
            />
          ),
        },
      ],
      run: async ({ markers }) => {
        const wish = { paperId, classId: row.classId, markers: markers as UserId[], version: data.version }
        const { released } = await act(addMarkClass, wish, { hideMessage: true })
        return () => toast('success', `${row.className}的安排已保存${released > 0 ? '，别的老师手里没评的已退回' : ''}`)
      },
    }}
  />
)

const standOf = ({ short }: Row) =>
  short === null ? ({ text: '可以评', meaning: 'done' } as const) : ({ text: short, meaning: 'failed' } as const)

/** Who marks which class of a paper. The bare address asks for a paper. */
export const ClassPoolsScreen = () => {
  const { paperId } = useParams() as { paperId?: PaperId }
  const [open, setOpen] = useState<{ data: Data; row?: Row }>()
  if (!paperId)
    return <ChoosePaper title="按班阅卷" tool="adjust-read-arrange" pathOf={(_, id) => classPoolsPath(id)} />
  const close = () => setOpen(undefined)
  const canName = (data: Data): string | null =>
    arrangeBarred(data) ?? (data.rule === 'own' ? null : '按班阅卷时才给班级指定老师')
  return (
    <>
      <DetailScreen
        call={markClasses}
        input={{ paperId }}
        title={(data) => `${data.courseName}　按班阅卷`}
        untitled="按班阅卷"
        badge={(data) => arrangedStates[data.state]}
        facts={(data) => [
          { name: '分发', value: ruleName(data.rule) },
          { name: '班级', value: `${data.classes.length}个` },
        ]}
        actions={(data) => [
          {
            name: '改变分发',
            primary: true,
            barred: arrangeBarred(data) ?? (data.rule === null ? data.fixed : null),
            run: () => setOpen({ data }),
          },
        ]}
        empty={(data) =>
          data.classes.length === 0 ? { title: '没有按班的安排', text: data.fixed ?? '这份试卷还没有考生。' } : null
        }
      >
        {(data) => (
          <DataTable<Row>
            label="班级"
            rows={data.classes}
            rowKey={(c) => c.classId}
            rowActions={(c) => (
              <ActionButton
                action={{ name: '由谁评', barred: canName(data), run: () => setOpen({ data, row: c }) }}
                size="small"
              />
            )}
            columns={[
              { key: 'className', name: '班级', value: (c) => c.className, width: 128 },
              { key: 'candidates', name: '考生', unit: '人', value: (c) => c.candidates, number: true, width: 88 },
              {
                key: 'markers',
                name: data.rule === null ? '任课老师' : '可以评的老师',
                value: (c) => `${c.markers.map((m) => m.teacherName).join('、') || '没有'}${c.named ? '（指定）' : ''}`,
              },
              ...(data.rule === null
                ? []
                : [
                    {
                      key: 'stand',
                      name: '检查',
                      value: (c: Row) => standOf(c).text,
                      cell: (c: Row) => <StateMark {...standOf(c)} />,
                      width: 240,
                    },
                  ]),
            ]}
          />
        )}
      </DetailScreen>
      {open && !open.row && <RuleDialog paperId={paperId} data={open.data} close={close} />}
      {open?.row && <PoolDialog paperId={paperId} data={open.data} row={open.row} close={close} />}
    </>
  )
}
