import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { decimal, showScore } from '#shared/kit/score.ts'
import { listResult } from '#shared/marking/intelligent/intelligent.calls.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { intelligentPath, likeReportPath } from '../marking.paths.ts'
import { ApartTiles } from '../parts/ApartTiles.tsx'
import { likeSiblings } from './likeSiblings.ts'

type Data = OutputOf<typeof listResult>
type Row = Data['questions'][number]

const valueText = (v: MarkValue): string =>
  v.kind === 'score' ? `${showScore(v.score)}分` : v.kind === 'noAnswer' ? '未作答' : '有问题'
const share = (n: number, of: number): string => (of === 0 ? '—' : `${decimal((100 * n) / of, 1)}%`)
const seconds = (n: number | null): string => (n === null ? '—' : decimal(n, 1))
const kappa = (n: number | null | undefined): string => (n === null || n === undefined ? '—' : decimal(n, 2))
/** What groups saved over marking one by one, of the questions of which both are known. */
const savedFact = (questions: readonly Row[]) => {
  const known = questions.flatMap((q) =>
    q.together === null || q.single === null ? [] : [(q.single - q.together) * q.answers],
  )
  return known.length === 0 ? [] : [{ name: '省时', value: `${decimal(sum(known) / 3600, 1)}小时` }]
}
const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)

const Apart = ({ of }: { of: Data['apart'] }) => (
  <Section title="与同组多数给分不同的作答">
    {of.length === 0 ? (
      <p>没有：每组里的作答得分都相同。</p>
    ) : (
      <ApartTiles of={of} said={(a) => `${valueText(a.given)}，同组多数 ${valueText(a.most)}`} />
    )}
  </Section>
)

/** What groups of like answers came to, held against the marks that people gave. The bare address asks for a paper. */
export const LikeReportScreen = () => {
  const { paperId } = useParams() as { paperId?: PaperId }
  if (!paperId)
    return <ChoosePaper title="智能阅卷报告" tool="adjust-read-arrange" pathOf={(_, id) => likeReportPath(id)} />
  return (
    <DetailScreen
      call={listResult}
      input={{ paperId }}
      title={(data) => `${data.courseName}　智能阅卷报告`}
      untitled="智能阅卷报告"
      siblings={likeSiblings(paperId, 'report')}
      facts={({ questions, sampled }) => [
        {
          name: '一次给分',
          value: `${decimal(sum(questions.map((q) => q.answers)) / Math.max(1, sum(questions.map((q) => q.groups))), 1)}份`,
        },
        {
          name: '同组同分',
          value: share(sum(questions.map((q) => q.agreed)), sum(questions.map((q) => q.members))),
          hint: '两份以上的组里，得分与同组多数相同的作答',
        },
        ...savedFact(questions),
        ...(sampled ? [{ name: '范围', value: '随机抽取的答卷' }] : []),
      ]}
      empty={(data) =>
        data.questions.length === 0
          ? {
              title: '还没有按相同作答评完的答卷',
              text: '老师评完一批后，这里显示归并得准不准、快了多少。',
              action: { name: '智能阅卷', to: intelligentPath(paperId) },
            }
          : null
      }
    >
      {(data) => (
        <>
          <DataTable<Row>
            label="各题"
            rows={data.questions}
            rowKey={(q) => q.questionId}
            columns={[
              { key: 'number', name: '题号', value: (q) => `第 ${q.number} 题`, width: 104 },
              { key: 'answers', name: '已评', unit: '份', value: (q) => q.answers, number: true, width: 88 },
              { key: 'groups', name: '给分', unit: '次', value: (q) => q.groups, number: true, width: 88 },
              { key: 'alone', name: '单独', unit: '份', value: (q) => q.alone, number: true, width: 88 },
              { key: 'agreed', name: '同组同分', value: (q) => share(q.agreed, q.members), number: true, width: 96 },
              { key: 'kappa', name: 'κ', value: (q) => kappa(q.kappa), number: true, width: 72 },
              {
                key: 'others',
                name: '与另一评相同',
                value: (q) => (q.others ? share(q.others.exact * q.others.n, q.others.n) : '—'),
                number: true,
                width: 120,
              },
              { key: 'othersKappa', name: '与另一评κ', value: (q) => kappa(q.others?.kappa), number: true, width: 104 },
              { key: 'together', name: '每份', unit: '秒', value: (q) => seconds(q.together), number: true, width: 88 },
              {
                key: 'single',
                name: '逐份每份',
                unit: '秒',
                value: (q) => seconds(q.single),
                number: true,
                width: 112,
              },
            ]}
          />
          <Apart of={data.apart} />
        </>
      )}
    </DetailScreen>
  )
}
