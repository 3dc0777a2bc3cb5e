import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { reportConfig, setResultStatus, setScoreRate } from '#shared/analysis/analysis.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'

const useStyles = makeStyles({
  all: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingTop: tokens.spacingVerticalM,
    maxWidth: '720px',
  },
})

const rateKeys = ['excellent', 'good', 'pass', 'low'] as const
const rateLabels = { excellent: '优秀率 ≥', good: '良好率 ≥', pass: '及格率 ≥', low: '低分率 <' } as const

const fieldsOf = (barred: string | null): Field[] => [
  { kind: 'switch', name: 'studentRank', label: '学生和家长可以看到排名', barred },
  { kind: 'switch', name: 'teacherTotalRank', label: '教师可以看到总排名', barred },
  ...rateKeys.map((k): Field => ({ kind: 'number', name: k, label: rateLabels[k], unit: '% 满分', barred })),
]

type Config = OutputOf<typeof reportConfig>
const shownOf = (c: Config): Values => ({
  studentRank: c.studentRank,
  teacherTotalRank: c.teacherTotalRank,
  ...Object.fromEntries(rateKeys.map((k) => [k, String(Math.round(c.report.rates[k] * 1000) / 10)])),
})

const Form = ({ config }: { config: Config }) => {
  const [values, setValues] = useState(() => shownOf(config))
  const barred = config.mayManage ? null : '只有考试管理者可以修改'
  const save = async (): Promise<void> => {
    const { paperId } = config
    const saved = await act(setResultStatus, {
      paperId,
      version: config.version,
      studentRank: values['studentRank'] === true,
      teacherTotalRank: values['teacherTotalRank'] === true,
    })
    const [excellent, good, pass, low] = rateKeys.map((k) => Number(values[k]) / 100) as [
      number,
      number,
      number,
      number,
    ]
    await act(setScoreRate, { paperId, version: saved.version, rates: { excellent, good, pass, low } })
    toast('success', '已保存，下次发布时生效')
  }
  return (
    <>
      <FieldGroup
        fields={fieldsOf(barred)}
        values={values}
        onChange={(patch) => setValues((before) => ({ ...before, ...patch }))}
      />
      <div>
        <ActionButton action={{ name: '保存设置', primary: true, barred, run: save }} />
      </div>
    </>
  )
}

/** How the results are computed and shown from the next publication on. */
export const Settings = ({ paperId }: { paperId: PaperId }) => {
  const styles = useStyles()
  const asked = useAsk(reportConfig, { paperId })
  return (
    <div className={styles.all}>
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>设置从下一次发布起生效；已经发布的成绩不变，直到重新发布。</MessageBarBody>
      </MessageBar>
      {asked.data ? (
        <Form key={asked.data.version} config={asked.data} />
      ) : asked.error ? (
        <ErrorState error={asked.error} again={() => void asked.refetch()} />
      ) : (
        <Bars rows={6} height={20} />
      )}
    </div>
  )
}
