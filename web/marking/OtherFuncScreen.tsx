import { Switch } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import { examDetail } from '#shared/exam/exam.calls.ts'
import type { ExamPaper } from '#shared/exam/exam.types.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { mobileMarkSwitch, setMobileMarkSwitch } from '#shared/marking/group.calls.ts'
import { closeCooperation, cooperationStatus, openCooperation } from '#shared/scan/doubts/exception.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { examPaths } from '#web/exam/exam.paths.ts'

type Of = Pick<ExamPaper, 'paperId' | 'courseName'>

/** So many groups settle together where no one says how many: `处理存疑` opens as many as are wanted. */
const groupsAtFirst = 2

const Toggle = (of: {
  label: string
  on: boolean | undefined
  barred: boolean
  set: (on: boolean) => Promise<unknown>
}) => {
  const [busy, setBusy] = useState(false)
  return (
    <Switch
      aria-label={of.label}
      checked={of.on ?? false}
      disabled={of.on === undefined || of.barred || busy}
      onChange={(_, { checked }) => {
        setBusy(true)
        // What is refused is said, and the switch stands as the server has it.
        void of
          .set(checked)
          .then(() => toast('success', `${of.label}已${checked ? '开启' : '关闭'}`))
          .catch(() => undefined)
          .finally(() => setBusy(false))
      }}
    />
  )
}

const Phones = ({ paper: { paperId, courseName }, barred }: { paper: Of; barred: boolean }) => {
  const { data } = useAsk(mobileMarkSwitch, { paperId }, { quiet: true })
  return (
    <Toggle
      label={`${courseName}手机阅卷`}
      on={data?.on}
      barred={barred}
      set={(on) => act(setMobileMarkSwitch, { paperId, on, version: data!.version })}
    />
  )
}

const Together = ({ paper: { paperId, courseName }, barred }: { paper: Of; barred: boolean }) => {
  const { data } = useAsk(cooperationStatus, { paperId }, { quiet: true })
  return (
    <Toggle
      label={`${courseName}协作处理存疑`}
      on={data?.open}
      barred={barred || data?.mayManage === false}
      set={(on) => (on ? act(openCooperation, { paperId, groups: groupsAtFirst }) : act(closeCooperation, { paperId }))}
    />
  )
}

/** The switches of an exam that no tool of its own has, paper by paper. */
export const OtherFuncScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  return (
    <DetailScreen
      call={examDetail}
      input={examId && { examId }}
      without={{ title: '没有这场考试', action: { name: '考试列表', to: examPaths.list } }}
      title="其他功能"
      facts={(d) => [{ name: '考试', value: d.exam.examName }]}
      empty={(d) => (d.mayManage ? null : { title: '只有考试管理者可以改动开关' })}
    >
      {(d) => (
        <DataTable
          label="各科的开关"
          rows={d.papers}
          rowKey={(p) => p.paperId}
          columns={[
            { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 100 },
            {
              key: 'phones',
              name: '手机阅卷',
              value: () => '',
              cell: (p) => <Phones paper={p} barred={!d.mayManage} />,
            },
            {
              key: 'together',
              name: '多人协作处理存疑',
              value: () => '',
              cell: (p) => <Together paper={p} barred={!d.mayManage} />,
            },
          ]}
        />
      )}
    </DetailScreen>
  )
}
