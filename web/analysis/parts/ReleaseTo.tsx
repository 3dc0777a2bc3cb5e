import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { CandidateWishSent } from '#shared/exam/roster/candidateWish.rules.ts'
import * as calls from '#shared/exam/tools/release.calls.ts'
import type { ReleaseAct } from '#shared/exam/tools/release.rules.ts'
import type { ClassId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { fileCheck, listFields, listStart, listWish } from '#web/exam/roster/listField.public.tsx'
import { studentPath } from '#web/scan/scan.paths.ts'

type Wished = { fields: Field[]; start?: Values; wish: (sent: Record<string, unknown>) => CandidateWishSent }

const listed = (paperId: PaperId): Wished => ({
  fields: listFields(
    () => ask(calls.releaseTemplate, { paperId }),
    '每行一个考号；也可以用导出的名单，留下要发布的考生，整表粘贴',
  ),
  start: listStart,
  wish: listWish,
})

const ofClasses = (classes: readonly { classId: ClassId; className: string }[]): Wished => ({
  fields: [
    {
      name: 'classIds',
      label: '班级',
      kind: 'multi',
      required: true,
      options: classes.map((c) => ({ value: c.classId, label: c.className })),
    },
  ],
  wish: (sent) => ({ kind: 'classes', classIds: sent['classIds'] as ClassId[] }),
})

const these = (wish: CandidateWishSent): Wished => ({ fields: [], wish: () => wish })

/** What it would come to is said before it is done. */
const formOf = (paperId: PaperId, title: string, acts: ReleaseAct, { fields, start, wish }: Wished): DialogForm => ({
  title,
  submit: '预览',
  fields,
  ...(start ? { start, check: fileCheck } : {}),
  run: async (sent) => {
    const wished = { paperId, act: acts, wish: wish(sent) }
    const { changed, released, withheld, version } = await act(calls.releasePreview, wished, { hideMessage: true })
    return {
      text:
        withheld === 0
          ? `将发布给全部${released}名考生（${changed}名有变化）。`
          : `将只发布给${released}名考生（${changed}名有变化）。另外${withheld}名学生和他们的家长看到的是“还没有发布”；老师看到的不变。`,
      submit: '确定',
      run: async () => {
        const { uuid } = await act(calls.setRelease, { ...wished, version }, { hideMessage: true })
        if (!uuid) toast('success', withheld === 0 ? '已发布给全部考生' : `已设为只发布给${released}名考生`)
        return { uuid }
      },
    }
  },
})

/** To whom of the candidates the results are released: all, or some. */
export const ReleaseTo = ({ paperId }: { paperId: PaperId }) => {
  const { data: count } = useAsk(calls.releaseCount, { paperId })
  const mayChoose = count?.mayChoose ?? false
  const classes = useAsk(calls.releaseStudents, mayChoose ? { paperId, pageSize: 1 } : undefined).data?.classes ?? []
  if (count && !mayChoose)
    return (
      <EmptyState
        empty={{ title: '联考成绩发布给全部考生', text: '要让部分学校或区域看不到，请在“成绩可见范围”中设置。' }}
      />
    )
  const open = (title: string, acts: ReleaseAct, wished: Wished) => () => openForm(formOf(paperId, title, acts, wished))
  return (
    <ListPart
      label="发布给谁"
      name="release"
      call={calls.releaseStudents}
      input={{ paperId }}
      order="按考号"
      rowTo={(c) => studentPath(paperId, c.studentId)}
      rowKey={(c) => c.studentId}
      columns={[
        { key: 'studentName', name: '姓名', value: (c) => c.studentName, width: 120 },
        { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber, width: 120 },
        { key: 'className', name: '班级', value: (c) => c.className, width: 96 },
        {
          key: 'released',
          name: '发布',
          value: (c) => (c.released ? '发布' : '不发布'),
          cell: (c) => (
            <StateMark {...(c.released ? { text: '发布', meaning: 'done' } : { text: '不发布', meaning: 'none' })} />
          ),
          width: 96,
        },
      ]}
      filters={[
        {
          field: 'released',
          label: '发布',
          mode: 'radio',
          options: [
            { value: 'yes', label: '发布' },
            { value: 'no', label: '不发布' },
          ],
        },
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
      ]}
      actions={[
        { name: '只发布给名单', run: open('只发布给名单中的考生', 'only', listed(paperId)) },
        { name: '只发布给班级', run: open('只发布给这些班级', 'only', ofClasses(classes)) },
        {
          name: '发布给全部',
          run: open('发布给全部考生', 'add', these({ kind: 'all' })),
          barred: count?.withheld === 0 && '现在就是发布给全部考生',
        },
      ]}
      bulkActions={(keys) => {
        const wished = these({ kind: 'students', studentIds: keys as StudentId[] })
        const barred = keys.length > 200 && '一次最多选200人，更多请按班级或名单'
        return [
          { name: '发布', run: open(`发布给这${keys.length}名考生`, 'add', wished), barred },
          { name: '不发布', run: open(`不发布给这${keys.length}名考生`, 'remove', wished), barred },
        ]
      }}
      exportName="发布名单"
      empty={{ title: '没有符合条件的考生' }}
    >
      {count && count.withheld > 0 && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            只发布给{count.released}名考生，另外{count.withheld}名不发布。统计仍包括全部考生。
          </MessageBarBody>
        </MessageBar>
      )}
    </ListPart>
  )
}
