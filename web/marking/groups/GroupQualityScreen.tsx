import { useParams } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { usualSeeds, usualTrial } from '#shared/marking/quality/rule.types.ts'
import { groupQuality, saveGroupQuality } from '#shared/marking/quality/seed.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { groupsPath } from '../marking.paths.ts'
import { chosenText } from '../parts/care.words.ts'

type Data = OutputOf<typeof groupQuality>

const percent = (name: string, label: string, max: number, hint: string) => ({
  name,
  label,
  kind: 'number' as const,
  min: 0,
  max,
  step: 1,
  unit: '%',
  required: true,
  hint,
})

const Form = ({ paperId, lead, data }: { paperId: PaperId; lead: QuestionId; data: Data }) => {
  const { trial = usualTrial, seeds = { ...usualSeeds, expert: 0, own: 0 }, samples = 0 } = data.quality
  const asked = data.quality.trial !== undefined
  const woven = (v: Record<string, unknown>): boolean => Number(v['expert'] ?? 0) + Number(v['own'] ?? 0) > 0
  return (
    <FormScreen
      title={`${data.groupName}　质量要求`}
      call={saveGroupQuality}
      fixed={{ paperId, lead, version: data.version }}
      start={{
        trial: asked ? (trial.begun ? 'begun' : 'preparing') : 'none',
        within: trial.within,
        bias: trial.bias,
        expert: seeds.expert,
        own: seeds.own,
        ...(seeds.tolerance === undefined ? {} : { tolerance: seeds.tolerance }),
        warn: seeds.warn,
        stop: seeds.stop,
        samples,
      }}
      barred={data.state === 'closed' || data.state === 'closing' ? '阅卷已结束，不能再改' : null}
      submit="保存"
      doneText="质量要求已保存"
      fields={[
        {
          name: 'trial',
          label: '试评',
          kind: 'select',
          required: true,
          wide: true,
          hint: `试评卷：${chosenText(data.questions, 'trial')}`,
          options: [
            { value: 'none', label: '不试评' },
            { value: 'preparing', label: '要试评，正在选试评卷：先不发正式答卷' },
            { value: 'begun', label: '开始试评：通过的老师才领到正式答卷' },
          ],
        },
        {
          ...percent('within', '分差以内的至少', 100, '试评卷中，与专家给分的差在分差以内的份数所占比例'),
          when: (v) => v['trial'] !== 'none',
        },
        {
          ...percent('bias', '平均偏差至多', 100, '给分平均比专家高或低，占满分的比例'),
          when: (v) => v['trial'] !== 'none',
        },
        percent(
          'expert',
          '专家种子卷',
          20,
          `每100份里混入几份专家评过的；种子卷：${chosenText(data.questions, 'seeds')}`,
        ),
        percent('own', '自己评过的', 20, '每100份里混入几份老师自己10分钟以前评过的'),
        {
          name: 'tolerance',
          label: '种子卷允许相差',
          kind: 'number',
          min: 1,
          max: 50,
          step: 1,
          unit: '%满分',
          when: woven,
          hint: `不填则按各题分差：${data.questions.map((q) => `第${q.number}题${showScore(q.tolerance)}分`).join('，')}`,
        },
        {
          name: 'warn',
          label: '提醒',
          kind: 'number',
          min: 1,
          max: 10,
          step: 1,
          unit: '份',
          required: true,
          when: woven,
          hint: '最近10份种子卷中有这么多份超出，提醒老师',
        },
        {
          name: 'stop',
          label: '暂停发放',
          kind: 'number',
          min: 1,
          max: 10,
          step: 1,
          unit: '份',
          required: true,
          when: woven,
          hint: '有这么多份超出，不再发放，由组长处理',
        },
        percent('samples', '抽查', 100, '组长对每位老师评分的抽查比例'),
      ]}
    />
  )
}

/** A group's trial, seeds and samples. */
export const GroupQualityScreen = () => {
  const { paperId, lead } = useParams() as { paperId?: PaperId; lead?: QuestionId }
  const asked = useAsk(groupQuality, paperId && lead ? { paperId, lead } : undefined)
  if (!paperId || !lead)
    return <ChoosePaper title="质量要求" tool="adjust-read-arrange" pathOf={(_, id) => groupsPath(id)} />
  if (!asked.data)
    return (
      <Page title="质量要求" width="narrow">
        <Waiting asked={asked} rows={6} />
      </Page>
    )
  return <Form key={lead} paperId={paperId} lead={lead} data={asked.data} />
}
