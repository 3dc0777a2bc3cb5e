import { uploadTasks } from '#shared/scan/uploading/uploader.calls.ts'
import { uploadStateNames } from '#shared/scan/uploading/uploader.types.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { scanPath } from '../scan.paths.ts'
import { uploadMeanings } from '../stateWords.ts'

/** The papers that were given to oneself to scan, of any exam. */
export const UploadTasksScreen = () => (
  <ListScreen
    title="我的扫描任务"
    call={uploadTasks}
    order="考试日期近的在前"
    rowKey={(t) => t.paperId}
    rowTo={(t) => scanPath(t.paperId)}
    columns={[
      { key: 'examName', name: '考试', value: (t) => t.examName },
      { key: 'courseName', name: '科目', value: (t) => t.courseName },
      {
        key: 'classes',
        name: '班级',
        value: (t) => (t.classes.length === 0 ? '全部班级' : t.classes.map((c) => c.className).join('、')),
      },
      {
        key: 'status',
        name: '状态',
        value: (t) => uploadStateNames[t.status as 0],
        cell: (t) => <StateMark text={uploadStateNames[t.status as 0]} meaning={uploadMeanings[t.status]!} />,
      },
      { key: 'batches', name: '批次', value: (t) => t.batches, number: true },
      { key: 'examDate', name: '考试日期', value: (t) => t.examDate, cell: (t) => <DateCell ms={t.examDate} /> },
    ]}
    empty={{
      title: '没有分配给您的扫描任务',
      text: '由考试的创建者在“扫描与识别 → 上传人”中分配。',
      action: { name: '考试列表', to: examPaths.list },
    }}
  />
)
