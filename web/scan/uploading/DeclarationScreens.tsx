import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import * as calls from '#shared/scan/uploading/declaration.calls.ts'
import { studentChoices } from '#shared/scan/doubts/exception.calls.ts'
import { scriptList } from '#shared/scan/scan.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { prompt, toast } from '#web/kit/notices.ts'
import { randomId } from '#web/kit/ports.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { amendPath, declarationPath, declarePath, scanPaths, studentPath, toPaper } from '../scan.paths.ts'
import { declarationMeanings } from '../stateWords.ts'

const kindField = {
  name: 'kind',
  label: '问题',
  kind: 'radio',
  required: true,
  wide: true,
  options: calls.declarationKinds.map((k) => ({ value: k, label: calls.declarationKindNames[k] })),
} as const
const detailField = {
  name: 'detail',
  label: '说明',
  kind: 'textarea',
  required: true,
  wide: true,
  maxLength: 300,
} as const

const ChooseStudent = ({ paperId }: { paperId: PaperId }) => {
  return (
    <ListScreen
      title="新申报：选择考生"
      call={scriptList}
      input={{ paperId }}
      order="按考号"
      rowKey={(r) => r.studentId}
      rowTo={(r) => declarePath(paperId, r.studentId)}
      columns={[
        { key: 'studentName', name: '姓名', value: (r) => r.studentName },
        { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber },
        { key: 'className', name: '班级', value: (r) => r.className },
      ]}
      filters={[{ field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号开头' }]}
      empty={{ title: '没有考生' }}
    />
  )
}

const Declare = ({ paperId, studentId }: { paperId: PaperId; studentId: StudentId }) => {
  const asked = useAsk(studentChoices, { paperId, studentId })
  const student = asked.data
  // One id for what is typed here: sent twice, it is declared once.
  const [declarationId] = useState(randomId)
  const back = toPaper(scanPaths.declarations, paperId)
  if (!student)
    return (
      <Page title="新申报">
        <Waiting asked={asked} rows={5} height={32} />
      </Page>
    )
  return (
    <FormScreen
      title={`申报 ${student.studentName} 的答题卡异常`}
      call={calls.declare}
      fixed={{ paperId, studentId, declarationId }}
      start={{ kind: 'wrongReading', detail: '' }}
      fields={[kindField, detailField]}
      submit="提交申报"
      doneText="已提交，等待审核"
      done={() => back}
      actions={[{ name: '查看答题卡', to: studentPath(paperId, studentId) }]}
    />
  )
}

/** Whose paper, and what is wrong with it. */
export const DeclareScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const studentId = useSearchParams()[0].get('student') as StudentId | null
  return studentId ? <Declare paperId={paperId} studentId={studentId} /> : <ChooseStudent paperId={paperId} />
}

/** Saying better what is wrong, while it is not decided. */
export const AmendDeclarationScreen = () => {
  const { paperId, declarationId } = useParams() as { paperId: PaperId; declarationId: string }
  const declaration = useAsk(calls.declarationDetail, { paperId, declarationId })
  const title = '修改申报'
  if (!declaration.data)
    return (
      <Page title={title}>
        <Waiting asked={declaration} rows={5} height={32} />
      </Page>
    )
  const { kind, detail, version, studentName } = declaration.data
  return (
    <FormScreen
      title={`修改 ${studentName} 的申报`}
      call={calls.amendDeclaration}
      fixed={{ paperId, declarationId, version }}
      start={{ kind, detail }}
      fields={[kindField, detailField]}
      doneText="已修改，等待审核"
      done={() => declarationPath(paperId, declarationId)}
    />
  )
}

/** One declaration, for who declared it and for who decides. */
export const DeclarationScreen = () => {
  const { paperId, declarationId } = useParams() as { paperId: PaperId; declarationId: string }
  const review = async (version: number, approve: boolean): Promise<void> => {
    const text = await prompt({
      title: approve ? '通过申报' : '退回申报',
      text: approve
        ? '通过后，这名考生的答题卡进入“处理存疑”，由处理人对照图像核对。'
        : '请写明退回的原因，申报人会看到。',
      input: { label: '审核意见', check: (t) => (t.trim().length >= 2 ? null : '请填写审核意见') },
    })
    if (text === null) return
    await act(calls.reviewDeclaration, { paperId, declarationId, version, approve, review: text.trim() })
    toast('success', approve ? '已通过，答题卡等待核对' : '已退回')
  }
  return (
    <DetailScreen
      call={calls.declarationDetail}
      input={{ paperId, declarationId }}
      title={(d) => `${d.studentName}：${calls.declarationKindNames[d.kind]}`}
      badge={(d) => ({ text: calls.declarationStateNames[d.state], meaning: declarationMeanings[d.state] })}
      facts={(d) => [
        { name: '考号', value: d.studentNumber },
        { name: '班级', value: d.className },
        { name: '说明', value: d.detail },
        { name: '申报', value: `${d.declaredByName}　${showTime(d.declaredAt)}` },
        ...(d.reviewedAt
          ? [
              { name: '审核', value: `${d.reviewedByName ?? ''}　${showTime(d.reviewedAt)}` },
              { name: '审核意见', value: d.review ?? '' },
            ]
          : []),
      ]}
      actions={(d) => [
        { name: '查看答题卡', to: studentPath(paperId, d.studentId) },
        ...(d.mayManage
          ? [
              {
                name: '通过',
                primary: true,
                barred: d.state !== 'pending' && '已经审核',
                run: () => review(d.version, true),
              },
              { name: '退回', barred: d.state !== 'pending' && '已经审核', run: () => review(d.version, false) },
            ]
          : []),
        ...(d.own
          ? [
              {
                name: '修改申报',
                to: amendPath(paperId, declarationId),
                barred: d.state !== 'pending' && '已经审核，不能修改',
              },
              {
                name: '撤回申报',
                barred: d.state !== 'pending' && '已经审核，不能撤回',
                run: () => act(calls.withdrawDeclaration, { paperId, declarationId, version: d.version }),
              },
            ]
          : []),
      ]}
    />
  )
}
