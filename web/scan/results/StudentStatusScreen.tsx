import { useParams, useSearchParams } from 'react-router'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { classSheets, scriptList, setAbsent } from '#shared/scan/scan.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { ScriptRow, sheetStatistic } from '#shared/scan/scan.calls.ts'
import { exportAbsent, exportStatuses, setNormal } from '#shared/scan/doubts/exception.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { afterMissing } from '../batches/nextStep.ts'
import { toMarking } from '../parts/afterScan.ts'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { scriptColumns, stateColumn } from '../parts/columns.tsx'
import { useSheets } from '../parts/useSheets.ts'
import { doubtsPath, scanPath, studentPath } from '../scan.paths.ts'
import { leftFacts } from '../parts/leftFacts.tsx'
import { leftWords, scriptStates, takesOutBar } from '../stateWords.ts'

const absence = async (paperId: PaperId, ids: readonly string[], absent: boolean): Promise<void> => {
  const studentIds = ids as StudentId[]
  const say = (to: boolean) =>
    to ? act(setAbsent, { paperId, studentIds, absent: true }) : act(setNormal, { paperId, studentIds })
  const { changed } = await say(absent)
  undoable(absent ? `已标记${changed}名考生缺考` : `已取消${changed}名考生的缺考`, () => say(!absent))
}

const stateOf = (r: ScriptRow) =>
  r.state !== 'present' || r.missingPages.length === 0 ? r.state : r.lacking ? 'incomplete' : 'incompleteSettled'

/** Who left all choices or a group empty is told with the state: a column of its own would be empty for nearly all. */
const markOf = (r: ScriptRow) => {
  const { text, meaning } = scriptStates[stateOf(r)]
  const left = (['allBlank', 'unpicked'] as const).filter((what) => r[what]).map((what) => leftWords[what])
  return { text: [text, ...left].join('，'), meaning: r.allBlank ? ('waits' as const) : meaning }
}

/** The next step, once no candidate is missing. */
const nextActions = (data: OutputOf<typeof sheetStatistic>, paperId: PaperId): Action[] => {
  switch (afterMissing(data)) {
    case 'doubts':
      return [{ name: `处理存疑（${data.doubts}页）`, to: doubtsPath(paperId), primary: true }]
    case 'marking':
      return data.mayManage ? [{ ...toMarking(data, paperId), primary: true }] : []
    case 'scans':
      return [{ name: '扫描与识别', to: scanPath(paperId), primary: true }]
    default:
      return []
  }
}

/** Every candidate of a paper and how their cards stand. */
export const StudentStatusScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const [query] = useSearchParams()
  const data = useSheets(paperId)
  const classes = useAsk(classSheets, { paperId, pageSize: 1000 }).data?.list ?? []
  const barred = data?.mayManage ? null : '只有考试的创建者和管理员可以修改'
  return (
    <ListScreen
      title="考生状态"
      siblings={scanSiblings(paperId, 'students')}
      facts={() =>
        data
          ? [
              ...(afterMissing(data) ? [{ name: '全部考生', value: '已交卷或标记缺考' }] : []),
              ...leftFacts(paperId, data),
            ]
          : []
      }
      call={scriptList}
      input={{ paperId }}
      order={query.has('classId') || query.has('state') ? '按名单中的先后' : '按考号'}
      // A class, and the paper of a small school, are here whole.
      atOnce={200}
      wholeBy="studentNumber"
      rowKey={(r) => r.studentId}
      rowTo={(r) => studentPath(paperId, r.studentId)}
      columns={[
        { key: 'studentName', name: '姓名', value: (r) => r.studentName },
        { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber },
        { key: 'className', name: '班级', value: (r) => r.className },
        stateColumn<ScriptRow>(markOf),
        ...scriptColumns<ScriptRow>(),
      ]}
      filters={[
        {
          field: 'state',
          label: '状态',
          mode: 'radio',
          options: [
            { value: 'present', label: '已交' },
            { value: 'missing', label: '未交' },
            { value: 'absent', label: '缺考' },
            { value: 'complete', label: '齐全无存疑' },
            { value: 'incomplete', label: '缺页' },
            { value: 'low', label: '有存疑' },
            { value: 'allBlank', label: leftWords.allBlank },
            { value: 'unpicked', label: leftWords.unpicked },
          ],
        },
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号开头' },
      ]}
      actions={[
        ...(data ? nextActions(data, paperId) : []),
        {
          name: '导出全部状态',
          barred: takesOutBar(data),
          job: () => act(exportStatuses, { paperId }),
        },
        {
          name: '导出缺考名单',
          barred: takesOutBar(data),
          job: () => act(exportAbsent, { paperId }),
        },
      ]}
      rowActions={(r) => [
        { name: '查看答题卡', to: studentPath(paperId, r.studentId) },
        // Who has handed in was there: only of the others there is something to say.
        ...(r.state === 'absent'
          ? [{ name: '取消缺考', barred, run: () => absence(paperId, [r.studentId], false) }]
          : r.pages.length === 0
            ? [{ name: '标记缺考', barred, run: () => absence(paperId, [r.studentId], true) }]
            : []),
      ]}
      bulkActions={(keys) => [
        { name: '标记缺考', barred, run: () => absence(paperId, keys, true) },
        { name: '取消缺考', barred, run: () => absence(paperId, keys, false) },
      ]}
      exportName="考生状态"
      empty={{ title: '没有考生', text: '这场考试还没有考生名单。' }}
    />
  )
}
