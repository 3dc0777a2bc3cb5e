import { Switch } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ExamId } from '#shared/kit/ids.ts'
import { mobileMarkSwitches, setMobileMarkSwitch } from '#shared/marking/groups/group.calls.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'

type Of = OutputOf<typeof mobileMarkSwitches>['papers'][number]

const Phones = ({ paper: { paperId, courseName, on, barred, version } }: { paper: Of }) => {
  const [busy, setBusy] = useState(false)
  return (
    <Switch
      aria-label={`${courseName}手机阅卷`}
      label={barred ?? (on ? '可以用手机评阅' : '只能用电脑评阅')}
      checked={on}
      disabled={barred !== null || busy}
      onChange={(_, { checked }) => {
        setBusy(true)
        // What is refused is said, and the switch stands as the server has it.
        void act(setMobileMarkSwitch, { paperId, on: checked, version })
          .then(() => toast('success', `${courseName}${checked ? '可以' : '不能'}用手机评阅`))
          .catch(() => undefined)
          .finally(() => setBusy(false))
      }}
    />
  )
}

/** The switches of an exam that no tool of its own has, a subject a row. */
export const OtherFuncScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  return (
    <DetailScreen
      call={mobileMarkSwitches}
      input={examId && { examId }}
      without={{ title: '没有这场考试', action: { name: '考试列表', to: examPaths.list } }}
      title="其他功能"
      facts={(d) => [{ name: '考试', value: d.examName }]}
    >
      {(d) => (
        <DataTable
          label="各科的开关"
          rows={d.papers}
          rowKey={(p) => p.paperId}
          columns={[
            { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 100 },
            { key: 'phones', name: '手机阅卷', value: (p) => (p.on ? 1 : 0), cell: (p) => <Phones paper={p} /> },
          ]}
        />
      )}
    </DetailScreen>
  )
}
