import * as z from 'zod'
import { useSearchParams } from 'react-router'
import { actKinds } from '#shared/kit/acts.ts'
import { exportRoster, followRoster, undoAct } from '#shared/school/people/act.calls.ts'
import { listLeaders } from '#shared/school/people/leader.calls.ts'
import { listTeachers } from '#shared/school/people/teacher.calls.ts'
import { listRecords } from '#shared/school/record.calls.ts'
import type { RecordRow } from '#shared/school/record.calls.ts'
import { recordFilter } from '#shared/school/record.filter.ts'
import { defaultSpan, spanOptions } from '#shared/school/record.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { typeLabel } from '#web/identity/typeLabel.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { now } from '#web/kit/ports.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { Changes, changeText } from '../parts/FieldChanges.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'

const roleOf = ({ by, pretendedBy }: RecordRow): string =>
  [by.userType === undefined ? '' : typeLabel(by.userType), pretendedBy ? `由${pretendedBy}代为操作` : '']
    .filter((t) => t !== '')
    .join('，')

/** What was taken back says so where it stands. */
const wordsOf = ({ words, undo }: RecordRow): string => (undo?.undone ? `${words}（${undo.undone}）` : words)

const Filter = z.object(recordFilter)

const Acts = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query] = useSearchParams()
  const leaders = useAsk(listLeaders, { schoolId }).data
  const teachers = useAsk(listTeachers, { schoolId, pageSize: 1000 }).data?.list
  /** As the list is filtered, whole. */
  const exportAll = () => {
    const { span, actKind, by, name } = Object.fromEntries(query)
    const records = Filter.parse({ ...(span ? { span } : {}), actKind, by, ...(name ? { name } : {}) })
    return act(exportRoster, { schoolId, kind: 'records', format: 'xlsx', records })
  }
  const undo = async ({ actId, kind }: NonNullable<RecordRow['undo']>): Promise<void> => {
    const { undone, kept } = await act(undoAct, { schoolId, actId })
    const more = kept > 0 ? `，${kept}项此后又有改动，保持不变` : ''
    toast('success', `已撤销${kind === 'move' ? `${undone}名学生的调班` : '毕业'}${more}`)
  }
  const people = [
    ...(leaders ?? []).map((l) => ({ value: l.userId as string, label: `${l.userName}（${typeLabel(l.userType)}）` })),
    ...(teachers ?? []).map((t) => ({ value: t.teacherId as string, label: t.teacherName })),
  ]
  return (
    <ListScreen
      title="操作记录"
      siblings={schoolSiblings('acts', named)}
      call={listRecords}
      input={{ schoolId }}
      filters={[
        {
          field: 'span',
          label: '时间',
          mode: 'dropdown',
          options: spanOptions(now()),
          start: [defaultSpan],
        },
        {
          field: 'actKind',
          label: '类别',
          mode: 'dropdown',
          options: Object.entries(actKinds).map(([value, label]) => ({ value, label })),
        },
        { field: 'by', label: '操作人', mode: 'dropdown', options: people },
        { field: 'name', label: '对象', mode: 'search', placeholder: '被操作人的姓名或学号' },
      ]}
      actions={[
        {
          name: '更新名单索引',
          confirm: '按名单重新统计人数，并重建按姓名、拼音和学号的查找。名单本身不变，期间可照常使用。',
          job: () => act(followRoster, { schoolId }),
        },
        { name: '敏感信息查看记录', to: inSchool('reveals', { schoolId: named }) },
        { name: '导出', job: exportAll },
      ]}
      order="最近的在前"
      rowTo={{ none: 'an act is told whole in its row' }}
      rowKey={(r) => r.auditId}
      columns={[
        { key: 'words', name: '操作', value: wordsOf },
        { key: 'at', name: '时间', value: (r) => showTime(r.at), cell: (r) => <DateCell ms={r.at} time />, width: 144 },
        { key: 'on', name: '对象', value: (r) => r.on || null },
        {
          key: 'changes',
          name: '修改前 → 修改后',
          value: (r) => r.changes.map(changeText).join('；') || null,
          cell: (r) => <Changes changes={r.changes} />,
        },
        { key: 'by', name: '操作人', value: (r) => r.by.userName, width: 96 },
        { key: 'role', name: '角色', value: roleOf },
        { key: 'reason', name: '原因', value: (r) => r.reason || null },
        { key: 'kind', name: '类别', value: (r) => actKinds[r.kind as keyof typeof actKinds] ?? '', extra: true },
      ]}
      rowActions={({ undo: own }) => (own ? [{ name: '撤销', barred: own.undone, run: () => undo(own) }] : [])}
      empty={{
        title: '这段时间没有操作',
        text: '导入、修改、调班、毕业、删除、重置密码、导出和发布等操作都会记录在这里。',
      }}
    />
  )
}

/** Who did what to whom, when, before and after; moves and graduations are taken back here. */
export const ActsScreen = () => (
  <InSchool title="操作记录" part="acts">
    {(school) => <Acts {...school} />}
  </InSchool>
)
