import { Link, useParams } from 'react-router'
import type { ExamId } from '#shared/kit/ids.ts'
import { exportAbsentOfExam } from '#shared/scan/candidate.calls.ts'
import * as calls from '#shared/scan/uploading/uploader.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { OutputOf } from '#shared/kit/call.ts'
import { stateColumn } from '../parts/columns.tsx'
import { doubtsPath, scanPath } from '../scan.paths.ts'

const uploadStateNames = ['未上传', '上传中', '已上传', '阅卷中', '阅卷完成']

type Paper = OutputOf<typeof calls.uploadStatistic>['papers'][number]

const stateOf = (p: Paper) =>
  p.handed === 0
    ? ({ text: '未上传', meaning: 'none' } as const)
    : p.balanced && p.errors === 0 && p.missing === 0
      ? ({ text: '已齐', meaning: 'done' } as const)
      : p.balanced
        ? ({ text: '账目已平', meaning: 'going' } as const)
        : ({ text: '进行中', meaning: 'waits' } as const)

const Papers = ({ of }: { of: Paper[] }) => (
  <DataTable
    label="各科上传进度"
    rows={of}
    rowKey={(p) => p.paperId}
    columns={[
      {
        key: 'courseName',
        name: '科目',
        value: (p) => p.courseName,
        cell: (p) => <Link to={scanPath(p.paperId)}>{p.courseName}</Link>,
      },
      stateColumn<Paper>(stateOf),
      { key: 'finished', name: '上传人（已确认）', value: (p) => `${p.uploaders}（${p.finished}）` },
      { key: 'candidates', name: '考生', unit: '人', value: (p) => p.candidates, number: true },
      { key: 'present', name: '已交', unit: '人', value: (p) => p.present, number: true },
      { key: 'absent', name: '缺考', unit: '人', value: (p) => p.absent, number: true },
      { key: 'missing', name: '未交', unit: '人', value: (p) => p.missing, number: true },
      { key: 'handed', name: '已交', unit: '页', value: (p) => p.handed, number: true },
      { key: 'open', name: '未归位', unit: '页', value: (p) => p.open, number: true },
      {
        key: 'errors',
        name: '异常',
        value: (p) => p.errors,
        number: true,
        cell: (p) => (p.errors === 0 ? 0 : <Link to={doubtsPath(p.paperId)}>{p.errors}</Link>),
      },
    ]}
  />
)

const Errors = ({ examId }: { examId: ExamId }) => {
  const rows = (useAsk(calls.courseErrors, { examId }, { everyMs: 5_000 }).data ?? []).flatMap((p) =>
    p.kinds.map((k) => ({ ...k, paperId: p.paperId, courseName: p.courseName })),
  )
  return (
    <DataTable
      label="异常"
      rows={rows}
      rowKey={(r) => `${r.paperId}${r.kind}`}
      columns={[
        { key: 'courseName', name: '科目', value: (r) => r.courseName },
        { key: 'name', name: '异常', value: (r) => r.name },
        {
          key: 'count',
          name: '数量',
          value: (r) => r.count,
          number: true,
          cell: (r) => <Link to={doubtsPath(r.paperId, r.kind)}>{r.count}</Link>,
        },
      ]}
    />
  )
}

const Schools = ({ examId }: { examId: ExamId }) => (
  <DataTable
    label="各校上传状态"
    rows={(useAsk(calls.schoolUploadStates, { examId }).data ?? []).flatMap((s) =>
      s.papers.map((p) => ({ ...p, schoolName: s.schoolName })),
    )}
    rowKey={(r) => `${r.schoolName}${r.paperId}`}
    columns={[
      { key: 'schoolName', name: '学校', value: (r) => r.schoolName },
      { key: 'courseName', name: '科目', value: (r) => r.courseName },
      {
        key: 'status',
        name: '状态',
        value: (r) => uploadStateNames[r.status] ?? '',
      },
    ]}
  />
)

const Workers = ({ examId }: { examId: ExamId }) => (
  <ListPart
    label="上传人"
    name="workers"
    call={calls.planWorkers}
    input={{ examId }}
    order="按姓名"
    rowTo={{ none: 'what one uploads is of several papers' }}
    rowKey={(w) => w.userId}
    columns={[
      { key: 'userName', name: '姓名', value: (w) => w.userName },
      {
        key: 'papers',
        name: '科目和班级',
        value: (w) =>
          w.papers
            .map((p) => `${p.courseName}（${p.classes.map((c) => c.className).join('、') || '全部班级'}）`)
            .join('，'),
        width: 320,
      },
      { key: 'pages', name: '已传', unit: '页', value: (w) => w.papers.reduce((n, p) => n + p.pages, 0), number: true },
      {
        key: 'finished',
        name: '进度',
        value: (w) => w.papers.map((p) => `${p.courseName}${uploadStateNames[p.status] ?? ''}`).join('，'),
        width: 200,
      },
    ]}
    filters={[{ field: 'name', label: '姓名', mode: 'search' }]}
    filtersFrom={10}
    pagerFrom={20}
    empty={{ title: '还没有分配上传人', text: '没有分配时，由考试的管理者上传。在各科的“分配上传人”里添加。' }}
  />
)

const notManager = '只有考试的创建者和管理员可以导出'

/** How far the cards of an exam are, paper by paper; read again every three seconds (2 §4). */
export const UploadProgressScreen = () => {
  const examId = useParams()['examId'] as ExamId
  return (
    <DetailScreen
      call={calls.uploadStatistic}
      input={{ examId }}
      everyMs={3_000}
      title={() => '上传进度'}
      actions={(d) => [
        {
          name: '导出缺考名单',
          barred: !d.mayManage && notManager,
          job: () => act(exportAbsentOfExam, { examId }),
        },
        {
          name: '导出上传人',
          barred: !d.mayManage && notManager,
          job: () => act(calls.exportAllUploaders, { examId }),
        },
      ]}
      facts={(d) => [
        { name: '科目', value: d.papers.length },
        { name: '已交', value: `${d.papers.reduce((n, p) => n + p.handed, 0)} 页` },
        { name: '未归位', value: `${d.papers.reduce((n, p) => n + p.open, 0)} 页` },
        { name: '异常', value: d.papers.reduce((n, p) => n + p.errors, 0) },
      ]}
      tabs={(d) => [
        {
          key: 'papers',
          name: '科目',
          content: () => <Papers of={d.papers} />,
        },
        { key: 'errors', name: '数据检查', content: () => <Errors examId={examId} /> },
        { key: 'workers', name: '上传人', content: () => <Workers examId={examId} /> },
        { key: 'schools', name: '学校', content: () => <Schools examId={examId} /> },
      ]}
    />
  )
}
