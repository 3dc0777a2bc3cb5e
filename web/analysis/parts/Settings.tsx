import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import {
  reportConfig,
  setLevel,
  setRankSection,
  setResultStatus,
  setScoreRate,
  setScoreSection,
} from '#shared/analysis/setting.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { rateKeys, readLevels, readRankEnds, shareOf, shownSettings } from '../settingTexts.ts'

const useStyles = makeStyles({
  all: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingTop: tokens.spacingVerticalM,
    maxWidth: '720px',
  },
})

const rateLabels = { excellent: '优秀率 ≥', good: '良好率 ≥', pass: '及格率 ≥', low: '低分率 <' } as const

export const settingFields = (barred: string | null): Field[] => [
  { kind: 'switch', name: 'studentRank', label: '学生和家长可以看到排名', barred },
  { kind: 'switch', name: 'teacherTotalRank', label: '教师可以看到总排名', barred },
  ...rateKeys.map((k): Field => ({ kind: 'number', name: k, label: rateLabels[k], unit: '% 满分', barred })),
  { kind: 'score', name: 'sectionWidth', label: '分数段宽度', hint: '至少1分', barred },
  { kind: 'text', name: 'rankEnds', label: '名次段', hint: '每段的最后一名，如 10、50、100', barred },
  {
    kind: 'text',
    name: 'levels',
    label: '等级',
    hint: '各等级从满分的百分之几起，如 A 85、B 70、C 0',
    barred,
    wide: true,
  },
]

type Config = OutputOf<typeof reportConfig>
type Saved = OutputOf<typeof setLevel>

const Form = ({ config }: { config: Config }) => {
  const shown: Values = shownSettings(config)
  // What is typed lies over what is saved, which may become another under it.
  const [typed, setTyped] = useState<Values>({})
  const values: Values = { ...shown, ...typed }
  const [errors, setErrors] = useState<Record<string, string>>({})
  const barred = config.mayManage ? null : '只有考试管理者可以修改'
  const edited = (...names: string[]): boolean => names.some((n) => values[n] !== shown[n])
  const save = async (): Promise<void> => {
    const { paperId } = config
    const share = (k: (typeof rateKeys)[number]): number => shareOf(String(values[k]))
    const points = Number(values['sectionWidth'])
    const sectionWidth = Number.isFinite(points) ? Math.round(points * 100) : 0
    const rankEnds = readRankEnds(String(values['rankEnds']))
    const levels = readLevels(String(values['levels']))
    const wrong = {
      ...Object.fromEntries(
        rateKeys.filter((k) => !(share(k) >= 0 && share(k) <= 1)).map((k) => [k, '请输入0到100之间的数']),
      ),
      ...(sectionWidth < 100 ? { sectionWidth: '分数段至少1分' } : {}),
      ...(typeof rankEnds === 'string' ? { rankEnds } : {}),
      ...(typeof levels === 'string' ? { levels } : {}),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    let { version } = config
    const keep = async (changed: boolean, run: (at: { paperId: PaperId; version: number }) => Promise<Saved>) => {
      if (changed) ({ version } = await run({ paperId, version }))
    }
    await keep(edited('studentRank', 'teacherTotalRank'), (at) =>
      act(setResultStatus, {
        ...at,
        studentRank: values['studentRank'] === true,
        teacherTotalRank: values['teacherTotalRank'] === true,
      }),
    )
    await keep(edited(...rateKeys), (at) =>
      act(setScoreRate, {
        ...at,
        rates: { excellent: share('excellent'), good: share('good'), pass: share('pass'), low: share('low') },
      }),
    )
    await keep(edited('sectionWidth'), (at) => act(setScoreSection, { ...at, sectionWidth }))
    if (typeof rankEnds !== 'string')
      await keep(edited('rankEnds'), (at) => act(setRankSection, { ...at, rankSectionEnds: rankEnds }))
    if (typeof levels !== 'string') await keep(edited('levels'), (at) => act(setLevel, { ...at, levels }))
    setTyped({})
    toast('success', '已保存，下次发布时生效')
  }
  return (
    <>
      <FieldGroup
        fields={settingFields(barred)}
        values={values}
        errors={errors}
        onChange={(patch) => setTyped((before) => ({ ...before, ...patch }))}
      />
      <div>
        <ActionButton
          action={{
            name: '保存设置',
            primary: true,
            barred: barred ?? (!edited(...Object.keys(shown)) && '没有修改'),
            run: save,
          }}
        />
      </div>
    </>
  )
}

/** How the results are computed and shown from the next publication on. */
export const Settings = ({ paperId }: { paperId: PaperId }) => {
  const styles = useStyles()
  const answer = useAsk(reportConfig, { paperId })
  return (
    <div className={styles.all}>
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>设置从下一次发布起生效；已经发布的成绩不变，直到重新发布。</MessageBarBody>
      </MessageBar>
      {answer.data ? <Form config={answer.data} /> : <Waiting asked={answer} rows={6} height={20} />}
    </div>
  )
}
